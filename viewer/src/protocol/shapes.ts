/** Bodies and their shapes as `world` describes them. */

import {
  DecodeError,
  type Decode,
  type Decoded,
  list,
  nullable,
  number,
  oneOf,
  record,
  text,
  vector3,
} from "./decode";

type Vector = [number, number, number];

/** What a shape is, with lengths in m. */
export type Shape =
  | { type: "sphere"; radius: number }
  | { type: "box"; size: Vector }
  | { type: "capsule" | "cylinder"; radius: number; length: number }
  | { type: "half-space"; normal: Vector }
  | { type: "hull" | "mesh"; vertices: Vector[]; triangles: Vector[] };

/** A shape and its place relative to the centre of mass, in the body's axes. */
export type PlacedShape = { position: Vector; rotation: number[]; shape: Shape };

const rotation: Decode<number[]> = (value, place) => {
  const numbers = list(number)(value, place);
  if (numbers.length !== 4) throw new DecodeError(`${place} is not four numbers`);
  return numbers;
};

const kind = record({
  type: oneOf("sphere", "box", "capsule", "cylinder", "half-space", "hull", "mesh"),
});

const round = record({ radius: number, length: number });
const faceted = record({ vertices: list(vector3), triangles: list(vector3) });

const shape: Decode<Shape> = (value, place) => {
  const { type } = kind(value, place);
  switch (type) {
    case "sphere":
      return { type, ...record({ radius: number })(value, place) };
    case "box":
      return { type, ...record({ size: vector3 })(value, place) };
    case "capsule":
    case "cylinder":
      return { type, ...round(value, place) };
    case "half-space":
      return { type, ...record({ normal: vector3 })(value, place) };
    case "hull":
    case "mesh": {
      const surface = faceted(value, place);
      const known = (corner: number) => Number.isInteger(corner) && corner >= 0 && corner < surface.vertices.length;
      if (!surface.triangles.every((corners) => corners.every(known))) {
        throw new DecodeError(`${place}.triangles names a corner that is not there`);
      }
      return { type, ...surface };
    }
  }
};

const placedShape: Decode<PlacedShape> = (value, place) => ({
  ...record({ position: vector3, rotation })(value, place),
  shape: shape(value, place),
});

/** A body: what it is called, how it moves, what it is made of. */
export const body = record({
  name: text,
  motion: oneOf("static", "kinematic", "dynamic"),
  mass: number,
  /** As #rrggbb, where the scene says so. */
  color: nullable(text),
  shapes: list(placedShape),
});

export type Body = Decoded<typeof body>;
