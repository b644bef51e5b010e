/** What is drawn, and the legend of its colours. */

import type { Color } from "three";
import type { ColourScale } from "../drawing/colouring";
import { type ColourBy, COLOURS, type DrawOptions, type Drawing, LIQUID_COLOURS, type LiquidAs, type LiquidColour, LIQUIDS } from "../drawing/options";
import { currentPalette, onPaletteChange, SCALE_GRADIENT, WATER_GRADIENT } from "../drawing/palette";
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
  ["jointLoads", "Joint forces and torques"],
  ["loads", "Weights and pull"],
  ["sleeping", "Sleeping bodies greyed"],
  ["glass", "Fixed bodies see-through"],
  ["wireframe", "Wireframe"],
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
  const colour = menu(COLOURS, drawing.options.colour, (value) => drawing.set("colour", value as ColourBy));
  const liquid = menu(LIQUIDS, drawing.options.liquid, (value) => drawing.set("liquid", value as LiquidAs));
  const water = menu(LIQUID_COLOURS, drawing.options.liquidColour, (value) => drawing.set("liquidColour", value as LiquidColour));
  const wet = [field("Liquid as", liquid), field("Colour of liquid", water)];
  session.on("world", ({ liquids }) => wet.forEach((node) => (node.hidden = liquids.length === 0)));
  const ask = () => session.send({ type: "draw", ...drawing.wanted });
  session.on("hello", ask);
  let wanted = JSON.stringify(drawing.wanted);
  drawing.on("change", () => {
    TOGGLES.forEach(([name], i) => {
      (boxes[i].querySelector("input") as HTMLInputElement).checked = drawing.options[name];
    });
    colour.value = drawing.options.colour;
    liquid.value = drawing.options.liquid;
    water.value = drawing.options.liquidColour;
    if (wanted === JSON.stringify(drawing.wanted)) return;
    wanted = JSON.stringify(drawing.wanted);
    ask();
  });
  return panel("Drawing", true, field("Colour by", colour), ...wet, ...boxes, field("Length of forces", scale));
}

function menu(choices: readonly string[], chosen: string, change: (value: string) => void): HTMLSelectElement {
  const made = element("select");
  fillSelect(made, choices.map((value) => ({ value })), chosen);
  made.addEventListener("change", () => change(made.value));
  return made;
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
    const [colourScale, liquidScale] = stage.first?.scales ?? [null, null];
    const touching = (session.frames[0]?.contacts.count ?? 0) > 0;
    const { jointLoads, loads } = drawing.options;
    const joined = session.world?.joints.length ?? 0;
    node.replaceChildren(
      ...(colourScale ? [scaleLine(colourScale, SCALE_GRADIENT)] : []),
      ...(liquidScale ? [scaleLine(liquidScale, WATER_GRADIENT)] : []),
      ...(contacts && (touching || !liquidScale) ? known.map((state) => line(palette.contact[state], states[state])) : []),
      ...(drawing.options.forces && touching ? [element("li", { textContent: forceWords(stage, session) })] : []),
      ...(drawing.options.normals ? [line(palette.normal, "normal")] : []),
      ...(joints && joined ? [line(palette.joint, "joint")] : []),
      ...(jointLoads && joined ? [line(palette.torque, "torque of a joint")] : []),
      ...(loads ? [line(palette.load, "weight, pull")] : []),
    );
  };
  let shown: string | undefined = "";
  /** The colours of a frame are known when it has been drawn. */
  const look = () => {
    const touching = (session.frames[0]?.contacts.count ?? 0) > 0;
    const said = JSON.stringify([stage.first?.scales, stage.picked, touching]);
    if (said === shown) return;
    shown = said;
    show();
  };
  stage.whenDrawn(look);
  drawing.on("change", show);
  session.on("world", () => {
    unknown = false;
    // Its first frame is not there yet, and may look as the last one did.
    shown = undefined;
    show();
  });
  session.on("frame", ({ contacts }) => {
    const found = contacts.count > 0 && contacts.words[CONTACT.state] === UNKNOWN;
    if (found === unknown || contacts.count === 0) return;
    unknown = found;
    show();
  });
  onPaletteChange(show);
  show();
  return node;
}

/** A force of a contact pushes: its arrow points into the body that it acts on. */
function forceWords({ picked }: Stage, { world }: Session): string {
  const name = picked && (world?.bodies[picked.body] ?? world?.soft[picked.body - world.bodies.length])?.name;
  return name ? `arrows: forces on ${name}, elsewhere on the body they point into` : "arrows: force on the body they point into";
}

/** The ends of a scale of colours, in its unit. */
function scaleLine({ title, unit, least, most }: ColourScale, gradient: string): HTMLElement {
  const bar = element("i", { className: "scale" });
  bar.style.background = gradient;
  return element("li", {}, `${title}  ${valueText(least, unit)} `, bar, ` ${valueText(most, unit)}`);
}
