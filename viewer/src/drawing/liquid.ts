/** Liquids: particles, free surface and tank, in colours that say speed or pressure. */

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
} from "three";
import { type Frame, PARTICLE, type Records } from "../protocol/frame";
import type { Tank, World } from "../protocol/messages";
import { partParticles } from "../protocol/particles";
import type { ColourScale } from "./colouring";
import { Dots } from "./dots";
import type { DrawOptions, LiquidColour } from "./options";
import { type Palette, waterColour } from "./palette";
import { liquidSurface } from "./surface";

/** Share of a cell that a particle is drawn as, and its largest size in pixels. */
const PARTICLE_SHARE = 0.5;
const PARTICLE_PIXELS = 24;
const UNITS: Record<LiquidColour, string> = { speed: "m/s", pressure: "Pa" };

export class Liquid extends Group {
  private readonly dots = new Dots(PARTICLE_PIXELS);
  private readonly material = new MeshLambertMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.8 });
  private readonly surface = new Mesh(new BufferGeometry(), this.material);
  private readonly outline = new LineBasicMaterial();
  private readonly tanks: LineSegments[];
  private readonly ink = new Color();
  /** The largest of late: the scale does not flicker. */
  private most = 0;
  private by: LiquidColour | null = null;
  /** What the colours go from and to; null without a liquid. */
  legend: ColourScale | null = null;

  constructor(private readonly world: World) {
    super();
    this.surface.frustumCulled = false;
    this.surface.receiveShadow = true;
    this.tanks = world.liquids.map((tank) => {
      const [x, y, z] = [0, 1, 2].map((axis) => tank.upper[axis] - tank.lower[axis]);
      const lines = new LineSegments(new EdgesGeometry(new BoxGeometry(x, y, z)), this.outline);
      lines.position.set(...([0, 1, 2].map((axis) => (tank.upper[axis] + tank.lower[axis]) / 2) as [number, number, number]));
      return lines;
    });
    this.add(this.dots, this.surface, ...this.tanks);
  }

  update(frame: Frame, { liquid, liquidColour, wireframe }: DrawOptions, palette: Palette): void {
    this.material.wireframe = wireframe;
    const { drops } = partParticles(frame, this.world);
    const { count, reals } = drops;
    this.outline.color.copy(palette.fixed);
    const value = PARTICLE[liquidColour];
    if (this.by !== liquidColour) [this.by, this.most] = [liquidColour, 0];
    this.most *= 0.99;
    for (let i = 0; i < count; i++) this.most = Math.max(this.most, reals[i * PARTICLE.words + value]);
    const scale = 1 / Math.max(this.most, 1e-9);
    this.legend = count === 0 ? null : { title: liquidColour, unit: UNITS[liquidColour], least: 0, most: this.most, log: false };
    const shown = liquid === "surface" ? 0 : count;
    this.dots.begin(shown);
    // A particle as large as its share of the cell; files without a tank do not say how large.
    const reach = PARTICLE_SHARE * (this.world.liquids[0]?.width ?? 0.02);
    for (let i = 0; i < shown; i++) {
      const at = i * PARTICLE.words;
      waterColour(scale * reals[at + value], this.ink);
      this.dots.push(reals[at], reals[at + 1], reals[at + 2], this.ink, reach);
    }
    this.dots.end();
    this.surface.visible = liquid !== "particles" && count > 0;
    if (this.surface.visible) this.march(drops, value, scale);
  }

  /** Triangles of the surface that are drawn. */
  get triangles(): number {
    return this.surface.visible ? (this.surface.geometry.getAttribute("position")?.count ?? 0) / 3 : 0;
  }

  private march(drops: Records, value: number, scale: number): void {
    const parts = this.world.liquids.map((tank: Tank) => liquidSurface(tank, drops, value));
    const join = (of: (part: (typeof parts)[number]) => number[]) => Float32Array.from(parts.flatMap(of));
    const values = join((part) => part.values);
    const colours = new Float32Array(3 * values.length);
    values.forEach((number, i) => waterColour(scale * number, this.ink).toArray(colours, 3 * i));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(join((part) => part.positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(join((part) => part.normals), 3));
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
    this.surface.geometry.dispose();
    this.surface.geometry = geometry;
  }

  override dispose(): void {
    super.dispose();
    this.dots.dispose();
    this.surface.geometry.dispose();
    for (const tank of this.tanks) tank.geometry.dispose();
    this.material.dispose();
    this.outline.dispose();
  }
}
