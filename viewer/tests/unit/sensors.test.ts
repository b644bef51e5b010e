/** Plots of what sensors read. */

import { describe, expect, it } from "vitest";
import { sensorPlots } from "../../src/plots/sensors";

describe("plots of sensors", () => {
  it("has one for each quantity of each sensor", () => {
    const names = ["wrist.fx", "wrist.fy", "wrist.fz", "wrist.tx", "wrist.ty", "wrist.tz", "arm.1.position"];
    const plans = sensorPlots(names);
    expect(plans.map(({ title, unit }) => [title, unit])).toEqual([
      ["wrist: force", "N"],
      ["wrist: torque", "N·m"],
      ["arm.1: position", ""],
    ]);
    expect(plans[0].figures).toEqual([
      { name: "wrist.fx", label: "x" },
      { name: "wrist.fy", label: "y" },
      { name: "wrist.fz", label: "z" },
    ]);
    expect(plans.flatMap(({ figures }) => figures.map(({ name }) => name))).toEqual(names);
  });

  it("plots channels that it does not know by their names", () => {
    expect(sensorPlots(["new.smell"])[0]).toMatchObject({ title: "new: smell", figures: [{ name: "new.smell" }] });
  });
});
