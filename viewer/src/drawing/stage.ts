/** The canvas: one view per lane side by side, drawn when something changed. */

import { PCFShadowMap, Raycaster, Vector2, Vector3, WebGLRenderer } from "three";
import type { CameraPlace } from "../page/link";
import type { Session } from "../page/session";
import type { Frame } from "../protocol/frame";
import { SceneCamera } from "./camera";
import { type Extent, measure } from "./extent";
import { isSoftwareRendered, Pace } from "./hardware";
import { LaneView } from "./lane";
import { type Drag, pointOfBody } from "./links";
import type { Drawing } from "./options";
import { currentPalette, onPaletteChange } from "./palette";

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly camera: SceneCamera;
  /** Body that is picked, and in which lane. */
  picked: { lane: number; body: number } | null = null;
  drag: Drag | null = null;
  /** Where the camera of a deep link stands, until it is used. */
  givenCamera: CameraPlace | null = null;
  extent: Extent | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly software: boolean;
  private readonly pace: Pace;
  private lanes: LaneView[] = [];
  private readonly fresh = new Set<number>();
  private dirty = true;

  constructor(
    private readonly host: HTMLElement,
    private readonly session: Session,
    private readonly drawing: Drawing,
  ) {
    this.software = isSoftwareRendered();
    this.renderer = new WebGLRenderer({ antialias: !this.software });
    this.pace = new Pace(this.renderer.getContext() as WebGL2RenderingContext);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.autoClear = false;
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "View of the scene");
    host.prepend(this.canvas);
    this.camera = new SceneCamera(this.canvas, () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(host);
    session.on("world", () => this.clear());
    session.on("frame", (frame) => this.take(frame));
    drawing.on("change", () => this.refresh());
    onPaletteChange(() => this.refresh());
    const loop = () => {
      requestAnimationFrame(loop);
      if (this.dirty && !this.pace.busy) {
        this.render();
        this.pace.begun();
      }
    };
    loop();
  }

  /** Draws again at the next opportunity. */
  redraw(): void {
    this.dirty = true;
  }

  /** Brings all lanes up to date with options, colours and picks. */
  refresh(): void {
    this.lanes.forEach((_, lane) => this.fresh.add(lane));
    this.redraw();
  }

  /** The whole scene as it is now. */
  fit(): void {
    const { world, frames } = this.session;
    if (!world || !frames[0]) return;
    this.camera.fit(measure(world, frames[0]).box);
  }

  /** The lane under a point of the page, the ray through it, and what it meets. */
  look(x: number, y: number): { lane: number; ray: Raycaster; hit: { body: number; point: Vector3 } | null } | null {
    if (this.lanes.length === 0) return null;
    const area = this.canvas.getBoundingClientRect();
    const width = area.width / this.lanes.length;
    const lane = Math.min(this.lanes.length - 1, Math.max(0, Math.floor((x - area.left) / width)));
    const across = (x - area.left - lane * width) / width;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(2 * across - 1, 1 - (2 * (y - area.top)) / area.height), this.camera.camera);
    return { lane, ray, hit: this.lanes[lane].bodies.meet(ray) };
  }

  /** Where the centre of a body of the first lane is seen, in pixels of the page. */
  locate(body: number): [number, number] | null {
    const frame = this.session.frames[0];
    if (!frame || body >= frame.bodies.count) return null;
    const area = this.canvas.getBoundingClientRect();
    const place = pointOfBody(frame, body, new Vector3()).project(this.camera.camera);
    const width = area.width / Math.max(this.lanes.length, 1);
    return [area.left + ((place.x + 1) / 2) * width, area.top + ((1 - place.y) / 2) * area.height];
  }

  /** Number of force arrows drawn in the first lane. */
  get arrows(): number {
    return this.lanes[0]?.arrows ?? 0;
  }

  /** A picture of the view in twice the pixels of the page. */
  picture(scale = 2): Promise<Blob | null> {
    const ratio = this.renderer.getPixelRatio();
    this.renderer.setPixelRatio(scale);
    this.render();
    // The drawing buffer is kept until this task ends: the blob is begun in it.
    const blob = new Promise<Blob | null>((done) => this.canvas.toBlob(done));
    this.renderer.setPixelRatio(ratio);
    this.redraw();
    return blob;
  }

  private clear(): void {
    for (const lane of this.lanes) lane.dispose();
    this.lanes = [];
    this.extent = null;
    this.drag = null;
    this.redraw();
  }

  private take(frame: Frame): void {
    const { world } = this.session;
    if (!world) return;
    if (!this.extent) {
      this.extent = measure(world, frame);
      this.lanes = world.lanes.map(() => new LaneView(world, this.extent as Extent, this.software));
      this.resize();
      this.camera.show(world.scene, this.extent, this.givenCamera);
      this.givenCamera = null;
    }
    this.fresh.add(frame.lane);
    this.redraw();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, this.software ? 1 : 2));
    this.renderer.setSize(width, height);
    this.camera.reshape(width / Math.max(this.lanes.length, 1) / height);
    this.redraw();
  }

  private update(lane: number): void {
    const frame = this.session.frames[lane];
    if (!frame || !this.lanes[lane]) return;
    this.lanes[lane].update(frame, {
      options: this.drawing.options,
      palette: currentPalette(),
      picked: this.picked?.lane === lane ? this.picked.body : null,
      drag: this.drag?.lane === lane ? this.drag : null,
    });
  }

  private render(): void {
    this.dirty = false;
    for (const lane of this.fresh) this.update(lane);
    this.fresh.clear();
    const { renderer } = this;
    const size = renderer.getSize(new Vector2());
    const width = size.x / Math.max(this.lanes.length, 1);
    renderer.setScissorTest(false);
    renderer.setClearColor(currentPalette().background);
    renderer.clear();
    renderer.setScissorTest(true);
    this.lanes.forEach((lane, i) => {
      renderer.setViewport(i * width, 0, width, size.y);
      renderer.setScissor(i * width, 0, width, size.y);
      renderer.render(lane.solids, this.camera.camera);
      if (this.drawing.options.through) renderer.clearDepth();
      renderer.render(lane.marks, this.camera.camera);
    });
  }
}
