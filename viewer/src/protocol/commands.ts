/** What the page says to the server. */

import type { Lane } from "./messages";

type Vector = [number, number, number];

/** Settings of a run that can be asked for anew. */
export interface Settings {
  lanes?: Lane[];
  dt?: number;
  substeps?: number;
  friction?: string;
  mu?: number | null;
}

/** What a scene is opened with. */
export interface Opening extends Settings {
  scene: string;
  parameters?: Record<string, number>;
  seed?: number;
  time?: number;
}

export type Command =
  | ({ type: "open" } & Opening)
  | { type: "open-recording"; name: string }
  | ({ type: "change" } & Settings)
  | { type: "play" | "pause" | "reset" | "release" }
  | { type: "step"; count?: number }
  | { type: "speed"; speed: number }
  | { type: "seek"; frame: number }
  | { type: "rewind"; step: number }
  | { type: "control"; name: string; value: number }
  | { type: "coordinate"; name: string; value: number }
  | { type: "drop"; at: Vector }
  | { type: "remove"; body: number }
  | { type: "record"; on: boolean }
  | { type: "draw"; contacts: boolean; joints: boolean }
  | { type: "watch"; convergence?: boolean; coordinates?: boolean }
  | { type: "pick"; body: number | null; lane?: number }
  | { type: "drag"; body: number; lane?: number; at?: Vector; vertex?: number; to: Vector; stiffness?: number }
  | { type: "matrix"; lane?: number; island?: number };
