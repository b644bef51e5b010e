/**
 * Readouts are brought up to date at most so often, and with a picture of the
 * view where pictures are drawn: whatever changes in between has the browser
 * put the whole page together once more, which is most of what a picture costs
 * where the processor draws.
 */

/** Ten times a second can still be read. */
const EVERY_MS = 100;
/** Where pictures come, the next one is waited for so long. */
const PATIENCE_MS = 400;
/** Where they come slowly, every third brings readouts, but they are never older than the eye notices. */
const PICTURES = 3;
const OLDEST_MS = 400;

interface Waiting {
  /** When it may be shown. */
  due: number;
  show: () => void;
}

const waiting = new Set<Waiting>();
let pictured = -Infinity;
/** Time between the last two pictures. */
let apart = 0;

/** A picture is drawn: what is due is shown with it. */
export function withPicture(): void {
  const now = performance.now();
  apart = now - pictured;
  pictured = now;
  for (const one of [...waiting]) if (one.due <= pictured) one.show();
}

/** Calls at once if the last call is long enough ago and no pictures are drawn, else when it is, with the next picture. */
export function calm(show: () => void, every: () => number = () => Math.max(EVERY_MS, Math.min(PICTURES * apart, OLDEST_MS))): () => void {
  let last = -Infinity;
  let begun: Waiting | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    clearTimeout(timer);
    if (begun) waiting.delete(begun);
    begun = null;
    last = performance.now();
    show();
  };
  return () => {
    if (begun) return;
    const now = performance.now();
    const due = last + every();
    const patience = now - pictured < PATIENCE_MS ? PATIENCE_MS : 0;
    const wait = Math.max(due, now) + patience - now;
    if (wait <= 0) return call();
    begun = { due, show: call };
    waiting.add(begun);
    timer = setTimeout(call, wait);
  };
}
