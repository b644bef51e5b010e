/**
 * The mouse: a click picks a body, dragging a body that can move pulls it by
 * a spring, and everything else turns the camera. With Shift held, dragging
 * always turns the camera. Where something is to be placed, a click says where.
 */

import { Plane, Quaternion, Vector3 } from "three";
import { hideReadout, showReadout } from "../page/readout";
import type { Session } from "../page/session";
import { BODY } from "../protocol/frame";
import type { World } from "../protocol/messages";
import type { Stage } from "./stage";

/** The server hears of a drag at most this often. */
const SEND_EVERY_MS = 30;
/** The body under the mouse is looked for at most this often. */
const LOOK_EVERY_MS = 100;
const CLICK_PIXELS = 4;

/** Whether forces move a body; soft bodies come after all others. */
const isMovable = ({ source, bodies }: World, body: number): boolean =>
  source === "scene" && (body >= bodies.length || bodies[body].motion === "dynamic");

export function listenToPointer(stage: Stage, session: Session, pick: (lane: number, body: number | null) => void): void {
  const { canvas } = stage;
  const host = canvas.parentElement ?? canvas;
  let pressed: { x: number; y: number; lane: number; body: number | null } | null = null;
  let plane: Plane | null = null;
  let sent = 0;
  let looked = 0;

  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** Sends where the mouse is now, or soon: the last place of a quick move is never left out. */
  const send = () => {
    const { drag } = stage;
    clearTimeout(waiting);
    if (!drag) return;
    const rest = sent + SEND_EVERY_MS - performance.now();
    if (rest > 0) {
      waiting = setTimeout(send, rest);
      return;
    }
    sent = performance.now();
    const { lane, body, vertex } = drag;
    const grip = vertex === undefined ? { at: drag.at.toArray() } : { vertex };
    session.send({ type: "drag", lane, body, ...grip, to: drag.to.toArray() });
  };

  const begin = (event: PointerEvent) => {
    if (event.target !== canvas || event.button !== 0) return;
    const seen = stage.sight.look(event.clientX, event.clientY);
    if (!seen) return;
    pressed = { x: event.clientX, y: event.clientY, lane: seen.lane, body: seen.hit?.body ?? null };
    const frame = session.frames[seen.lane];
    const { world } = session;
    // A second finger turns and zooms the camera.
    if (!seen.hit || !frame || !world || event.shiftKey || !event.isPrimary || stage.placing) return;
    if (!isMovable(world, seen.hit.body)) return;
    const { body, point, vertex } = seen.hit;
    const at = new Vector3();
    if (vertex === undefined) {
      const turn = new Quaternion().fromArray(frame.bodies.reals, body * BODY.words + BODY.quaternion);
      const centre = new Vector3().fromArray(frame.bodies.reals, body * BODY.words + BODY.position);
      at.copy(point).sub(centre).applyQuaternion(turn.invert());
    }
    plane = new Plane().setFromNormalAndCoplanarPoint(stage.camera.camera.getWorldDirection(new Vector3()), point);
    stage.drag = { lane: seen.lane, body, at, vertex, to: point.clone() };
    stage.camera.controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
  };

  /** An open hand over what can be pulled. */
  const hover = (event: PointerEvent) => {
    if (event.buttons !== 0 || performance.now() - looked < LOOK_EVERY_MS) return;
    looked = performance.now();
    const body = event.target === canvas ? stage.sight.look(event.clientX, event.clientY)?.hit?.body : undefined;
    const { world } = session;
    const pulls = body !== undefined && world && isMovable(world, body);
    canvas.style.cursor = stage.placing ? "crosshair" : pulls ? "grab" : "";
    const said = event.target === canvas ? stage.sight.read(event.clientX, event.clientY) : null;
    if (said) showReadout(said, event.clientX, event.clientY);
    else if (event.target === canvas) hideReadout();
  };

  const move = (event: PointerEvent) => {
    const { drag } = stage;
    if (!drag || !plane) {
      hover(event);
      return;
    }
    const ray = stage.sight.look(event.clientX, event.clientY)?.ray.ray;
    if (ray?.intersectPlane(plane, drag.to)) {
      send();
      stage.refresh();
    }
  };

  const end = (event: PointerEvent) => {
    const start = pressed;
    pressed = null;
    if (stage.drag) {
      clearTimeout(waiting);
      session.send({ type: "release" });
      stage.drag = null;
      plane = null;
      stage.camera.controls.enabled = true;
      stage.refresh();
    }
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < CLICK_PIXELS) {
      if (stage.placing) place(event);
      else pick(start.lane, start.body);
    }
  };

  /** What is clicked, or where nothing is, as far away as what the camera looks at. */
  const place = (event: PointerEvent) => {
    const seen = stage.sight.look(event.clientX, event.clientY);
    if (!seen) return;
    const { camera, controls } = stage.camera;
    const point = seen.hit?.point ?? seen.ray.ray.at(camera.position.distanceTo(controls.target), new Vector3());
    stage.placing?.(point);
  };

  canvas.addEventListener("pointerleave", hideReadout);
  // Before the camera's own listeners, which a drag switches off.
  host.addEventListener("pointerdown", begin, { capture: true });
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}
