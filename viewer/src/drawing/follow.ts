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
  private asked: Picked | null = null;
  private last: { body: number; at: Vector3 } | null = null;

  constructor(private readonly camera: SceneCamera) {}

  /** Begins a world, which may name a body. */
  begin(body: number | null): void {
    this.asked = body === null ? null : { lane: 0, body };
    this.last = null;
  }

  /** Moves the camera by as much as the body has moved: the picked one, or the scene's. */
  take(frame: Frame, picked: Picked | null): void {
    const wanted = picked ?? this.asked;
    if (!wanted || wanted.lane !== frame.lane || wanted.body >= frame.bodies.count) return;
    const at = pointOfBody(frame, wanted.body, new Vector3());
    if (this.last?.body === wanted.body) this.camera.shift(at.clone().sub(this.last.at));
    this.last = { body: wanted.body, at };
  }
}
