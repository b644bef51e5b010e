/** Cones of friction over sections that are no discs: a closed line, and edges from the contact to its corners. */

import { BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage, LineBasicMaterial, LineSegments, Vector3 } from "three";

/** More corners than this are a curve, which has no edges of its own. */
const MOST_EDGES = 16;

export class Outlines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  private positions = new Float32Array(0);
  private colours = new Float32Array(0);
  /** Numbers written so far. */
  private used = 0;

  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));
    this.frustumCulled = false;
  }

  begin(): void {
    this.used = 0;
  }

  /** Adds a section at the height of a cone: corners times μ along the tangent and across it. */
  push(tip: Vector3, normal: Vector3, tangent: Vector3, section: Float32Array, friction: number, height: number, ink: Color): void {
    const count = section.length / 2;
    const across = new Vector3().crossVectors(normal, tangent);
    const corner = (i: number) =>
      tip
        .clone()
        .addScaledVector(normal, height)
        .addScaledVector(tangent, height * friction * section[2 * (i % count)])
        .addScaledVector(across, height * friction * section[2 * (i % count) + 1]);
    for (let i = 0; i < count; i++) {
      this.line(corner(i), corner(i + 1), ink);
      if (count <= MOST_EDGES) this.line(tip, corner(i), ink);
    }
  }

  private line(from: Vector3, to: Vector3, ink: Color): void {
    if (this.used + 6 > this.positions.length) this.grow();
    from.toArray(this.positions, this.used);
    to.toArray(this.positions, this.used + 3);
    ink.toArray(this.colours, this.used);
    ink.toArray(this.colours, this.used + 3);
    this.used += 6;
  }

  private grow(): void {
    const longer = (old: Float32Array) => {
      const made = new Float32Array(Math.max(768, 2 * old.length));
      made.set(old);
      return made;
    };
    [this.positions, this.colours] = [longer(this.positions), longer(this.colours)];
    // A geometry cannot change the length of its attributes.
    this.geometry.dispose();
    this.geometry = new BufferGeometry();
    for (const [name, numbers] of [["position", this.positions], ["color", this.colours]] as const) {
      this.geometry.setAttribute(name, new BufferAttribute(numbers, 3).setUsage(DynamicDrawUsage));
    }
  }

  /** Lines that are drawn. */
  get lines(): number {
    return this.used / 6;
  }

  end(): void {
    this.geometry.setDrawRange(0, this.used / 3);
    for (const name of ["position", "color"]) {
      const attribute = this.geometry.getAttribute(name);
      if (attribute) attribute.needsUpdate = true;
    }
  }

  override dispose(): void {
    super.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}
