/** The colours of what is drawn, in light and in dark. */

import { Color } from "three";
import { isDark, onThemeChange } from "../page/theme";

const inks = (...codes: string[]) => codes.map((code) => new Color(code));

export interface Palette {
  background: Color;
  ground: Color;
  groundLine: Color;
  fixed: Color;
  kinematic: Color;
  dynamic: Color[];
  soft: Color[];
  picked: Color;
  asleep: Color;
  /** By state of a contact: separating, sticking, slipping, unknown. */
  contact: Color[];
  normal: Color;
  joint: Color;
  torque: Color;
  load: Color;
  broken: Color;
  cable: Color;
  drag: Color;
}

const LIGHT: Palette = {
  background: new Color("#f3f4f6"),
  ground: new Color("#e4e7eb"),
  groundLine: new Color("#c3c9d1"),
  fixed: new Color("#b4bbc4"),
  kinematic: new Color("#86a0bf"),
  dynamic: inks("#d8c3a5", "#c9b49a", "#e0cdb4", "#cbbfae", "#d6b99a", "#dccab9"),
  soft: inks("#d98f7f", "#83b5a4", "#b99ac6", "#8aa9cf", "#d5b06a"),
  picked: new Color("#f2c230"),
  asleep: new Color("#8d929b"),
  contact: inks("#8a8f98", "#0b7a75", "#e4572e", "#8f6a1f"),
  normal: new Color("#3b5bdb"),
  joint: new Color("#7048c8"),
  torque: new Color("#b5179e"),
  load: new Color("#1c6e3d"),
  broken: new Color("#c92a2a"),
  cable: new Color("#30353c"),
  drag: new Color("#d6336c"),
};

const DARK: Palette = {
  ...LIGHT,
  background: new Color("#15181d"),
  ground: new Color("#23282f"),
  groundLine: new Color("#3a424c"),
  fixed: new Color("#59626d"),
  kinematic: new Color("#5a7ba3"),
  dynamic: inks("#b89f7c", "#a58f70", "#c2ab8a", "#a99b85", "#b39470", "#bda68f"),
  soft: inks("#b8705f", "#5f9584", "#9478a3", "#6686ad", "#ad8a48"),
  asleep: new Color("#4c525b"),
  contact: inks("#a0a6b0", "#2ec4b6", "#ff7b54", "#d9b04a"),
  normal: new Color("#8ea2ff"),
  joint: new Color("#b197fc"),
  torque: new Color("#f06ad8"),
  load: new Color("#6fd08c"),
  broken: new Color("#ff6b6b"),
  cable: new Color("#d5dae1"),
  drag: new Color("#f783ac"),
};

/** The palette of the theme. */
export const currentPalette = (): Palette => (isDark() ? DARK : LIGHT);

/** Calls when the palette changes. */
export const onPaletteChange = onThemeChange;

/** A hue for each island, far from its neighbours' by the golden ratio. */
export function islandColour(island: number, result: Color): Color {
  return result.setHSL((island * 0.618034) % 1, 0.42, 0.62);
}

/** Small steps, or a problem that is solved: told apart by most eyes. */
export function stepperColour(isSubStepped: boolean, result: Color): Color {
  return result.set(isSubStepped ? "#2a9d8f" : "#e9a23b");
}

/** From least to most: dark blue over green to yellow, told apart by most eyes (viridis). */
const SCALE = inks("#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725");

/** Of a liquid: from deep and slow to bright and fast. */
const WATER = inks("#123f7a", "#1f6fb8", "#4fb0d8", "#d8f1ff");

function between(scale: Color[], share: number, result: Color): Color {
  const place = Math.min(Math.max(share, 0), 1) * (scale.length - 1);
  const at = Math.min(Math.floor(place), scale.length - 2);
  return result.copy(scale[at]).lerp(scale[at + 1], place - at);
}

export const scaleColour = (share: number, result: Color): Color => between(SCALE, share, result);
export const waterColour = (share: number, result: Color): Color => between(WATER, share, result);

/** The same as backgrounds of a legend. */
const gradient = (scale: Color[]) => `linear-gradient(to right, ${scale.map((ink) => `#${ink.getHexString()}`).join(", ")})`;
export const SCALE_GRADIENT = gradient(SCALE);
export const WATER_GRADIENT = gradient(WATER);
