/** The solver of one lane: which, how long, how exact, and its own options. */

import { element, field, fillSelect, numberIn, numberInput } from "../page/elements";
import type { Hello, Lane, SolverEntry } from "../protocol/messages";

export class LaneForm {
  readonly node = element("fieldset", { className: "lane" });
  private readonly solver = element("select");
  private readonly iterations = numberInput(null, "default");
  private readonly tolerance = numberInput(null, "default");
  private readonly summary = element("p", { className: "note" });
  private readonly options = element("div", { className: "fields" });
  private readonly more: HTMLDetailsElement;
  private inputs = new Map<string, HTMLInputElement>();
  private known: SolverEntry[] = [];

  constructor(
    title: string,
    private readonly changed: () => void,
  ) {
    this.more = element("details", {}, element("summary", { textContent: "Options" }), this.options);
    this.node.append(
      element("legend", { textContent: title }),
      field("Solver", this.solver),
      this.summary,
      field("Iterations", this.iterations, "Most iterations of a solve"),
      field("Tolerance", this.tolerance, "The residual asked for"),
      this.more,
    );
    this.solver.addEventListener("change", () => {
      this.ask(this.solver.value, {});
      changed();
    });
    for (const input of [this.iterations, this.tolerance]) input.addEventListener("change", changed);
  }

  /** The solvers that can be chosen; those that cannot take the friction model say so. */
  list({ solvers }: Hello, friction: string): void {
    this.known = solvers;
    const label = ({ name, friction: models }: SolverEntry) =>
      !models || models.includes(friction) || !friction ? name : `${name}  (not for ${friction})`;
    const choices = solvers.map((entry) => ({ value: entry.name, label: label(entry), group: entry.family }));
    fillSelect(this.solver, choices, this.solver.value);
  }

  show(lane: Lane): void {
    this.solver.value = lane.solver;
    this.iterations.value = lane.max_iterations === null ? "" : String(lane.max_iterations);
    this.tolerance.value = lane.tolerance === null ? "" : String(lane.tolerance);
    this.ask(lane.solver, lane.options);
  }

  /** What the form says; options at their default are left out. */
  get lane(): Lane {
    const options: Record<string, string> = {};
    for (const [name, input] of this.inputs) {
      if (input.value.trim() !== "" && input.value.trim() !== input.placeholder) options[name] = input.value.trim();
    }
    return {
      solver: this.solver.value,
      options,
      max_iterations: numberIn(this.iterations),
      tolerance: numberIn(this.tolerance),
    };
  }

  private ask(solver: string, values: Record<string, string>): void {
    const entry = this.known.find(({ name }) => name === solver);
    this.summary.textContent = entry?.summary ?? "";
    this.inputs = new Map();
    const fields = (entry?.options ?? []).map(({ name, summary, default: usual }) => {
      const input = element("input", { type: "text", placeholder: usual, value: values[name] ?? "", spellcheck: false });
      input.addEventListener("change", this.changed);
      this.inputs.set(name, input);
      return field(name, input, summary);
    });
    this.options.replaceChildren(...fields);
    this.more.hidden = fields.length === 0;
  }
}
