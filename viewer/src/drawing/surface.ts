/**
 * The free surface of a liquid, from its particles.
 *
 * Around every node of the liquid's grid (Zhu and Bridson 2005, Eq. 4–6, with R twice a cell):
 *
 *   φ(x) = |x − x̄| − r,   x̄ = Σ wᵢ xᵢ / Σ wᵢ,   wᵢ = (1 − |x − xᵢ|²/R²)³
 *
 * and the surface is where φ = 0, by marching cubes. Outside the tank there is
 * no liquid. A slice that is one cell thick stays one cell thick.
 */

import { edgeTable, triTable } from "three/addons/objects/MarchingCubes.js";
import { PARTICLE, type Records } from "../protocol/frame";
import type { Tank } from "../protocol/messages";

/** Kernel R and radius r of a particle, in cells. */
const KERNEL = 2;
const RADIUS = 0.6;
/** φ beyond a wall: so large that the surface lies on the wall. */
const OUTSIDE = 30;

/** Triangles with what belongs to each corner. */
export interface Surface {
  /** Three numbers for each corner, three corners for each triangle. */
  positions: number[];
  normals: number[];
  /** One number for each corner: what the colour says. */
  values: number[];
}

/** The two nodes of every edge of a cube, as bits x y z; in the order of the tables. */
const EDGES = [[0, 1], [1, 3], [2, 3], [0, 2], [4, 5], [5, 7], [6, 7], [4, 6], [0, 4], [1, 5], [3, 7], [2, 6]];
/** The bit of the tables for each of these nodes. */
const BITS = [1, 2, 8, 4, 16, 32, 128, 64];

/** The surface of one liquid; `value` is the place of a particle's number. */
export function liquidSurface(tank: Tank, { count, reals }: Records, value: number): Surface {
  const { width, lower, upper } = tank;
  const flat = upper[2] - lower[2] < 1.5 * width;
  // Two nodes more on each side; a slice is seen as a sheet of three nodes.
  const cells = [0, 1, 2].map((axis) => (axis === 2 && flat ? 0 : Math.round((upper[axis] - lower[axis]) / width)));
  const size = cells.map((number, axis) => (axis === 2 && flat ? 3 : number + 3));
  const middle = (lower[2] + upper[2]) / 2;
  const origin = [lower[0] - width, lower[1] - width, flat ? middle - width : lower[2] - width];
  const stride = [1, size[0], size[0] * size[1]];
  const field = new Field(stride[2] * size[2]);
  const reach = flat ? [KERNEL, KERNEL, 0] : [KERNEL, KERNEL, KERNEL];
  for (let i = 0; i < count; i++) {
    const at = i * PARTICLE.words;
    const place = [0, 1, 2].map((axis) => (flat && axis === 2 ? 1 : (reals[at + axis] - origin[axis]) / width));
    const outside = place.some((number, axis) => !(number >= 0 && number <= size[axis] - 1));
    if (outside) continue;
    const [x, y, z] = place;
    const low = place.map((number, axis) => Math.max(0, Math.ceil(number - reach[axis])));
    const high = place.map((number, axis) => Math.min(size[axis] - 1, Math.floor(number + reach[axis])));
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        for (let l = low[0]; l <= high[0]; l++) {
          const square = ((l - x) ** 2 + (j - y) ** 2 + (k - z) ** 2) / KERNEL ** 2;
          if (square < 1) field.add(l + j * stride[1] + k * stride[2], (1 - square) ** 3, x, y, z, reals[at + value]);
        }
      }
    }
  }
  field.finish(size, flat);
  return march(field, size, stride, origin, width);
}

class Field {
  readonly distance: Float32Array;
  readonly value: Float32Array;
  private readonly weight: Float32Array;
  private readonly mean: Float32Array;

  constructor(nodes: number) {
    this.distance = new Float32Array(nodes);
    this.value = new Float32Array(nodes);
    this.weight = new Float32Array(nodes);
    this.mean = new Float32Array(3 * nodes);
  }

  add(node: number, weight: number, x: number, y: number, z: number, value: number): void {
    this.weight[node] += weight;
    this.mean[3 * node] += weight * x;
    this.mean[3 * node + 1] += weight * y;
    this.mean[3 * node + 2] += weight * z;
    this.value[node] += weight * value;
  }

  /** From sums to means; beyond the walls of the tank nothing is wet. */
  finish([nx, ny, nz]: number[], flat: boolean): void {
    const { distance, value, weight, mean } = this;
    for (let k = 0, node = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        for (let i = 0; i < nx; i++, node++) {
          const total = weight[node];
          distance[node] = 1;
          if (total > 1e-6) {
            value[node] /= total;
            const [x, y, z] = [0, 1, 2].map((axis) => mean[3 * node + axis] / total);
            distance[node] = Math.sqrt((x - i) ** 2 + (y - j) ** 2 + (z - k) ** 2) - RADIUS;
          }
          const wall = i === 0 || j === 0 || i === nx - 1 || j === ny - 1 || (!flat && (k === 0 || k === nz - 1));
          if (wall) distance[node] = OUTSIDE;
        }
      }
    }
    if (!flat) return;
    // A sheet: both sides lie half a cell from the middle.
    const layer = nx * ny;
    for (let node = 0; node < layer; node++) {
      for (const side of [node, node + 2 * layer]) {
        distance[side] = Math.max(0.05, -distance[node + layer]);
        value[side] = value[node + layer];
      }
    }
  }

  /** Which way φ grows, by differences of neighbours. */
  gradient(node: number, at: number[], size: number[], stride: number[]): number[] {
    return [0, 1, 2].map((axis) => {
      const before = at[axis] > 0 ? node - stride[axis] : node;
      const after = at[axis] < size[axis] - 1 ? node + stride[axis] : node;
      return this.distance[after] - this.distance[before];
    });
  }
}

function march(field: Field, size: number[], stride: number[], origin: number[], width: number): Surface {
  const made: Surface = { positions: [], normals: [], values: [] };
  const { distance } = field;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [bits & 1, (bits >> 1) & 1, bits >> 2]);
  const offsets = corners.map(([x, y, z]) => x + y * stride[1] + z * stride[2]);
  const push = (cube: number[], node: number, edge: number) => {
    const [a, b] = EDGES[edge];
    const [one, two] = [node + offsets[a], node + offsets[b]];
    const share = distance[one] / (distance[one] - distance[two]);
    const [from, to] = [a, b].map((corner) => cube.map((number, axis) => number + corners[corner][axis]));
    const [left, right] = [field.gradient(one, from, size, stride), field.gradient(two, to, size, stride)];
    const normal = left.map((number, axis) => number + share * (right[axis] - number));
    const length = Math.hypot(...normal) || 1;
    for (let axis = 0; axis < 3; axis++) {
      made.positions.push(origin[axis] + width * (from[axis] + share * (to[axis] - from[axis])));
      made.normals.push(normal[axis] / length);
    }
    made.values.push(field.value[one] + share * (field.value[two] - field.value[one]));
  };
  for (let k = 0; k + 1 < size[2]; k++) {
    for (let j = 0; j + 1 < size[1]; j++) {
      for (let i = 0; i + 1 < size[0]; i++) {
        const node = i + j * stride[1] + k * stride[2];
        let inside = 0;
        for (let corner = 0; corner < 8; corner++) if (distance[node + offsets[corner]] < 0) inside |= BITS[corner];
        if (edgeTable[inside] === 0) continue;
        for (let at = 16 * inside; triTable[at] !== -1; at++) push([i, j, k], node, triTable[at]);
      }
    }
  }
  return made;
}
