/** Texts of the server: good ones are read, others are refused with the place. */

import { describe, expect, it } from "vitest";
import { decodeMessage } from "../../src/protocol/messages";

const world = {
  type: "world",
  generation: 3,
  source: "scene",
  scene: "wall",
  story: null,
  parameters: { rows: 5 },
  seed: 0,
  dt: 0.01,
  substeps: 2,
  gravity: [0, -9.81, 0],
  friction: "pyramid",
  mu: null,
  lanes: [{ solver: "bpp", options: { presweeps: 20, space: "auto" }, max_iterations: null, tolerance: null }],
  bodies: [
    {
      name: "floor",
      motion: "static",
      mass: 0,
      shapes: [{ position: [0, 0, 0], rotation: [1, 0, 0, 0], type: "half-space", normal: [0, 1, 0] }],
    },
    {
      name: "wedge",
      motion: "dynamic",
      mass: 2,
      shapes: [
        {
          position: [0, 0, 0],
          rotation: [1, 0, 0, 0],
          type: "hull",
          vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
          triangles: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        },
      ],
    },
  ],
  joints: [{ name: "hook", type: "ball", first: null, second: 1 }],
  cables: [],
  frames: null,
  seconds: 4,
};

const changed = (change: (copy: any) => void) => {
  const copy = structuredClone(world);
  change(copy);
  return JSON.stringify(copy);
};

describe("a world", () => {
  it("is read, with options as texts", () => {
    const { type, message } = decodeMessage(JSON.stringify(world));
    if (type !== "world") throw new Error(type);
    expect(message.lanes[0].options).toEqual({ presweeps: "20", space: "auto" });
    expect(message.bodies[1].shapes[0].shape).toMatchObject({ type: "hull" });
    expect(message.joints[0].first).toBeNull();
    expect(message.story).toBe("");
  });

  it("has the coordinates of joints, with their ranges", () => {
    const hinge = { name: "elbow", unit: "rad", range: [-2, 0.5], endless: false, value: 0.1 };
    const { message } = decodeMessage(changed((copy) => Object.assign(copy, { coordinates: [hinge], freedoms: 7 })));
    expect(message).toMatchObject({ coordinates: [hinge], freedoms: 7 });
    expect(decodeMessage(JSON.stringify(world)).message).toMatchObject({ coordinates: [], freedoms: 0 });
    for (const bad of [{ ...hinge, range: [1] }, { ...hinge, value: null }]) {
      expect(() => decodeMessage(changed((copy) => (copy.coordinates = [bad])))).toThrow("world.coordinates[0]");
    }
  });

  it("of a recording need not know its solver", () => {
    const source = changed((copy) => Object.assign(copy, { source: "recording", friction: null, lanes: [{ solver: null }] }));
    const { message } = decodeMessage(source);
    expect(message).toMatchObject({ lanes: [{ solver: "", options: {}, tolerance: null }] });
  });

  it.each<[string, (copy: any) => void]>([
    ["world.dt", (copy) => (copy.dt = "fast")],
    ["world.gravity", (copy) => (copy.gravity = [0, 1])],
    ["world.lanes", (copy) => delete copy.lanes],
    ["world.source", (copy) => (copy.source = "dream")],
    ["world.generation", (copy) => (copy.generation = -1)],
    ["world.bodies[1].motion", (copy) => (copy.bodies[1].motion = "lazy")],
    ["world.bodies[0].shapes[0].type", (copy) => (copy.bodies[0].shapes[0].type = "torus")],
    ["world.bodies[0].shapes[0].rotation", (copy) => (copy.bodies[0].shapes[0].rotation = [1, 0])],
    ["world.bodies[1].shapes[0].triangles", (copy) => (copy.bodies[1].shapes[0].triangles[0][0] = 4)],
    ["world.joints[0].second", (copy) => (copy.joints[0].second = 0.5)],
  ])("with a bad %s is refused", (place, change) => {
    expect(() => decodeMessage(changed(change))).toThrow(place);
  });
});

describe("other texts", () => {
  it.each(["", "{", "null", "[]", "7", '{"type":7}', '{"type":"toString"}', '{"type":"__proto__"}', '{"type":"dance"}'])(
    "%j is refused",
    (source) => {
      expect(() => decodeMessage(source)).toThrow();
    },
  );

  it("may hold numbers that are none", () => {
    const source = '{"type":"convergence","lane":0,"step":1,"rows":3,"iterations":959,"iteration":[0,400],"residual":[1,null],"tolerance":1e-9,"measure":"natural","status":"failed"}';
    expect(decodeMessage(source).message).toMatchObject({ residual: [1, NaN], iteration: [0, 400], iterations: 959, tolerance: 1e-9 });
  });

  it("tell where joints are", () => {
    const { type, message } = decodeMessage('{"type":"coordinates","lane":0,"values":{"elbow":-0.5,"wrist":12}}');
    expect({ type, message }).toEqual({ type: "coordinates", message: { lane: 0, values: { elbow: -0.5, wrist: 12 } } });
    expect(() => decodeMessage('{"type":"coordinates","lane":0,"values":{"elbow":"bent"}}')).toThrow("coordinates.values.elbow");
  });

  it("say what went wrong", () => {
    expect(decodeMessage('{"type":"error","message":"No."}').message).toEqual({ message: "No.", about: "" });
  });
});
