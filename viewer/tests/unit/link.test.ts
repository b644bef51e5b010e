/** Deep links. */

import { expect, it } from "vitest";
import { readLink, writeLink } from "../../src/page/link";
import type { World } from "../../src/protocol/messages";

const world: World = {
  generation: 1,
  source: "scene",
  scene: "wall",
  story: "",
  parameters: { rows: 8, speed: -4.5 },
  ranges: {},
  view: { camera: null, target: null, follow: null },
  controls: [], coordinates: [], freedoms: 0,
  seed: 3,
  dt: 1 / 60,
  substeps: 2,
  gravity: [0, -9.81, 0],
  friction: "pyramid",
  mu: 0.25,
  lanes: [
    { solver: "bpp", options: { ordering: "amd" }, max_iterations: null, tolerance: null },
    { solver: "pgs", options: {}, max_iterations: 50, tolerance: 1e-6 },
  ],
  bodies: [],
  joints: [],
  cables: [],
  liquids: [],
  soft: [],
  sensors: [],
  frames: null,
  seconds: 4,
  step: 0,
  damage: null,
};

it("says all that opens the same run again", () => {
  const link = readLink(writeLink(world, { time: 1.5, frame: 0 }, [1, 2, 3, 0, 0.5, 0]));
  const { scene, parameters, seed, dt, substeps, friction, mu, lanes } = world;
  expect(link).toEqual({
    opening: { scene, parameters, seed, dt, substeps, friction, mu, lanes, time: 1.5 },
    recording: null,
    camera: [1, 2, 3, 0, 0.5, 0],
  });
});

it("may be short", () => {
  expect(readLink("#scene=arch")).toEqual({ opening: { scene: "arch" }, recording: null, camera: null });
});

it("passes over what is wrong in it", () => {
  expect(readLink("#scene=arch&time=soon&camera=1,2&set.n=&mu=NaN")).toEqual({ opening: { scene: "arch" }, recording: null, camera: null });
  expect(readLink("")).toBeNull();
  expect(readLink("#time=3")).toBeNull();
});

it("names recordings and moments", () => {
  const recorded: World = { ...world, source: "recording", scene: "tower-001.stick", frames: 90 };
  const link = readLink(writeLink(recorded, { time: 1.5, frame: 45 }, [1, 2, 3, 0, 0.5, 0]));
  expect(link).toEqual({ opening: null, recording: { name: "tower-001.stick", frame: 45 }, camera: [1, 2, 3, 0, 0.5, 0] });
  expect(readLink("#recording=x&frame=-3")?.recording).toEqual({ name: "x", frame: 0 });
});
