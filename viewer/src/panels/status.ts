/** Whether what is seen can be trusted: pace, steps not solved, error of the step. */

import { element, write } from "../page/elements";
import { calm } from "../page/calm";
import type { Session } from "../page/session";
import { valueText } from "../plots/scale";

export function statusLine(session: Session): HTMLElement {
  const pace = element("span", { title: "Simulated seconds per second" });
  const failed = element("span", { className: "failed" });
  const error = element("span");
  const node = element("output", { className: "status" }, pace, failed, error);
  node.setAttribute("aria-label", "Trust");

  const show = () => {
    const lanes = session.world?.lanes ?? [];
    const recorded = session.world?.source === "recording";
    const { lost } = session.state;
    const realtime = session.figure("realtime");
    write(pace, recorded || realtime === 0 ? "" : `${paceText(realtime)} × real time`);
    const counts = lanes.map((_, lane) => session.figure(recorded ? "failed_islands" : "failed_steps", lane));
    const worst = Math.max(0, ...counts);
    write(failed, lost ? "the motion is lost" : recorded && worst === 0 ? "" : `${counts.join(" / ")} not solved`);
    failed.title = lost ?? (recorded ? "Islands of this step whose solve did not converge" : "Steps so far whose solve did not converge");
    node.classList.toggle("bad", worst > 0 || lost !== null);
    node.classList.toggle("lost", lost !== null);
    const errors = lanes.map((_, lane) => Math.max(session.figure("penetration_max", lane), session.figure("joint_error_max", lane)));
    error.title = `Deepest penetration or largest joint error of the step: ${session.figure("rounds")} rounds beyond the first, ${session.figure("halvings")} halvings`;
    write(error, errors.some((value) => value > 0) ? `error ${errors.map((value) => valueText(value, "m")).join(" / ")}` : "");
  };
  const later = calm(show);
  session.on("frame", later);
  session.on("state", later);
  session.on("world", show);
  return node;
}

/** Two digits; of what is slow, as many as tell how slow. */
export function paceText(realtime: number): string {
  if (realtime >= 9.95) return String(Math.round(realtime));
  if (realtime >= 0.995) return realtime.toFixed(1);
  return realtime >= 1e-3 ? String(Number(realtime.toPrecision(2))) : "< 0.001";
}
