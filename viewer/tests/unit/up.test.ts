/** Which way is up. */

import { Vector3 } from "three";
import { expect, test } from "vitest";
import { raised, upOf } from "../../src/drawing/up";

test("up is against gravity along z, and else y", () => {
  expect(upOf([0, 0, -9.81]).toArray()).toEqual([0, 0, 1]);
  expect(upOf([0, -9.81, 0]).toArray()).toEqual([0, 1, 0]);
  expect(upOf([0, 0, 9.81]).toArray()).toEqual([0, 1, 0]);
  expect(upOf([0, 0, 0]).toArray()).toEqual([0, 1, 0]);
  expect(upOf([0, -9, -4]).toArray()).toEqual([0, 1, 0]);
});

test("directions keep their sides: right stays right, above stays above", () => {
  const z = new Vector3(0, 0, 1);
  expect(raised(new Vector3(0, 1, 0), z).distanceTo(z)).toBe(0);
  expect(raised(new Vector3(1, 0, 0), z).distanceTo(new Vector3(1, 0, 0))).toBe(0);
  const [a, b] = [new Vector3(1, 2, 3), new Vector3(-2, 0.5, 1)];
  const turned = raised(a, z).cross(raised(b, z));
  expect(turned.distanceTo(raised(a.clone().cross(b), z))).toBeLessThan(1e-12);
});
