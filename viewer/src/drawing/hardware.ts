/** What the graphics card can be asked for without making the page slow. */

/** Whether the address asks for the full quality, however slow. */
export const wantsFine = (): boolean => new URLSearchParams(window.location.search).has("fine");

/**
 * Whether WebGL runs on the processor, where every pixel is dear. The address
 * can ask for the full quality all the same: `?fine`.
 */
export function isSoftwareRendered(): boolean {
  if (wantsFine()) return false;
  const context = document.createElement("canvas").getContext("webgl2");
  const names = context?.getExtension("WEBGL_debug_renderer_info");
  const name = String((names && context?.getParameter(names.UNMASKED_RENDERER_WEBGL)) ?? "");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/**
 * Lets one picture be finished before the next is begun: without this a slow
 * card gets a queue of them, and the page answers seconds later.
 */
export class Pace {
  private fence: WebGLSync | null = null;
  private since = 0;
  /** How long the last picture took (ms). */
  spent = 0;
  /** When it was seen to be finished. */
  private ended = performance.now();

  constructor(private readonly context: WebGL2RenderingContext) {}

  /** After the commands of a picture. */
  begun(): void {
    this.fence = this.context.fenceSync(this.context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.context.flush();
    this.since = performance.now();
  }

  get busy(): boolean {
    if (!this.fence) return false;
    const status = this.context.getSyncParameter(this.fence, this.context.SYNC_STATUS);
    if (status !== this.context.SIGNALED && !this.context.isContextLost()) return true;
    this.context.deleteSync(this.fence);
    this.fence = null;
    this.ended = performance.now();
    this.spent = this.ended - this.since;
    return false;
  }

  /** How long nothing has been drawn (ms). */
  get idle(): number {
    return this.fence ? 0 : performance.now() - this.ended;
  }
}

/** A picture may take this long for 30 of them in a second. */
const SLOW_MS = 33;
const FAST_MS = 9;
const LEAST = 0.4;
/** So many pictures in a row decide; half as many where they take more than twice as long. */
const PATIENCE = 6;
/** A picture stands where no other was wanted for so long since it was finished. */
const STANDS_MS = 300;

/**
 * Draws fewer pixels while pictures follow each other and take too long, more
 * again where they do not, and all of them once the picture stands.
 */
export class Governor {
  /** Draws all pixels whatever they cost. */
  isHeld = false;
  private share = 1;
  private slow = 0;
  private fast = 0;
  private stands = false;

  constructor(private readonly best: () => number) {}

  /** Pixels that are drawn per pixel of the page. */
  get ratio(): number {
    return this.isHeld || this.stands ? this.best() : Math.max(LEAST, this.share * this.best());
  }

  /**
   * Another picture is wanted, `idle` after the last one, which took `spent`
   * (ms); whether the ratio has changed. One that comes alone is drawn like
   * the one that stood.
   */
  move(spent: number, idle: number): boolean {
    const before = this.ratio;
    // What a picture takes that stands says nothing of those that move.
    if (!this.isHeld && !this.stands) this.judge(spent);
    this.stands &&= idle > STANDS_MS;
    return this.ratio !== before;
  }

  /** No other picture is wanted; whether the ratio has changed. */
  rest(idle: number): boolean {
    const before = this.ratio;
    this.stands ||= idle > STANDS_MS;
    return this.ratio !== before;
  }

  private judge(spent: number): void {
    this.slow = spent > SLOW_MS ? this.slow + (spent > 2 * SLOW_MS ? 2 : 1) : 0;
    this.fast = spent < FAST_MS ? this.fast + 1 : 0;
    // Time goes with the number of pixels, the square of the share.
    const fitting = Math.min(0.8, Math.max(0.5, Math.sqrt(SLOW_MS / spent)));
    if (this.slow >= PATIENCE) this.share = Math.max(LEAST, fitting * this.share);
    else if (this.fast >= 10 * PATIENCE) this.share = Math.min(1, 1.25 * this.share);
    else return;
    [this.slow, this.fast] = [0, 0];
  }
}
