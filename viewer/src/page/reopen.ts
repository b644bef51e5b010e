/** After a loss the page opens its scene again, if the server began anew. */

import type { Opening } from "../protocol/commands";
import type { World } from "../protocol/messages";
import type { Session } from "./session";

/** All that is needed to open a world again. */
export function openingOf(world: World): Opening {
  const { scene, parameters, seed, lanes, dt, substeps, friction, mu } = world;
  return { scene, parameters, seed, lanes, dt, substeps, friction, mu };
}

export function reopenAfterLoss(session: Session): void {
  let before: { started: number | null; world: World; playing: boolean } | null = null;
  let started: number | null = null;
  session.on("connection", (connected) => {
    if (!connected && session.world) {
      before = { started, world: session.world, playing: session.state.playing };
    }
  });
  session.on("hello", (hello) => {
    started = hello.started;
    const lost = before;
    before = null;
    if (!lost || (lost.started !== null && lost.started === started)) return;
    const { world } = lost;
    if (world.source === "recording") {
      if (hello.recordings.some(({ name }) => name === world.scene)) {
        session.openInstead({ type: "open-recording", name: world.scene }, world.scene);
      }
    } else if (hello.scenes.some(({ name }) => name === world.scene)) {
      session.openInstead({ type: "open", ...openingOf(world) }, world.scene);
      if (lost.playing) session.send({ type: "play" });
    }
  });
}
