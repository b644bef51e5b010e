/** Joints, rods, the axes of a picked body, and the spring of a drag. */

import { Color, Group, Quaternion, Vector3 } from "three";
import { BODY, type Frame, JOINT } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { Arrows } from "./arrows";
import { Dots } from "./dots";
import type { Extent } from "./extent";
import type { DrawOptions } from "./options";
import type { Palette } from "./palette";

/** A body pulled by a point in its own axes towards a place in the world. */
export interface Drag {
  lane: number;
  body: number;
  /** The point of the body, in its own axes; of a soft body the vertex instead. */
  at: Vector3;
  vertex?: number;
  to: Vector3;
}

/** Where a point of a body is in the world. */
export function pointOfBody(frame: Frame, body: number, point: Vector3): Vector3 {
  const { reals } = frame.bodies;
  const turn = new Quaternion().fromArray(reals, body * BODY.words + BODY.quaternion);
  const centre = new Vector3().fromArray(reals, body * BODY.words + BODY.position);
  return point.clone().applyQuaternion(turn).add(centre);
}

/** Red, green and blue for x, y and z, as everywhere. */
const AXES = ["#d6392b", "#2f9e44", "#1c7ed6"].map((code) => new Color(code));

export class Links extends Group {
  private readonly rods = new Arrows(1.6, 0);
  private readonly arms = new Arrows(0.8, 0);
  private readonly axes = new Arrows(1.4, 8);
  private readonly spring = new Arrows(1.4, 9);
  private readonly anchors = new Dots(8);
  /** Joints inside a cable: the cable shows them. */
  private readonly inside: Set<number>;

  constructor(
    private readonly world: World,
    private readonly extent: Extent,
  ) {
    super();
    this.add(this.rods, this.arms, this.axes, this.spring, this.anchors);
    const segments = new Set(world.cables.flatMap((cable) => cable.bodies));
    const within = (body: number | null) => body !== null && segments.has(body);
    this.inside = new Set(
      world.joints.flatMap(({ first, second }, i) => (within(first) && within(second) ? [i] : [])),
    );
  }

  /** `held` is where the point is that is pulled. */
  update(frame: Frame, options: DrawOptions, palette: Palette, picked: number | null, drag: Drag | null, held: Vector3 | null): void {
    this.drawJoints(frame, options.joints, palette, picked);
    this.drawAxes(frame, options.axes ? picked : null);
    this.spring.begin(1);
    if (drag && held) {
      const from = held;
      this.spring.push(from.x, from.y, from.z, drag.to.x - from.x, drag.to.y - from.y, drag.to.z - from.z, palette.drag);
    }
    this.spring.end();
  }

  /** Anchors; rods, ropes, tendons and belts; arms to the centre of a picked body. */
  private drawJoints({ joints, bodies, lines }: Frame, shown: boolean, palette: Palette, picked: number | null): void {
    const count = shown ? joints.count : 0;
    for (const part of [this.anchors, this.arms]) part.begin(2 * count);
    const [from, to] = [new Vector3(), new Vector3()];
    for (let i = 0; i < count; i++) {
      if (this.inside.has(i)) continue;
      const at = i * JOINT.words;
      const broken = joints.words[at + JOINT.broken] !== 0;
      const ink = broken ? palette.broken : palette.joint;
      const { type, first, second } = this.world.joints[i] ?? { type: "", first: null, second: null };
      // These join more than two points; their lines show where they run.
      if (type === "tendon" || type === "belt") continue;
      for (const [body, place] of [[first, JOINT.first], [second, JOINT.second]] as const) {
        from.fromArray(joints.reals, at + place);
        this.anchors.push(from.x, from.y, from.z, ink, Math.min(this.thick(first), this.thick(second)));
        if (broken || body === null || body !== picked || body >= bodies.count) continue;
        to.fromArray(bodies.reals, body * BODY.words + BODY.position).sub(from);
        this.arms.push(from.x, from.y, from.z, to.x, to.y, to.z, ink);
      }
    }
    for (const part of [this.anchors, this.arms]) part.end();
    this.drawLines(shown ? lines : [], palette);
  }

  /** Rods, ropes, tendons and belts, from corner to corner. */
  private drawLines(lines: Float32Array[], palette: Palette): void {
    this.rods.begin(lines.reduce((sum, line) => sum + line.length / 3, 0));
    for (const line of lines) {
      for (let at = 3; at < line.length; at += 3) {
        const [x, y, z] = line.subarray(at - 3, at);
        this.rods.push(x, y, z, line[at] - x, line[at + 1] - y, line[at + 2] - z, palette.cable);
      }
    }
    this.rods.end();
  }

  private thick(body: number | null): number {
    return (body === null ? 0 : this.extent.thick[body]) || this.extent.sphere.radius;
  }

  private reach(body: number | null): number {
    return (body === null ? 0 : this.extent.radii[body]) || this.extent.sphere.radius;
  }

  /** From the centre of mass, as long as the body is wide. */
  private drawAxes(frame: Frame, body: number | null): void {
    this.axes.begin(3);
    if (body !== null && body < frame.bodies.count) {
      const centre = pointOfBody(frame, body, new Vector3());
      const length = 1.3 * Math.min(this.reach(body), this.extent.sphere.radius / 2);
      AXES.forEach((ink, axis) => {
        const tip = new Vector3().setComponent(axis, length);
        tip.copy(pointOfBody(frame, body, tip)).sub(centre);
        this.axes.push(centre.x, centre.y, centre.z, tip.x, tip.y, tip.z, ink);
      });
    }
    this.axes.end();
  }

  override dispose(): void {
    super.dispose();
    for (const part of [this.rods, this.arms, this.axes, this.spring, this.anchors]) part.dispose();
  }
}
