/**
 * Readouts are brought up to date at most so often: each of them has the
 * browser put the page together anew, and frames come sixty times a second.
 */

/** Ten times a second can still be read. */
const EVERY_MS = 100;

/** Calls at once if the last call is long enough ago, else when it is; never later than that. */
export function calm(show: () => void, every = EVERY_MS): () => void {
  let last = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    waiting = undefined;
    last = performance.now();
    show();
  };
  return () => {
    if (waiting !== undefined) return;
    const wait = last + every - performance.now();
    if (wait <= 0) call();
    else waiting = setTimeout(call, wait);
  };
}
