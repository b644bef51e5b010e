/** A particle marks nothing that it could cover (m). */
const WIDE = 1000;

/** Particles of liquids: dots from dark and slow to bright and fast. */

import { Color } from "three";
import { type Frame, PARTICLE } from "../protocol/frame";
import { Dots } from "./dots";

const SLOW = new Color("#1f5fa8");
const FAST = new Color("#d8f1ff");

export class Liquid extends Dots {
  private readonly ink = new Color();
  /** The speed that is brightest (m/s): the largest of late. */
  private fastest = 0;

  constructor() {
    super(6);
  }

  update({ particles: { count, reals } }: Frame): void {
    this.begin(count);
    this.fastest *= 0.99;
    for (let i = 0; i < count; i++) {
      this.fastest = Math.max(this.fastest, reals[i * PARTICLE.words + PARTICLE.speed]);
    }
    const scale = 1 / Math.max(this.fastest, 1e-9);
    for (let i = 0; i < count; i++) {
      const at = i * PARTICLE.words;
      this.ink.lerpColors(SLOW, FAST, scale * reals[at + PARTICLE.speed]);
      this.push(reals[at], reals[at + 1], reals[at + 2], this.ink, WIDE);
    }
    this.end();
  }
}
