/** Joints, cables and the spring of a drag: what holds bodies together. */

import { Group, Quaternion, Vector3 } from "three";
import { BODY, type Frame, JOINT } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { Arrows } from "./arrows";
import { Dots } from "./dots";
import type { DrawOptions } from "./options";
import type { Palette } from "./palette";

/** A body pulled by a point in its own axes towards a place in the world. */
export interface Drag {
  lane: number;
  body: number;
  at: Vector3;
  to: Vector3;
}

/** Where a point of a body is in the world. */
export function pointOfBody(frame: Frame, body: number, point: Vector3): Vector3 {
  const { reals } = frame.bodies;
  const turn = new Quaternion().fromArray(reals, body * BODY.words + BODY.quaternion);
  const centre = new Vector3().fromArray(reals, body * BODY.words + BODY.position);
  return point.clone().applyQuaternion(turn).add(centre);
}

export class Links extends Group {
  private readonly rods = new Arrows(1, 0);
  private readonly cables = new Arrows(1.8, 0);
  private readonly spring = new Arrows(1.4, 9);
  private readonly anchors = new Dots(8);

  constructor(private readonly world: World) {
    super();
    this.add(this.rods, this.cables, this.spring, this.anchors);
  }

  update(frame: Frame, options: DrawOptions, palette: Palette, drag: Drag | null): void {
    this.drawJoints(frame, options.joints, palette);
    this.drawCables(frame, options.cables, palette);
    this.spring.begin(1);
    if (drag && drag.body < frame.bodies.count) {
      const from = pointOfBody(frame, drag.body, drag.at);
      this.spring.push(from.x, from.y, from.z, drag.to.x - from.x, drag.to.y - from.y, drag.to.z - from.z, palette.drag);
    }
    this.spring.end();
  }

  /** Anchors, and rods from them to the centres of the two bodies. */
  private drawJoints({ joints, bodies }: Frame, shown: boolean, palette: Palette): void {
    const count = shown ? joints.count : 0;
    this.anchors.begin(2 * count);
    this.rods.begin(2 * count);
    const [anchor, centre] = [new Vector3(), new Vector3()];
    for (let i = 0; i < count; i++) {
      const at = i * JOINT.words;
      const broken = joints.words[at + JOINT.broken] !== 0;
      const ink = broken ? palette.broken : palette.joint;
      const { first, second } = this.world.joints[i] ?? { first: null, second: null };
      for (const [body, place] of [[first, JOINT.first], [second, JOINT.second]] as const) {
        anchor.fromArray(joints.reals, at + place);
        this.anchors.push(anchor.x, anchor.y, anchor.z, ink);
        if (broken || body === null || body >= bodies.count) continue;
        centre.fromArray(bodies.reals, body * BODY.words + BODY.position).sub(anchor);
        this.rods.push(anchor.x, anchor.y, anchor.z, centre.x, centre.y, centre.z, ink);
      }
    }
    this.anchors.end();
    this.rods.end();
  }

  /** Through the centres of the cable's bodies. */
  private drawCables({ bodies }: Frame, shown: boolean, palette: Palette): void {
    const cables = shown ? this.world.cables : [];
    this.cables.begin(cables.reduce((sum, cable) => sum + cable.bodies.length, 0));
    const [from, to] = [new Vector3(), new Vector3()];
    for (const cable of cables) {
      for (let i = 1; i < cable.bodies.length; i++) {
        const [a, b] = [cable.bodies[i - 1], cable.bodies[i]];
        if (a >= bodies.count || b >= bodies.count) continue;
        from.fromArray(bodies.reals, a * BODY.words + BODY.position);
        to.fromArray(bodies.reals, b * BODY.words + BODY.position).sub(from);
        this.cables.push(from.x, from.y, from.z, to.x, to.y, to.z, palette.cable);
      }
    }
    this.cables.end();
  }

  override dispose(): void {
    super.dispose();
    for (const part of [this.rods, this.cables, this.spring, this.anchors]) part.dispose();
  }
}
