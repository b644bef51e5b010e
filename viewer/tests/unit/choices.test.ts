/** Finding a scene among many, a solver to compare with, the words of the pace, and what a camera follows. */

import { Vector3 } from "three";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { SceneCamera } from "../../src/drawing/camera";
import { Governor } from "../../src/drawing/hardware";
import { Follower } from "../../src/drawing/follow";
import { calm, withPicture } from "../../src/page/calm";
import { BODY, type Frame } from "../../src/protocol/frame";
import type { SceneEntry, SolverEntry, World } from "../../src/protocol/messages";

/** Panels make elements when they are loaded; what is tried here needs none. */
vi.mock("../../src/page/elements", () => ({ element: () => ({}), button: () => ({}), panel: () => ({}) }));
vi.mock("../../src/panels/lane", () => ({ LaneForm: class {} }));

const scene = (name: string, story: string, tags: string[]): SceneEntry => ({ name, description: `a ${name}`, story, tags, parameters: {}, ranges: {}, bodies: 3 });

describe("a scene", () => {
  const scenes = [scene("stack", "Boxes on a chain of thought.", []), scene("chain", "Links hang.", ["joints"]), scene("rope", "It swings, a soft chain.", ["soft"])];
  let find: (words: string, ...tags: string[]) => string[];
  beforeAll(async () => {
    const { findScenes } = await import("../../src/panels/gallery");
    find = (words, ...tags) => findScenes(scenes, words, new Set(tags)).map(({ name }) => name);
  });

  it("is found by words of its name, its story and its tags, names first", () => {
    expect(find("")).toEqual(["stack", "chain", "rope"]);
    expect(find("CHAIN")).toEqual(["chain", "stack", "rope"]);
    expect(find("chain swings")).toEqual(["rope"]);
    expect(find("joints")).toEqual(["chain"]);
    expect(find("nothing of the kind")).toEqual([]);
  });

  it("is found by what is in it", () => {
    expect(find("", "soft")).toEqual(["rope"]);
    expect(find("chain", "joints")).toEqual(["chain"]);
    expect(find("", "soft", "joints")).toEqual([]);
  });
});

it("two lanes begin with two solvers that take the friction model", async () => {
  const { secondSolver } = await import("../../src/panels/solver");
  const solver = (name: string, family: string, ...friction: string[]): SolverEntry => ({ name, family, friction, summary: "", options: [] });
  const known = [solver("bpp", "pivoting", "box"), solver("pgs", "sweeps", "box", "cone"), solver("ip", "interior", "cone"), solver("jacobi", "sweeps", "cone")];
  expect(secondSolver(known, "bpp", "box")).toBe("pgs");
  expect(secondSolver(known, "pgs", "box")).toBe("bpp");
  expect(secondSolver(known, "pgs", "cone")).toBe("ip");
  expect(secondSolver(known.slice(0, 1), "bpp", "box")).toBe("bpp");
});

it("a title says what there is, and not what there is not", async () => {
  const { contentsOf } = await import("../../src/panels/titles");
  const of = (bodies: number, soft: number, liquids: number) =>
    contentsOf({ bodies: Array(bodies), soft: Array(soft), liquids: Array(liquids) } as unknown as World);
  expect([of(3, 0, 0), of(0, 1, 0), of(1, 2, 1)]).toEqual(["3 bodies", "1 soft body", "1 body, 2 soft bodies, 1 liquid"]);
});

it("a pace is never nothing while something moves", async () => {
  const { paceText } = await import("../../src/panels/status");
  expect([12.4, 1, 0.997, 0.94, 0.042, 0.0013, 1e-5].map(paceText)).toEqual(["12", "1.0", "1.0", "0.94", "0.042", "0.0013", "< 0.001"]);
});

it("fewer pixels are drawn the sooner the slower pictures are, and more again", () => {
  const pictures = (spent: number) => {
    const governor = new Governor(() => 1);
    let count = 0;
    while (governor.ratio > 0.5 && count < 1000) {
      governor.move(spent, 0);
      count += 1;
    }
    return { count, governor };
  };
  expect(pictures(20).count).toBe(1000);
  expect([pictures(40).count, pictures(300).count]).toEqual([24, 3]);
  const { governor } = pictures(300);
  for (let i = 0; i < 1000; i++) governor.move(5, 0);
  expect(governor.ratio).toBe(1);
});

