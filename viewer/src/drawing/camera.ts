/** One camera for all lanes; where it stands is kept over a reload. */

import { type Box3, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { CameraPlace } from "../page/link";
import type { Extent } from "./extent";

const KEY = "stickslip.camera";
/** Most scenes lie along x and are seen from the front, a little from above. */
const DIRECTION = new Vector3(0.42, 0.34, 1).normalize();
/** What is left free around the scene. */
const MARGIN = 1.12;

/** Where a scene wants to be seen from. */
export interface Wish {
  camera: [number, number, number] | null;
  target: [number, number, number] | null;
}

export class SceneCamera {
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  private scene = "";
  private saving: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement, changed: () => void) {
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => {
      changed();
      clearTimeout(this.saving);
      this.saving = setTimeout(() => this.save(), 100);
    });
  }

  /**
   * Shows a scene: from a given place, from where it was seen before the
   * reload, or as a whole. The scene that is shown already stays as it is.
   */
  show(scene: string, { box, sphere }: Extent, given: CameraPlace | null, wished: Wish): void {
    const again = scene === this.scene;
    const kept = this.scene === "" ? this.kept(scene) : null;
    this.scene = scene;
    this.camera.near = sphere.radius / 200;
    this.camera.far = sphere.radius * 150;
    this.camera.updateProjectionMatrix();
    if (given ?? kept) this.stand((given ?? kept) as CameraPlace);
    else if (!again) this.begin(box, wished);
  }

  /** The whole scene, or what it wishes. */
  begin(box: Box3, wished: Wish): void {
    this.fit(box);
    this.wish(wished);
  }

  /** Stands where the scene wants to be seen from; what it does not say stays. */
  private wish({ camera, target }: Wish): void {
    if (!camera && !target) return;
    const [ex, ey, ez, tx, ty, tz] = this.place;
    const aim = target ?? [tx, ty, tz];
    // With a target alone the camera keeps its side and its distance.
    const eye = camera ?? [ex + aim[0] - tx, ey + aim[1] - ty, ez + aim[2] - tz];
    this.stand([...eye, ...aim] as CameraPlace);
  }

  /** Goes along by so much. */
  shift(way: Vector3): void {
    this.camera.position.add(way);
    this.controls.target.add(way);
    this.controls.update();
  }

  /** The whole scene from the usual side. */
  fit(box: Box3): void {
    const centre = box.getCenter(new Vector3());
    const side = new Vector3(0, 1, 0).cross(DIRECTION).normalize();
    const up = DIRECTION.clone().cross(side);
    const vertical = Math.tan((this.camera.fov * Math.PI) / 360);
    const horizontal = vertical * this.camera.aspect;
    let distance = 0;
    for (let i = 0; i < 8; i++) {
      const [x, y, z] = [i & 1, i & 2, i & 4].map(Boolean);
      const corner = new Vector3(x ? box.min.x : box.max.x, y ? box.min.y : box.max.y, z ? box.min.z : box.max.z).sub(centre);
      const across = Math.max(Math.abs(corner.dot(side)) / horizontal, Math.abs(corner.dot(up)) / vertical);
      distance = Math.max(distance, across + corner.dot(DIRECTION));
    }
    const eye = centre.clone().addScaledVector(DIRECTION, MARGIN * distance);
    this.stand([...eye.toArray(), ...centre.toArray()]);
  }

  /** A view becomes wider or narrower: the camera steps back or forth to show as much. */
  reshape(aspect: number): void {
    const before = this.distanceFactor();
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    const { target } = this.controls;
    this.camera.position.sub(target).multiplyScalar(this.distanceFactor() / before).add(target);
    this.controls.update();
  }

  /** Distance at which a ball of radius 1 fills the narrower side. */
  private distanceFactor(): number {
    const half = (this.camera.fov * Math.PI) / 360;
    return 1 / Math.sin(Math.atan(Math.tan(half) * Math.min(1, this.camera.aspect)));
  }

  get place(): CameraPlace {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  private stand([x, y, z, ...target]: CameraPlace): void {
    this.camera.position.set(x, y, z);
    this.controls.target.set(...target);
    this.controls.update();
  }

  private save(): void {
    if (this.scene) sessionStorage.setItem(KEY, JSON.stringify({ scene: this.scene, place: this.place }));
  }

  private kept(scene: string): CameraPlace | null {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
      const place: unknown = kept?.scene === scene ? kept.place : null;
      const whole = Array.isArray(place) && place.length === 6 && place.every(Number.isFinite);
      return whole ? (place as CameraPlace) : null;
    } catch {
      return null;
    }
  }
}
