/** The colours of what is drawn, in light and in dark. */

import { Color } from "three";

const inks = (...codes: string[]) => codes.map((code) => new Color(code));

export interface Palette {
  background: Color;
  ground: Color;
  groundLine: Color;
  fixed: Color;
  kinematic: Color;
  dynamic: Color[];
  picked: Color;
  asleep: Color;
  /** By state of a contact: separating, sticking, slipping, unknown. */
  contact: Color[];
  normal: Color;
  joint: Color;
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
  picked: new Color("#f2c230"),
  asleep: new Color("#8d929b"),
  contact: inks("#8a8f98", "#0b7a75", "#e4572e", "#8f6a1f"),
  normal: new Color("#3b5bdb"),
  joint: new Color("#7048c8"),
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
  asleep: new Color("#4c525b"),
  contact: inks("#a0a6b0", "#2ec4b6", "#ff7b54", "#d9b04a"),
  normal: new Color("#8ea2ff"),
  joint: new Color("#b197fc"),
  broken: new Color("#ff6b6b"),
  cable: new Color("#d5dae1"),
  drag: new Color("#f783ac"),
};

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** The palette of the system's preference. */
export const currentPalette = (): Palette => (dark.matches ? DARK : LIGHT);

/** Calls when the preference changes. */
export function onPaletteChange(listener: () => void): void {
  dark.addEventListener("change", listener);
}

/** A hue for each island, far from its neighbours' by the golden ratio. */
export function islandColour(island: number, result: Color): Color {
  return result.setHSL((island * 0.618034) % 1, 0.42, 0.62);
}
