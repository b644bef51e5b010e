/** The free surface of particles whose volume is known. */

import { describe, expect, it } from "vitest";
import { liquidSurface, type Surface } from "../../src/drawing/surface";
import { PARTICLE } from "../../src/protocol/frame";

const WIDTH = 0.1;
const tank = (z: number) => ({ name: "tank", lower: [0, 0, 0] as [number, number, number], upper: [2, 1, z] as [number, number, number], width: WIDTH });

/** Particles half a cell apart that fill a box, with their height as the pressure. */
function filled(x: number, y: number, z: number, layers: number): { count: number; reals: Float32Array; words: Uint32Array } {
  const numbers: number[] = [];
  const half = WIDTH / 2;
  for (let i = 0.5; i * half < x; i++) {
    for (let j = 0.5; j * half < y; j++) {
      for (let k = 0.5; k < layers; k++) numbers.push(i * half, j * half, (z * k) / layers, 1, j * half);
    }
  }
  const reals = Float32Array.from(numbers);
  return { count: numbers.length / PARTICLE.words, reals, words: new Uint32Array(reals.buffer) };
}

/** ∮ x·n/3 over a closed surface. */
function volume({ positions }: Surface): number {
  let sum = 0;
  for (let at = 0; at < positions.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((corner) => positions.slice(at + corner, at + corner + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return Math.abs(sum) / 6;
}

describe("the surface of a liquid", () => {
  it("holds the volume of a column in a tank", () => {
    const made = liquidSurface(tank(1), filled(1, 0.5, 1, 20), PARTICLE.pressure);
    expect(volume(made)).toBeGreaterThan(0.5 * 0.93);
    expect(volume(made)).toBeLessThan(0.5 * 1.1);
    // It ends at the walls, and its upper side is level.
    const heights = made.positions.filter((_, i) => i % 3 === 1);
    expect(Math.min(...heights)).toBeGreaterThan(-0.2 * WIDTH);
    const top = Math.max(...heights);
    expect(Math.abs(top - 0.5)).toBeLessThan(0.4 * WIDTH);
  });

  it("is a sheet of one cell where the tank is a slice", () => {
    const made = liquidSurface(tank(WIDTH), filled(1, 0.5, WIDTH, 1), PARTICLE.pressure);
    const depths = made.positions.filter((_, i) => i % 3 === 2);
    expect(Math.max(...depths) - Math.min(...depths)).toBeLessThan(1.6 * WIDTH);
    expect(volume(made)).toBeGreaterThan(0.7 * 0.5 * WIDTH);
    expect(volume(made)).toBeLessThan(1.3 * 0.5 * WIDTH);
  });

  it("has unit normals that look out of the liquid, and the values of its particles", () => {
    const made = liquidSurface(tank(1), filled(1, 0.5, 1, 20), PARTICLE.pressure);
    for (let at = 0; at < made.positions.length; at += 3) {
      expect(Math.hypot(...made.normals.slice(at, at + 3))).toBeCloseTo(1, 5);
      // The upper side, away from the edges.
      const [x, y, z] = made.positions.slice(at, at + 3);
      if (y > 0.45 && x > 0.2 && x < 0.7 && z > 0.2 && z < 0.8) {
        expect(made.normals[at + 1]).toBeGreaterThan(0.95);
        expect(Math.abs(made.values[at / 3] - 0.45)).toBeLessThan(0.08);
      }
    }
  });

  it("is not there without particles", () => {
    expect(liquidSurface(tank(1), filled(0, 0, 1, 0), PARTICLE.speed).positions).toEqual([]);
  });
});
