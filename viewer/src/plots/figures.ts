/** Which figures are plotted together, and how. */

export interface PlotPlan {
  title: string;
  unit: string;
  log: boolean;
  /** Whole numbers: a mean over the solves of a step is rounded. */
  count?: boolean;
  figures: { name: string; label: string }[];
  /** Only with two lanes. */
  compared?: boolean;
}

const one = (name: string) => [{ name, label: "" }];

export const PLOTS: PlotPlan[] = [
  {
    title: "Time per stage",
    unit: "s",
    log: true,
    figures: [
      { name: "solve_s", label: "solve" },
      { name: "broad_s", label: "broad" },
      { name: "narrow_s", label: "narrow" },
      { name: "assemble_s", label: "assemble" },
      { name: "integrate_s", label: "integrate" },
    ],
  },
  { title: "Difference of lanes", unit: "m", log: true, figures: one("difference"), compared: true },
  {
    title: "Constraints",
    unit: "",
    log: false,
    count: true,
    figures: [
      { name: "constraints", label: "rows" },
      { name: "tight", label: "tight" },
    ],
  },
  { title: "Islands", unit: "", log: false, count: true, figures: one("islands") },
  { title: "Iterations", unit: "", log: false, count: true, figures: one("iterations") },
  { title: "Energy error", unit: "", log: true, figures: one("energy_error_max") },
  { title: "Residual", unit: "", log: true, figures: one("residual_max") },
  { title: "Penetration", unit: "m", log: true, figures: one("penetration_max") },
  { title: "Motion error", unit: "m", log: true, figures: one("position_error_max") },
  { title: "Energy", unit: "J", log: false, figures: one("energy") },
];
