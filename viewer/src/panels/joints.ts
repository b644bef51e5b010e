/** A slider for every coordinate of a joint that is one number: it follows the motion, and sets the coordinate. */

import { calm } from "../page/calm";
import { element, field, panel } from "../page/elements";
import type { Session } from "../page/session";
import { angleText, valueText } from "../plots/scale";
import type { Coordinate } from "../protocol/messages";

/** More joints than this are not offered one by one. */
const MOST = 100;
const TURN = 2 * Math.PI;

/** Whole turns of a joint without stops at a value: its slider has one turn. */
export const wholeTurns = ({ endless }: Pick<Coordinate, "endless">, value: number): number => (endless ? TURN * Math.round(value / TURN) : 0);

/** What is said of the freedoms that have no slider; nothing where there are none. */
export function leftOut(freedoms: number, sliders: number): string {
  const rest = freedoms - sliders;
  const are = rest === 1 ? "freedom has" : "freedoms have";
  return rest > 0 ? `${rest} ${are} no slider: turns of balls, what floats, and all after the first ${MOST}.` : "";
}

interface Slider {
  coordinate: Coordinate;
  bar: HTMLInputElement;
  said: HTMLOutputElement;
}

export function jointsPanel(session: Session): HTMLElement {
  const list = element("div", { className: "fields" });
  const note = element("p", { className: "note" });
  const made = panel("Joints", true, list, note);
  made.hidden = true;
  let sliders: Slider[] = [];
  let values: Record<string, number> = {};
  /** The one under the mouse stays where the mouse has it. */
  let held: HTMLInputElement | null = null;

  const say = ({ coordinate: { unit }, said }: Slider, value: number) => {
    said.textContent = unit === "rad" ? angleText(value) : valueText(value, unit);
  };
  const follow = () => {
    for (const slider of sliders) {
      const { coordinate, bar } = slider;
      const value: number | undefined = values[coordinate.name];
      // A joint that has broken has none.
      bar.disabled = value === undefined;
      if (value === undefined || bar === held) continue;
      bar.value = String(value - wholeTurns(coordinate, value));
      say(slider, value);
    }
  };
  const tell = calm(follow);
  const watch = () => {
    if (sliders.length > 0) session.send({ type: "watch", coordinates: made.open });
  };

  const slider = (coordinate: Coordinate): Slider => {
    const { name, range } = coordinate;
    const [min, max] = range.map(String);
    const bar = element("input", { type: "range", min, max, step: "any" });
    bar.setAttribute("aria-label", `Joint ${name}`);
    const one = { coordinate, bar, said: element("output") };
    bar.addEventListener("pointerdown", () => (held = bar));
    bar.addEventListener("input", () => {
      const value = Number(bar.value) + wholeTurns(coordinate, values[name] ?? 0);
      say(one, value);
      session.send({ type: "coordinate", name, value });
    });
    return one;
  };
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (held = null));

  made.addEventListener("toggle", watch);
  session.on("world", ({ coordinates, freedoms }) => {
    held = null;
    values = Object.fromEntries(coordinates.map(({ name, value }) => [name, value]));
    sliders = coordinates.slice(0, MOST).map(slider);
    list.replaceChildren(
      ...sliders.map(({ coordinate: { name }, bar, said }) =>
        field(name, element("span", { className: "slider" }, bar, said), "Puts the joint there, at rest, in every lane"),
      ),
    );
    note.textContent = leftOut(freedoms, sliders.length);
    made.hidden = sliders.length === 0;
    note.hidden = note.textContent === "";
    follow();
    watch();
  });
  session.on("coordinates", (told) => {
    values = told.values;
    tell();
  });
  // What was refused is as it was.
  session.on("error", ({ about }) => about === "coordinate" && follow());
  return made;
}
