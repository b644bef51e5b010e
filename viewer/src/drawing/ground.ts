/** Half-spaces: a wide plane with a grid that fades into the background. */

import { Color, Mesh, MeshLambertMaterial, PlaneGeometry, Quaternion, Vector3 } from "three";
import type { Palette } from "./palette";

/** How far the plane reaches, in radii of the scene. */
const REACH = 60;

export class Ground extends Mesh<PlaneGeometry, MeshLambertMaterial> {
  private readonly line = { value: new Color() };
  private readonly cell = { value: 1 };
  private readonly reach = { value: 1 };

  /** A plane through its origin, with this outward normal. */
  constructor(normal: [number, number, number]) {
    super(new PlaneGeometry(2, 2), new MeshLambertMaterial());
    this.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...normal)));
    this.receiveShadow = true;
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { gridLine: this.line, gridCell: this.cell, gridReach: this.reach });
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec2 vGrid;\nuniform float gridReach;")
        .replace("#include <begin_vertex>", "#include <begin_vertex>\nvGrid = position.xy * gridReach;");
      shader.fragmentShader = shader.fragmentShader
        .replace(
          "#include <common>",
          `#include <common>
          varying vec2 vGrid;
          uniform vec3 gridLine;
          uniform float gridCell;
          float gridCover(vec2 place) {
            vec2 width = fwidth(place);
            vec2 away = abs(fract(place - 0.5) - 0.5);
            vec2 cover = (1.0 - smoothstep(0.4 * width, 1.4 * width, away)) * clamp(1.0 - 3.0 * width, 0.0, 1.0);
            return max(cover.x, cover.y);
          }`,
        )
        .replace(
          "#include <color_fragment>",
          `#include <color_fragment>
          float gridShare = max(0.35 * gridCover(vGrid / gridCell), gridCover(vGrid / (5.0 * gridCell)));
          diffuseColor.rgb = mix(diffuseColor.rgb, gridLine, gridShare);`,
        );
    };
  }

  /** Fits plane and grid to a scene of this radius. */
  fit(radius: number): void {
    this.reach.value = REACH * radius;
    this.cell.value = 10 ** Math.floor(Math.log10(Math.max(radius, 1e-6)));
    this.scale.setScalar(REACH * radius);
  }

  recolour(palette: Palette): void {
    this.material.color.copy(palette.ground);
    this.line.value.copy(palette.groundLine);
  }

  override dispose(): void {
    super.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}
