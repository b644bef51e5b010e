/** Contacts: points, normals, forces and the cones of their sections, coloured by stick and slip. */

import { Group, Vector3 } from "three";
import { CONTACT, type Frame, SEPARATING } from "../protocol/frame";
import { Arrows } from "./arrows";
import { Cones } from "./cones";
import { Dots } from "./dots";
import type { Extent } from "./extent";
import type { DrawOptions } from "./options";
import { Outlines } from "./outlines";
import type { Palette } from "./palette";

/** Length of the vector that begins at a place; `Math.hypot` is many times slower. */
function length(reals: Float32Array, at: number): number {
  return Math.sqrt(reals[at] ** 2 + reals[at + 1] ** 2 + reals[at + 2] ** 2);
}

export class Contacts extends Group {
  private readonly dots = new Dots(7);
  private readonly normals: Arrows;
  private readonly forces: Arrows;
  private cones = new Cones(64);
  private readonly outlines = new Outlines();
  /** Force of an arrow as long as a usual body is wide, where nothing has weight. */
  private largest = 0;

  /** The processor draws flat arrows. */
  constructor(software: boolean) {
    super();
    this.normals = new Arrows(0.9, 5, software);
    this.forces = new Arrows(1.6, 10, software);
    this.add(this.cones, this.outlines, this.dots, this.normals, this.forces);
  }

  /** Forces are those on the picked body where it takes part, else on the second one of a contact. */
  update(frame: Frame, extent: Extent, options: DrawOptions, palette: Palette, picked: number | null): void {
    const { count, reals, words } = frame.contacts;
    const parts = { dots: options.contacts, normals: options.normals, forces: options.forces, cones: options.cones };
    this.reserve(count, parts.cones);
    this.largest *= 0.98;
    for (let i = 0; i < count; i++) {
      this.largest = Math.max(this.largest, length(reals, i * CONTACT.words + CONTACT.force));
    }
    const reference = extent.weight > 0 ? extent.weight : Math.max(this.largest / 2, 1e-12);
    // A body's weight is as long as a body, unless the largest force would then leave the view.
    const usual = (1.2 * extent.body) / reference;
    const fitting = (0.4 * extent.sphere.radius) / Math.max(this.largest, 1e-12);
    const scale = options.forceScale * Math.min(usual, fitting);
    const longest = 2 * extent.sphere.radius;
    const [tip, normal, tangent] = [new Vector3(), new Vector3(), new Vector3()];
    for (let i = 0; i < count; i++) {
      const at = i * CONTACT.words;
      const state = words[at + CONTACT.state];
      const ink = palette.contact[state] ?? palette.contact[SEPARATING];
      tip.fromArray(reals, at + CONTACT.point);
      normal.fromArray(reals, at + CONTACT.normal);
      if (parts.dots) {
        const [first, second] = [words[at + CONTACT.first], words[at + CONTACT.second]].map((body) => extent.thick[body] || Infinity);
        this.dots.push(tip.x, tip.y, tip.z, ink, Math.min(first, second, extent.sphere.radius));
      }
      if (parts.normals) {
        const length = 0.6 * extent.body;
        this.normals.push(tip.x, tip.y, tip.z, length * normal.x, length * normal.y, length * normal.z, palette.normal);
      }
      if (parts.cones && state !== SEPARATING) {
        const [friction, height] = [reals[at + CONTACT.friction], 0.5 * extent.body];
        const section = frame.sections[words[at + CONTACT.section] - 1];
        if (section) {
          this.outlines.push(tip, normal, tangent.fromArray(reals, at + CONTACT.tangent), section, friction, height, ink);
        } else {
          this.cones.push(tip, normal, friction, height, ink);
        }
      }
      if (parts.forces && state !== SEPARATING) {
        const force = at + CONTACT.force;
        const side = words[at + CONTACT.first] === picked ? -1 : 1;
        const size = side * Math.min(scale, longest / Math.max(length(reals, force), 1e-30));
        this.forces.push(tip.x, tip.y, tip.z, size * reals[force], size * reals[force + 1], size * reals[force + 2], ink);
      }
    }
    for (const part of [this.dots, this.normals, this.forces, this.cones, this.outlines]) part.end();
  }

  /** Number of force arrows that are drawn. */
  get arrows(): number {
    return this.forces.used;
  }

  private reserve(count: number, cones: boolean): void {
    for (const part of [this.dots, this.normals, this.forces]) part.begin(count);
    if (cones && count > this.cones.capacity) {
      this.remove(this.cones);
      this.cones.geometry.dispose();
      this.cones.dispose();
      this.cones = new Cones(2 ** Math.ceil(Math.log2(count)));
      this.add(this.cones);
    }
    this.cones.count = 0;
    this.outlines.begin();
  }

  override dispose(): void {
    super.dispose();
    for (const part of [this.dots, this.normals, this.forces, this.outlines]) part.dispose();
    this.cones.geometry.dispose();
    this.cones.material.dispose();
    this.cones.dispose();
  }
}
