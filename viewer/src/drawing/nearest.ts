/** The contact or joint that is seen nearest to a place, in words. */

import { type Camera, Vector3 } from "three";
import { valueText } from "../plots/scale";
import { CONTACT, type Frame, JOINT } from "../protocol/frame";
import type { World } from "../protocol/messages";
import type { DrawOptions } from "./options";

/** How near it has to be seen (pixels). */
const NEAR = 10;
const STATES = ["separating", "sticking", "slipping", "unknown"];

/** `x` and `y` in pixels from the corner of a view of this size. */
export function readNearest(
  frame: Frame,
  world: World,
  options: DrawOptions,
  camera: Camera,
  [x, y]: [number, number],
  [width, height]: [number, number],
): string | null {
  const point = new Vector3();
  let best = { away: NEAR, words: null as string | null };
  const offer = (reals: Float32Array, at: number, words: () => string) => {
    point.fromArray(reals, at).project(camera);
    if (Math.abs(point.z) > 1) return;
    const away = Math.hypot(((point.x + 1) / 2) * width - x, ((1 - point.y) / 2) * height - y);
    if (away < best.away) best = { away, words: words() };
  };
  const { contacts, joints } = frame;
  const shown = options.contacts || options.forces || options.normals || options.cones;
  for (let i = 0; shown && i < contacts.count; i++) {
    offer(contacts.reals, i * CONTACT.words + CONTACT.point, () => contactWords(frame, world, i));
  }
  for (let i = 0; options.joints && i < joints.count; i++) {
    const at = i * JOINT.words;
    const { name, type } = world.joints[i] ?? { name: "joint", type: "" };
    const words = () => {
      const broken = joints.words[at + JOINT.broken] !== 0;
      if (broken) return `${name} (${type}): broken`;
      const torque = [0, 1, 2].map((axis) => joints.reals[at + JOINT.torque + axis]);
      return `${name} (${type}): ${valueText(joints.reals[at + JOINT.force], "N")}, torque ${valueText(Math.hypot(...torque), "N·m")}`;
    };
    offer(joints.reals, at + JOINT.first, words);
    offer(joints.reals, at + JOINT.second, words);
  }
  return best.words;
}

/** Soft bodies have the numbers after all others. */
const nameOf = ({ bodies, soft }: World, party: number): string => (bodies[party] ?? soft[party - bodies.length])?.name ?? "?";

function contactWords({ contacts }: Frame, world: World, i: number): string {
  const at = i * CONTACT.words;
  const { reals, words } = contacts;
  const [first, second] = [CONTACT.first, CONTACT.second].map((place) => nameOf(world, words[at + place]));
  const force = [0, 1, 2].map((axis) => reals[at + CONTACT.force + axis]);
  const along = force.reduce((sum, value, axis) => sum + value * reals[at + CONTACT.normal + axis], 0);
  const across = Math.sqrt(Math.max(0, force.reduce((sum, value) => sum + value * value, 0) - along * along));
  const parts = [
    `${first} – ${second}: ${STATES[words[at + CONTACT.state]] ?? "unknown"}`,
    `normal ${valueText(along, "N")}, friction ${valueText(across, "N")} on ${second}`,
    `gap ${valueText(reals[at + CONTACT.gap], "m")}, μ ${Number(reals[at + CONTACT.friction].toPrecision(3))}`,
  ];
  return parts.join("\n");
}
