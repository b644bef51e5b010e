/** A read-only window into the page for tests and for the curious: `stickslip` in the console. */

import type { LaneView } from "../drawing/lane";
import type { SoftSurface } from "../drawing/soft";
import type { Stage } from "../drawing/stage";
import type { ConvergencePanel } from "../panels/convergence";
import type { MatrixDialog } from "../panels/matrix";
import type { PlotsPanel } from "../panels/plots";
import { BODY, CONTACT } from "../protocol/frame";
import type { Session } from "./session";

/** Drawn before there is a lane. */
const NOTHING: LaneView["counts"] = { surface: 0, loads: 0, jointForces: 0, jointTorques: 0 };

/** What can be seen from outside. */
export interface Observed {
  readonly connected: boolean;
  readonly scene: string | null;
  readonly source: string | null;
  readonly generation: number | null;
  readonly lanes: string[];
  readonly playing: boolean;
  readonly recording: string | null;
  /** Of the first lane; −1 before its first frame. */
  readonly step: number;
  readonly time: number;
  readonly bodies: number;
  readonly contacts: number;
  readonly joints: number;
  readonly picked: { lane: number; body: number } | null;
  readonly dragging: boolean;
  /** Whether the next click lets a box fall. */
  readonly placing: boolean;
  readonly camera: number[];
  readonly samples: number;
  readonly convergence: number;
  /** Of the solve that the convergence belongs to. */
  readonly iterations: number;
  /** Force arrows drawn in the first lane. */
  readonly arrows: number;
  readonly matrixRows: number;
  /** Steps of the first lane that were not solved. */
  readonly failed: number;
  /** First and last step that can be gone back to. */
  readonly ring: [number, number];
  /** Pixels that are drawn per pixel of the page. */
  readonly sharpness: number;
  /** Triangles of surfaces, and arrows of loads, drawn in the first lane. */
  readonly drawn: LaneView["counts"];
  readonly wireframe: boolean;
  /** Whether walls before the camera are seen through. */
  readonly glass: boolean;
  /** Positions and quaternions of all bodies of a lane. */
  poses(lane?: number): number[];
  /** All numbers of the particles of liquids and of the vertices of soft bodies of the first lane. */
  drops(): number[];
  /** What is drawn of the soft bodies of the first lane, and whether as triangles. */
  surfaces(): SoftSurface[];
  readonly softWireframe: boolean;
  /** States of all contacts of the first lane. */
  states(): number[];
  /** Where a body, and the first anchor of a joint, is seen, in pixels of the page. */
  locate(body: number): [number, number] | null;
  locateJoint(joint: number): [number, number] | null;
}

export function exposeState(
  session: Session,
  stage: Stage,
  convergence: ConvergencePanel,
  plots: PlotsPanel,
  matrix: MatrixDialog,
): void {
  const observed: Observed = {
    get connected() { return session.connected; },
    get scene() { return session.world?.scene ?? null; },
    get source() { return session.world?.source ?? null; },
    get generation() { return session.world?.generation ?? null; },
    get lanes() { return session.world?.lanes.map(({ solver }) => solver) ?? []; },
    get playing() { return session.state.playing; },
    get recording() { return session.state.recording; },
    get step() { return session.frames[0]?.step ?? -1; },
    get time() { return session.frames[0]?.time ?? 0; },
    get bodies() { return session.frames[0]?.bodies.count ?? 0; },
    get contacts() { return session.frames[0]?.contacts.count ?? 0; },
    get joints() { return session.frames[0]?.joints.count ?? 0; },
    get picked() { return stage.picked; },
    get dragging() { return stage.drag !== null; },
    get placing() { return stage.placing !== null; },
    get camera() { return stage.camera.place; },
    get samples() { return plots.histories[0]?.length ?? 0; },
    get convergence() { return convergence.latest[0]?.residual.length ?? 0; },
    get iterations() { return convergence.latest[0]?.iterations ?? 0; },
    get arrows() { return stage.first?.arrows ?? 0; },
    get failed() { return session.figure("failed_steps"); },
    get ring() { return [session.figure("ring_first"), session.figure("ring_last")] as [number, number]; },
    get sharpness() { return stage.sharpness; },
    get drawn() { return stage.first?.counts ?? NOTHING; },
    get wireframe() { return stage.first?.bodies.wireframe ?? false; },
    get softWireframe() { return stage.first?.soft.wireframe ?? false; },
    get glass() { return stage.glass; },
    get matrixRows() { return matrix.latest?.rows ?? 0; },
    poses(lane = 0) {
      const frame = session.frames[lane];
      return frame ? [...frame.bodies.reals].filter((_, i) => i % BODY.words < BODY.island) : [];
    },
    drops() {
      return [...(session.frames[0]?.particles.reals ?? [])];
    },
    surfaces() {
      return stage.first?.soft.surfaces ?? [];
    },
    states() {
      const { count = 0, words } = session.frames[0]?.contacts ?? {};
      return Array.from({ length: count }, (_, i) => words?.[CONTACT.words * i + CONTACT.state] ?? -1);
    },
    locate(body) {
      return stage.sight.locate(body);
    },
    locateJoint(joint) {
      return stage.sight.locateJoint(joint);
    },
  };
  Object.defineProperty(window, "stickslip", { value: Object.freeze(observed) });
}
