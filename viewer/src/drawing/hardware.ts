/** What the graphics card can be asked for without making the page slow. */

/**
 * Whether WebGL runs on the processor, where every pixel is dear. The address
 * can ask for the full quality all the same: `?fine`.
 */
export function isSoftwareRendered(): boolean {
  if (new URLSearchParams(window.location.search).has("fine")) return false;
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

  constructor(private readonly context: WebGL2RenderingContext) {}

  /** After the commands of a picture. */
  begun(): void {
    this.fence = this.context.fenceSync(this.context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.context.flush();
  }

  get busy(): boolean {
    if (!this.fence) return false;
    const status = this.context.getSyncParameter(this.fence, this.context.SYNC_STATUS);
    if (status !== this.context.SIGNALED && !this.context.isContextLost()) return true;
    this.context.deleteSync(this.fence);
    this.fence = null;
    return false;
  }
}
