/** The canvas: one view per lane side by side, drawn when something changed. */

import { BasicShadowMap, PCFShadowMap, Vector3, WebGLRenderer } from "three";
import type { CameraPlace } from "../page/link";
import type { Session } from "../page/session";
import type { Frame } from "../protocol/frame";
import { SceneCamera } from "./camera";
import { type Extent, measure } from "./extent";
import { Follower, type Picked } from "./follow";
import { Governor, isSoftwareRendered, Pace, wantsFine } from "./hardware";
import { LaneView } from "./lane";
import type { Drag } from "./links";
import type { Pull } from "./loads";
import type { Drawing } from "./options";
import { paintLanes } from "./paint";
import { currentPalette, onPaletteChange } from "./palette";
import { Sight } from "./sight";
import { wantsFilm } from "../film/whole";
import { wallsBefore } from "./walls";

/** Walls before the camera are looked for at least this often while something moves. */
const LOOK_EVERY_MS = 700;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly camera: SceneCamera;
  readonly sight: Sight;
  /** Body that is picked, and in which lane. */
  picked: Picked | null = null;
  drag: Drag | null = null;
  /** What is done with the point of the next click, in the place of picking. */
  placing: ((point: Vector3) => void) | null = null;
  /** The force of this page's own drag in the last step (N). */
  pullForce: [number, number, number] | null = null;
  /** Where the camera of a deep link stands, until it is used. */
  givenCamera: CameraPlace | null = null;
  extent: Extent | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly software: boolean;
  /** Whether pictures are to cost little. */
  private readonly plain: boolean;
  private readonly pace: Pace;
  private lanes: LaneView[] = [];
  private readonly fresh = new Set<number>();
  private readonly governor: Governor;
  private dirty = true;
  private readonly listeners: (() => void)[] = [];
  /** The size of a film (pixels). */
  private held: [number, number] | null = null;
  /** Where the camera stood when walls were looked at. */
  private readonly eye = new Vector3(Infinity, 0, 0);
  private looked = 0;
  private readonly follower: Follower;

  constructor(
    private readonly host: HTMLElement,
    private readonly session: Session,
    private readonly drawing: Drawing,
  ) {
    this.software = isSoftwareRendered();
    // A film may take its time.
    this.plain = this.software && !wantsFilm();
    this.canvas = document.createElement("canvas");
    // Opaque: what lies below it in the page need not be drawn and nothing is blended.
    const context = this.canvas.getContext("webgl2", { alpha: false, antialias: !this.software, stencil: false });
    this.renderer = new WebGLRenderer({ canvas: this.canvas, context: context ?? undefined });
    this.pace = new Pace(this.renderer.getContext() as WebGL2RenderingContext);
    this.governor = new Governor(() => Math.min(window.devicePixelRatio, this.software ? 1 : 2));
    this.governor.isHeld = wantsFine();
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = this.plain ? BasicShadowMap : PCFShadowMap;
    this.renderer.autoClear = false;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "View of the scene");
    host.prepend(this.canvas);
    this.camera = new SceneCamera(this.canvas, () => this.redraw());
    this.follower = new Follower(this.camera);
    const { canvas, camera } = this;
    this.sight = new Sight({ canvas, camera, session, drawing, lanes: () => this.lanes, catchUp: () => this.catchUp() });
    new ResizeObserver(() => this.resize()).observe(host);
    session.on("world", (world) => {
      this.clear();
      this.follower.begin(world.view.follow, world.view.target !== null || world.view.camera !== null);
    });
    session.on("frame", (frame) => this.take(frame));
    drawing.on("change", () => {
      this.clearWalls();
      this.refresh();
    });
    onPaletteChange(() => this.refresh());
    const loop = () => {
      requestAnimationFrame(loop);
      if (this.pace.busy) return;
      const { spent, idle } = this.pace;
      // A canvas of another size is empty: it is drawn at once.
      if (this.dirty ? this.governor.move(spent, idle) : this.governor.rest(idle)) this.resize();
      if (!this.dirty) return;
      this.render();
      this.pace.begun();
    };
    loop();
  }

  /** Calls after every picture. */
  whenDrawn(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Draws again at the next opportunity. */
  redraw(): void {
    this.dirty = true;
  }

  /** Brings all lanes up to date with options, colours and picks. */
  refresh(): void {
    this.follow();
    this.lanes.forEach((_, lane) => this.fresh.add(lane));
    this.redraw();
  }

  /** Where nothing is drawn yet there is no camera to move. */
  private follow(): void {
    if (this.extent) this.follower.take(this.session.frames, this.drawing.options.follow ? this.picked : null);
  }

  /** The whole scene as it is now. */
  fit(): void {
    const { world, frames } = this.session;
    if (!world || !frames[0]) return;
    this.camera.fit(measure(world, frames[0]).box);
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

  /** Draws in so many pixels, whatever the size of the page and however slowly. */
  holdSize(width: number, height: number): void {
    this.held = [width, height];
    this.resize();
    const { world } = this.session;
    if (world && this.extent) this.camera.begin(this.extent.box, world.view);
  }

  /** Draws all pixels while a film is made of what plays. */
  holdSharp(on: boolean): void {
    this.governor.isHeld = on || wantsFine();
    this.resize();
  }

  /** Draws what is newest at once, and takes it while the drawing is kept: in the same task. */
  photograph<T>(take: (canvas: HTMLCanvasElement) => T): T {
    this.render();
    return take(this.canvas);
  }

  private clear(): void {
    for (const lane of this.lanes) lane.dispose();
    this.lanes = [];
    this.extent = null;
    this.drag = null;
    this.eye.set(Infinity, 0, 0);
    this.redraw();
  }

  private take(frame: Frame): void {
    const { world } = this.session;
    if (!world) return;
    if (!this.extent) {
      this.extent = measure(world, frame);
      this.lanes = world.lanes.map(() => new LaneView(world, this.extent as Extent, this.plain));
      this.resize();
      this.camera.show(world.scene, this.extent, this.givenCamera, world.view);
      this.givenCamera = null;
    }
    this.fresh.add(frame.lane);
    this.follow();
    this.redraw();
  }

  /** Lets walls that stand between the eye and what moves be seen through. */
  private clearWalls(): void {
    this.looked = performance.now();
    const eye = this.camera.camera.position;
    this.lanes.forEach((lane, i) => {
      const frame = this.session.frames[i];
      if (!frame) return;
      const walls = this.drawing.options.glass ? lane.bodies.walls : wallsBefore(lane.bodies, this.session.world?.bodies ?? [], frame, eye);
      if (lane.bodies.setClear(walls)) this.refresh();
    });
  }

  /** What is drawn of the first lane. */
  get first(): LaneView | null {
    return this.lanes[0] ?? null;
  }

  /** Whether some wall is seen through. */
  get glass(): boolean {
    return this.lanes.some((lane) => lane.bodies.isClear);
  }

  /** How long the last picture took (ms). */
  get spent(): number {
    return this.pace.spent;
  }

  /** Pixels that are drawn per pixel of the page. */
  get sharpness(): number {
    return this.governor.ratio;
  }

  /** The force of this page's drag, where the server has told it. */
  private pull(lane: number, frame: Frame): Pull | null {
    const { drag, pullForce } = this;
    if (!drag || drag.lane !== lane || !pullForce) return null;
    const point = this.lanes[lane].held(frame, drag);
    return point && { point, force: new Vector3(...pullForce) };
  }

  private resize(): void {
    const [width, height] = this.held ?? [this.host.clientWidth, this.host.clientHeight];
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(this.held ? 1 : this.governor.ratio);
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
      pull: this.pull(lane, frame),
    });
  }

  private catchUp(): void {
    for (const lane of this.fresh) this.update(lane);
  }

  private render(): void {
    this.dirty = false;
    const { position } = this.camera.camera;
    const moved = !position.equals(this.eye);
    if (moved || (this.fresh.size > 0 && performance.now() - this.looked > LOOK_EVERY_MS)) {
      this.eye.copy(position);
      // The bodies have to be where the frame says before rays can meet them.
      this.catchUp();
      this.clearWalls();
    }
    this.catchUp();
    this.fresh.clear();
    const { target } = this.camera.controls;
    for (const lane of this.lanes) lane.lookAt(target, position.distanceTo(target));
    paintLanes(this.renderer, this.lanes, this.camera.camera, this.drawing.options.through);
    for (const listener of this.listeners) listener();
  }
}
