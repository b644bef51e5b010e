/** Frames against buffers written by hand, byte by byte. */

import { describe, expect, it } from "vitest";
import { BODY, CONTACT, decodeFrame, isAsleep, islandNumber, isSubStepped, JOINT, PARTICLE } from "../../src/protocol/frame";

/** Writes words and reals one after the other. */
class Writer {
  private readonly bytes: number[] = [];

  private put(size: number, write: (view: DataView) => void): this {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    this.bytes.push(...new Uint8Array(view.buffer));
    return this;
  }

  words(...values: number[]): this {
    for (const value of values) this.put(4, (view) => view.setUint32(0, value, true));
    return this;
  }

  singles(...values: number[]): this {
    for (const value of values) this.put(4, (view) => view.setFloat32(0, value, true));
    return this;
  }

  doubles(...values: number[]): this {
    for (const value of values) this.put(8, (view) => view.setFloat64(0, value, true));
    return this;
  }

  get buffer(): ArrayBuffer {
    return new Uint8Array(this.bytes).buffer;
  }
}

const header = (bodies: number, contacts: number, joints: number, figures: number, ...lists: number[]) =>
  new Writer().words(1, 7, 1, 42).doubles(0.7).words(bodies, contacts, joints, figures, ...[...lists, 0, 0, 0, 0].slice(0, 4));

/** Two bodies, one contact, two sections, one joint, three figures, two lines. */
const whole = () =>
  header(2, 1, 1, 3, 2, 7, 2, 5)
    .doubles(12, 1e-9, -3.5)
    .singles(1, 2, 3, 0, 0, 0, 1)
    .words(5)
    .singles(2.5)
    .singles(-1, 0.5, 0.25, 0.5, -0.5, 0.5, 0.5)
    .words(0x8000_0003)
    .singles(0)
    .words(0, 1, 2)
    .singles(0, 1, 0, 0, 1, 0, 2, 9.5, -2, -0.125, 0.5, 0, 0, 1)
    .words(2)
    .words(4, 7)
    .singles(1, 1, -1, 1, -1, -1, 1, -1)
    .singles(1, 0, -0.5, 0.75, -0.5, -0.75)
    .singles(1, 1, 1, 2, 2, 2, 30.5)
    .words(1)
    .singles(0, 30.5, 0, 0, 0, -4.5)
    .words(2, 5)
    .singles(0, 1, 0, 0, 2, 0)
    .singles(1, 0, 0, 1, 1, 0, 1, 1, 0.5).buffer;

describe("a frame", () => {
  it("ends with the particles of liquids", () => {
    const { bodies, particles } = decodeFrame(header(0, 0, 0, 0).singles(1, 2, 3, 4.5, 100, 6, 7, 8, 0, 0).buffer);
    expect([bodies.count, particles.count]).toEqual([0, 2]);
    expect(particles.reals[PARTICLE.speed]).toBe(4.5);
    expect([...particles.reals.slice(PARTICLE.words, PARTICLE.words + 3)]).toEqual([6, 7, 8]);
    expect(decodeFrame(whole()).particles.count).toBe(0);
  });

  it("is read field by field", () => {
    const frame = decodeFrame(whole());
    expect([frame.generation, frame.lane, frame.step, frame.time]).toEqual([7, 1, 42, 0.7]);
    expect([...frame.figures]).toEqual([12, 1e-9, -3.5]);
    const { bodies, contacts, joints } = frame;
    expect([bodies.count, contacts.count, joints.count]).toEqual([2, 1, 1]);
    const second = BODY.words;
    expect([...bodies.reals.subarray(second + BODY.position, second + BODY.quaternion)]).toEqual([-1, 0.5, 0.25]);
    expect([...bodies.reals.subarray(second + BODY.quaternion, second + BODY.island)]).toEqual([0.5, -0.5, 0.5, 0.5]);
    expect(bodies.words[BODY.island]).toBe(5);
    expect(bodies.reals[BODY.speed]).toBe(2.5);
    expect([CONTACT.first, CONTACT.second, CONTACT.state].map((place) => contacts.words[place])).toEqual([0, 1, 2]);
    expect([...contacts.reals.subarray(CONTACT.force, CONTACT.force + 3)]).toEqual([2, 9.5, -2]);
    expect([contacts.reals[CONTACT.gap], contacts.reals[CONTACT.friction]]).toEqual([-0.125, 0.5]);
    expect([...contacts.reals.subarray(CONTACT.tangent, CONTACT.tangent + 3)]).toEqual([0, 0, 1]);
    const section = frame.sections[contacts.words[CONTACT.section] - 1];
    expect([...(section ?? [])]).toEqual([1, 0, -0.5, 0.75, -0.5, -0.75]);
    expect([...joints.reals.subarray(JOINT.second, JOINT.second + 3)]).toEqual([2, 2, 2]);
    expect([joints.reals[JOINT.force], joints.words[JOINT.broken]]).toEqual([30.5, 1]);
    expect([joints.reals[JOINT.load + 1], joints.reals[JOINT.torque + 2]]).toEqual([30.5, -4.5]);
    expect(frame.lines.map((line) => [...line])).toEqual([[0, 1, 0, 0, 2, 0], [1, 0, 0, 1, 1, 0, 1, 1, 0.5]]);
  });

  it("says which island, and whether it sleeps", () => {
    const island = decodeFrame(whole()).bodies.words[BODY.words + BODY.island];
    expect([islandNumber(island), isAsleep(island)]).toEqual([3, true]);
    expect([islandNumber(5), isAsleep(5), isSubStepped(5)]).toEqual([5, false, false]);
    expect([islandNumber(0x4000_0007), isAsleep(0x4000_0007), isSubStepped(0x4000_0007)]).toEqual([7, false, true]);
  });

  it("may be empty", () => {
    expect(decodeFrame(header(0, 0, 0, 0).buffer).bodies.count).toBe(0);
  });
});

describe("a broken frame is refused", () => {
  it.each([0, 1, 39, 40, 100])("cut to %d bytes", (length) => {
    expect(() => decodeFrame(whole().slice(0, length))).toThrow(/frame/);
  });

  it("with bytes too many", () => {
    const longer = new Uint8Array(whole().byteLength + 4);
    longer.set(new Uint8Array(whole()));
    expect(() => decodeFrame(longer.buffer)).toThrow(/its counts need/);
  });

  it("with a count of four thousand million", () => {
    expect(() => decodeFrame(header(0xffff_ffff, 0, 0, 0).buffer)).toThrow(/its counts need/);
  });

  it("with a line that ends beyond its corners", () => {
    expect(() => decodeFrame(header(0, 0, 0, 0, 0, 0, 1, 1).words(2).singles(0, 0, 0).buffer)).toThrow(/line 0/);
  });

  it("of another kind", () => {
    expect(() => decodeFrame(new Writer().words(2, ...Array<number>(13).fill(0)).buffer)).toThrow(/kind 2/);
  });
});
