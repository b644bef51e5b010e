/** A film, taken apart as the specification of its container says. */

import { expect, it } from "vitest";
import { type Picture, webm } from "../../src/film/webm";

interface Part {
  number: number;
  content: Uint8Array;
}

/** Elements in a row: a number of 1 to 4 bytes, a length of 8, a content. */
function parts(bytes: Uint8Array): Part[] {
  const found: Part[] = [];
  let at = 0;
  while (at < bytes.length) {
    const width = Math.clz32(bytes[at]) - 23;
    const number = bytes.slice(at, at + width).reduce((sum, byte) => sum * 256 + byte, 0);
    expect(bytes[at + width]).toBe(1);
    const length = bytes.slice(at + width + 1, at + width + 8).reduce((sum, byte) => sum * 256 + byte, 0);
    const begin = at + width + 8;
    expect(begin + length).toBeLessThanOrEqual(bytes.length);
    found.push({ number, content: bytes.slice(begin, begin + length) });
    at = begin + length;
  }
  return found;
}

const inside = (all: Part[], number: number): Part[] => parts(all.find((part) => part.number === number)?.content ?? new Uint8Array());
const value = (part?: Part): number => (part?.content ?? new Uint8Array()).reduce((sum, byte) => sum * 256 + byte, 0);

it("holds every picture at its time", () => {
  const pictures: Picture[] = Array.from({ length: 130 }, (_, i) => ({ time: (i * 1000) / 30, key: i % 60 === 0, data: Uint8Array.of(i, 1, 2) }));
  const file = parts(webm({ width: 1280, height: 720, codec: "V_VP8", duration: 4333.3 }, pictures));
  expect(file.map(({ number }) => number)).toEqual([0x1a45dfa3, 0x18538067]);
  expect(new TextDecoder().decode(inside(file, 0x1a45dfa3).find(({ number }) => number === 0x4282)?.content)).toBe("webm");
  const segment = inside(file, 0x18538067);
  const info = inside(segment, 0x1549a966);
  expect(value(info.find(({ number }) => number === 0x2ad7b1))).toBe(1_000_000);
  const track = inside(inside(segment, 0x1654ae6b), 0xae);
  const video = inside(track, 0xe0);
  expect(video.map(value)).toEqual([1280, 720]);
  const clusters = segment.filter(({ number }) => number === 0x1f43b675).map(({ content }) => parts(content));
  expect(clusters.map((cluster) => cluster.length - 1)).toEqual([60, 60, 10]);
  const blocks = clusters.flatMap(([begun, ...rest]) =>
    rest.map(({ content }) => ({ time: value(begun) + content[1] * 256 + content[2], key: content[3] === 0x80, data: content.slice(4) })),
  );
  expect(blocks).toEqual(pictures.map(({ time, key, data }) => ({ time: Math.round(time), key, data })));
});
