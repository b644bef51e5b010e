/** Many round dots of a fixed size in pixels: contact points, joints. */

import { BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage, Points, ShaderMaterial } from "three";
import { metresPerPixel } from "./arrows";

const VERTEX = /* glsl */ `
  attribute vec3 ink;
  attribute float reach;
  uniform float size;
  uniform float pixel;
  varying vec3 vInk;
  void main() {
    vInk = ink;
    vec4 seen = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * seen;
    // Never so large that it covers what it marks.
    gl_PointSize = min(1.1 * reach / (pixel * max(-seen.z, 1e-6)), size);
    if (gl_PointSize < 1.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  varying vec3 vInk;
  void main() {
    float away = 2.0 * length(gl_PointCoord - 0.5);
    if (away > 1.0) discard;
    gl_FragColor = vec4(vInk * (away > 0.75 ? 0.72 : 1.0), 1.0);
    #include <colorspace_fragment>
  }`;

export class Dots extends Points<BufferGeometry, ShaderMaterial> {
  private capacity = 0;
  private used = 0;
  private places = new Float32Array();
  private inks = new Float32Array();
  private reaches = new Float32Array();

  /** Diameter in pixels. */
  constructor(diameter: number) {
    const uniforms = { size: { value: diameter }, pixel: { value: 1 } };
    super(new BufferGeometry(), new ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT }));
    this.frustumCulled = false;
    this.onBeforeRender = (renderer, _scene, camera) => {
      uniforms.size.value = diameter * renderer.getPixelRatio();
      uniforms.pixel.value = metresPerPixel(renderer, camera) / renderer.getPixelRatio();
    };
  }

  /** Makes room for at most this many, and begins with none. */
  begin(most: number): void {
    this.used = 0;
    if (most <= this.capacity) return;
    this.capacity = Math.max(64, 2 ** Math.ceil(Math.log2(most)));
    this.geometry.dispose();
    this.geometry = new BufferGeometry();
    this.places = new Float32Array(3 * this.capacity);
    this.inks = new Float32Array(3 * this.capacity);
    this.reaches = new Float32Array(this.capacity);
    this.geometry.setAttribute("position", new BufferAttribute(this.places, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute("reach", new BufferAttribute(this.reaches, 1).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute("ink", new BufferAttribute(this.inks, 3).setUsage(DynamicDrawUsage));
  }

  /** Adds one; `reach` is the radius of what it marks (m). */
  push(x: number, y: number, z: number, ink: Color, reach: number): void {
    if (this.used >= this.capacity) return;
    const { places, inks } = this;
    const i = 3 * this.used;
    places[i] = x;
    places[i + 1] = y;
    places[i + 2] = z;
    inks[i] = ink.r;
    inks[i + 1] = ink.g;
    inks[i + 2] = ink.b;
    this.reaches[this.used] = reach;
    this.used += 1;
  }

  end(): void {
    this.geometry.setDrawRange(0, this.used);
    for (const attribute of Object.values(this.geometry.attributes)) attribute.needsUpdate = true;
  }

  override dispose(): void {
    super.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}
