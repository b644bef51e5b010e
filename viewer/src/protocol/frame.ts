/**
 * A frame, the one binary message: see PROTOCOL.md for its layout. Records
 * are multiples of four bytes, so they are read in place, without a copy.
 */

import { DecodeError } from "./decode";

const KIND = 1;
const HEADER_BYTES = 56;

/** Places of a body's fields, counted in words of four bytes. */
export const BODY = { words: 9, position: 0, quaternion: 3, island: 7, speed: 8 } as const;

/** The same for a contact. */
export const CONTACT = {
  words: 18,
  first: 0,
  second: 1,
  state: 2,
  point: 3,
  normal: 6,
  force: 9,
  gap: 12,
  friction: 13,
  tangent: 14,
  section: 17,
} as const;

/** The same for a joint. */
export const JOINT = { words: 14, first: 0, second: 3, force: 6, broken: 7, load: 8, torque: 11 } as const;

/** The same for a particle of a liquid, or for a vertex of a soft body, which has the strain around it for a pressure. */
export const PARTICLE = { words: 5, position: 0, speed: 3, pressure: 4, strain: 4 } as const;

/** State of a contact. */
export const SEPARATING = 0;
export const STICKING = 1;
export const SLIPPING = 2;
/** In old recordings, which do not say it. */
export const UNKNOWN = 3;

const ASLEEP = 0x8000_0000;
const SUB_STEPPED = 0x4000_0000;

/** The number of an island without the bit that says asleep. */
export const islandNumber = (word: number): number => (word & ~(ASLEEP | SUB_STEPPED)) >>> 0;
export const isAsleep = (word: number): boolean => (word & ASLEEP) !== 0;
/** Whether the island takes small steps where islands take what suits them. */
export const isSubStepped = (word: number): boolean => (word & SUB_STEPPED) !== 0;

/** Records of one kind: the same bytes as reals and as words. */
export interface Records {
  count: number;
  reals: Float32Array;
  words: Uint32Array;
}

export interface Frame {
  generation: number;
  lane: number;
  step: number;
  time: number;
  figures: Float64Array;
  bodies: Records;
  contacts: Records;
  /** Outlines of friction that contacts have by number, less one: pairs of coordinates. */
  sections: Float32Array[];
  joints: Records;
  /** Corners of rods, ropes, tendons and belts: triples of coordinates. */
  lines: Float32Array[];
  particles: Records;
}

/** Reads a frame; a wrong length or kind throws. */
export function decodeFrame(buffer: ArrayBuffer): Frame {
  if (buffer.byteLength < HEADER_BYTES) throw new DecodeError("the frame is shorter than its header");
  const view = new DataView(buffer);
  const word = (offset: number) => view.getUint32(offset, true);
  if (word(0) !== KIND) throw new DecodeError(`no binary message has the kind ${word(0)}`);
  const [bodies, contacts, joints, figures] = [word(24), word(28), word(32), word(36)];
  const [sections, corners, lines, bends] = [word(40), word(44), word(48), word(52)];
  const expected =
    HEADER_BYTES +
    8 * figures +
    4 * (BODY.words * bodies + CONTACT.words * contacts + sections + 2 * corners + JOINT.words * joints + lines + 3 * bends);
  // Particles are all that follows.
  const particles = (buffer.byteLength - expected) / (4 * PARTICLE.words);
  if (particles < 0 || !Number.isInteger(particles)) {
    throw new DecodeError(`the frame has ${buffer.byteLength} bytes, but its counts need ${expected}`);
  }
  let offset = HEADER_BYTES + 8 * figures;
  const records = (count: number, words: number): Records => {
    const taken = {
      count,
      reals: new Float32Array(buffer, offset, count * words),
      words: new Uint32Array(buffer, offset, count * words),
    };
    offset += 4 * count * words;
    return taken;
  };
  return {
    generation: word(4),
    lane: word(8),
    step: word(12),
    time: view.getFloat64(16, true),
    figures: new Float64Array(buffer, HEADER_BYTES, figures),
    bodies: records(bodies, BODY.words),
    contacts: records(contacts, CONTACT.words),
    sections: lists("section", records(sections, 1), records(corners, 2), 2),
    joints: records(joints, JOINT.words),
    lines: lists("line", records(lines, 1), records(bends, 3), 3),
    particles: records(particles, PARTICLE.words),
  };
}

/** Cuts a list of corners, of so many words each, where sections or lines end. */
function lists(what: string, ends: Records, corners: Records, words: number): Float32Array[] {
  return [...ends.words].map((end, i) => {
    const begin = i > 0 ? ends.words[i - 1] : 0;
    if (end < begin || end > corners.count) throw new DecodeError(`${what} ${i} of the frame ends at corner ${end}`);
    return corners.reals.subarray(words * begin, words * end);
  });
}
