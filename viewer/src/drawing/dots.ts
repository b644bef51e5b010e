/** Many round dots of a fixed size in pixels: contact points, joints. */

import { BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage, Points, ShaderMaterial } from "three";

const VERTEX = /* glsl */ `
  attribute vec3 ink;
  uniform float size;
  varying vec3 vInk;
  void main() {
    vInk = ink;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_PointSize = size;
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

  /** Diameter in pixels. */
  constructor(diameter: number) {
    const uniforms = { size: { value: diameter } };
    super(new BufferGeometry(), new ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT }));
    this.frustumCulled = false;
    this.onBeforeRender = (renderer) => {
      uniforms.size.value = diameter * renderer.getPixelRatio();
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
    this.geometry.setAttribute("position", new BufferAttribute(this.places, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute("ink", new BufferAttribute(this.inks, 3).setUsage(DynamicDrawUsage));
  }

  push(x: number, y: number, z: number, ink: Color): void {
    if (this.used >= this.capacity) return;
    const { places, inks } = this;
    const i = 3 * this.used;
    places[i] = x;
    places[i + 1] = y;
    places[i + 2] = z;
    inks[i] = ink.r;
    inks[i + 1] = ink.g;
    inks[i + 2] = ink.b;
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
