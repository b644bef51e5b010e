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
import { BODY, type Frame, isAsleep, islandNumber } from "../protocol/frame";
import type { World } from "../protocol/messages";
import type { Body } from "../protocol/shapes";
import { drawEdges } from "./edges";
import { surfaceOf, type Surface } from "./geometry";
import { Ground } from "./ground";
import { islandColour, type Palette } from "./palette";

/** How bodies get their colours. */
export interface Colouring {
  islands: boolean;
  sleeping: boolean;
  picked: number | null;
}

/** A shape of a body: where it stands in its mesh. */
interface Member {
  body: number;
  local: Matrix4;
}

export class Bodies extends Group {
  private readonly meshes: { mesh: InstancedMesh; members: Member[] }[] = [];
  private readonly grounds: { ground: Ground; body: number; local: Matrix4 }[] = [];
  private readonly material = new MeshLambertMaterial();
  private readonly fixedMaterial = new MeshLambertMaterial();

  /** Round shapes get many faces where `fine`. */
  constructor(
    private readonly world: World,
    fine: boolean,
  ) {
    super();
    for (const material of [this.material, this.fixedMaterial]) drawEdges(material);
    const shared = new Map<string, { surface: Surface; fixed: boolean; members: Member[] }>();
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
        const surface = surfaceOf(shape, fine);
        local.compose(new Vector3(...position), turn, surface.scale);
        const fixed = body.motion === "static";
        const key = `${fixed} ${surface.key}`;
        const known = shared.get(key) ?? { surface, fixed, members: [] };
        known.members.push({ body: index, local });
        shared.set(key, known);
      }
    });
    for (const { surface, fixed, members } of shared.values()) {
      const mesh = new InstancedMesh(surface.build(), fixed ? this.fixedMaterial : this.material, members.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.meshes.push({ mesh, members });
      this.add(mesh);
    }
    for (const { ground } of this.grounds) {
      // Its place is the body's times its own: two matrices, set by hand.
      ground.matrixAutoUpdate = false;
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
    for (const { mesh, members } of this.meshes) {
      members.forEach(({ body, local }, i) => mesh.setMatrixAt(i, read(body).multiply(local)));
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
    for (const { mesh, members } of this.meshes) {
      members.forEach(({ body }, i) => {
        const island = frame.bodies.words[body * BODY.words + BODY.island];
        mesh.setColorAt(i, bodyColour(this.world.bodies[body], body, island, palette, colouring, colour));
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
    for (const { ground } of this.grounds) ground.recolour(palette);
  }

  /** Lets fixed bodies be seen through, or not. */
  setGlass(glass: boolean): void {
    if (this.fixedMaterial.transparent === glass) return;
    Object.assign(this.fixedMaterial, { transparent: glass, opacity: glass ? 0.22 : 1, depthWrite: !glass, needsUpdate: true });
    for (const { mesh } of this.meshes) mesh.castShadow = mesh.material !== this.fixedMaterial || !glass;
  }

  /** Fits what has no size of its own to the scene. */
  fit(radius: number): void {
    for (const { ground } of this.grounds) ground.fit(radius);
  }

  /** The first body that a ray meets, and where. */
  meet(ray: Raycaster): { body: number; point: Vector3 } | null {
    const hit: Intersection | undefined = ray.intersectObjects(this.children, false)[0];
    if (!hit) return null;
    const mesh = this.meshes.find(({ mesh }) => mesh === hit.object);
    const body = mesh
      ? mesh.members[hit.instanceId ?? 0].body
      : this.grounds.find(({ ground }) => ground === hit.object)?.body;
    return body === undefined ? null : { body, point: hit.point };
  }

  override dispose(): void {
    super.dispose();
    for (const { mesh } of this.meshes) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    for (const { ground } of this.grounds) ground.dispose();
    this.material.dispose();
    this.fixedMaterial.dispose();
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
  if (body.motion === "static") result.copy(palette.fixed);
  else if (body.motion === "kinematic") result.copy(palette.kinematic);
  else if (colouring.islands && islandNumber(island) > 0) islandColour(islandNumber(island), result);
  else result.copy(palette.dynamic[(index * 7) % palette.dynamic.length]);
  if (colouring.sleeping && isAsleep(island)) result.lerp(palette.asleep, 0.65);
  if (colouring.picked === index) result.lerp(palette.picked, 0.8);
  return result;
}
