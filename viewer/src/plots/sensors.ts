/** Plots of what sensors read. */

import type { PlotPlan } from "./figures";

interface Quantity {
  name: string;
  unit: string;
  label: string;
}

const along = (name: string, unit: string, letter: string, letters = "xyz"): [string, Quantity][] =>
  [...letters].map((axis) => [`${letter}${axis}`, { name, unit, label: axis }]);

/** Channels of sensors by what they measure. */
const QUANTITIES = new Map<string, Quantity>([
  ...along("force", "N", "f"),
  ...along("torque", "N·m", "t"),
  ...along("specific force", "m/s²", "a"),
  ...along("angular velocity", "rad/s", "w"),
  ...along("velocity", "m/s", "v"),
  ...along("position", "m", ""),
  ...along("orientation", "", "q", "wxyz"),
  ["pressure", { name: "pressure", unit: "Pa", label: "" }],
  ["distance", { name: "distance", unit: "m", label: "" }],
  // In m or rad, as the joint has it.
  ["position", { name: "position", unit: "", label: "" }],
  ["velocity", { name: "velocity", unit: "", label: "" }],
  ["effort", { name: "effort", unit: "", label: "" }],
]);

/** One plot for each quantity of each sensor, in the order of `names` (SENSOR.CHANNEL). */
export function sensorPlots(names: string[]): PlotPlan[] {
  const plans = new Map<string, PlotPlan>();
  for (const name of names) {
    // Sensors may have dots in their names, channels have none.
    const dot = name.lastIndexOf(".");
    const [sensor, channel] = [name.slice(0, dot), name.slice(dot + 1)];
    const known = QUANTITIES.get(channel) ?? { name: channel, unit: "", label: "" };
    const title = `${sensor}: ${known.name}`;
    const plan = plans.get(title) ?? { title, unit: known.unit, log: false, figures: [] };
    plan.figures.push({ name, label: known.label });
    plans.set(title, plan);
  }
  return [...plans.values()];
}
