/** How large a scene and the things in it are, for the camera and for arrows. */

import { Box3, Sphere, Vector3 } from "three";
import { BODY, type Frame } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { shapeRadius } from "./geometry";

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
    const centre = new Vector3().fromArray(reals, i * BODY.words + BODY.position);
    const radius = Math.max(0, ...body.shapes.map((s) => Math.hypot(...s.position) + shapeRadius(s.shape)));
    return new Sphere(centre, radius);
  });
  const moves = world.bodies.map(({ motion }) => motion !== "static");
  const box = new Box3();
  const include = (ball: Sphere) => box.union(ball.getBoundingBox(new Box3()));
  balls.forEach((ball, i) => moves[i] && include(ball));
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
