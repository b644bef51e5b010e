/** Soft bodies: how their vertices, which frames have, hang together. */

import { type Decode, DecodeError, index, list, nullable, number, record, text, vector3 } from "./decode";

export interface SoftBody {
  name: string;
  /** As #rrggbb, where it has one. */
  color: string | null;
  /** How many there are. */
  vertices: number;
  /** Half the thickness of cloth, the radius of a rope, 0 for solids (m). */
  radius: number;
  triangles: [number, number, number][];
  /** Sharp edges and rims: pairs of vertices. */
  creases: number[][];
}

const fields = record<SoftBody>({
  name: text,
  color: nullable(text),
  vertices: index,
  radius: number,
  triangles: list(vector3),
  creases: list(list(index)),
});

export const soft: Decode<SoftBody> = (value, place) => {
  const body = fields(value, place);
  const known = (vertex: number) => Number.isInteger(vertex) && vertex >= 0 && vertex < body.vertices;
  if (![...body.triangles, ...body.creases].every((corners) => corners.every(known))) {
    throw new DecodeError(`${place} names a vertex that is not there`);
  }
  return body;
};
