/** A refused value returns to what the run uses. */

import type { Session } from "../page/session";
import type { World } from "../protocol/messages";

/** Calls with the world as it is, when a change or an opening was refused. */
export function onRefusal(session: Session, show: (world: World) => void): void {
  session.on("error", ({ about }) => {
    if (session.world && (about === "change" || about === "open")) show(session.world);
  });
}
