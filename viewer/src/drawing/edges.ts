/**
 * Edges drawn by the shader of the surface itself, one pixel wide at every
 * distance. Each corner of a triangle carries its barycentric coordinates; an
 * edge between faces that are nearly flat gets a coordinate that never falls
 * to zero, so it is not drawn. A fourth number is zero on seams, which show
 * how round things turn.
 */

import { BufferAttribute, type BufferGeometry, type MeshLambertMaterial, Vector3 } from "three";

const FLAT = Math.cos((25 * Math.PI) / 180);

/** Gives triangles of their own (no index) their edges. */
export function markCreases(geometry: BufferGeometry): void {
  const position = geometry.getAttribute("position");
  const corner = (i: number) => new Vector3().fromBufferAttribute(position, i);
  const name = ({ x, y, z }: Vector3) => [x, y, z].map((value) => Math.round(value * 1e5)).join();
  const faces = position.count / 3;
  const normals: Vector3[] = [];
  const neighbours = new Map<string, number[]>();
  const edgeName = (face: number, opposite: number) =>
    [1, 2]
      .map((step) => name(corner(3 * face + ((opposite + step) % 3))))
      .sort()
      .join("|");
  for (let face = 0; face < faces; face++) {
    const [a, b, c] = [0, 1, 2].map((i) => corner(3 * face + i));
    normals.push(b.sub(a).cross(c.sub(a)).normalize());
    for (let opposite = 0; opposite < 3; opposite++) {
      const key = edgeName(face, opposite);
      neighbours.set(key, [...(neighbours.get(key) ?? []), face]);
    }
  }
  const edges = new Float32Array(4 * position.count).fill(1);
  for (let face = 0; face < faces; face++) {
    for (let opposite = 0; opposite < 3; opposite++) {
      const others = neighbours.get(edgeName(face, opposite)) ?? [];
      const crease = others.length !== 2 || normals[others[0]].dot(normals[others[1]]) < FLAT;
      for (let i = 0; i < 3; i++) {
        edges[4 * (3 * face + i) + opposite] = crease ? Number(i === opposite) : 1;
      }
    }
  }
  geometry.setAttribute("edge", new BufferAttribute(edges, 4));
}

/** Marks the lines x = 0, and y = 0 where asked for, as seams. */
export function markSeams(geometry: BufferGeometry, equator: boolean): void {
  const position = geometry.getAttribute("position");
  const known = geometry.getAttribute("edge");
  const edges = known ? (known.array as Float32Array) : new Float32Array(4 * position.count).fill(1);
  geometry.computeBoundingSphere();
  const size = geometry.boundingSphere?.radius ?? 1;
  for (let i = 0; i < position.count; i++) {
    edges[4 * i + 3] = Math.abs(position.getX(i)) / size;
    if (equator) edges[4 * i] = Math.abs(position.getY(i)) / size;
  }
  geometry.setAttribute("edge", new BufferAttribute(edges, 4));
}

/** Lets a material draw the edges of its geometry. */
export function drawEdges(material: MeshLambertMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute vec4 edge;\nvarying vec4 vEdge;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvEdge = edge;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying vec4 vEdge;")
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        vec4 edgeWidth = fwidth(vEdge);
        vec4 away = smoothstep(0.3 * edgeWidth, 1.3 * edgeWidth + 1e-6, vEdge);
        float line = 1.0 - min(min(away.x, away.y), min(away.z, away.w));
        float coarse = max(max(edgeWidth.x, edgeWidth.y), edgeWidth.z);
        diffuseColor.rgb *= 1.0 - 0.42 * line * clamp(1.0 - 4.0 * coarse, 0.0, 1.0);`,
      );
  };
}
