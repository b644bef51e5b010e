/** Soft bodies: where their vertices are in a frame, and the surface that is drawn of them. */

import { describe, expect, it, vi } from "vitest";
import { Raycaster, Vector3 } from "three";
import type { DrawOptions } from "../../src/drawing/options";
import { skinOf } from "../../src/drawing/skin";
import type { Frame, Records } from "../../src/protocol/frame";
import type { World } from "../../src/protocol/messages";
import { partParticles } from "../../src/protocol/particles";
import { type SoftBody, soft } from "../../src/protocol/soft";

/** Two triangles over the diagonal 0–2 of a square. */
const sheet: SoftBody = { name: "sheet", color: null, vertices: 4, radius: 0.01, triangles: [[0, 1, 2], [0, 2, 3]], creases: [] };
const records = (...numbers: number[]): Records => {
  const reals = Float32Array.from(numbers);
  return { count: numbers.length / 5, reals, words: new Uint32Array(reals.buffer) };
};

describe("soft bodies", () => {
  it("have the last particles of a frame", () => {
    const drop = [9, 9, 9, 1, 100];
    const corners = [0, 1, 2, 3].flatMap((i) => [i, 0, 0, 0, 0.1 * i]);
    const frame = { particles: records(...drop, ...corners) } as Frame;
    const { drops, vertices } = partParticles(frame, { soft: [sheet] } as unknown as World);
    expect([drops.count, vertices.count]).toEqual([1, 4]);
    expect([...drops.reals]).toEqual(drop);
    expect(vertices.reals[5]).toBe(1);
    // A frame that has too few of them has none.
    const short = partParticles({ particles: records(...drop) } as Frame, { soft: [sheet] } as unknown as World);
    expect([short.drops.count, short.vertices.count]).toEqual([1, 0]);
  });

  it("are smooth but for their creases", () => {
    expect(skinOf(sheet).sources.length).toBe(4);
    const folded = skinOf({ ...sheet, creases: [[0, 2]] });
    expect([...folded.sources].sort()).toEqual([0, 0, 1, 2, 2, 3]);
    expect(folded.lines.map((drawn) => folded.sources[drawn])).toEqual([0, 2]);
    const places = new Float32Array(3 * folded.sources.length);
    folded.place(Float32Array.from([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1]), places);
    folded.sources.forEach((vertex, i) => expect([places[3 * i], places[3 * i + 2]]).toEqual([[0, 0], [1, 0], [1, 1], [0, 1]][vertex]));
  });

  it("are tubes where they are ropes", () => {
    const rope = skinOf({ ...sheet, vertices: 3, radius: 0.25, triangles: [] });
    const places = new Float32Array(3 * rope.sources.length);
    rope.place(Float32Array.from([0, 0, 0, 1, 0, 0, 2, 0, 0]), places);
    rope.sources.forEach((vertex, i) => {
      const [x, y, z] = places.subarray(3 * i, 3 * i + 3);
      const end = i < 10 || i >= rope.sources.length - 10;
      expect(x).toBeCloseTo(vertex, 6);
      expect(Math.hypot(y, z)).toBeCloseTo(end ? 0 : 0.25, 6);
    });
    // Seen from outside: the faces look away from the rope.
    const corner = (at: number) => [...places.subarray(3 * at, 3 * at + 3)];
    const [a, b, c] = rope.triangles.slice(60, 63).map(corner);
    const [u, v] = [b, c].map((point) => point.map((value, axis) => value - a[axis]));
    expect((u[2] * v[0] - u[0] * v[2]) * a[1] + (u[0] * v[1] - u[1] * v[0]) * a[2]).toBeGreaterThan(0);
  });

  it("are met by rays at their nearest vertex", async () => {
    // Colours ask the browser for its theme.
    vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => {} }) });
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("document", { documentElement: { dataset: {} } });
    const { SoftBodies } = await import("../../src/drawing/soft");
    const { currentPalette } = await import("../../src/drawing/palette");
    const world = { bodies: [{}, {}, {}], soft: [{ ...sheet, name: "below" }, sheet] } as unknown as World;
    const bodies = new SoftBodies(world);
    const square = (y: number) => [[0, 0], [1, 0], [1, 1], [0, 1]].flatMap(([x, z]) => [x, y, z, 0, 0]);
    const frame = { particles: records(...square(0), ...square(2)) } as Frame;
    bodies.update(frame, { colour: "body", wireframe: false } as unknown as DrawOptions, currentPalette(), null);
    bodies.updateMatrixWorld(true);
    const down = (x: number, z: number) => new Raycaster(new Vector3(x, 5, z), new Vector3(0, -1, 0));
    const met = bodies.meet(down(0.9, 0.7));
    expect([met?.body, met?.vertex, met?.distance]).toEqual([4, 2, 3]);
    expect(bodies.meet(down(1.5, 0.5))).toBeNull();
    expect(bodies.vertex(3, 1)?.toArray()).toEqual([1, 0, 0]);
  });

  it("are refused where a triangle has no corner", () => {
    expect(soft({ ...sheet, color: "#aabbcc" }, "soft")).toEqual({ ...sheet, color: "#aabbcc" });
    expect(() => soft({ ...sheet, triangles: [[0, 1, 4]] }, "soft")).toThrow("soft names a vertex that is not there");
    expect(() => soft({ ...sheet, creases: [[0, 4]] }, "soft")).toThrow("soft names a vertex that is not there");
  });
});
