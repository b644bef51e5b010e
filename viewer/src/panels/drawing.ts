/** What is drawn, and the legend of its colours. */

import type { Color } from "three";
import type { ColourScale } from "../drawing/colouring";
import { type ColourBy, COLOURS, type DrawOptions, type Drawing } from "../drawing/options";
import { currentPalette, onPaletteChange, SCALE_GRADIENT } from "../drawing/palette";
import type { Stage } from "../drawing/stage";
import { checkbox, element, field, fillSelect, panel } from "../page/elements";
import type { Session } from "../page/session";
import { valueText } from "../plots/scale";
import { CONTACT, SEPARATING, SLIPPING, STICKING, UNKNOWN } from "../protocol/frame";

type Toggle = { [K in keyof DrawOptions]: DrawOptions[K] extends boolean ? K : never }[keyof DrawOptions];

const TOGGLES: [Toggle, string][] = [
  ["contacts", "Contact points"],
  ["forces", "Contact forces"],
  ["normals", "Contact normals"],
  ["cones", "Friction cones"],
  ["joints", "Joints"],
  ["sleeping", "Sleeping bodies greyed"],
  ["glass", "Fixed bodies see-through"],
  ["shadows", "Shadows"],
  ["through", "Marks through bodies"],
  ["axes", "Axes of the picked body"],
  ["follow", "Camera follows the picked body"],
];

export function drawingPanel(drawing: Drawing, session: Session): HTMLElement {
  const boxes = TOGGLES.map(([name, label]) =>
    checkbox(label, drawing.options[name], (checked) => drawing.set(name, checked)),
  );
  const scale = element("input", { type: "range", min: "-1.5", max: "1.5", step: "0.05" });
  scale.value = String(Math.log10(drawing.options.forceScale));
  scale.addEventListener("input", () => drawing.set("forceScale", 10 ** Number(scale.value)));
  const colour = element("select");
  fillSelect(colour, COLOURS.map((value) => ({ value })), drawing.options.colour);
  colour.addEventListener("change", () => drawing.set("colour", colour.value as ColourBy));
  const ask = () => session.send({ type: "draw", ...drawing.wanted });
  session.on("hello", ask);
  let wanted = JSON.stringify(drawing.wanted);
  drawing.on("change", () => {
    TOGGLES.forEach(([name], i) => {
      (boxes[i].querySelector("input") as HTMLInputElement).checked = drawing.options[name];
    });
    colour.value = drawing.options.colour;
    if (wanted === JSON.stringify(drawing.wanted)) return;
    wanted = JSON.stringify(drawing.wanted);
    ask();
  });
  return panel("Drawing", true, field("Colour by", colour), ...boxes, field("Length of forces", scale));
}

/** Colours of the contacts, at the edge of the view. */
export function legend(drawing: Drawing, session: Session, stage: Stage): HTMLElement {
  const node = element("ul", { className: "legend" });
  node.setAttribute("aria-label", "Colours");
  const line = (colour: Color, label: string) => {
    const dot = element("i");
    dot.style.background = `#${colour.getHexString()}`;
    return element("li", {}, dot, label);
  };
  /** Whether it is a recording that does not say what its contacts do. */
  let unknown = false;
  const show = () => {
    const palette = currentPalette();
    const { contacts, joints } = drawing.wanted;
    const states = ["separating", "sticking", "slipping", "unknown"];
    const known = unknown ? [UNKNOWN] : [STICKING, SLIPPING, SEPARATING];
    const { colourScale } = stage;
    node.replaceChildren(
      ...(colourScale ? [scaleLine(colourScale)] : []),
      ...(contacts ? known.map((state) => line(palette.contact[state], states[state])) : []),
      ...(drawing.options.normals ? [line(palette.normal, "normal")] : []),
      ...(joints && session.world?.joints.length ? [line(palette.joint, "joint")] : []),
    );
  };
  let shown = "";
  /** The colours of a frame are known when it has been drawn. */
  const look = () => {
    const said = JSON.stringify(stage.colourScale);
    if (said === shown) return;
    shown = said;
    show();
  };
  const lookWhenDrawn = () => requestAnimationFrame(() => requestAnimationFrame(look));
  drawing.on("change", () => {
    show();
    lookWhenDrawn();
  });
  session.on("world", () => {
    unknown = false;
    show();
  });
  session.on("frame", ({ contacts }) => {
    lookWhenDrawn();
    const found = contacts.count > 0 && contacts.words[CONTACT.state] === UNKNOWN;
    if (found === unknown || contacts.count === 0) return;
    unknown = found;
    show();
  });
  onPaletteChange(show);
  show();
  return node;
}

/** The ends of a scale of colours, in its unit. */
function scaleLine({ title, unit, least, most }: ColourScale): HTMLElement {
  const bar = element("i", { className: "scale" });
  bar.style.background = SCALE_GRADIENT;
  return element("li", {}, `${title}  ${valueText(least, unit)} `, bar, ` ${valueText(most, unit)}`);
}
