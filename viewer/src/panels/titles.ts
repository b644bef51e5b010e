/** What is shown: in the head of the page, and over each lane. */

import { element, laneName, sceneTitle } from "../page/elements";
import type { Session } from "../page/session";

export function windowTitle(session: Session): HTMLElement {
  const node = element("p", { className: "title" });
  session.on("world", (world) => {
    const bodies = `${world.bodies.length} ${world.bodies.length === 1 ? "body" : "bodies"}`;
    node.replaceChildren(
      element("strong", { textContent: sceneTitle(world.scene) }),
      ` · ${bodies} · ${world.source === "recording" ? (world.damage ? "recording, damaged" : "recording") : world.lanes.map(({ solver }) => solver).join(" and ")}`,
    );
    document.title = `${sceneTitle(world.scene)} – Stickslip`;
  });
  return node;
}

/** The solver of each lane, where there are two. */
export function laneTitles(session: Session): HTMLElement {
  const node = element("div", { className: "lane-titles" });
  session.on("world", ({ lanes }) => {
    node.hidden = lanes.length < 2;
    node.replaceChildren(...lanes.map(({ solver }, i) => element("span", { textContent: laneName(i, solver) })));
  });
  return node;
}
