/** Surfaces of the shapes, shared by all that differ only in size. */

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  SphereGeometry,
  Vector3,
} from "three";
import type { Shape } from "../protocol/shapes";
import { markCreases, markSeams } from "./edges";

/** A shape without a surface of its own: half-spaces are drawn as planes. */
export type Solid = Exclude<Shape, { type: "half-space" }>;

/** How a surface is shared: same key, same geometry, each with its own scale. */
export interface Surface {
  key: string;
  scale: Vector3;
  build: () => BufferGeometry;
}

/** How many faces round shapes have. */
export type Detail = "fine" | "plain" | "coarse";

/** Segments around: those at right angles have corners, where seams run. */
const AROUND = {
  ball: { fine: 32, plain: 16, coarse: 12 },
  cylinder: { fine: 40, plain: 20, coarse: 12 },
  capsule: { fine: 24, plain: 12, coarse: 8 },
};
/** Of each cap of a capsule, from its rim to its pole. */
const ALONG = { fine: 8, plain: 4, coarse: 2 };

/** The surface of a solid. */
export function surfaceOf(shape: Solid, detail: Detail): Surface {
  switch (shape.type) {
    case "box":
      return { key: "box", scale: new Vector3(...shape.size), build: () => faceted(new BoxGeometry(1, 1, 1)) };
    case "sphere":
      return { key: "sphere", scale: new Vector3().setScalar(shape.radius), build: () => ball(detail) };
    case "cylinder": {
      const scale = new Vector3(shape.radius, shape.length, shape.radius);
      return { key: "cylinder", scale, build: () => cylinder(detail) };
    }
    case "capsule": {
      const { radius, length } = shape;
      const build = () => {
        const made = new CapsuleGeometry(radius, length, ALONG[detail], AROUND.capsule[detail]);
        markSeams(made, false);
        return made;
      };
      return { key: `capsule ${radius} ${length}`, scale: new Vector3(1, 1, 1), build };
    }
    case "hull":
    case "mesh":
      return { key: JSON.stringify(shape), scale: new Vector3(1, 1, 1), build: () => triangles(shape) };
  }
}

function faceted(geometry: BufferGeometry): BufferGeometry {
  const made = geometry.index ? geometry.toNonIndexed() : geometry;
  markCreases(made);
  return made;
}

function ball(detail: Detail): BufferGeometry {
  const around = AROUND.ball[detail];
  const made = new SphereGeometry(1, around, around / 2);
  markSeams(made, true);
  return made;
}

function cylinder(detail: Detail): BufferGeometry {
  const made = faceted(new CylinderGeometry(1, 1, 1, AROUND.cylinder[detail]));
  markSeams(made, false);
  return made;
}

function triangles({ vertices, triangles }: Extract<Solid, { type: "hull" | "mesh" }>): BufferGeometry {
  const corners = triangles.flatMap((corner) => corner.flatMap((i) => vertices[i]));
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  made.computeVertexNormals();
  return faceted(made);
}

/** Corners whose hull holds the shape, in its own axes; none for a half-space. */
export function cornersOf(shape: Shape): Vector3[] {
  const box = (x: number, y: number, z: number) =>
    [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => new Vector3(i * x, j * y, k * z))));
  switch (shape.type) {
    case "sphere":
      return box(shape.radius, shape.radius, shape.radius);
    case "box":
      return box(...(shape.size.map((size) => size / 2) as [number, number, number]));
    case "capsule":
      return box(shape.radius, shape.length / 2 + shape.radius, shape.radius);
    case "cylinder":
      return box(shape.radius, shape.length / 2, shape.radius);
    case "half-space":
      return [];
    case "hull":
    case "mesh":
      return shape.vertices.map((corner) => new Vector3(...corner));
  }
}
