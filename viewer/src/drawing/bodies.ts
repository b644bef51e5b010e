/** Bodies: one instanced mesh for all shapes that share a surface. */

import {
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  type Raycaster,
  Vector3,
} from "three";
import { BODY, type Frame, isAsleep, islandNumber, isSubStepped } from "../protocol/frame";
import type { World } from "../protocol/messages";
import type { Body } from "../protocol/shapes";
import { drawEdges } from "./edges";
import { type Detail, surfaceOf, type Surface } from "./geometry";
import { Ground } from "./ground";
import { type ColourScale, scaleOf, shareOf, valuesOf } from "./colouring";
import type { ColourBy } from "./options";
import { islandColour, type Palette, scaleColour, stepperColour } from "./palette";

/** How bodies get their colours. */
export interface Colouring {
  by: ColourBy;
  sleeping: boolean;
  picked: number | null;
}

/** What a ray meets: which body, where, and how far away. */
export interface Met {
  body: number;
  point: Vector3;
  distance: number;
}

/** A shape of a body: where it stands in its mesh. */
interface Member {
  body: number;
  local: Matrix4;
}

export class Bodies extends Group {
  private readonly meshes: { mesh: InstancedMesh; members: Member[]; fixed: boolean }[] = [];
  /** What the colours go from and to, where they are a scale. */
  legend: ColourScale | null = null;
  private readonly grounds: { ground: Ground; body: number; local: Matrix4 }[] = [];
  private readonly material = new MeshLambertMaterial();
  private readonly fixedMaterial = new MeshLambertMaterial();
  private readonly smoothMaterial = new MeshLambertMaterial();
  /** Walls that stand before the camera are drawn once more, see-through, in the place of the solid ones. */
  private readonly glassMaterial = new MeshLambertMaterial({ transparent: true, opacity: 0.16, depthWrite: false });
  private glassy = new Set<number>();
  private readonly segments: Set<number>;

  constructor(
    private readonly world: World,
    detail: Detail,
  ) {
    super();
    for (const material of [this.material, this.fixedMaterial, this.glassMaterial]) drawEdges(material);
    this.segments = new Set(world.cables.flatMap((cable) => cable.bodies));
    const shared = new Map<string, { surface: Surface; fixed: boolean; smooth: boolean; members: Member[] }>();
    world.bodies.forEach((body, index) => {
      for (const { position, rotation, shape } of body.shapes) {
        const [w, x, y, z] = rotation;
        const turn = new Quaternion(x, y, z, w);
        const local = new Matrix4();
        if (shape.type === "half-space") {
          local.compose(new Vector3(...position), turn, new Vector3(1, 1, 1));
          this.grounds.push({ ground: new Ground(shape.normal), body: index, local });
          continue;
        }
        const surface = surfaceOf(shape, detail);
        local.compose(new Vector3(...position), turn, surface.scale);
        const fixed = body.motion === "static";
        const smooth = this.segments.has(index);
        const key = `${fixed} ${smooth} ${surface.key}`;
        const known = shared.get(key) ?? { surface, fixed, smooth, members: [] };
        known.members.push({ body: index, local });
        shared.set(key, known);
      }
    });
    for (const { surface, fixed, smooth, members } of shared.values()) {
      const usual = smooth ? this.smoothMaterial : this.material;
      const geometry = surface.build();
      const add = (material: MeshLambertMaterial, glass: boolean) => {
        const mesh = new InstancedMesh(geometry, material, members.length);
        mesh.instanceMatrix.setUsage(DynamicDrawUsage);
        mesh.castShadow = mesh.receiveShadow = !glass;
        mesh.frustumCulled = false;
        this.meshes.push({ mesh, members, fixed });
        this.add(mesh);
      };
      add(fixed ? this.fixedMaterial : usual, false);
      if (fixed) add(this.glassMaterial, true);
    }
    for (const { ground } of this.grounds) {
      // Its place is the body's times its own: two matrices, set by hand.
      ground.matrixAutoUpdate = false;
      // After the bodies: what they cover need not be drawn.
      ground.renderOrder = 1;
      this.add(ground);
    }
  }

