/** Which way is up: z in models of machines that are run alone, y in all else. */

import { Vector3 } from "three";

/** Up of a world by its gravity: z where that is along −z, else y. */
export function upOf([x, y, z]: [number, number, number]): Vector3 {
  return z < 0 && -z > Math.hypot(x, y) ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
}

/** A direction that was meant with y up, where `up` is; x stays. */
export function raised({ x, y, z }: Vector3, up: Vector3): Vector3 {
  return up.z === 1 ? new Vector3(x, -z, y) : new Vector3(x, y, z);
}
