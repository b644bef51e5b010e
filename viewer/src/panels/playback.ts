/** Play, pause, step, reset, speed, recording, and the scrubber of a recording. */

import { button, element, fillSelect, write } from "../page/elements";
import { calm } from "../page/calm";
import type { Session } from "../page/session";
import { statusLine } from "./status";

const SPEEDS = [
  { value: "0.05", label: "× 0.05" },
  { value: "0.1", label: "× 0.1" },
  { value: "0.25", label: "× 0.25" },
  { value: "0.5", label: "× 0.5" },
  { value: "1", label: "real time" },
  { value: "2", label: "× 2" },
  { value: "5", label: "× 5" },
  { value: "0", label: "fastest" },
];

export function togglePlay(session: Session): void {
  session.send({ type: session.state.playing ? "pause" : "play" });
}

export function playbackBar(session: Session): HTMLElement {
  const play = button("Play", "Play or pause (Space)", () => togglePlay(session));
  play.classList.add("primary");
  const step = button("Step", "One step (.)", () => session.send({ type: "step" }));
  const reset = button("Reset", "Back to the beginning (R)", () => session.send({ type: "reset" }));
  const speed = element("select", { title: "Speed relative to real time" });
  speed.setAttribute("aria-label", "Speed");
  fillSelect(speed, SPEEDS, "1");
  speed.addEventListener("change", () => session.send({ type: "speed", speed: Number(speed.value) }));
  const record = button("Record", "Write a recording of the first lane", () =>
    session.send({ type: "record", on: session.state.recording === null }),
  );
  record.classList.add("record");
  const clock = element("output", { className: "clock" });
  clock.setAttribute("aria-label", "Simulated time");
  const scrubber = element("input", { type: "range", min: "0", value: "0", className: "scrubber" });
  let shown = "";
  /** Whether the user holds it: it is not moved then. */
  let held = false;
  scrubber.addEventListener("pointerdown", () => (held = true));
  for (const end of ["pointerup", "pointercancel", "change"] as const) scrubber.addEventListener(end, () => (held = false));
  scrubber.addEventListener("input", () => {
    const value = Number(scrubber.value);
    session.send(session.world?.source === "recording" ? { type: "seek", frame: value } : { type: "rewind", step: value });
  });
  // Arrow keys are taken from the page only while the scrubber has the focus.
  scrubber.addEventListener("change", () => scrubber.blur());

  session.on("world", (world) => {
    const recorded = world.source === "recording";
    scrubber.setAttribute("aria-label", recorded ? "Frame of the recording" : "Step of the run");
    scrubber.title = recorded ? "Frame of the recording" : "Back in time: let go and play to branch from here";
    record.hidden = recorded;
    // Led back to other bodies, a run has another world in the middle of the move.
    if (held && !recorded) return;
    scrubber.min = "0";
    scrubber.max = String(Math.max(0, (world.frames ?? 1) - 1));
    scrubber.value = "0";
  });
  session.on("state", (state) => {
    // In a recording it comes with every frame.
    const said = JSON.stringify([state.playing, state.recording, state.speed]);
    if (said === shown) return;
    shown = said;
    play.textContent = state.playing ? "Pause" : "Play";
    play.setAttribute("aria-pressed", String(state.playing));
    record.textContent = state.recording === null ? "Record" : "Stop recording";
    record.setAttribute("aria-pressed", String(state.recording !== null));
    record.title = state.recording ?? "Write a recording of the first lane";
    showSpeed(speed, state.speed);
  });
  const tell = calm(() => {
    const [frame] = session.frames;
    if (!frame) return;
    write(clock, `${frame.time.toFixed(3)} s  ·  step ${frame.step}`);
    if (session.world?.source === "recording") {
      if (!held && session.state.frame !== null) scrubber.value = String(session.state.frame);
      return;
    }
    if (held) return;
    scrubber.min = String(session.figure("ring_first"));
    scrubber.max = String(session.figure("ring_last"));
    scrubber.value = String(frame.step);
  });
  session.on("frame", tell);
  return element("div", { className: "playback" }, play, step, reset, speed, scrubber, statusLine(session), clock, record);
}

/** A speed set elsewhere gets a line of its own in the menu. */
function showSpeed(menu: HTMLSelectElement, speed: number): void {
  const value = String(speed);
  const listed = SPEEDS.some((choice) => choice.value === value);
  fillSelect(menu, listed ? SPEEDS : [...SPEEDS, { value, label: `× ${value}` }], value);
}
