/**
 * Deep links: the run and the camera in the fragment of the address, such as
 * `#scene=wall&set.rows=8&solver=bpp&second=pgs&time=1.5`.
 */

import type { Opening } from "../protocol/commands";
import type { Lane, World } from "../protocol/messages";

/** Position and target of the camera. */
export type CameraPlace = [number, number, number, number, number, number];

export interface Link {
  /** A scene, or … */
  opening: Opening | null;
  /** … a recording and one of its frames. */
  recording: { name: string; frame: number } | null;
  camera: CameraPlace | null;
}

const PARAMETER = "set.";
const LANES = ["solver", "second"] as const;

/** Writes a link; the camera in four digits, the time in six. */
export function writeLink(world: World, { time, frame }: { time: number; frame: number }, camera: CameraPlace): string {
  const place = camera.map((value) => Number(value.toPrecision(4))).join(",");
  if (world.source === "recording") {
    return `#${new URLSearchParams({ recording: world.scene, frame: String(frame), camera: place })}`;
  }
  const fields = new URLSearchParams({ scene: world.scene });
  for (const [name, value] of Object.entries(world.parameters)) fields.set(PARAMETER + name, String(value));
  if (world.seed !== 0) fields.set("seed", String(world.seed));
  world.lanes.forEach((lane, i) => {
    const name = LANES[i];
    if (!name) return;
    fields.set(name, lane.solver);
    for (const [key, value] of Object.entries(lane.options)) fields.set(`${name}.${key}`, value);
    if (lane.max_iterations !== null) fields.set(`${name}-iterations`, String(lane.max_iterations));
    if (lane.tolerance !== null) fields.set(`${name}-tolerance`, String(lane.tolerance));
  });
  fields.set("dt", String(world.dt));
  fields.set("substeps", String(world.substeps));
  if (world.friction) fields.set("friction", world.friction);
  if (world.mu !== null) fields.set("mu", String(world.mu));
  if (time > 0) fields.set("time", String(Number(time.toPrecision(6))));
  fields.set("camera", place);
  return `#${fields}`;
}

/** Reads a link; null where it names neither a scene nor a recording. What is not a number is left out. */
export function readLink(fragment: string): Link | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const scene = fields.get("scene");
  const recording = fields.get("recording");
  if (!scene && !recording) return null;
  const numbers = (fields.get("camera") ?? "").split(",").map(Number);
  const camera = numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as CameraPlace) : null;
  if (!scene) {
    const frame = Number(fields.get("frame"));
    const name = recording ?? "";
    return { opening: null, recording: { name, frame: Number.isSafeInteger(frame) && frame > 0 ? frame : 0 }, camera };
  }
  const opening: Opening = { scene };
  const numeric = (name: string): number | null => {
    const value = fields.get(name);
    return value !== null && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : null;
  };
  const parameters: Record<string, number> = {};
  for (const name of fields.keys()) {
    const value = name.startsWith(PARAMETER) ? numeric(name) : null;
    if (value !== null) parameters[name.slice(PARAMETER.length)] = value;
  }
  if (Object.keys(parameters).length > 0) opening.parameters = parameters;
  const lanes = LANES.flatMap((name) => readLane(fields, name, numeric) ?? []);
  if (lanes.length > 0 && fields.has("solver")) opening.lanes = lanes;
  for (const name of ["seed", "dt", "substeps", "mu", "time"] as const) {
    const value = numeric(name);
    if (value !== null) opening[name] = value;
  }
  const friction = fields.get("friction");
  if (friction) opening.friction = friction;
  return { opening, recording: null, camera };
}

function readLane(fields: URLSearchParams, name: string, numeric: (name: string) => number | null): Lane | null {
  const solver = fields.get(name);
  if (!solver) return null;
  const options: Record<string, string> = {};
  for (const [key, value] of fields) {
    if (key.startsWith(`${name}.`)) options[key.slice(name.length + 1)] = value;
  }
  return { solver, options, max_iterations: numeric(`${name}-iterations`), tolerance: numeric(`${name}-tolerance`) };
}