it("a picture that stands has all its pixels, and those that move have few again at once", () => {
  const governor = new Governor(() => 1);
  for (let i = 0; i < 20; i++) governor.move(100, 0);
  const few = governor.ratio;
  expect(few).toBe(0.4);
  // It does not stand while pictures follow each other, however slow they are.
  expect([governor.move(2000, 10), governor.ratio]).toEqual([false, few]);
  expect([governor.rest(200), governor.ratio]).toEqual([false, few]);
  expect([governor.rest(310), governor.ratio]).toEqual([true, 1]);
  expect([governor.rest(5000), governor.ratio]).toEqual([false, 1]);
  // One alone, as after a touch, does not blink.
  expect([governor.move(400, 900), governor.ratio]).toEqual([false, 1]);
  expect([governor.move(400, 5), governor.ratio]).toEqual([true, few]);
});

it("what sharp pictures take is not held against those that move", () => {
  const governor = new Governor(() => 1);
  while (governor.ratio === 1) governor.move(40, 0);
  const fewer = governor.ratio;
  expect(fewer).toBeGreaterThan(0.7);
  governor.rest(1000);
  for (let i = 0; i < 20; i++) governor.move(400, 900);
  governor.move(400, 0);
  expect(governor.ratio).toBe(fewer);
  governor.isHeld = true;
  for (let i = 0; i < 20; i++) expect(governor.move(400, 0)).toBe(false);
  expect(governor.ratio).toBe(1);
  governor.isHeld = false;
  expect(governor.ratio).toBe(fewer);
});

it("where pictures are fast, nothing changes when they stand", () => {
  const fast = new Governor(() => 2);
  for (let i = 0; i < 100; i++) expect(fast.move(12, 0)).toBe(false);
  expect([fast.rest(1000), fast.move(12, 0), fast.ratio]).toEqual([false, false, 2]);
});

it("a readout is written at once, then at most so often, and the last is not lost", () => {
  vi.useFakeTimers();
  const written: number[] = [];
  let value = 0;
  const write = calm(() => written.push(value));
  for (; value < 25; value++) {
    write();
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([0, 9, 19, 25]);
  vi.useRealTimers();
});

it("where pictures are drawn, readouts come with them, and without when they end", () => {
  vi.useFakeTimers();
  const written: number[] = [];
  let value = 0;
  const write = calm(() => written.push(value));
  for (; value < 50; value++) {
    // Every seventh frame is drawn, 70 ms after the one before it.
    if (value % 7 === 0) withPicture();
    write();
    vi.advanceTimersByTime(10);
  }
  expect(written).toEqual([7, 28, 49]);
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([7, 28, 49, 50]);
  vi.useRealTimers();
});

describe("a camera that follows", () => {
  const frame = (x: number): Frame => ({ lane: 0, bodies: { count: 1, reals: new Float32Array(BODY.words).fill(x, 0, 1).fill(1, 6, 7) } }) as unknown as Frame;
  const camera = () => {
    const target = new Vector3(0, 5, 0);
    return { controls: { target }, shift: (way: Vector3) => target.add(way) };
  };
  const picked = { lane: 0, body: 0 };

  it("has the picked body in the middle, and keeps it there", () => {
    const made = camera();
    const follower = new Follower(made as unknown as SceneCamera);
    follower.begin(null, false);
    follower.take([frame(2)], null);
    expect(made.controls.target.toArray()).toEqual([0, 5, 0]);
    follower.take([frame(2)], picked);
    expect(made.controls.target.toArray()).toEqual([2, 0, 0]);
    follower.take([frame(7)], picked);
    expect(made.controls.target.toArray()).toEqual([7, 0, 0]);
    // Let go and picked again it comes into the middle again.
    follower.take([frame(7)], null);
    made.controls.target.set(0, 0, 0);
    follower.take([frame(9)], picked);
    expect(made.controls.target.toArray()).toEqual([9, 0, 0]);
  });

  it("goes along with the scene's body, and looks where the scene wants", () => {
    const made = camera();
    const follower = new Follower(made as unknown as SceneCamera);
    follower.begin(0, true);
    follower.take([frame(2)], null);
    follower.take([frame(3)], null);
    expect(made.controls.target.toArray()).toEqual([1, 5, 0]);
    // Whoever picks the same body wants it in the middle.
    follower.take([frame(3)], picked);
    expect(made.controls.target.toArray()).toEqual([3, 0, 0]);
  });
});
