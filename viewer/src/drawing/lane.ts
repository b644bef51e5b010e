/** All that is drawn of one lane: solids with light, and marks over them. */

import { DirectionalLight, Fog, HemisphereLight, Scene, Vector3 } from "three";
import type { Frame } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { Bodies, type Colouring } from "./bodies";
import { CableLines } from "./cables";
import type { ColourScale } from "./colouring";
import { Contacts } from "./contacts";
import type { Extent } from "./extent";
import { type Drag, Links, pointOfBody } from "./links";
import { Liquid } from "./liquid";
import { Loads, type Pull } from "./loads";
import type { DrawOptions } from "./options";
import type { Palette } from "./palette";
import { SoftBodies } from "./soft";
import { raised } from "./up";

/** Pixels of the map of shadows to a side; the processor fills a sixteenth of them. */
const SHADOW_PIXELS = 2048;
const SOFTWARE_SHADOW_PIXELS = 512;
/** Where the sun stands with y up, in radii of the scene. */
const SUN = new Vector3(1.5, 3.3, 1.95);
/** Above this many bodies, round shapes have fewer faces; where the processor draws, few or fewest. */
const FINE_LIMIT = 600;
const PLAIN_LIMIT = 40;

/** How a lane is drawn now. */
export interface Look {
  options: DrawOptions;
  palette: Palette;
  picked: number | null;
  drag: Drag | null;
  /** The force of the drag on its body (N). */
  pull: Pull | null;
}

export class LaneView {
  readonly solids = new Scene();
  readonly marks = new Scene();
  readonly bodies: Bodies;
  readonly soft: SoftBodies;
  private readonly contacts: Contacts;
  private readonly links: Links;
  private readonly liquid: Liquid;
  private readonly cables: CableLines;
  private readonly loads: Loads;
  private readonly sun = new DirectionalLight("#fff6e8", 2.2);
  private readonly sky = new HemisphereLight("#ffffff", "#b9b2a8", 1.75);
  private readonly shadowPixels: number;
  private readonly fog: Fog;

  constructor(
    world: World,
    private readonly extent: Extent,
    software: boolean,
  ) {
    const count = world.bodies.length;
    const detail = software ? (count <= PLAIN_LIMIT ? "plain" : "coarse") : count <= FINE_LIMIT ? "fine" : "plain";
    this.bodies = new Bodies(world, detail);
    this.links = new Links(world, extent);
    this.contacts = new Contacts(software);
    this.shadowPixels = software ? SOFTWARE_SHADOW_PIXELS : SHADOW_PIXELS;
    const { center, radius } = extent.sphere;
    this.bodies.fit(radius);
    this.sky.position.copy(extent.up);
    this.sun.position.copy(center).addScaledVector(raised(SUN, extent.up), radius);
    this.sun.target.position.copy(center);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(this.shadowPixels, this.shadowPixels);
    this.sun.shadow.intensity = 0.75;
    this.sun.shadow.radius = 3;
    const { camera } = this.sun.shadow;
    const reach = 1.7 * radius;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.2 * radius, far: 9 * radius });
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = (0.6 * reach) / this.shadowPixels;
    // One fog for good: another object would have three.js look for every program anew.
    this.solids.fog = this.fog = new Fog("#000000", 8 * radius, 40 * radius);
    this.cables = new CableLines(world);
    this.liquid = new Liquid(world);
    this.soft = new SoftBodies(world);
    this.loads = new Loads(world, extent);
    this.solids.add(this.bodies, this.cables, this.liquid, this.soft, this.sun, this.sun.target, this.sky);
    this.marks.add(this.contacts, this.links, this.loads);
  }

  /** Brings everything to the state of a frame. */
  update(frame: Frame, { options, palette, picked, drag, pull }: Look): void {
    const colouring: Colouring = { by: options.colour, sleeping: options.sleeping, picked };
    this.solids.background = palette.background;
    this.fog.color.copy(palette.background);
    this.sun.castShadow = options.shadows;
    this.bodies.wireframe = options.wireframe;
    this.bodies.place(frame);
    this.bodies.paint(frame, palette, colouring);
    this.liquid.update(frame, options, palette);
    this.soft.update(frame, options, palette, picked);
    this.contacts.update(frame, this.extent, options, palette, picked);
    this.links.update(frame, options, palette, picked, drag, drag && this.held(frame, drag));
    this.cables.update(frame, palette);
    this.loads.update(frame, options, palette, pull);
  }

  /** Where the point is that a drag pulls. */
  held(frame: Frame, { body, at, vertex }: Drag): Vector3 | null {
    if (vertex !== undefined) return this.soft.vertex(body, vertex);
    return body < frame.bodies.count ? pointOfBody(frame, body, at) : null;
  }

  /** Lets the light and its shadows go along with what is looked at. */
  lookAt(target: Vector3, distance: number): void {
    const { center, radius } = this.extent.sphere;
    const reach = Math.min(1.7 * radius, Math.max(0.9 * distance, 0.05 * radius));
    const aim = reach < 1.7 * radius ? target : center;
    const { camera } = this.sun.shadow;
    if (this.sun.target.position.distanceTo(aim) < 0.02 * reach && Math.abs(camera.right - reach) < 0.05 * reach) return;
    this.sun.target.position.copy(aim);
    this.sun.position.copy(aim).addScaledVector(raised(SUN, this.extent.up), radius);
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = (0.6 * reach) / this.shadowPixels;
  }

  /** What the colours of bodies, soft ones included, and of liquids mean, where they are a scale. */
  get scales(): [ColourScale | null, ColourScale | null] {
    return [this.bodies.legend ?? this.soft.legend, this.liquid.legend];
  }

  /** Triangles of free surfaces, weights and pulls, and forces and torques of joints that are drawn. */
  get counts(): { surface: number; loads: number; jointForces: number; jointTorques: number } {
    return { surface: this.liquid.triangles, ...this.loads.counts };
  }

  /** Number of force arrows that are drawn. */
  get arrows(): number {
    return this.contacts.arrows;
  }

  dispose(): void {
    this.bodies.dispose();
    this.contacts.dispose();
    this.liquid.dispose();
    this.soft.dispose();
    this.links.dispose();
    this.cables.dispose();
    this.loads.dispose();
    this.sun.dispose();
    this.sky.dispose();
  }
}
