/** One camera for all lanes; where it stands is kept over a reload. */

import { PerspectiveCamera, type Sphere, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { CameraPlace } from "../page/link";

const KEY = "stickslip.camera";
/** Most scenes lie along x and are seen from the front, a little from above. */
const DIRECTION = new Vector3(0.42, 0.34, 1).normalize();

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
  show(scene: string, sphere: Sphere, given: CameraPlace | null): void {
    const again = scene === this.scene;
    const kept = this.scene === "" ? this.kept(scene) : null;
    this.scene = scene;
    this.camera.near = sphere.radius / 200;
    this.camera.far = sphere.radius * 150;
    this.camera.updateProjectionMatrix();
    if (given ?? kept) this.stand((given ?? kept) as CameraPlace);
    else if (!again) this.fit(sphere);
  }

  /** The whole scene from the usual side. */
  fit({ center, radius }: Sphere, direction: Vector3 = DIRECTION): void {
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.atan(Math.tan(half) * Math.min(1, this.camera.aspect));
    const distance = (0.82 * radius) / Math.sin(narrow);
    const eye = center.clone().addScaledVector(direction, distance);
    this.stand([...eye.toArray(), ...center.toArray()]);
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
