/** Colours that say a number: mass, speed, contact force. */

import { BODY, CONTACT, type Frame } from "../protocol/frame";
import type { World } from "../protocol/messages";
import type { ColourBy } from "./options";

export interface ColourScale {
  title: string;
  unit: string;
  least: number;
  most: number;
  /** Masses and forces differ by powers of ten. */
  log: boolean;
}

/** The number of every body; null where the colour says no number. */
export function valuesOf(world: World, frame: Frame, by: ColourBy): number[] | null {
  switch (by) {
    case "mass":
      return world.bodies.map(({ mass }) => mass);
    case "speed":
      return world.bodies.map((_, i) => frame.bodies.reals[i * BODY.words + BODY.speed]);
    case "contact force":
      return forces(world, frame);
    default:
      return null;
  }
}

/** The sum of the sizes of all forces on each body (N). */
function forces(world: World, { contacts }: Frame): number[] {
  const sums = new Array<number>(world.bodies.length).fill(0);
  for (let i = 0; i < contacts.count; i++) {
    const at = i * CONTACT.words;
    const [x, y, z] = [0, 1, 2].map((axis) => contacts.reals[at + CONTACT.force + axis]);
    const size = Math.sqrt(x * x + y * y + z * z);
    for (const place of [CONTACT.first, CONTACT.second]) {
      const body = contacts.words[at + place];
      if (body < sums.length) sums[body] += size;
    }
  }
  return sums;
}

const UNITS: Partial<Record<ColourBy, string>> = { mass: "kg", speed: "m/s", "contact force": "N" };

/** From the least to the most of what moves. */
export function scaleOf(world: World, values: number[], by: ColourBy): ColourScale {
  const shown = values.filter((value, i) => world.bodies[i].motion === "dynamic" && Number.isFinite(value));
  let [least, most] = [Math.min(...shown), Math.max(...shown)];
  if (shown.length === 0) [least, most] = [0, 1];
  const log = by === "mass" && least > 0 && most / least > 20;
  if (!log && by !== "mass") least = 0;
  if (most <= least) most = least + (least || 1);
  return { title: by, unit: UNITS[by] ?? "", least, most, log };
}

/** Where a value lies: 0 at the least, 1 at the most. */
export function shareOf({ least, most, log }: ColourScale, value: number): number {
  if (log) return Math.log(Math.max(value, least) / least) / Math.log(most / least);
  return (value - least) / (most - least);
}
