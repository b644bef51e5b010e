/** Friction cones: all forces that a contact can give, |f_t| ≤ μ f_n, as wide as μ. */

import {
  type Color,
  ConeGeometry,
  DoubleSide,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from "three";

const UP = new Vector3(0, 1, 0);

/** A cone of height and radius 1 with its tip at the origin, open upwards. */
function unitCone(): ConeGeometry {
  const cone = new ConeGeometry(1, 1, 24, 1, true);
  cone.rotateX(Math.PI).translate(0, 0.5, 0);
  return cone;
}

export class Cones extends InstancedMesh<ConeGeometry, MeshBasicMaterial> {
  private readonly place = new Matrix4();
  private readonly turn = new Quaternion();
  private readonly size = new Vector3();

  /** Room for this many. */
  constructor(readonly capacity: number) {
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.28, depthWrite: false, side: DoubleSide });
    super(unitCone(), material, capacity);
    this.instanceMatrix.setUsage(DynamicDrawUsage);
    this.frustumCulled = false;
    this.count = 0;
  }

  /** Adds the cone of a contact. */
  push(tip: Vector3, normal: Vector3, friction: number, height: number, ink: Color): void {
    if (this.count >= this.capacity) return;
    const radius = Math.max(friction * height, 1e-9);
    const place = this.place.compose(tip, this.turn.setFromUnitVectors(UP, normal), this.size.set(radius, height, radius));
    const i = this.count;
    this.count = i + 1;
    this.setMatrixAt(i, place);
    this.setColorAt(i, ink);
  }

  end(): void {
    this.instanceMatrix.needsUpdate = true;
    if (this.instanceColor) this.instanceColor.needsUpdate = true;
  }
}
