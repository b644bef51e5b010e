/**
 * Many arrows at once: forces, normals, and, without a head, lines. Their
 * length is in metres and their thickness in pixels; the shader builds each
 * from an origin and a vector. Where they are to cost little they are flat and
 * face the eye, with three triangles instead of twenty-four, and all of them
 * are drawn as one: the processor takes as long to begin an instance as for
 * ten of its triangles.
 */

import {
  BufferAttribute,
  type Camera,
  type Color,
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PerspectiveCamera,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
} from "three";

/** Sides of a shaft. */
const SIDES = 8;

const VERTEX = /* glsl */ `
  attribute vec3 origin;
  attribute vec3 along;
  attribute vec3 ink;
  // x, y on the unit circle; z: 0 tail, 1 neck, 2 tip; w: 1 shaft, 2 head.
  attribute vec4 corner;
  uniform float pixel;
  uniform float shaft;
  uniform float head;
  varying vec3 vInk;
  varying vec3 vNormal;
  void main() {
    float size = length(along);
    vec3 axis = size > 0.0 ? along / size : vec3(0.0, 1.0, 0.0);
    vec4 seen = modelViewMatrix * vec4(origin, 1.0);
    float metres = pixel * max(-seen.z, 1e-6);
    float headLength = min(head * metres, 0.6 * size);
    float neck = size - headLength;
    float place = corner.z < 0.5 ? 0.0 : corner.z < 1.5 ? neck : size;
    float shrink = head > 0.0 ? headLength / (head * metres) : 1.0;
    float radius = corner.w < 1.5 ? shaft * metres * max(shrink, 0.5) : 0.38 * headLength;
    if (corner.z > 1.5 && head > 0.0) radius = 0.0;
    vInk = ink;
    #ifdef FLAT
      vec3 way = mat3(modelViewMatrix) * axis;
      vec3 across = cross(way, seen.xyz);
      across /= max(length(across), 1e-9);
      vNormal = vec3(0.0, 0.0, 1.0);
      gl_Position = projectionMatrix * vec4(seen.xyz + place * way + radius * corner.x * across, 1.0);
    #else
      vec3 side = normalize(abs(axis.y) < 0.9 ? cross(axis, vec3(0, 1, 0)) : cross(axis, vec3(1, 0, 0)));
      vec3 round = corner.x * side + corner.y * cross(axis, side);
      vNormal = normalMatrix * normalize(round + (corner.w > 1.5 ? 0.38 * axis : vec3(0.0)));
      gl_Position = projectionMatrix * modelViewMatrix * vec4(origin + place * axis + radius * round, 1.0);
    #endif
    if (size == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  varying vec3 vInk;
  varying vec3 vNormal;
  void main() {
    float light = 0.78 + 0.22 * dot(normalize(vNormal), normalize(vec3(0.3, 0.8, 0.5)));
    gl_FragColor = vec4(vInk * light, 1.0);
    #include <colorspace_fragment>
  }`;

export class Arrows extends Mesh<InstancedBufferGeometry, ShaderMaterial> {
  /** How many there are. */
  used = 0;
  private capacity = 0;
  /** How often each is written: once where the card repeats it for all its corners. */
  private readonly copies: number;
  // The arrays behind the attributes: twenty thousand arrows are written per frame.
  private origin = new Float32Array();
  private along = new Float32Array();
  private ink = new Float32Array();

