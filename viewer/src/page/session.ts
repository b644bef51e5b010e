/**
 * What the page knows of the run: the newest of every message, checked, and
 * an event for each. Commands go out through `send`.
 */

import type { Command } from "../protocol/commands";
import { DecodeError } from "../protocol/decode";
import { decodeFrame, type Frame } from "../protocol/frame";
import { decodeMessage, type Hello, type Message, type Messages, type RunState, type World } from "../protocol/messages";
import { Emitter } from "./emitter";
import type { Connection, SocketEvents } from "./socket";

/** Scenes play when they are opened, unless somebody wants them to wait. */
export const playsAtOnce = (): boolean => sessionStorage.getItem("stickslip.wait") === null;

type Events = Messages & { frame: Frame; connection: boolean };

/** A scene or recording that was asked for: other worlds are held back until it comes. */
interface Awaited {
  scene: string;
  held: World | null;
}

export class Session extends Emitter<Events> {
  hello: Hello | null = null;
  world: World | null = null;
  state: RunState = { playing: false, speed: 1, recording: null, frame: null, lost: null };
  /** The newest frame of each lane. */
  frames: Frame[] = [];
  connected = false;
  private awaited: Awaited | null = null;
  private readonly socket: Connection;

  /** `connect` makes the other side: a server, or a motion in the page itself. */
  constructor(connect: (events: SocketEvents) => Connection) {
    super();
    this.socket = connect({
      open: () => this.setConnected(true),
      lost: () => {
        this.frames = [];
        this.awaited = null;
        this.setConnected(false);
      },
      text: (source) => this.checked(() => this.receive(decodeMessage(source))),
      binary: (buffer) => this.checked(() => this.receiveFrame(decodeFrame(buffer))),
    });
  }

  /** A figure of the newest frame of a lane; 0 where there is none. */
  figure(name: string, lane = 0): number {
    const at = this.hello?.figures.findIndex((figure) => figure.name === name) ?? -1;
    return this.frames[lane]?.figures[at] ?? 0;
  }

  send(command: Command): void {
    this.socket.send(JSON.stringify(command));
  }

  /**
   * Opens something else than what the server is about to show, without
   * showing that first.
   */
  openInstead(command: Command, scene: string): void {
    this.awaited = { scene, held: null };
    this.send(command);
  }

  /** Opens a scene and lets it play. */
  begin(scene: string): void {
    this.send({ type: "open", scene });
    if (playsAtOnce()) this.send({ type: "play" });
  }

  private setConnected(connected: boolean): void {
    if (connected === this.connected) return;
    this.connected = connected;
    this.emit("connection", connected);
  }

  private checked(receive: () => void): void {
    try {
      receive();
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.emit("error", { message: `The server sent what the page does not understand: ${error.message}.`, about: "" });
    }
  }

  private receive({ type, message }: Message): void {
    if (type === "hello") this.hello = message;
    if (type === "state") this.state = message;
    if (type === "recordings" && this.hello) this.hello.recordings = message.recordings;
    if (type === "world" && !this.take(message)) return;
    if (type === "error" && message.about.startsWith("open") && this.awaited?.held) {
      const { held } = this.awaited;
      this.awaited = null;
      this.take(held);
      this.emit("world", held);
    }
    this.emit(type, message as never);
  }

  /** Takes a world as the present one, unless another is awaited. */
  private take(world: World): boolean {
    if (this.awaited && this.awaited.scene !== world.scene) {
      this.awaited.held = world;
      return false;
    }
    this.awaited = null;
    this.world = world;
    this.frames = [];
    return true;
  }

  private receiveFrame(frame: Frame): void {
    const { world } = this;
    if (!world || this.awaited || frame.generation !== world.generation || frame.lane >= world.lanes.length) return;
    if (frame.bodies.count !== world.bodies.length) {
      throw new DecodeError(`the frame has ${frame.bodies.count} bodies, but the world ${world.bodies.length}`);
    }
    this.frames[frame.lane] = frame;
    this.emit("frame", frame);
  }
}
