/**
 * A film of a whole motion, picture by picture, however long each of them
 * takes: for `stickslip run --video`, whose page has the motion inside it and
 * `?film` in its address.
 */

import type { Stage } from "../drawing/stage";
import type { Session } from "../page/session";
import { type Picture, webm } from "./webm";

const SIZE = { width: 1280, height: 720 };
/** Of VP8, which every browser plays (bits per second). */
const BITS = 5_000_000;
/** A picture that stands for itself comes at least so often. */
const KEY_EVERY = 60;
/** The server hears of every so many pictures. */
const TELL_EVERY = 5;
/** Pictures that may wait for the codec. */
const MOST_WAITING = 4;

export const wantsFilm = (): boolean => new URLSearchParams(window.location.search).has("film");

/** Draws all frames, `gap` seconds apart, and hands the film to the server. */
export async function filmWhole(session: Session, stage: Stage, gap: number): Promise<void> {
  try {
    const film = await draw(session, stage, gap);
    await fetch("film", { method: "POST", body: film as Uint8Array<ArrayBuffer> });
  } catch (error) {
    await fetch("failed", { method: "POST", body: String(error) });
  }
}

async function draw(session: Session, stage: Stage, gap: number): Promise<Uint8Array> {
  if (typeof VideoEncoder === "undefined") throw new Error("this browser makes no films");
  const { width, height } = SIZE;
  const pictures: Picture[] = [];
  let broken: unknown = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      pictures.push({ time: chunk.timestamp / 1000, key: chunk.type === "key", data });
    },
    error: (error) => (broken = error),
  });
  encoder.configure({ codec: "vp8", width, height, bitrate: BITS, framerate: 1 / gap });
  stage.holdSize(width, height);
  const count = session.world?.frames ?? 0;
  for (let at = 0; at < count; at++) {
    session.send({ type: "seek", frame: at });
    const frame = stage.photograph((canvas) => new VideoFrame(canvas, { timestamp: Math.round(at * gap * 1e6), duration: Math.round(gap * 1e6) }));
    encoder.encode(frame, { keyFrame: at % KEY_EVERY === 0 });
    frame.close();
    if (at % TELL_EVERY === 0) await fetch("progress", { method: "POST", body: String(at) });
    while (encoder.encodeQueueSize > MOST_WAITING) await new Promise((done) => setTimeout(done, 5));
    if (broken) throw broken;
  }
  await encoder.flush();
  if (broken) throw broken;
  return webm({ width, height, codec: "V_VP8", duration: count * gap * 1000 }, pictures);
}
