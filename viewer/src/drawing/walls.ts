/** Walls that stand between the eye and what moves. */

import { Raycaster, Vector3 } from "three";
import { type Frame, PARTICLE } from "../protocol/frame";
import type { Body } from "../protocol/shapes";
import type { Bodies } from "./bodies";
import { pointOfBody } from "./links";

/** Bodies and drops that are looked at, and the share of them that a wall has to hide. */
const SAMPLES = 16;
const HIDING = 0.2;

/** A wall hides where it stands before a good part of what moves. */
export function wallsBefore(drawn: Bodies, bodies: Body[], frame: Frame, eye: Vector3): Set<number> {
  const moving = bodies.flatMap(({ motion }, i) => (motion === "dynamic" ? [i] : []));
  const { count, reals } = frame.particles;
  const total = moving.length + count;
  const stride = Math.max(1, Math.floor(total / SAMPLES));
  const counts = new Map<number, number>();
  let rays = 0;
  for (let i = 0; i < total; i += stride) {
    const drop = i - moving.length;
    const aim = drop < 0 ? pointOfBody(frame, moving[i], new Vector3()) : new Vector3().fromArray(reals, drop * PARTICLE.words);
    aim.sub(eye);
    const distance = aim.length();
    const ray = new Raycaster(eye.clone(), aim.normalize(), 0, 0.98 * distance);
    for (const body of drawn.between(ray)) counts.set(body, (counts.get(body) ?? 0) + 1);
    rays += 1;
  }
  return new Set([...counts].filter(([, number]) => number >= HIDING * rays).map(([body]) => body));
}
