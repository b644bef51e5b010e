/** What is drawn besides the bodies; kept over a reload. */

import { Emitter } from "../page/emitter";

export const COLOURS = ["body", "mass", "speed", "contact force", "island", "stepper", "strain"] as const;
export type ColourBy = (typeof COLOURS)[number];

export const LIQUIDS = ["particles", "surface", "both"] as const;
export type LiquidAs = (typeof LIQUIDS)[number];
export const LIQUID_COLOURS = ["speed", "pressure"] as const;
export type LiquidColour = (typeof LIQUID_COLOURS)[number];

export interface DrawOptions {
  contacts: boolean;
  normals: boolean;
  forces: boolean;
  cones: boolean;
  joints: boolean;
  /** Forces and torques of joints on their second bodies. */
  jointLoads: boolean;
  /** Weights, and this page's own pull. */
  loads: boolean;
  /** How liquids are drawn, and what their colour says. */
  liquid: LiquidAs;
  liquidColour: LiquidColour;
  /** What the colour of a body says. */
  colour: ColourBy;
  sleeping: boolean;
  shadows: boolean;
  /** All fixed bodies are seen through; those before the camera are anyway. */
  glass: boolean;
  /** Bodies, soft bodies and surfaces of liquids as the triangles that they are drawn with. */
  wireframe: boolean;
  /** The axes and the centre of mass of the picked body. */
  axes: boolean;
  /** The camera goes along with the picked body. */
  follow: boolean;
  /** Contacts, forces and joints are seen through the bodies. */
  through: boolean;
  /** Length of force arrows, relative to the usual one. */
  forceScale: number;
}

const DEFAULTS: DrawOptions = {
  contacts: true,
  normals: false,
  forces: true,
  cones: false,
  joints: true,
  jointLoads: false,
  loads: false,
  liquid: "particles",
  liquidColour: "speed",
  colour: "body",
  sleeping: true,
  shadows: true,
  glass: false,
  wireframe: false,
  axes: true,
  follow: false,
  through: true,
  forceScale: 1,
};

const KEY = "stickslip.drawing";

export class Drawing extends Emitter<{ change: DrawOptions }> {
  readonly options: DrawOptions = { ...DEFAULTS };

  constructor() {
    super();
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
      for (const [name, value] of Object.entries(kept ?? {})) {
        const known = name as keyof DrawOptions;
        if (typeof value === typeof DEFAULTS[known]) Object.assign(this.options, { [known]: value });
      }
    } catch {
      // What was kept is not JSON: the defaults stand.
    }
  }

  set<K extends keyof DrawOptions>(name: K, value: DrawOptions[K]): void {
    this.options[name] = value;
    sessionStorage.setItem(KEY, JSON.stringify(this.options));
    this.emit("change", this.options);
  }

  /** What has to be in the frames for that. */
  get wanted(): { contacts: boolean; joints: boolean } {
    const { contacts, normals, forces, cones, joints, jointLoads, colour } = this.options;
    return { contacts: contacts || normals || forces || cones || colour === "contact force", joints: joints || jointLoads };
  }
}
