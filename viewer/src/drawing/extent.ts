/** How large a scene and the things in it are, for the camera and for arrows. */

import { Box3, Matrix4, Quaternion, Sphere, Vector3 } from "three";
import { BODY, type Frame, PARTICLE } from "../protocol/frame";
import type { World } from "../protocol/messages";
import type { Body } from "../protocol/shapes";
import { cornersOf } from "./geometry";
import { upOf } from "./up";

export interface Extent {
  /** The moving bodies and the fixed ones that are not much larger. */
  box: Box3;
  sphere: Sphere;
  /** Radius of a usual body. */
  body: number;
  /** Weight of a usual body (N), the force that an arrow of a body's size stands for. */
  weight: number;
  /** Half the thickness of every body. */
  thick: number[];
  radii: number[];
  up: Vector3;
}

const ONE = new Vector3(1, 1, 1);

export function measure(world: World, frame: Frame): Extent {
  const boxes = world.bodies.map((body, i) => bodyBox(body, poseOf(frame, i)));
  const moves = world.bodies.map(({ motion }) => motion !== "static");
  const box = new Box3();
  const up = upOf(world.gravity);
  const held = new Set(world.joints.flatMap(({ first, second }) => [first, second]));
  const falls = (i: number) => world.bodies[i].motion === "dynamic" && !held.has(i);
  boxes.forEach((part, i) => moves[i] && box.union(falls(i) ? fallen(part, up) : part));
  const { count, reals } = frame.particles;
  for (let i = 0; i < count; i++) box.expandByPoint(new Vector3().fromArray(reals, i * PARTICLE.words));
  // A liquid will go wherever its tank is.
  for (const { lower, upper } of world.liquids) box.expandByPoint(new Vector3(...lower)).expandByPoint(new Vector3(...upper));
  // What hangs from the world with nothing under it will swing to the other side.
  if (moves.every(Boolean)) box.union(swung(world, boxes, box));
  // Rods and ropes reach as far as what they hang from.
  for (const line of frame.lines) {
    for (let at = 0; at < line.length; at += 3) box.expandByPoint(new Vector3().fromArray(line, at));
  }
  const moving = radiusOf(box);
  boxes.forEach((part, i) => {
    const near = moving === 0 || radiusOf(part) < 2 * moving;
    if (!moves[i] && near) box.union(part);
  });
  if (box.isEmpty()) box.set(new Vector3(-1, 0, -1), new Vector3(1, 2, 1));
  box.expandByScalar(1e-3);
  const dynamic = world.bodies.flatMap((body, i) => (body.motion === "dynamic" ? [i] : []));
  const radii = dynamic.map((i) => radiusOf(boxes[i])).sort((a, b) => a - b);
  const mass = dynamic.reduce((sum, i) => sum + world.bodies[i].mass, 0);
  return {
    box,
    sphere: box.getBoundingSphere(new Sphere()),
    body: radii[radii.length >> 1] || radiusOf(box) / 4,
    thick: world.bodies.map(thickness),
    radii: boxes.map(radiusOf),
    weight: (mass * Math.hypot(...world.gravity)) / Math.max(dynamic.length, 1),
    up,
  };
}

/** With the room that a slender body, which no joint holds, needs to fall over to any side. */
function fallen(part: Box3, up: Vector3): Box3 {
  const [size, side] = [part.getSize(new Vector3()), new Vector3(1, 1, 1).sub(up)];
  const height = size.dot(up);
  const across = size.clone().multiply(side);
  const least = Math.min(...across.toArray().filter((_, axis) => side.getComponent(axis) > 0.5));
  if (part.isEmpty() || height < 2 * least) return part;
  return part.clone().expandByVector(side.multiplyScalar(height - least / 2));
}

const radiusOf = (box: Box3): number => (box.isEmpty() ? 0 : box.getSize(new Vector3()).length() / 2);

/** Half of the smallest extent of the largest shape; 0 where there is none with an end. */
function thickness({ shapes }: Body): number {
  const half = shapes.map(({ shape }) => {
    switch (shape.type) {
      case "sphere":
        return shape.radius;
      case "capsule":
        return shape.radius;
      case "cylinder":
        return Math.min(shape.radius, shape.length / 2);
      case "box":
        return Math.min(...shape.size) / 2;
      case "half-space":
        return 0;
      default: {
        const size = new Box3().setFromPoints(cornersOf(shape)).getSize(new Vector3());
        return Math.min(size.x, size.y, size.z) / 2;
      }
    }
  });
  return Math.max(0, ...half);
}

function poseOf({ bodies }: Frame, body: number): Matrix4 {
  const centre = new Vector3().fromArray(bodies.reals, body * BODY.words + BODY.position);
  const turn = new Quaternion().fromArray(bodies.reals, body * BODY.words + BODY.quaternion);
  return new Matrix4().compose(centre, turn, ONE);
}

/** Around all shapes of a body in the world; empty where it has half-spaces alone. */
function bodyBox({ shapes }: Body, pose: Matrix4): Box3 {
  const box = new Box3();
  for (const { position, rotation, shape } of shapes) {
    const [w, x, y, z] = rotation;
    const place = new Matrix4().compose(new Vector3(...position), new Quaternion(x, y, z, w), ONE).premultiply(pose);
    for (const corner of cornersOf(shape)) box.expandByPoint(corner.applyMatrix4(place));
  }
  return box;
}

/** The box turned by half a turn about the vertical through the first body that hangs from the world. */
function swung(world: World, boxes: Box3[], { min, max }: Box3): Box3 {
  const joints = world.joints.filter(({ first, second }) => (first === null) !== (second === null));
  const bodies = new Set(joints.map(({ first, second }) => first ?? second));
  // Several that hang side by side swing about places of their own.
  if (bodies.size !== 1) return new Box3();
  const hung = boxes[[...bodies][0] ?? boxes.length];
  if (!hung || hung.isEmpty()) return new Box3();
  const twice = hung.getCenter(new Vector3()).multiplyScalar(2);
  const [low, high] = [twice.clone().sub(max), twice.sub(min)];
  const up = upOf(world.gravity).z === 1 ? "z" : "y";
  [low[up], high[up]] = [min[up], max[up]];
  return new Box3(low, high);
}
