/** One picture of all lanes, side by side. */

import { type Camera, Vector2, type WebGLRenderer } from "three";
import type { LaneView } from "./lane";
import { currentPalette } from "./palette";

/** Draws all lanes; marks `through` what stands before them where that is asked for. */
export function paintLanes(renderer: WebGLRenderer, lanes: LaneView[], camera: Camera, through: boolean): void {
  const size = renderer.getSize(new Vector2());
  const width = size.x / Math.max(lanes.length, 1);
  renderer.setScissorTest(false);
  renderer.setClearColor(currentPalette().background);
  renderer.clear();
  renderer.setScissorTest(true);
  lanes.forEach((lane, i) => {
    renderer.setViewport(i * width, 0, width, size.y);
    renderer.setScissor(i * width, 0, width, size.y);
    renderer.render(lane.solids, camera);
    if (through) renderer.clearDepth();
    renderer.render(lane.marks, camera);
  });
}
