/**
 * WebM of one video track, as the container's specification has it
 * (RFC 8794 and RFC 9559): an element is its number, its length and its content.
 *
 *   EBML  Segment( Info  Tracks(TrackEntry)  Cluster( Timecode  SimpleBlock* )* )
 */

/** A picture that the codec has made. */
export interface Picture {
  /** When it is shown (ms). */
  time: number;
  /** Whether it stands for itself. */
  key: boolean;
  data: Uint8Array;
}

export interface Track {
  width: number;
  height: number;
  /** As Matroska names it: V_VP8, V_VP9. */
  codec: string;
  /** Of the whole film (ms). */
  duration: number;
}

/** Times in a cluster are 16 bits wide (ms). */
const LONGEST_CLUSTER = 30_000;

export function webm(track: Track, pictures: Picture[]): Uint8Array {
  const info = element(0x1549a966, unsigned(0x2ad7b1, 1_000_000), real(0x4489, track.duration), text(0x4d80, "Stickslip"), text(0x5741, "Stickslip"));
  const video = element(0xe0, unsigned(0xb0, track.width), unsigned(0xba, track.height));
  const entry = element(0xae, unsigned(0xd7, 1), unsigned(0x73c5, 1), unsigned(0x83, 1), unsigned(0x9c, 0), text(0x86, track.codec), video);
  const head = element(
    0x1a45dfa3,
    unsigned(0x4286, 1),
    unsigned(0x42f7, 1),
    unsigned(0x42f2, 4),
    unsigned(0x42f3, 8),
    text(0x4282, "webm"),
    unsigned(0x4287, 4),
    unsigned(0x4285, 2),
  );
  return joined([head, element(0x18538067, info, element(0x1654ae6b, entry), ...clusters(pictures))]);
}

/** A cluster begins with a picture that stands for itself. */
function clusters(pictures: Picture[]): Uint8Array[] {
  const groups: Picture[][] = [];
  for (const picture of pictures) {
    const last = groups.at(-1);
    if (!last || picture.key || picture.time - last[0].time > LONGEST_CLUSTER) groups.push([picture]);
    else last.push(picture);
  }
  return groups.map((group) => {
    const begun = Math.round(group[0].time);
    return element(0x1f43b675, unsigned(0xe7, begun), ...group.map((picture) => block(picture, begun)));
  });
}

/** Track 1, the time since its cluster began, and whether it stands for itself. */
function block({ time, key, data }: Picture, begun: number): Uint8Array {
  const since = Math.round(time) - begun;
  return element(0xa3, Uint8Array.of(0x81, (since >> 8) & 0xff, since & 0xff, key ? 0x80 : 0), data);
}

function element(number: number, ...content: Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return joined([bigEndian(number), lengthOf(length), ...content]);
}

/** Eight bytes, of which the first says so. */
function lengthOf(length: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length));
  bytes[0] |= 1;
  return bytes;
}

const unsigned = (number: number, value: number): Uint8Array => element(number, bigEndian(value));
const text = (number: number, value: string): Uint8Array => element(number, new TextEncoder().encode(value));

function real(number: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(number, bytes);
}

/** Without zeros in front. */
function bigEndian(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
