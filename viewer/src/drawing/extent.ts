/** How large a scene and the things in it are, for the camera and for arrows. */

import { Box3, Quaternion, Sphere, Vector3 } from "three";
import { BODY, type Frame } from "../protocol/frame";
import type { World } from "../protocol/messages";
import type { Body } from "../protocol/shapes";
import { ballAround } from "./geometry";

export interface Extent {
  /** The moving bodies and the fixed ones that are not much larger. */
  sphere: Sphere;
  /** Radius of a usual body. */
  body: number;
  /** Weight of a usual body (N), the force that an arrow of a body's size stands for. */
  weight: number;
}

export function measure(world: World, frame: Frame): Extent {
  const reals = frame.bodies.reals;
  const balls = world.bodies.map((body, i) => {
    const at = i * BODY.words;
    const centre = new Vector3().fromArray(reals, at + BODY.position);
    const turn = new Quaternion().fromArray(reals, at + BODY.quaternion);
    const ball = bodyBall(body);
    ball.center.applyQuaternion(turn).add(centre);
    return ball;
  });
  const moves = world.bodies.map(({ motion }) => motion !== "static");
  const box = new Box3();
  const include = (ball: Sphere) => box.union(ball.getBoundingBox(new Box3()));
  balls.forEach((ball, i) => moves[i] && include(ball));
  // What hangs from the world with nothing under it will swing to the other side.
  if (moves.every(Boolean)) {
    for (const { first, second } of world.joints) {
      const hung = first === null ? second : second === null ? first : null;
      if (hung === null || hung >= balls.length) continue;
      const { x, z } = balls[hung].center;
      const other = ({ center, radius }: Sphere) => new Sphere(new Vector3(2 * x - center.x, center.y, 2 * z - center.z), radius);
      balls.forEach((ball) => include(other(ball)));
      break;
    }
  }
  const moving = box.isEmpty() ? 0 : box.getSize(new Vector3()).length() / 2;
  balls.forEach((ball, i) => {
    const near = moving === 0 || ball.radius < 2 * moving;
    if (!moves[i] && ball.radius > 0 && near) include(ball);
  });
  if (box.isEmpty()) box.set(new Vector3(-1, 0, -1), new Vector3(1, 2, 1));
  const sphere = box.getBoundingSphere(new Sphere());
  const dynamic = world.bodies.flatMap((body, i) => (body.motion === "dynamic" ? [i] : []));
  const radii = dynamic.map((i) => balls[i].radius).sort((a, b) => a - b);
  const mass = dynamic.reduce((sum, i) => sum + world.bodies[i].mass, 0);
  return {
    sphere: new Sphere(sphere.center, Math.max(sphere.radius, 1e-3)),
    body: radii[radii.length >> 1] || sphere.radius / 4,
    weight: (mass * Math.hypot(...world.gravity)) / Math.max(dynamic.length, 1),
  };
}

/** A ball around all shapes of a body, in the body's axes. */
function bodyBall({ shapes }: Body): Sphere {
  const whole = new Sphere(new Vector3(), -1);
  for (const { position, rotation, shape } of shapes) {
    const ball = ballAround(shape);
    if (ball.radius === 0) continue;
    const [w, x, y, z] = rotation;
    ball.center.applyQuaternion(new Quaternion(x, y, z, w)).add(new Vector3(...position));
    whole.union(ball);
  }
  return whole.isEmpty() ? new Sphere(new Vector3(), 0) : whole;
}
