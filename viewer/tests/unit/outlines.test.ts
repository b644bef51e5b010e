/** Sections of friction as lines over their contacts. */

import { Color, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { Outlines } from "../../src/drawing/outlines";

/** The lines as pairs of points. */
function lines(outlines: Outlines): number[][] {
  const numbers = outlines.geometry.getAttribute("position").array;
  return Array.from({ length: outlines.lines }, (_, i) => [...numbers.slice(6 * i, 6 * i + 6)]);
}

const ink = new Color(1, 0, 0);
const [up, along] = [new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

describe("the outline of a section", () => {
  it("stands in the frame of its contact, as wide as its friction", () => {
    const outlines = new Outlines();
    outlines.begin();
    // Along z, and along y × z = x.
    outlines.push(new Vector3(5, 0, 0), up, along, new Float32Array([1, 0, -0.5, 0.75, -0.5, -0.75]), 0.5, 2, ink);
    outlines.end();
    const [first, spoke, second] = lines(outlines);
    expect(outlines.lines).toBe(6);
    expect(first).toEqual([5, 2, 1, 5.75, 2, -0.5]);
    expect(spoke).toEqual([5, 0, 0, 5, 2, 1]);
    expect(second).toEqual([5.75, 2, -0.5, 4.25, 2, -0.5]);
    // It closes.
    expect(lines(outlines)[4]).toEqual([4.25, 2, -0.5, 5, 2, 1]);
  });

  it("has no edges to its tip where it is round, and room for many", () => {
    const outlines = new Outlines();
    const round = new Float32Array(64).map((_, i) => (i % 2 ? Math.sin : Math.cos)((Math.PI * (i - (i % 2))) / 32));
    outlines.begin();
    for (let i = 0; i < 100; i++) outlines.push(new Vector3(i, 0, 0), up, along, round, 1, 1, ink);
    outlines.end();
    expect(outlines.lines).toBe(3200);
    expect(lines(outlines)[3199].slice(1, 3)).toEqual([1, lines(outlines)[3199][2]]);
    outlines.begin();
    outlines.end();
    expect(outlines.lines).toBe(0);
    outlines.dispose();
  });
});
