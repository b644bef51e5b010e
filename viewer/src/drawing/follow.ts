/** The camera goes along with a body. */

import { Vector3 } from "three";
import type { Frame } from "../protocol/frame";
import type { SceneCamera } from "./camera";
import { pointOfBody } from "./links";

/** A body of a lane. */
export interface Picked {
  lane: number;
  body: number;
}

export class Follower {
  /** The body that the scene asks to be followed. */
  private asked: (Picked & { aimed: boolean }) | null = null;
  private last: { body: number; picked: boolean; at: Vector3 } | null = null;

  constructor(private readonly camera: SceneCamera) {}

  /** Begins a world, which may name a body, and may say what to look at. */
  begin(body: number | null, aimed: boolean): void {
    this.asked = body === null ? null : { lane: 0, body, aimed };
    this.last = null;
  }

  /**
   * Moves the camera by as much as the body has moved: the picked one, or the
   * scene's. A body that begins to be followed comes into the middle, unless
   * it is the scene's, and the scene has said where to look.
   */
  take(frames: Frame[], picked: Picked | null): void {
    const wanted = picked ?? this.asked;
    const frame = wanted && frames[wanted.lane];
    if (!frame || wanted.body >= frame.bodies.count) {
      if (!wanted) this.last = null;
      return;
    }
    const at = pointOfBody(frame, wanted.body, new Vector3());
    if (this.last?.body === wanted.body && (this.last.picked || !picked)) this.camera.shift(at.clone().sub(this.last.at));
    else if (picked || !this.asked?.aimed) this.camera.shift(at.clone().sub(this.camera.controls.target));
    this.last = { body: wanted.body, picked: picked !== null, at };
  }
}
