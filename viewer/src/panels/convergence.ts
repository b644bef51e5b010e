/** The residual of the present step by iteration, for every lane. */

import { button, download, element, laneName, panel, write } from "../page/elements";
import type { Session } from "../page/session";
import { Chart, curveColour } from "../plots/chart";
import { table } from "../plots/csv";
import type { Convergence } from "../protocol/messages";

export class ConvergencePanel {
  readonly node: HTMLDetailsElement;
  /** The newest of each lane. */
  readonly latest: Convergence[] = [];
  private readonly chart = new Chart("Convergence", 130);
  private readonly captions = element("div", { className: "captions" });
  private stale = true;

  constructor(private readonly session: Session) {
    const save = button("CSV", "Save the convergence of this step as CSV", () => this.save());
    save.setAttribute("aria-label", "CSV of Convergence");
    const head = element("div", { className: "plot-head" }, element("span", { textContent: "residual by iteration" }), save);
    this.node = panel("Convergence of the step", true, head, this.chart.canvas, this.captions);
    const watch = () => session.send({ type: "watch", convergence: this.node.open });
    session.on("hello", watch);
    this.node.addEventListener("toggle", watch);
    session.on("world", (world) => {
      this.node.hidden = world.source === "recording";
      this.latest.length = 0;
      this.stale = true;
    });
    session.on("convergence", (convergence) => {
      this.latest[convergence.lane] = convergence;
      this.stale = true;
    });
  }

  /** Draws if there is something new to draw. */
  draw(): void {
    if (!this.stale || !this.node.open) return;
    this.stale = false;
    const curves = this.latest.map(({ iteration, residual }, lane) => ({
      length: residual.length,
      x: (i: number) => iteration[i],
      y: (i: number) => residual[i],
      colour: lane,
      dashed: false,
    }));
    const longest = Math.max(1, ...this.latest.map(({ iterations }) => iterations));
    const level = this.latest.find(Boolean)?.tolerance;
    this.chart.draw({ curves: curves.filter(Boolean), log: true, from: 0, to: longest, level, unit: "" });
    this.latest.forEach((entry, lane) => {
      const solver = this.session.world?.lanes[lane]?.solver ?? "";
      const { status, iterations, rows, measure, tolerance } = entry;
      const count = `${iterations} ${iterations === 1 ? "iteration" : "iterations"}`;
      const [ink, words] = (this.captions.children[lane] ?? this.caption()).children as unknown as HTMLElement[];
      ink.style.background = curveColour(lane);
      write(words, `${laneName(lane, solver)}: ${status}, ${count}, ${rows} rows, ${measure} to ${tolerance.toExponential(1)}`);
    });
    while (this.captions.children.length > this.latest.length) this.captions.lastElementChild?.remove();
  }

  /** The line of one more lane. */
  private caption(): HTMLElement {
    const made = element("p", {}, element("i"), element("span"));
    this.captions.append(made);
    return made;
  }

  private save(): void {
    const rows = this.latest.flatMap(({ lane, step, iteration, residual }) => residual.map((value, i) => [lane + 1, step, iteration[i], value]));
    download("convergence.csv", new Blob([table(["lane", "step", "iteration", "residual"], rows)], { type: "text/csv" }));
  }
}