  /** Puts every body where the frame says. */
  place(frame: Frame): void {
    const poses = frame.bodies.reals;
    const pose = new Matrix4();
    const [position, turn, one] = [new Vector3(), new Quaternion(), new Vector3(1, 1, 1)];
    const read = (body: number) => {
      const at = body * BODY.words;
      position.fromArray(poses, at + BODY.position);
      turn.fromArray(poses, at + BODY.quaternion);
      return pose.compose(position, turn, one);
    };
    const nowhere = new Matrix4().makeScale(0, 0, 0);
    for (const { mesh, members, fixed } of this.meshes) {
      const glass = mesh.material === this.glassMaterial;
      mesh.visible = !glass || this.isClear;
      members.forEach(({ body, local }, i) => {
        const shown = !fixed || this.glassy.has(body) === glass;
        mesh.setMatrixAt(i, shown ? read(body).multiply(local) : nowhere);
      });
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
    for (const { ground, body, local } of this.grounds) {
      ground.updateMatrix();
      ground.matrix.premultiply(read(body).multiply(local));
      ground.matrixWorldNeedsUpdate = true;
    }
  }

  /** Gives every body its colour. */
  paint(frame: Frame, palette: Palette, colouring: Colouring): void {
    const colour = new Color();
    const values = valuesOf(this.world, frame, colouring.by);
    this.legend = values && scaleOf(this.world, values, colouring.by);
    for (const { mesh, members } of this.meshes) {
      members.forEach(({ body }, i) => {
        const island = frame.bodies.words[body * BODY.words + BODY.island];
        bodyColour(this.world.bodies[body], body, island, palette, colouring, colour);
        if (this.segments.has(body) && !this.world.bodies[body].color) colour.copy(palette.cable);
        const fixed = this.world.bodies[body].motion === "static";
        if (values && this.legend && !fixed) scaleColour(shareOf(this.legend, values[body]), colour);
        if (colouring.picked === body) colour.lerp(palette.picked, 0.8);
        mesh.setColorAt(i, colour);
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
    for (const { ground } of this.grounds) ground.recolour(palette);
  }

  /** Draws the edges of all triangles in the place of their faces. */
  set wireframe(shown: boolean) {
    for (const material of [this.material, this.fixedMaterial, this.smoothMaterial]) material.wireframe = shown;
  }

  get wireframe(): boolean {
    return this.material.wireframe;
  }

  /** Lets these fixed bodies be seen through. */
  setClear(bodies: Set<number>): boolean {
    const same = bodies.size === this.glassy.size && [...bodies].every((body) => this.glassy.has(body));
    this.glassy = bodies;
    return !same;
  }

  /** Whether some wall is seen through. */
  get isClear(): boolean {
    return this.glassy.size > 0;
  }

  /** Every fixed body that is no half-space. */
  get walls(): Set<number> {
    const walls = new Set<number>();
    for (const { members, fixed } of this.meshes) {
      if (fixed) for (const { body } of members) walls.add(body);
    }
    return walls;
  }

  /** Fixed bodies between the eye and what moves. */
  between(ray: Raycaster): Set<number> {
    const found = new Set<number>();
    for (const { mesh, members, fixed } of this.meshes) {
      if (!fixed || mesh.material === this.glassMaterial) continue;
      // All of them, seen through or not, where they stand.
      const kept = this.glassy;
      for (const hit of this.hits(ray, mesh, members, kept)) found.add(hit);
    }
    return found;
  }

  private hits(ray: Raycaster, mesh: InstancedMesh, members: Member[], clear: Set<number>): number[] {
    const seen = ray.intersectObject(mesh, false).map(({ instanceId }) => members[instanceId ?? 0].body);
    const twin = this.meshes.find((other) => other.members === members && other.mesh.material === this.glassMaterial);
    if (!twin || clear.size === 0) return seen;
    const through = ray.intersectObject(twin.mesh, false).map(({ instanceId }) => members[instanceId ?? 0].body);
    return [...seen, ...through];
  }

  /** Fits what has no size of its own to the scene. */
  fit(radius: number): void {
    for (const { ground } of this.grounds) ground.fit(radius);
  }

  /** The first body that a ray meets, and where. */
  meet(ray: Raycaster): Met | null {
    const glass = new Set<unknown>(this.meshes.filter(({ mesh }) => mesh.material === this.glassMaterial).map(({ mesh }) => mesh));
    const solid = this.children.filter((child) => !glass.has(child));
    const hit: Intersection | undefined = ray.intersectObjects(solid, false)[0];
    if (!hit) return null;
    const mesh = this.meshes.find(({ mesh }) => mesh === hit.object);
    const body = mesh
      ? mesh.members[hit.instanceId ?? 0].body
      : this.grounds.find(({ ground }) => ground === hit.object)?.body;
    return body === undefined ? null : { body, point: hit.point, distance: hit.distance };
  }

  override dispose(): void {
    super.dispose();
    for (const { mesh } of this.meshes) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    for (const { ground } of this.grounds) ground.dispose();
    for (const material of [this.material, this.fixedMaterial, this.smoothMaterial, this.glassMaterial]) material.dispose();
  }
}

function bodyColour(
  body: Body,
  index: number,
  island: number,
  palette: Palette,
  colouring: Colouring,
  result: Color,
): Color {
  if (body.color) result.set(body.color);
  else if (body.motion === "static") result.copy(palette.fixed);
  else if (body.motion === "kinematic") result.copy(palette.kinematic);
  else result.copy(palette.dynamic[(index * 7) % palette.dynamic.length]);
  const numbered = body.motion === "dynamic" && islandNumber(island) > 0;
  if (colouring.by === "island" && numbered) islandColour(islandNumber(island), result);
  if (colouring.by === "stepper" && numbered) stepperColour(isSubStepped(island), result);
  if (colouring.sleeping && isAsleep(island)) result.lerp(palette.asleep, 0.65);
  return result;
}
