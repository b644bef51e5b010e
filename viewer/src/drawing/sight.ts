/** From places of the page to what is seen there, and back. Places are in pixels of the page. */

import { Raycaster, Vector2, Vector3 } from "three";
import type { Session } from "../page/session";
import { JOINT } from "../protocol/frame";
import type { Met } from "./bodies";
import type { SceneCamera } from "./camera";
import type { LaneView } from "./lane";
import { pointOfBody } from "./links";
import { readNearest } from "./nearest";
import type { Drawing } from "./options";

/** What a ray meets first: a body, or after all bodies a soft one with its nearest vertex. */
type Hit = Met & { vertex?: number };

/** What is drawn, and where. */
export interface Seen {
  readonly canvas: HTMLCanvasElement;
  readonly camera: SceneCamera;
  readonly session: Session;
  readonly drawing: Drawing;
  /** One view per lane, as they were drawn last. */
  lanes(): LaneView[];
  /** Brings them up to date. */
  catchUp(): void;
}

export class Sight {
  constructor(private readonly seen: Seen) {}

  /** The lane under a point, the ray through it, and what it meets. */
  look(x: number, y: number): { lane: number; ray: Raycaster; hit: Hit | null } | null {
    const under = this.under(x, y);
    if (!under) return null;
    // A slow picture may still show what was before: rays meet what is newest.
    this.seen.catchUp();
    const { lane, place, size } = under;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * place[0]) / size[0] - 1, 1 - (2 * place[1]) / size[1]), this.seen.camera.camera);
    const { bodies, soft } = this.seen.lanes()[lane];
    const [rigid, deforming] = [bodies.meet(ray), soft.meet(ray)];
    const hit = deforming && deforming.distance < (rigid?.distance ?? Infinity) ? deforming : rigid;
    return { lane, ray, hit };
  }

  /** What is near a point, in words. */
  read(x: number, y: number): string | null {
    const { session, drawing, camera } = this.seen;
    const under = this.under(x, y);
    const frame = under && session.frames[under.lane];
    if (!session.world || !frame) return null;
    return readNearest(frame, session.world, drawing.options, camera.camera, under.place, under.size);
  }

  /** Where the centre of a body of the first lane is seen. */
  locate(body: number): [number, number] | null {
    const frame = this.seen.session.frames[0];
    if (!frame) return null;
    const soft = body >= frame.bodies.count;
    const centre = soft ? (this.seen.lanes()[0]?.soft.middle(body) ?? null) : pointOfBody(frame, body, new Vector3());
    return centre && this.project(centre);
  }

  /** The same of the first anchor of a joint. */
  locateJoint(joint: number): [number, number] | null {
    const { joints } = this.seen.session.frames[0] ?? {};
    if (!joints || joint >= joints.count) return null;
    return this.project(new Vector3().fromArray(joints.reals, joint * JOINT.words + JOINT.first));
  }

  /** The lane under a point, the point in it, and its size. */
  private under(x: number, y: number): { lane: number; place: [number, number]; size: [number, number] } | null {
    const count = this.seen.lanes().length;
    if (count === 0) return null;
    const area = this.seen.canvas.getBoundingClientRect();
    const width = area.width / count;
    const lane = Math.min(count - 1, Math.max(0, Math.floor((x - area.left) / width)));
    return { lane, place: [x - area.left - lane * width, y - area.top], size: [width, area.height] };
  }

  private project(point: Vector3): [number, number] {
    const area = this.seen.canvas.getBoundingClientRect();
    const place = point.project(this.seen.camera.camera);
    const width = area.width / Math.max(this.seen.lanes().length, 1);
    return [area.left + ((place.x + 1) / 2) * width, area.top + ((1 - place.y) / 2) * area.height];
  }
}
