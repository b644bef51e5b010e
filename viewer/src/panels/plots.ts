/** The figures of the run over time. */

import { button, download, element, field, fillSelect, panel, sceneTitle } from "../page/elements";
import type { Session } from "../page/session";
import { Chart, curveColour } from "../plots/chart";
import { historyTable } from "../plots/csv";
import { PLOTS, type PlotPlan } from "../plots/figures";
import { History } from "../plots/history";
import { valueText } from "../plots/scale";
import { sensorPlots } from "../plots/sensors";

const WINDOWS = [
  { value: "2", label: "last 2 s" },
  { value: "10", label: "last 10 s" },
  { value: "60", label: "last minute" },
  { value: "Infinity", label: "all" },
];

interface Plot {
  plan: PlotPlan;
  chart: Chart;
  node: HTMLElement;
  values: HTMLElement;
}

export class PlotsPanel {
  readonly node: HTMLDetailsElement;
  histories: History[] = [];
  private readonly span = element("select");
  private plots: Plot[];
  /** Where plots of sensors are. */
  private readonly sensed = element("div");
  /** What the sensors of the world read, and the plots without these. */
  private sensors: string[] = [];
  private readonly own: Plot[];
  private stale = true;
  /** Whether the figures of the whole recording are there. */
  private whole = false;
  private shown: string | null = null;

  constructor(private readonly session: Session) {
    fillSelect(this.span, WINDOWS, "10");
    this.span.addEventListener("change", () => (this.stale = true));
    this.own = PLOTS.map((plan) => this.plot(plan));
    this.plots = this.own;
    const all = button("CSV of all series", "Save every figure of every frame as CSV", () => this.saveAll());
    const first = element("div", { className: "row" }, field("Show", this.span), all);
    this.node = panel("Plots", true, first, this.sensed, ...this.own.map(({ node }) => node));
    this.node.addEventListener("toggle", () => (this.stale = true));
    session.on("world", (world) => {
      this.showSensors(world.sensors);
      const names = this.names();
      // A branch goes on from the past that it has in common; a second lane begins as a copy of the first.
      const past = world.source === "scene" && world.scene === this.shown && world.step > 0 ? this.histories : [];
      this.histories = world.lanes.map((_, lane) => (past[lane] ?? past[0])?.until(world.step) ?? new History(names));
      this.shown = world.scene;
      this.whole = false;
      this.stale = true;
    });
    session.on("series", ({ figures, frame, time, values }) => {
      const names = this.names();
      const places = names.map((name) => figures.indexOf(name));
      const whole = new History(names);
      values.forEach((row, i) => whole.push(frame[i], time[i], Float64Array.from(places, (place) => row[place] ?? NaN)));
      this.histories = [whole];
      this.whole = true;
      this.span.value = "Infinity";
      this.stale = true;
    });
    session.on("frame", ({ lane, step, time, figures }) => {
      // Of a recording all is known already: the frame only moves the cursor.
      if (!this.whole) this.histories[lane]?.push(step, time, figures);
      this.stale = true;
    });
  }

  /** Draws if there is something new to draw. */
  draw(): void {
    if (!this.stale || !this.node.open) return;
    this.stale = false;
    const to = Math.max(1e-9, ...this.histories.map((history) => (history.length > 0 ? history.time(history.length - 1) : 0)));
    const span = Number(this.span.value);
    const oldest = Math.min(to, ...this.histories.map((history) => (history.length > 0 ? history.time(0) : to)));
    const from = Math.max(oldest, to - span);
    for (const plot of this.plots) this.drawPlot(plot, from, Math.max(to, from + 1e-9));
  }

  /** The names of a frame's figures, in order. */
  private names(): string[] {
    return [...(this.session.hello?.figures.map(({ name }) => name) ?? []), ...this.sensors];
  }

  /** Plots what sensors read, first of all. */
  private showSensors(sensors: string[]): void {
    if (sensors.join() === this.sensors.join()) return;
    this.sensors = sensors;
    const plots = sensorPlots(sensors).map((plan) => this.plot(plan));
    this.sensed.replaceChildren(...plots.map(({ node }) => node));
    this.plots = [...plots, ...this.own];
  }

  private plot(plan: PlotPlan): Plot {
    const chart = new Chart(plan.title, 84, () => (this.stale = true));
    const values = element("span", { className: "values" });
    const save = button("CSV", `Save ${plan.title} as CSV`, () =>
      this.save(plan.title, plan.figures.map(({ name }) => name)),
    );
    save.setAttribute("aria-label", `CSV of ${plan.title}`);
    const head = element("div", { className: "plot-head" }, element("span", { textContent: plan.title }), values, save);
    return { plan, chart, values, node: element("div", { className: "plot" }, head, chart.canvas) };
  }

  private drawPlot({ plan, chart, node, values }: Plot, from: number, to: number): void {
    const known = this.session.hello?.figures ?? [];
    const names = this.names();
    const places = plan.figures.map(({ name }) => names.indexOf(name));
    node.hidden = places.every((place) => place < 0) || (plan.compared === true && this.histories.length < 2);
    if (node.hidden) return;
    const several = plan.figures.length > 1;
    const shown = plan.compared ? this.histories.slice(0, 1) : this.histories;
    const curves = shown.flatMap((history, lane) => {
      const first = Math.max(0, history.indexOf(from) - 1);
      return places.map((place, i) => ({
        length: history.length - first,
        x: (k: number) => history.time(first + k),
        y: plan.count ? (k: number) => Math.round(history.value(first + k, place)) : (k: number) => history.value(first + k, place),
        colour: several ? i : lane,
        dashed: several && lane === 1,
      }));
    });
    const unit = known[places[0]]?.unit || plan.unit;
    const now = this.session.frames[0]?.time ?? 0;
    chart.draw({ curves, log: plan.log, from, to, unit, cursor: this.whole ? now : null });
    if (!chart.seen) return;
    const newest = curves.map(({ length, x, y }) => {
      let at = length - 1;
      while (this.whole && at > 0 && x(at) > now + 1e-9) at -= 1;
      return length > 0 ? valueText(y(at), unit) : "–";
    });
    const label = (words: string, colour: number) => {
      const text = element("b", { textContent: words });
      text.style.color = curveColour(colour);
      return text;
    };
    const labels = several
      ? plan.figures.map((figure, i) => {
          const numbers = newest.filter((_, k) => k % plan.figures.length === i).join(" / ");
          // Of many curves only the names fit.
          return label(plan.figures.length > 2 ? figure.label : `${figure.label} ${numbers}`, i);
        })
      : newest.map((number, lane) => label(number, lane));
    const said = labels.map(({ textContent, style }) => textContent + style.color).join();
    if (values.dataset.said === said) return;
    values.dataset.said = said;
    values.replaceChildren(...labels);
  }

  private save(title: string, figures: string[]): void {
    const name = `${sceneTitle(this.session.world?.scene ?? "run")}-${title.toLowerCase().replaceAll(" ", "-")}.csv`;
    download(name, new Blob([historyTable(this.histories, figures)], { type: "text/csv" }));
  }

  private saveAll(): void {
    // How far back the run can be led, and its pace, say nothing of the motion.
    this.save("all series", this.names().filter((name) => !["realtime", "ring_first", "ring_last"].includes(name)));
  }
}
