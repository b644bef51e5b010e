/** Soft bodies: lit surfaces with their creases, in colours of their own or by strain. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  Group,
  type Intersection,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Raycaster,
  type Side,
  Vector3,
} from "three";
import { type Frame, PARTICLE } from "../protocol/frame";
import type { World } from "../protocol/messages";
import { partParticles } from "../protocol/particles";
import type { SoftBody } from "../protocol/soft";
import type { Met } from "./bodies";
import { type ColourScale, shareOf } from "./colouring";
import type { DrawOptions } from "./options";
import { type Palette, scaleColour } from "./palette";
import { type Skin, skinOf } from "./skin";

/** Strain that a scale has at least: what is at rest has the colour of rest. */
const LEAST_STRAIN = 1e-4;

interface Drawn {
  body: SoftBody;
  /** Its first vertex among all. */
  first: number;
  skin: Skin;
  geometry: BufferGeometry;
  mesh: Mesh;
}

/** A surface as it is drawn now, for whoever looks from outside. */
export interface SoftSurface {
  name: string;
  triangles: number;
  /** Whether both of its sides are drawn. */
  bothSides: boolean;
  positions: number[];
  colours: number[];
}

export class SoftBodies extends Group {
  private readonly solid = surfaceMaterial(FrontSide);
  private readonly thin = surfaceMaterial(DoubleSide);
  private readonly ink = new LineBasicMaterial({ color: "#000", transparent: true, opacity: 0.42 });
  private readonly drawn: Drawn[] = [];
  private readonly lines = new Group();
  private readonly places: Float32Array;
  /** The largest of late: the scale does not flicker. */
  private most = 0;
  /** What the colours go from and to, where they say strain. */
  legend: ColourScale | null = null;

  constructor(private readonly world: World) {
    super();
    let first = 0;
    for (const body of world.soft) {
      const skin = skinOf(body);
      const geometry = new BufferGeometry();
      const changing = () => new BufferAttribute(new Float32Array(3 * skin.sources.length), 3).setUsage(DynamicDrawUsage);
      geometry.setAttribute("position", changing());
      geometry.setAttribute("color", changing());
      geometry.setIndex(skin.triangles);
      const mesh = new Mesh(geometry, this.materialOf(body));
      mesh.name = body.name;
      mesh.castShadow = mesh.receiveShadow = true;
      const edges = new BufferGeometry();
      edges.setAttribute("position", geometry.getAttribute("position"));
      edges.setIndex(skin.lines);
      const lines = new LineSegments(edges, this.ink);
      mesh.frustumCulled = lines.frustumCulled = false;
      this.add(mesh);
      this.lines.add(lines);
      this.drawn.push({ body, first, skin, geometry, mesh });
      first += body.vertices;
    }
    this.add(this.lines);
    this.places = new Float32Array(3 * first);
    // Nothing is anywhere before the first frame.
    this.visible = false;
  }

  update(frame: Frame, { colour, wireframe }: DrawOptions, palette: Palette, picked: number | null): void {
    const { count, reals } = partParticles(frame, this.world).vertices;
    this.visible = count > 0;
    this.wireframe = wireframe;
    this.legend = null;
    if (!this.visible) return;
    this.most *= 0.99;
    for (let i = 0; i < count; i++) {
      const at = i * PARTICLE.words;
      for (let axis = 0; axis < 3; axis++) this.places[3 * i + axis] = reals[at + axis];
      this.most = Math.max(this.most, reals[at + PARTICLE.strain]);
    }
    if (colour === "strain") {
      this.legend = { title: "strain", unit: "%", least: 0, most: 100 * Math.max(this.most, LEAST_STRAIN), log: false };
    }
    this.drawn.forEach((drawn, i) => {
      const own = new Color(drawn.body.color ?? palette.soft[(i * 7) % palette.soft.length]);
      if (picked === this.world.bodies.length + i) own.lerp(palette.picked, 0.8);
      place(drawn, this.places);
      paint(drawn, reals, own, this.legend);
    });
  }

