/** What is drawn, and the legend of its colours. */

import type { Color } from "three";
import type { DrawOptions, Drawing } from "../drawing/options";
import { currentPalette, onPaletteChange } from "../drawing/palette";
import { checkbox, element, field, panel } from "../page/elements";
import type { Session } from "../page/session";
import { CONTACT, SEPARATING, SLIPPING, STICKING, UNKNOWN } from "../protocol/frame";

type Toggle = { [K in keyof DrawOptions]: DrawOptions[K] extends boolean ? K : never }[keyof DrawOptions];

const TOGGLES: [Toggle, string][] = [
  ["contacts", "Contact points"],
  ["forces", "Contact forces"],
  ["normals", "Contact normals"],
  ["cones", "Friction cones"],
  ["joints", "Joints"],
  ["cables", "Cables"],
  ["islands", "Islands by colour"],
  ["sleeping", "Sleeping bodies greyed"],
  ["glass", "Fixed bodies see-through"],
  ["shadows", "Shadows"],
  ["through", "Marks through bodies"],
];

export function drawingPanel(drawing: Drawing, session: Session): HTMLElement {
  const boxes = TOGGLES.map(([name, label]) =>
    checkbox(label, drawing.options[name], (checked) => drawing.set(name, checked)),
  );
  const scale = element("input", { type: "range", min: "-1.5", max: "1.5", step: "0.05" });
  scale.value = String(Math.log10(drawing.options.forceScale));
  scale.addEventListener("input", () => drawing.set("forceScale", 10 ** Number(scale.value)));
  const ask = () => session.send({ type: "draw", ...drawing.wanted });
  session.on("hello", ask);
  let wanted = JSON.stringify(drawing.wanted);
  drawing.on("change", () => {
    TOGGLES.forEach(([name], i) => {
      (boxes[i].querySelector("input") as HTMLInputElement).checked = drawing.options[name];
    });
    if (wanted === JSON.stringify(drawing.wanted)) return;
    wanted = JSON.stringify(drawing.wanted);
    ask();
  });
  return panel("Drawing", true, ...boxes, field("Length of forces", scale));
}

/** Colours of the contacts, at the edge of the view. */
export function legend(drawing: Drawing, session: Session): HTMLElement {
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
    node.replaceChildren(
      ...(contacts ? known.map((state) => line(palette.contact[state], states[state])) : []),
      ...(drawing.options.normals ? [line(palette.normal, "normal")] : []),
      ...(joints && session.world?.joints.length ? [line(palette.joint, "joint")] : []),
    );
  };
  drawing.on("change", show);
  session.on("world", () => {
    unknown = false;
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
