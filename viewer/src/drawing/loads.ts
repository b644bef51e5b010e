/**
 * Loads: weights at centres of mass, this page's own pull, and what joints do
 * to their second bodies: a force as an arrow, a torque as an arc about its
 * axis that goes the way it turns.
 */

import { Group, Vector3 } from "three";
import { BODY, type Frame, JOINT } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { Arrows } from "./arrows";
import type { Extent } from "./extent";
import type { DrawOptions } from "./options";
import type { Palette } from "./palette";

/** A force on a body at a point of the world (N). */
export interface Pull {
  point: Vector3;
  force: Vector3;
}

/** Pieces of an arc, and how far around it goes. */
const PIECES = 12;
const TURN = 1.5 * Math.PI;
/** Shares of the largest below this are not drawn. */
const LEAST = 1e-3;

export class Loads extends Group {
  private readonly weights = new Arrows(1.4, 9);
  private readonly forces = new Arrows(1.6, 10);
  private readonly arcs = new Arrows(1.4, 0);
  private readonly tips = new Arrows(1.4, 9);
  /** The largest force and torque of joints of late: arrows do not flicker. */
  private readonly largest = { force: 0, torque: 0 };

  constructor(
    private readonly world: World,
    private readonly extent: Extent,
  ) {
    super();
    this.add(this.weights, this.forces, this.arcs, this.tips);
  }

  update(frame: Frame, options: DrawOptions, palette: Palette, pull: Pull | null): void {
    this.drawLoads(frame, options, palette, pull);
    this.drawJoints(frame, options, palette);
  }

  get counts(): { loads: number; jointForces: number; jointTorques: number } {
    const count = (arrows: Arrows) => arrows.geometry.instanceCount;
    return { loads: count(this.weights), jointForces: count(this.forces), jointTorques: count(this.tips) };
  }

  /** A usual weight is as long as contact forces of that size. */
  private drawLoads({ bodies }: Frame, options: DrawOptions, palette: Palette, pull: Pull | null): void {
    const count = options.loads ? bodies.count : 0;
    this.weights.begin(count + 1);
    const { weight, body, sphere } = this.extent;
    const scale = (options.forceScale * 1.2 * body) / Math.max(weight, 1e-12);
    const push = (at: Vector3, force: Vector3) => {
      const arrow = force.clone().multiplyScalar(scale).clampLength(0, sphere.radius);
      this.weights.push(at.x, at.y, at.z, arrow.x, arrow.y, arrow.z, palette.load);
    };
    const [place, gravity] = [new Vector3(), new Vector3(...this.world.gravity)];
    for (let i = 0; i < count; i++) {
      const { motion, mass } = this.world.bodies[i];
      if (motion !== "dynamic") continue;
      push(place.fromArray(bodies.reals, i * BODY.words + BODY.position), gravity.clone().multiplyScalar(mass));
    }
    if (options.loads && pull) push(pull.point, pull.force);
    this.weights.end();
  }

  private drawJoints({ joints }: Frame, options: DrawOptions, palette: Palette): void {
    const count = options.jointLoads ? joints.count : 0;
    this.forces.begin(count);
    this.tips.begin(count);
    this.arcs.begin(count * PIECES);
    const size = (at: number) => Math.hypot(joints.reals[at], joints.reals[at + 1], joints.reals[at + 2]);
    this.largest.force *= 0.98;
    this.largest.torque *= 0.98;
    for (let i = 0; i < count; i++) {
      this.largest.force = Math.max(this.largest.force, size(i * JOINT.words + JOINT.load));
      this.largest.torque = Math.max(this.largest.torque, size(i * JOINT.words + JOINT.torque));
    }
    // A cable has many small bodies: joints of large ones are to be seen beside them.
    const { body, sphere } = this.extent;
    const longest = options.forceScale * Math.min(Math.max(1.6 * body, 0.15 * sphere.radius), 0.3 * sphere.radius);
    const [place, force, torque] = [new Vector3(), new Vector3(), new Vector3()];
    for (let i = 0; i < count; i++) {
      const at = i * JOINT.words;
      if (joints.words[at + JOINT.broken] !== 0) continue;
      place.fromArray(joints.reals, at + JOINT.second);
      force.fromArray(joints.reals, at + JOINT.load);
      if (force.length() > LEAST * this.largest.force) {
        force.multiplyScalar(longest / this.largest.force);
        this.forces.push(place.x, place.y, place.z, force.x, force.y, force.z, palette.joint);
      }
      torque.fromArray(joints.reals, at + JOINT.torque);
      const share = torque.length() / this.largest.torque;
      if (share > LEAST) this.arc(place, torque.normalize(), 0.5 * longest * Math.sqrt(share), palette);
    }
    for (const part of [this.forces, this.arcs, this.tips]) part.end();
  }

  /** About an axis, the way that the right hand turns; its area tells the torque. */
  private arc(centre: Vector3, axis: Vector3, radius: number, palette: Palette): void {
    const side = new Vector3(Math.abs(axis.y) < 0.9 ? 0 : 1, Math.abs(axis.y) < 0.9 ? 1 : 0, 0).cross(axis).normalize();
    const other = axis.clone().cross(side);
    const point = (angle: number) =>
      centre.clone().addScaledVector(side, radius * Math.cos(angle)).addScaledVector(other, radius * Math.sin(angle));
    for (let i = 0; i < PIECES; i++) {
      const from = point((TURN * i) / PIECES);
      const way = point((TURN * (i + 1)) / PIECES).sub(from);
      if (i + 1 < PIECES) this.arcs.push(from.x, from.y, from.z, way.x, way.y, way.z, palette.torque);
      else this.tips.push(from.x, from.y, from.z, 1.6 * way.x, 1.6 * way.y, 1.6 * way.z, palette.torque);
    }
  }

  override dispose(): void {
    super.dispose();
    for (const part of [this.weights, this.forces, this.arcs, this.tips]) part.dispose();
  }
}
