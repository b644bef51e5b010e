/** One camera for all lanes; where it stands is kept over a reload. */

import { type Box3, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { CameraPlace } from "../page/link";
import type { Extent } from "./extent";
import { raised } from "./up";

const KEY = "stickslip.camera";
/** Most scenes lie along x and are seen from the front, a little from above (with y up). */
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
  controls: OrbitControls;
  private scene = "";
  private saving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly changed: () => void,
  ) {
    this.controls = this.control();
  }

  private control(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.zoomToCursor = true;
    controls.addEventListener("change", () => {
      this.changed();
      clearTimeout(this.saving);
      this.saving = setTimeout(() => this.save(), 100);
    });
    return controls;
  }

  /** Orbits about another direction, which controls take once and for all. */
  private turn(up: Vector3): void {
    if (this.camera.up.equals(up)) return;
    this.camera.up.copy(up);
    const { target } = this.controls;
    this.controls.dispose();
    this.controls = this.control();
    this.controls.target.copy(target);
  }

  /**
   * Shows a scene: from a given place, from where it was seen before the
   * reload, or as a whole. The scene that is shown already stays as it is.
   */
  show(scene: string, { box, sphere, up }: Extent, given: CameraPlace | null, wished: Wish): void {
    this.turn(up);
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

  /** Stands where the scene wants to be seen from, farther away where the view is narrow; what it does not say stays. */
  private wish({ camera, target }: Wish): void {
    if (!camera && !target) return;
    const [ex, ey, ez, tx, ty, tz] = this.place;
    const aim = target ?? [tx, ty, tz];
    const farther = this.distanceFactor() / this.distanceFactor(1);
    // With a target alone the camera keeps its side and its distance.
    const eye = camera
      ? camera.map((value, i) => aim[i] + farther * (value - aim[i]))
      : [ex + aim[0] - tx, ey + aim[1] - ty, ez + aim[2] - tz];
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
    const direction = raised(DIRECTION, this.camera.up);
    const side = this.camera.up.clone().cross(direction).normalize();
    const up = direction.clone().cross(side);
    const vertical = Math.tan((this.camera.fov * Math.PI) / 360);
    const horizontal = vertical * this.camera.aspect;
    let distance = 0;
    for (let i = 0; i < 8; i++) {
      const [x, y, z] = [i & 1, i & 2, i & 4].map(Boolean);
      const corner = new Vector3(x ? box.min.x : box.max.x, y ? box.min.y : box.max.y, z ? box.min.z : box.max.z).sub(centre);
      const across = Math.max(Math.abs(corner.dot(side)) / horizontal, Math.abs(corner.dot(up)) / vertical);
      distance = Math.max(distance, across + corner.dot(direction));
    }
    const eye = centre.clone().addScaledVector(direction, MARGIN * distance);
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
  private distanceFactor(aspect = this.camera.aspect): number {
    const half = (this.camera.fov * Math.PI) / 360;
    return 1 / Math.sin(Math.atan(Math.tan(half) * Math.min(1, aspect)));
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