  /** Cloth is seen from both sides, a solid from outside alone. */
  private materialOf({ radius }: SoftBody): MeshLambertMaterial {
    return radius > 0 ? this.thin : this.solid;
  }

  private set wireframe(shown: boolean) {
    this.solid.wireframe = this.thin.wireframe = shown;
    this.lines.visible = !shown;
  }

  get wireframe(): boolean {
    return this.solid.wireframe;
  }

  /** The first soft body that a ray meets, the vertex of it that is nearest there, and where. */
  meet(ray: Raycaster): (Met & { vertex: number }) | null {
    if (!this.visible) return null;
    const hit: Intersection | undefined = ray.intersectObjects(this.children, false)[0];
    const number = this.drawn.findIndex(({ mesh }) => mesh === hit?.object);
    if (!hit?.face || number < 0) return null;
    const { skin, geometry } = this.drawn[number];
    const position = geometry.getAttribute("position");
    const away = (corner: number) => new Vector3().fromBufferAttribute(position, corner).distanceTo(hit.point);
    const nearest = [hit.face.b, hit.face.c].reduce((best, corner) => (away(corner) < away(best) ? corner : best), hit.face.a);
    return { body: this.world.bodies.length + number, vertex: skin.sources[nearest], point: hit.point, distance: hit.distance };
  }

  /** Where a vertex of a soft body is drawn. */
  vertex(body: number, vertex: number): Vector3 | null {
    const drawn = this.drawn[body - this.world.bodies.length];
    return drawn && this.visible ? new Vector3().fromArray(this.places, 3 * (drawn.first + vertex)) : null;
  }

  /** The middle of the vertices of a soft body. */
  middle(body: number): Vector3 | null {
    const drawn = this.drawn[body - this.world.bodies.length];
    if (!drawn || !this.visible) return null;
    const sum = new Vector3();
    for (let i = 0; i < drawn.body.vertices; i++) sum.add(new Vector3().fromArray(this.places, 3 * (drawn.first + i)));
    return sum.divideScalar(drawn.body.vertices);
  }

  /** What is drawn of each body. */
  get surfaces(): SoftSurface[] {
    if (!this.visible) return [];
    return this.drawn.map(({ body, skin, geometry }) => ({
      name: body.name,
      triangles: skin.triangles.length / 3,
      bothSides: this.materialOf(body).side === DoubleSide,
      positions: [...geometry.getAttribute("position").array],
      colours: [...geometry.getAttribute("color").array],
    }));
  }

  override dispose(): void {
    super.dispose();
    for (const { geometry } of this.drawn) geometry.dispose();
    for (const lines of this.lines.children) (lines as LineSegments).geometry.dispose();
    for (const material of [this.solid, this.thin, this.ink]) material.dispose();
  }
}

/** Behind the lines of its creases. */
function surfaceMaterial(side: Side): MeshLambertMaterial {
  return new MeshLambertMaterial({ vertexColors: true, side, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
}

function place({ body, first, skin, geometry }: Drawn, places: Float32Array): void {
  const position = geometry.getAttribute("position");
  skin.place(places.subarray(3 * first, 3 * (first + body.vertices)), position.array as Float32Array);
  position.needsUpdate = true;
  geometry.computeVertexNormals();
  // Rays look at it before they look at triangles.
  geometry.computeBoundingSphere();
}

function paint({ first, skin, geometry }: Drawn, reals: Float32Array, own: Color, scale: ColourScale | null): void {
  const colours = geometry.getAttribute("color");
  const colour = new Color().copy(own);
  skin.sources.forEach((vertex, i) => {
    if (scale) scaleColour(shareOf(scale, 100 * reals[(first + vertex) * PARTICLE.words + PARTICLE.strain]), colour);
    colour.toArray(colours.array, 3 * i);
  });
  colours.needsUpdate = true;
}