  /** Radius of the shaft and length of the head in pixels; 0 for no head. */
  constructor(
    shaft: number,
    head: number,
    private readonly isFlat = false,
  ) {
    const uniforms = { pixel: { value: 1 }, shaft: { value: shaft }, head: { value: head } };
    const material = new ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT });
    if (isFlat) Object.assign(material, { defines: { FLAT: "" }, side: DoubleSide });
    super(new InstancedBufferGeometry(), material);
    this.copies = isFlat ? corners(head > 0, true).length / 4 : 1;
    this.frustumCulled = false;
    this.geometry.instanceCount = 0;
    this.onBeforeRender = (renderer: WebGLRenderer, _scene, camera: Camera) => {
      uniforms.pixel.value = metresPerPixel(renderer, camera);
    };
  }

  /** Makes room for at most this many, and begins with none. */
  begin(most: number): void {
    this.used = 0;
    if (most <= this.capacity) return;
    this.capacity = Math.max(64, 2 ** Math.ceil(Math.log2(most)));
    // A geometry keeps its buffers on the card: it is made anew with larger ones.
    const { head } = this.material.uniforms;
    this.geometry.dispose();
    this.geometry = new InstancedBufferGeometry();
    for (const name of ["origin", "along", "ink"] as const) {
      this[name] = new Float32Array(3 * this.copies * this.capacity);
      const attribute = this.isFlat ? new BufferAttribute(this[name], 3) : new InstancedBufferAttribute(this[name], 3);
      this.geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    }
    const one = corners(head.value > 0, this.isFlat);
    const all = this.isFlat ? Array.from({ length: this.capacity }, () => one).flat() : one;
    this.geometry.setAttribute("corner", new BufferAttribute(new Float32Array(all), 4));
    // The number of vertices comes from an attribute of this name.
    const counted = this.isFlat ? this.geometry.getAttribute("origin") : new BufferAttribute(new Float32Array((one.length / 4) * 3), 3);
    this.geometry.setAttribute("position", counted);
  }

  /** Adds one: from a point along a vector. */
  push(px: number, py: number, pz: number, vx: number, vy: number, vz: number, ink: Color): void {
    if (this.used >= this.capacity) return;
    const { origin, along, ink: inks } = this;
    const begun = 3 * this.copies * this.used;
    this.used += 1;
    for (let i = begun; i < 3 * this.copies * this.used; i += 3) {
      origin[i] = px;
      origin[i + 1] = py;
      origin[i + 2] = pz;
      along[i] = vx;
      along[i + 1] = vy;
      along[i + 2] = vz;
      inks[i] = ink.r;
      inks[i + 1] = ink.g;
      inks[i + 2] = ink.b;
    }
  }

  /** Sends what was added to the card. */
  end(): void {
    const { geometry, used, copies } = this;
    geometry.instanceCount = this.isFlat ? Math.min(used, 1) : used;
    if (this.isFlat) geometry.setDrawRange(0, copies * used);
    for (const name of ["origin", "along", "ink"]) {
      const attribute = geometry.getAttribute(name);
      if (attribute instanceof BufferAttribute) {
        attribute.clearUpdateRanges();
        attribute.addUpdateRange(0, 3 * copies * used);
        attribute.needsUpdate = true;
      }
    }
  }

  override dispose(): void {
    super.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** Size of a pixel at distance 1 from the camera. */
export function metresPerPixel(renderer: WebGLRenderer, camera: Camera): number {
  const height = renderer.getSize(new Vector2()).y;
  const angle = camera instanceof PerspectiveCamera ? camera.fov : 50;
  return (2 * Math.tan((angle * Math.PI) / 360)) / Math.max(height, 1);
}

/** The corners of the triangles of one arrow, four numbers each. */
function corners(head: boolean, isFlat: boolean): number[] {
  const made: number[] = [];
  const sides = isFlat ? 1 : SIDES;
  const ring = (from: [number, number], to: [number, number], isTip: boolean) => {
    for (let i = 0; i < sides; i++) {
      // What is flat has two edges.
      const [a, b] = isFlat ? [0, Math.PI] : [i, i + 1].map((k) => (2 * Math.PI * k) / sides);
      const at = (angle: number, [z, w]: [number, number]) => [Math.cos(angle), Math.sin(angle), z, w];
      made.push(...at(a, from), ...at(a, to), ...at(b, from));
      if (!isTip) made.push(...at(b, from), ...at(a, to), ...at(b, to));
    }
  };
  ring([0, 1], [head ? 1 : 2, 1], false);
  if (head) ring([1, 2], [2, 2], true);
  return made;
}
