/** All that is drawn of one lane: solids with light, and marks over them. */

import { DirectionalLight, Fog, HemisphereLight, Scene } from "three";
import type { Frame } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { Bodies, type Colouring } from "./bodies";
import { Contacts } from "./contacts";
import type { Extent } from "./extent";
import { type Drag, Links } from "./links";
import { Liquid } from "./liquid";
import type { DrawOptions } from "./options";
import type { Palette } from "./palette";

const SHADOW_PIXELS = 2048;
/** Above this many bodies, round shapes have fewer faces. */
const FINE_LIMIT = 600;

/** How a lane is drawn now. */
export interface Look {
  options: DrawOptions;
  palette: Palette;
  picked: number | null;
  drag: Drag | null;
}

export class LaneView {
  readonly solids = new Scene();
  readonly marks = new Scene();
  readonly bodies: Bodies;
  private readonly contacts = new Contacts();
  private readonly links: Links;
  private readonly liquid = new Liquid();
  private readonly sun = new DirectionalLight("#fff6e8", 2.2);
  private readonly sky = new HemisphereLight("#ffffff", "#b9b2a8", 1.75);

  constructor(
    world: World,
    private readonly extent: Extent,
    software: boolean,
  ) {
    this.bodies = new Bodies(world, !software && world.bodies.length <= FINE_LIMIT);
    this.links = new Links(world);
    const { center, radius } = extent.sphere;
    this.bodies.fit(radius);
    this.sun.position.copy(center).add({ x: 0.5 * radius * 3, y: 1.1 * radius * 3, z: 0.65 * radius * 3 });
    this.sun.target.position.copy(center);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
    this.sun.shadow.intensity = 0.75;
    this.sun.shadow.radius = 3;
    const { camera } = this.sun.shadow;
    const reach = 1.7 * radius;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.2 * radius, far: 9 * radius });
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = (0.6 * reach) / SHADOW_PIXELS;
    this.solids.add(this.bodies, this.liquid, this.sun, this.sun.target, this.sky);
    this.marks.add(this.contacts, this.links);
  }

  /** Brings everything to the state of a frame. */
  update(frame: Frame, { options, palette, picked, drag }: Look): void {
    const colouring: Colouring = { islands: options.islands, sleeping: options.sleeping, picked };
    const { radius } = this.extent.sphere;
    this.solids.background = palette.background;
    this.solids.fog = new Fog(palette.background, 8 * radius, 40 * radius);
    this.sun.castShadow = options.shadows;
    this.bodies.setGlass(options.glass);
    this.bodies.place(frame);
    this.bodies.paint(frame, palette, colouring);
    this.liquid.update(frame);
    this.contacts.update(frame, this.extent, options, palette);
    this.links.update(frame, options, palette, drag);
  }

  /** Number of force arrows that are drawn. */
  get arrows(): number {
    return this.contacts.arrows;
  }

  dispose(): void {
    this.bodies.dispose();
    this.contacts.dispose();
    this.liquid.dispose();
    this.links.dispose();
    this.sun.dispose();
    this.sky.dispose();
  }
}
