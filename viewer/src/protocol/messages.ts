/** The texts that the server sends, checked. */

import {
  boolean,
  DecodeError,
  type Decode,
  type Decoded,
  dictionary,
  index,
  list,
  nullable,
  number,
  numberOrNaN,
  oneOf,
  record,
  scalarText,
  text,
  vector3,
  withDefault,
} from "./decode";
import { body } from "./shapes";
import { soft } from "./soft";

const recordings = list(record({ name: text }));

const option = record({
  name: text,
  summary: withDefault(text, ""),
  default: withDefault(scalarText, ""),
});

const solver = record({
  name: text,
  family: text,
  summary: withDefault(text, ""),
  options: list(option),
  friction: nullable(list(text)),
});

/** Least and most of a parameter. */
const range: Decode<[number, number]> = (value, place) => {
  const numbers = list(number)(value, place);
  if (numbers.length !== 2) throw new DecodeError(`${place} is not two numbers`);
  return numbers as [number, number];
};

const scene = record({
  name: text,
  description: withDefault(text, ""),
  story: withDefault(text, ""),
  parameters: dictionary(number),
  ranges: withDefault(dictionary(range), {}),
  bodies: number,
  /** What it is about. */
  tags: withDefault(list(text), []),
});

const hello = record({
  version: text,
  /** Differs for each process of the server. */
  started: nullable(number),
  scenes: list(scene),
  solvers: list(solver),
  friction_models: list(text),
  recordings,
  figures: list(record({ name: text, unit: withDefault(text, "") })),
  fps: number,
  /** Nobody said what to show: the gallery is opened. */
  landing: withDefault(boolean, false),
});

const lane = record({
  /** Empty where a recording does not say. */
  solver: withDefault(text, ""),
  options: withDefault(dictionary(scalarText), {}),
  max_iterations: nullable(number),
  tolerance: nullable(number),
});

const joint = record({
  name: text,
  type: text,
  first: nullable(index),
  second: nullable(index),
});

/** A coordinate of a joint that is one number; `endless` where it counts turns without stops. */
const coordinate = record({ name: text, unit: text, range, endless: boolean, value: number });

/** A liquid and its tank; the edge of a cell is its `width` (m). */
const tank = record({ name: text, lower: vector3, upper: vector3, width: number });

const world = record({
  generation: index,
  source: oneOf("scene", "recording"),
  scene: text,
  story: withDefault(text, ""),
  parameters: dictionary(number),
  ranges: withDefault(dictionary(range), {}),
  view: withDefault(
    record({ camera: nullable(vector3), target: nullable(vector3), follow: nullable(index) }),
    { camera: null, target: null, follow: null },
  ),
  controls: withDefault(list(record({ name: text, mode: text, unit: text, value: number })), []),
  coordinates: withDefault(list(coordinate), []),
  /** Of the trees of joints, those without a coordinate among these, too. */
  freedoms: withDefault(index, 0),
  seed: withDefault(number, 0),
  dt: number,
  substeps: withDefault(number, 1),
  gravity: vector3,
  friction: withDefault(text, ""),
  mu: nullable(number),
  lanes: list(lane),
  bodies: list(body),
  joints: withDefault(list(joint), []),
  cables: withDefault(list(record({ name: text, bodies: list(index) })), []),
  liquids: withDefault(list(tank), []),
  soft: withDefault(list(soft), []),
  /** What sensors read in a frame, after its figures: SENSOR.CHANNEL. */
  sensors: withDefault(list(text), []),
  frames: nullable(index),
  seconds: withDefault(number, 0),
  /** Where the run goes on; what lies before is another branch's past, too. */
  step: withDefault(index, 0),
  /** What of a recording is lost. */
  damage: nullable(text),
});

const state = record({
  playing: boolean,
  speed: number,
  recording: nullable(text),
  frame: nullable(index),
  /** Why the motion could not go on. */
  lost: nullable(text),
});

/** The figures of a whole recording. */
const series = record({
  figures: list(text),
  frame: list(index),
  time: list(number),
  values: list(list(numberOrNaN)),
});

const picked = record({
  lane: index,
  body: index,
  name: text,
  mass: number,
  position: vector3,
  velocity: vector3,
  angular_velocity: vector3,
  contact_force: vector3,
  /** Of this page's own drag. */
  drag_force: nullable(vector3),
  kinetic_energy: nullable(number),
  contacts: index,
  joints: list(record({ name: text, force: number })),
});

const convergence = record({
  lane: index,
  step: index,
  rows: index,
  iterations: index,
  /** When each residual was measured. */
  iteration: list(index),
  residual: list(numberOrNaN),
  tolerance: number,
  measure: text,
  status: text,
});

/** Where coordinates of joints are, by their names; one whose joint has broken is not there. */
const coordinates = record({ lane: index, values: dictionary(number) });

const view = record({
  name: text,
  rows: list(index),
  columns: list(index),
  order: list(index),
  entries: index,
});

const matrix = record({
  lane: index,
  step: index,
  island: index,
  rows: index,
  islands: list(index),
  labels: list(index),
  kinds: list(index),
  views: list(view),
});

const failure = record({ message: text, about: withDefault(text, "") });

const decoders = {
  hello,
  world,
  state,
  picked,
  convergence,
  coordinates,
  matrix,
  series,
  recordings: record({ recordings }),
  error: failure,
};

export type Hello = Decoded<typeof hello>;
export type SceneEntry = Decoded<typeof scene>;
export type SolverEntry = Decoded<typeof solver>;
export type Coordinate = Decoded<typeof coordinate>;
export type Tank = Decoded<typeof tank>;
export type Lane = Decoded<typeof lane>;
export type World = Decoded<typeof world>;
export type RunState = Decoded<typeof state>;
export type Picked = Decoded<typeof picked>;
export type Convergence = Decoded<typeof convergence>;
export type Series = Decoded<typeof series>;
export type Matrix = Decoded<typeof matrix>;
export type MatrixView = Decoded<typeof view>;

/** Every text of the server by its type. */
export type Messages = { [K in keyof typeof decoders]: Decoded<(typeof decoders)[K]> };

/** One of them, with its type. */
export type Message = { [K in keyof Messages]: { type: K; message: Messages[K] } }[keyof Messages];

/** Reads one text of the server. */
export function decodeMessage(source: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw new DecodeError("the message is not JSON");
  }
  const { type } = record({ type: text })(value, "message");
  if (!Object.hasOwn(decoders, type)) throw new DecodeError(`no message has the type “${type}”`);
  const decode = decoders[type as keyof Messages] as Decode<unknown>;
  return { type, message: decode(value, type) } as Message;
}
