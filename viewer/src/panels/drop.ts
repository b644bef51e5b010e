/** A button after which a click in the picture lets a box fall there. */

import type { Stage } from "../drawing/stage";
import { button } from "../page/elements";
import type { Session } from "../page/session";

export class DropButton {
  readonly node: HTMLButtonElement;

  constructor(
    private readonly session: Session,
    private readonly stage: Stage,
  ) {
    this.node = button("Drop a box", "A box falls from above where you click next (D)", () => this.toggle());
    this.node.classList.add("drop");
    this.wait(false);
    session.on("world", ({ source }) => {
      this.node.hidden = source === "recording";
      this.wait(false);
    });
  }

  /** Begins to wait for a click, or no longer waits. */
  toggle(): void {
    this.wait(!this.node.hidden && this.stage.placing === null);
  }

  /** Waits for a click, or not. */
  wait(on: boolean): void {
    this.stage.placing = on
      ? (point) => {
          this.wait(false);
          this.session.send({ type: "drop", at: [point.x, point.y, point.z] });
        }
      : null;
    this.stage.canvas.style.cursor = on ? "crosshair" : "";
    this.node.setAttribute("aria-pressed", String(on));
    this.node.textContent = on ? "Click a place" : "Drop a box";
  }
}
