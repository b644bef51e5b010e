/** A film of the view as WebM, made by the browser while it plays. */

import type { Stage } from "../drawing/stage";
import { button, download } from "../page/elements";

const FRAMES_PER_SECOND = 30;
const HINT = "Make a film of the view, WebM (V)";

/** A button that begins and ends a film in all its pixels; hidden where the browser makes none. */
export function filmButton(stage: Stage, name: () => string): HTMLButtonElement {
  let recorder: MediaRecorder | null = null;
  const made = button("Film", HINT, () => {
    if (recorder) {
      recorder.stop();
      return;
    }
    const parts: Blob[] = [];
    stage.holdSharp(true);
    recorder = new MediaRecorder(stage.canvas.captureStream(FRAMES_PER_SECOND), { mimeType: "video/webm" });
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      const kilobytes = Math.floor(parts.reduce((sum, part) => sum + part.size, 0) / 1000);
      made.title = `End the film and save it: ${kilobytes} kB so far (V)`;
    };
    recorder.onstop = () => {
      recorder = null;
      stage.holdSharp(false);
      made.textContent = "Film";
      made.title = HINT;
      made.setAttribute("aria-pressed", "false");
      download(`${name()}.webm`, new Blob(parts, { type: "video/webm" }));
    };
    recorder.start(500);
    made.textContent = "End film";
    made.setAttribute("aria-pressed", "true");
  });
  made.classList.add("record");
  made.hidden = typeof MediaRecorder === "undefined" || !MediaRecorder.isTypeSupported("video/webm");
  return made;
}
