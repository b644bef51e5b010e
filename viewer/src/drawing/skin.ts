/** The surface of a soft body as it is drawn: which vertices, and how they hang together. */

import { Vector3 } from "three";
import type { SoftBody } from "../protocol/soft";

export interface Skin {
  /** The vertex of the body that each drawn one is at. */
  sources: number[];
  /** Triangles and lines of drawn vertices. */
  triangles: number[];
  lines: number[];
  /** Puts the drawn vertices where those of the body are. */
  place: (body: Float32Array, drawn: Float32Array) => void;
}

/** Corners around a rope. */
const SIDES = 10;

export const skinOf = (body: SoftBody): Skin => (body.triangles.length > 0 ? sheet(body) : tube(body));

/** A vertex is drawn once for each smooth part of the surface around it: light breaks at creases. */
function sheet({ vertices, triangles, creases }: SoftBody): Skin {
  const sharp = new Set(creases.map(([a, b]) => Math.min(a, b) * vertices + Math.max(a, b)));
  const parents = Uint32Array.from({ length: 3 * triangles.length }, (_, corner) => corner);
  const root = (corner: number): number => {
    while (parents[corner] !== corner) corner = parents[corner] = parents[parents[corner]];
    return corner;
  };
  const met = new Map<number, [number, number]>();
  triangles.forEach((face, number) => {
    for (let k = 0; k < 3; k++) {
      const ends = [k, (k + 1) % 3].sort((a, b) => face[a] - face[b]);
      const edge = face[ends[0]] * vertices + face[ends[1]];
      if (sharp.has(edge)) continue;
      const corners = ends.map((end) => 3 * number + end) as [number, number];
      const other = met.get(edge);
      if (other) corners.forEach((corner, i) => (parents[root(corner)] = root(other[i])));
      else met.set(edge, corners);
    }
  });
  const drawn = new Map<number, number>();
  const sources: number[] = [];
  const index = triangles.flat().map((vertex, corner) => {
    const part = root(corner);
    if (!drawn.has(part)) drawn.set(part, sources.push(vertex) - 1);
    return drawn.get(part) as number;
  });
  const any = new Map(sources.map((vertex, i) => [vertex, i]));
  const place = (body: Float32Array, places: Float32Array) =>
    sources.forEach((vertex, i) => places.set(body.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
  return { sources, triangles: index, lines: creases.flat().map((vertex) => any.get(vertex) ?? 0), place };
}

/** Rings around the vertices of a rope, and one without a radius at each end. */
function tube({ vertices, radius }: SoftBody): Skin {
  const rings = vertices + 2;
  const vertexOf = (ring: number) => Math.min(Math.max(ring - 1, 0), vertices - 1);
  const sources = Array.from({ length: rings * SIDES }, (_, i) => vertexOf(Math.floor(i / SIDES)));
  const triangles: number[] = [];
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let side = 0; side < SIDES; side++) {
      const [a, b] = [ring * SIDES + side, ring * SIDES + ((side + 1) % SIDES)];
      triangles.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  }
  const [along, side, across, point] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  const place = (body: Float32Array, places: Float32Array) => {
    side.set(0.36, 0.48, 0.8);
    for (let ring = 0; ring < rings; ring++) {
      const vertex = vertexOf(ring);
      along.fromArray(body, 3 * Math.min(vertex + 1, vertices - 1)).sub(point.fromArray(body, 3 * Math.max(vertex - 1, 0)));
      along.normalize();
      // The ring before, turned as little as it has to be.
      side.addScaledVector(along, -side.dot(along)).normalize();
      across.crossVectors(along, side);
      const reach = ring === 0 || ring === rings - 1 ? 0 : radius;
      for (let k = 0; k < SIDES; k++) {
        const angle = (2 * Math.PI * k) / SIDES;
        point.fromArray(body, 3 * vertex);
        point.addScaledVector(side, reach * Math.cos(angle)).addScaledVector(across, reach * Math.sin(angle));
        point.toArray(places, 3 * (ring * SIDES + k));
      }
    }
  };
  return { sources, triangles, lines: [], place };
}
