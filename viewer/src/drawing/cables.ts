/** Cables from afar: a line that is never thinner than the eye can follow. */

import { Color, Vector3 } from "three";
import { BODY, type Frame } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { Arrows } from "./arrows";
import type { Palette } from "./palette";

export class CableLines extends Arrows {
  private readonly most: number;

  constructor(private readonly world: World) {
    super(1, 0);
    this.most = world.cables.reduce((sum, cable) => sum + cable.bodies.length, 0);
  }

  /** Through the centres of the segments: inside them, where they are thicker. */
  update({ bodies }: Frame, palette: Palette): void {
    this.begin(this.most);
    const [from, to] = [new Vector3(), new Vector3()];
    const ink = new Color();
    for (const cable of this.world.cables) {
      for (let i = 1; i < cable.bodies.length; i++) {
        const [a, b] = [cable.bodies[i - 1], cable.bodies[i]];
        if (a >= bodies.count || b >= bodies.count) continue;
        from.fromArray(bodies.reals, a * BODY.words + BODY.position);
        to.fromArray(bodies.reals, b * BODY.words + BODY.position).sub(from);
        ink.set(this.world.bodies[a].color ?? palette.cable);
        this.push(from.x, from.y, from.z, to.x, to.y, to.z, ink);
      }
    }
    this.end();
  }
}
