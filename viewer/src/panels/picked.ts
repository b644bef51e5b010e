/** The picked body: its mass, its motion, and what acts on it. */

import type { Stage } from "../drawing/stage";
import { calm } from "../page/calm";
import { button, element, fillSelect, panel } from "../page/elements";
import type { Session } from "../page/session";
import { Chart } from "../plots/chart";
import { valueText } from "../plots/scale";
import type { Picked } from "../protocol/messages";

/** What a body did when. */
interface Sample {
  time: number;
  speed: number;
  force: number;
  energy: number;
}

const SERIES = {
  speed: { unit: "m/s", of: (sample: Sample) => sample.speed },
  "contact force": { unit: "N", of: (sample: Sample) => sample.force },
  "kinetic energy": { unit: "J", of: (sample: Sample) => sample.energy },
};
/** About a minute. */
const MOST = 3600;

export class PickedPanel {
  readonly node: HTMLElement;
  private readonly rows = element("dl", { className: "facts" });
  private readonly hint = element("p", { className: "note", textContent: "Click a body to see what acts on it; drag it to pull it." });
  private readonly release: HTMLButtonElement;
  private readonly away: HTMLButtonElement;
  private readonly chart = new Chart("Picked body", 96);
  private readonly what = element("select");
  private readonly past = element("div", { className: "plot" });
  private history: Sample[] = [];
  private latest: Picked | null = null;
  private scene = "";
  private readonly tell = calm(() => this.write());

  constructor(
    private readonly session: Session,
    private readonly stage: Stage,
  ) {
    this.release = button("Let go", "Pick no body (Esc)", () => this.pick(0, null));
    this.away = button("Take away", "Take the body out of the run (Del)", () => this.remove());
    fillSelect(this.what, Object.keys(SERIES).map((value) => ({ value })), "speed");
    this.what.setAttribute("aria-label", "History of the picked body");
    this.what.addEventListener("change", () => this.draw());
    this.past.append(this.what, this.chart.canvas);
    this.node = panel("Picked body", true, this.hint, this.rows, this.past, element("div", { className: "row" }, this.release, this.away));
    session.on("picked", (picked) => this.show(picked));
    session.on("world", (world) => {
      // A run that goes on tells of the body again, which may have another number.
      const goesOn = world.source === "scene" && world.scene === this.scene && world.step > 0;
      this.scene = world.scene;
      if (goesOn && world.bodies.some(({ name }) => name === this.latest?.name)) this.stage.picked = null;
      else this.forget();
    });
    // A server that was away knows nothing of what was picked.
    session.on("hello", () => this.forget());
    this.forget();
  }

  /** Picks a body, or none. */
  pick(lane: number, body: number | null): void {
    this.session.send({ type: "pick", body, lane });
    if (body === null) this.forget();
    else {
      this.stage.picked = { lane, body };
      this.history = [];
    }
    this.stage.refresh();
  }

  /** Takes the picked body out of the run. */
  remove(): void {
    const { picked } = this.stage;
    if (picked && this.session.world?.source === "scene") this.session.send({ type: "remove", body: picked.body });
  }

  private forget(): void {
    this.stage.picked = null;
    this.latest = null;
    this.rows.replaceChildren();
    this.history = [];
    this.hint.hidden = false;
    this.release.hidden = this.away.hidden = this.past.hidden = true;
  }

  /** The series that is chosen, over the time since the body was picked. */
  private draw(): void {
    const { unit, of } = SERIES[this.what.value as keyof typeof SERIES] ?? SERIES.speed;
    const { history } = this;
    const [from, to] = [history[0]?.time ?? 0, history.at(-1)?.time ?? 1];
    const curve = { length: history.length, x: (i: number) => history[i].time, y: (i: number) => of(history[i]), colour: 0, dashed: false };
    this.chart.draw({ curves: [curve], log: false, from, to, unit });
  }

  private show(picked: Picked): void {
    const { picked: mine } = this.stage;
    // Another page may have picked another body: this one follows.
    if (mine?.body !== picked.body || mine.lane !== picked.lane) {
      this.stage.picked = { lane: picked.lane, body: picked.body };
      this.stage.refresh();
      // It may only have another number than before.
      if (mine || this.latest?.name !== picked.name) this.history = [];
    }
    this.stage.pullForce = picked.drag_force;
    const time = this.session.frames[picked.lane]?.time ?? 0;
    while ((this.history.at(-1)?.time ?? -1) >= time) this.history.pop();
    this.history.push({
      time,
      speed: Math.hypot(...picked.velocity),
      force: Math.hypot(...picked.contact_force),
      energy: picked.kinetic_energy ?? NaN,
    });
    if (this.history.length > MOST) this.history.shift();
    this.latest = picked;
    this.tell();
  }

  /** What is known of the body, for whoever reads it. */
  private write(): void {
    const { latest: picked } = this;
    if (!picked || !this.stage.picked) return;
    const vector = (values: number[]) => values.map((value) => (value.toFixed(3) === "-0.000" ? "0.000" : value.toFixed(3))).join("  ");
    const size = (values: number[]) => Math.hypot(...values);
    const facts: [string, string][] = [
      ["name", picked.name],
      ["mass", valueText(picked.mass, "kg")],
      ["position", `${vector(picked.position)} m`],
      ["velocity", `${vector(picked.velocity)} m/s`],
      ["speed", valueText(size(picked.velocity), "m/s")],
      ["spin", valueText(size(picked.angular_velocity), "rad/s")],
      ["kinetic energy", picked.kinetic_energy === null ? "–" : valueText(picked.kinetic_energy, "J")],
      ["contacts", String(picked.contacts)],
      ["contact force", `${vector(picked.contact_force)} N`],
      ["… its size", valueText(size(picked.contact_force), "N")],
      ...(this.stage.drag && picked.drag_force ? [["pull", valueText(size(picked.drag_force), "N")] as [string, string]] : []),
      ...picked.joints.map(({ name, force }): [string, string] => [name, valueText(force, "N")]),
    ];
    this.rows.replaceChildren(
      ...facts.flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]),
    );
    this.hint.hidden = true;
    this.release.hidden = this.past.hidden = false;
    this.away.hidden = this.session.world?.source === "recording";
    this.draw();
  }
}
