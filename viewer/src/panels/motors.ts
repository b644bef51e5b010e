/** A slider for every motor: told while the scene runs. */

import { element, field, panel } from "../page/elements";
import type { Session } from "../page/session";
import { valueText } from "../plots/scale";

/** More motors than this are not offered one by one. */
const MOST = 24;

export function motorsPanel(session: Session): HTMLElement {
  const list = element("div", { className: "fields" });
  const made = panel("Motors", true, list);
  session.on("world", ({ controls }) => {
    made.hidden = controls.length === 0;
    list.replaceChildren(
      ...controls.slice(0, MOST).map(({ name, mode, unit, value }) => {
        const reach = 2 * Math.abs(value) || 1;
        const bar = element("input", { type: "range", min: String(-reach), max: String(reach), step: String(reach / 100), value: String(value) });
        bar.setAttribute("aria-label", `Motor ${name}`);
        const said = element("output", { textContent: valueText(value, unit) });
        bar.addEventListener("input", () => {
          said.textContent = valueText(Number(bar.value), unit);
          session.send({ type: "control", name, value: Number(bar.value) });
        });
        return field(name, element("span", { className: "slider" }, bar, said), `The ${mode} that the motor is told, in the place of its schedule`);
      }),
    );
  });
  made.hidden = true;
  return made;
}
