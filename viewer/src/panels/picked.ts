/** The picked body: its mass, its motion, and what acts on it. */

import type { Stage } from "../drawing/stage";
import { button, element, panel } from "../page/elements";
import type { Session } from "../page/session";
import { valueText } from "../plots/scale";
import type { Picked } from "../protocol/messages";

export class PickedPanel {
  readonly node: HTMLElement;
  private readonly rows = element("dl", { className: "facts" });
  private readonly hint = element("p", { className: "note", textContent: "Click a body to see what acts on it; drag it to pull it." });
  private readonly release: HTMLButtonElement;

  constructor(
    private readonly session: Session,
    private readonly stage: Stage,
  ) {
    this.release = button("Let go", "Pick no body (Esc)", () => this.pick(0, null));
    this.node = panel("Picked body", true, this.hint, this.rows, this.release);
    session.on("picked", (picked) => this.show(picked));
    session.on("world", () => this.forget());
    // A server that was away knows nothing of what was picked.
    session.on("hello", () => this.forget());
    this.forget();
  }

  /** Picks a body, or none. */
  pick(lane: number, body: number | null): void {
    this.session.send({ type: "pick", body, lane });
    if (body === null) this.forget();
    else this.stage.picked = { lane, body };
    this.stage.refresh();
  }

  private forget(): void {
    this.stage.picked = null;
    this.rows.replaceChildren();
    this.hint.hidden = false;
    this.release.hidden = true;
  }

  private show(picked: Picked): void {
    const { picked: mine } = this.stage;
    // Another page may have picked another body: this one follows.
    if (mine?.body !== picked.body || mine.lane !== picked.lane) {
      this.stage.picked = { lane: picked.lane, body: picked.body };
      this.stage.refresh();
    }
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
    this.release.hidden = false;
  }
}
