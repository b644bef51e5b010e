/** Sliders of joints: one turn for what has no stops, angles in degrees, and what has none. */

import { expect, it, vi } from "vitest";
import { leftOut, wholeTurns } from "../../src/panels/joints";
import { angleText } from "../../src/plots/scale";

/** The panel makes elements; what is tried here needs none. */
vi.mock("../../src/page/elements", () => ({}));

it("a joint without stops has a slider of one turn, and keeps the turns that it has counted", () => {
  const shown = (endless: boolean, value: number) => value - wholeTurns({ endless }, value);
  const turn = 2 * Math.PI;
  expect(shown(true, 3 * turn + 0.5)).toBeCloseTo(0.5);
  expect(shown(true, -3 * turn - 3)).toBeCloseTo(-3);
  expect(shown(true, 3.1)).toBe(3.1);
  expect(Math.abs(shown(true, 1000))).toBeLessThanOrEqual(Math.PI);
  expect(shown(false, 6)).toBe(6);
});

it("an angle is said in degrees", () => {
  expect([Math.PI, -Math.PI / 8, 0, -1e-6].map(angleText)).toEqual(["180.0°", "-22.5°", "0.0°", "0.0°"]);
});

it("says of how many freedoms there is no slider", () => {
  expect([leftOut(7, 7), leftOut(0, 0)]).toEqual(["", ""]);
  expect(leftOut(12, 6)).toMatch(/^6 freedoms have no slider: turns of balls, what floats/);
  expect(leftOut(9, 8)).toMatch(/^1 freedom has no slider/);
});
