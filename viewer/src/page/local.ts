/**
 * A motion that is part of the page: it plays without a server. The page finds
 * it in `<script id="motion">`, written by `stickslip view --export`.
 */

import type { Command } from "../protocol/commands";
import type { Connection, SocketEvents } from "./socket";

export interface Motion {
  hello: object;
  world: object;
  /** Simulated seconds from one frame to the next. */
  gap: number;
  /** base64 of a raw deflate stream of (length:u32 frame)*. */
  frames: string;
  /** base64 of a raw deflate stream of `series` as JSON; a film has none. */
  series: string | null;
}

/** The motion in the page, if there is one. */
export function embeddedMotion(): Motion | null {
  const source = document.getElementById("motion")?.textContent;
  return source ? (JSON.parse(source) as Motion) : null;
}

/** Plays a motion as the server plays a recording. */
export class LocalPlayer implements Connection {
  private frames: ArrayBuffer[] = [];
  private at = 0;
  private playing = false;
  private speed = 1;
  /** Simulated seconds that have passed since the present frame. */
  private ahead = 0;

  constructor(
    private readonly motion: Motion,
    private readonly events: SocketEvents,
  ) {
    void this.begin();
  }

  send(source: string): void {
    const command = JSON.parse(source) as Command;
    switch (command.type) {
      case "play":
        if (this.at >= this.frames.length - 1) this.at = 0;
        this.playing = true;
        break;
      case "pause":
        this.playing = false;
        break;
      case "reset":
        [this.at, this.playing] = [0, false];
        break;
      case "step":
        this.playing = false;
        this.at = Math.min(this.frames.length - 1, this.at + (command.count ?? 1));
        break;
      case "seek":
        this.at = Math.min(this.frames.length - 1, Math.max(0, command.frame));
        break;
      case "speed":
        this.speed = command.speed;
        break;
      case "draw":
      case "watch":
      case "pick":
      case "release":
        return;
      default:
        this.text({ type: "error", about: command.type, message: "This file only plays: `stickslip view` can do that." });
        return;
    }
    this.ahead = 0;
    this.tell();
  }

  private async begin(): Promise<void> {
    const { hello, world, frames, series } = this.motion;
    const whole = await unpack(frames).arrayBuffer();
    const figures = series && (await unpack(series).text());
    const view = new DataView(whole);
    for (let offset = 0; offset + 4 <= whole.byteLength; ) {
      const length = view.getUint32(offset, true);
      this.frames.push(whole.slice(offset + 4, offset + 4 + length));
      offset += 4 + length;
    }
    this.events.open();
    this.text({ type: "hello", ...hello });
    this.text({ type: "world", ...world });
    this.tell();
    if (figures) this.events.text(figures);
    let last = performance.now();
    const loop = (now: number) => {
      requestAnimationFrame(loop);
      const passed = (now - last) / 1000;
      last = now;
      if (this.playing) this.advance(passed);
    };
    requestAnimationFrame(loop);
  }

  private advance(seconds: number): void {
    this.ahead += seconds * (this.speed > 0 ? this.speed : 10);
    const frames = Math.floor(this.ahead / this.motion.gap);
    if (frames < 1) return;
    this.ahead -= frames * this.motion.gap;
    this.at = Math.min(this.frames.length - 1, this.at + frames);
    if (this.at === this.frames.length - 1) this.playing = false;
    this.tell();
  }

  private tell(): void {
    const { playing, speed, at } = this;
    this.text({ type: "state", playing, speed, recording: null, frame: at, lost: null });
    const frame = this.frames[at];
    if (frame) this.events.binary(frame);
  }

  private text(message: object): void {
    this.events.text(JSON.stringify(message));
  }
}

/** What is packed in base64 of a raw deflate stream. */
function unpack(packed: string): Response {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}
