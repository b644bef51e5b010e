/** What is shown: in the head of the page, and over each lane. */

import { element, laneName, sceneTitle } from "../page/elements";
import type { Session } from "../page/session";
import type { World } from "../protocol/messages";

export function windowTitle(session: Session): HTMLElement {
  const node = element("p", { className: "title" });
  session.on("world", (world) => {
    node.replaceChildren(
      element("strong", { textContent: sceneTitle(world.scene) }),
      ` · ${contentsOf(world)} · ${world.source === "recording" ? (world.damage ? "recording, damaged" : "recording") : world.lanes.map(({ solver }) => solver).join(" and ")}`,
    );
    document.title = `${sceneTitle(world.scene)} – Stickslip`;
  });
  return node;
}

/** What there is in it, by its number. */
export function contentsOf({ bodies, soft, liquids }: Pick<World, "bodies" | "soft" | "liquids">): string {
  const all = [
    [bodies.length, "body", "bodies"],
    [soft.length, "soft body", "soft bodies"],
    [liquids.length, "liquid", "liquids"],
  ] as const;
  return all.flatMap(([count, one, several]) => (count > 0 ? [`${count} ${count === 1 ? one : several}`] : [])).join(", ");
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
