/** Scales, histories and tables of the plots. */

import { describe, expect, it } from "vitest";
import { cell, historyTable, table } from "../../src/plots/csv";
import { History } from "../../src/plots/history";
import { MOST_MARKS, markText, markTexts, scaleFor, share, valueText } from "../../src/plots/scale";

describe("a scale", () => {
  it("has round marks that hold all values", () => {
    const scale = scaleFor([3, 17, 41], false);
    expect(scale.marks).toEqual([0, 20, 40, 60]);
    expect([share(scale, 0), share(scale, 30), share(scale, 60)]).toEqual([0, 0.5, 1]);
  });

  it("does not begin at zero where values are far from it", () => {
    const { low, high } = scaleFor([1000.1, 1000.4], false);
    expect(low).toBeGreaterThan(999);
    expect(high).toBeLessThan(1001);
  });

  it("counts in powers of ten", () => {
    const scale = scaleFor([3e-9, 0.2], true);
    expect([scale.low, scale.high]).toEqual([1e-9, 1]);
    expect(share(scale, 1e-3)).toBeCloseTo(6 / 9, 12);
    // Zero has no logarithm, and lies at the foot.
    expect(share(scale, 0)).toBe(0);
  });

  it.each([[[]], [[NaN, Infinity]], [[0, 0]], [[5]], [[-2, -2]]])("is finite and has a width for %j", (values) => {
    for (const log of [false, true]) {
      const { low, high, marks } = scaleFor(values, log);
      expect(Number.isFinite(low) && Number.isFinite(high) && low < high).toBe(true);
      expect(marks.length).toBeGreaterThan(1);
    }
  });

  it("is one value where values differ by rounding alone", () => {
    const energy = 12.345678901234567;
    const { low, high, marks } = scaleFor([energy, energy * (1 + 2 ** -52)], false);
    expect(marks.length).toBeLessThanOrEqual(MOST_MARKS);
    expect(high - low).toBeGreaterThan(1);
  });

  it("follows small values down, and tells at its foot what is far smaller", () => {
    const tiny = scaleFor([5.8e-23], true);
    expect([tiny.low, tiny.high]).toEqual([1e-23, 1e-22]);
    const wide = scaleFor([5.8e-23, 0.3, 0], true);
    expect(wide.high).toBe(1);
    expect(wide.low).toBeGreaterThan(1e-20);
    expect(share(wide, 5.8e-23)).toBe(0);
  });

  it("has few distinct rising marks for any values, and holds them", () => {
    // The minimal standard generator of Park and Miller 1988: the same values in every run.
    let seed = 20_261_118;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const sizes = [() => 10 ** (620 * random() - 320), () => 10 ** (20 * random() - 10), () => random(), () => 0];
    for (let round = 0; round < 8000; round++) {
      const size = sizes[round % sizes.length]() * (random() < 0.5 ? -1 : 1);
      // Apart by anything from much more than their size to less than a unit in the last place.
      const spread = 10 ** (25 * random() - 20);
      const values = Array.from({ length: 1 + (round % 4) }, () => size + size * spread * random());
      for (const log of [false, true]) {
        const scale = scaleFor(values, log);
        const said = `${values.join(", ")}: ${scale.low} to ${scale.high}, ${scale.marks.join(", ")}`;
        const { marks, low, high } = scale;
        expect(marks.length >= 2 && marks.length <= MOST_MARKS, said).toBe(true);
        expect(marks.every((mark, i) => Number.isFinite(mark) && (i === 0 || mark > marks[i - 1])), said).toBe(true);
        expect(Number.isFinite(high - low) && low < high, said).toBe(true);
        const held = values.map((value) => share(scale, value)).every((part) => part >= -1e-3 && part <= 1 + 1e-3);
        const inside = values.every((value) => Math.abs(value) < 1e290);
        expect(held || !inside, said).toBe(true);
        const texts = markTexts(scale);
        expect(new Set(texts).size, `${said}: ${texts.join(" ")}`).toBe(marks.length);
      }
    }
  });

  it("writes its marks shortly", () => {
    expect([0, 0.5, 20, 12_000, 1e7, 2e-5].map((value) => markText(value, false))).toEqual(["0", "0.5", "20", "12k", "1e7", "2e-5"]);
    expect([1e-12, 1, 1e3].map((value) => markText(value, true))).toEqual(["10⁻¹²", "10⁰", "10³"]);
  });

  it("writes values with their unit", () => {
    expect([valueText(0.00123, "s"), valueText(4.5e-6, "s"), valueText(2, "m"), valueText(17, ""), valueText(NaN, "J")]).toEqual(
      ["1.23 ms", "4.50 µs", "2 m", "17", "–"],
    );
  });
});

describe("a history", () => {
  const push = (history: History, step: number) => history.push(step, step / 10, new Float64Array([step * step]));

  it("keeps what was said, in its order", () => {
    const history = new History(["square"]);
    for (let step = 0; step < 5000; step++) push(history, step);
    expect(history.length).toBe(5000);
    for (const step of [0, 1023, 1024, 4999]) {
      expect([history.step(step), history.time(step), history.value(step, 0)]).toEqual([step, step / 10, step * step]);
    }
    expect([history.indexOf(-1), history.indexOf(2.05), history.indexOf(1e9)]).toEqual([0, 21, 5000]);
  });

  it("forgets what lies after a step back", () => {
    const history = new History(["square"]);
    for (const step of [0, 1, 2, 3, 1]) push(history, step);
    expect([history.length, history.step(1)]).toEqual([2, 1]);
  });

  it("is kept up to where another branch goes on", () => {
    const history = new History(["square"]);
    for (let step = 0; step < 3000; step++) push(history, step);
    const branch = history.until(2000);
    expect([branch.length, branch.step(0), branch.value(2000, 0)]).toEqual([2001, 0, 4e6]);
    for (let step = 2000; step < 5000; step++) push(branch, step);
    expect([branch.length, branch.value(4999, 0), history.length]).toEqual([5000, 4999 ** 2, 3000]);
    expect([history.until(-1).length, new History(["square"]).until(7).length]).toEqual([0, 0]);
    const empty = history.until(-1);
    for (const step of [0, 1]) push(empty, step);
    expect([empty.length, empty.value(1, 0)]).toEqual([2, 1]);
  });

  it("does not grow for ever", () => {
    const history = new History(["square"]);
    for (let step = 0; step < 100_000; step++) push(history, step);
    expect(history.length).toBe(36_000);
    expect([history.step(0), history.step(35_999), history.value(0, 0)]).toEqual([64_000, 99_999, 64_000 ** 2]);
  });
});

describe("CSV", () => {
  it("quotes what needs it", () => {
    expect(["plain", "a,b", 'say "so"', "two\nlines"].map(cell)).toEqual(["plain", '"a,b"', '"say ""so"""', '"two\nlines"']);
  });

  it("keeps every digit and leaves out what is no number", () => {
    expect(table(["a", "b"], [[0.1 + 0.2, NaN]])).toBe("a,b\n0.30000000000000004,\n");
  });

  it("has the lanes one after the other", () => {
    const lanes = [new History(["contacts", "energy"]), new History(["contacts", "energy"])];
    lanes.forEach((history, i) => history.push(3, 0.25, new Float64Array([8, 1.5 + i])));
    expect(historyTable(lanes, ["energy"])).toBe("lane,step,time,energy\n1,3,0.25,1.5\n2,3,0.25,2.5\n");
    expect(historyTable(lanes, ["nothing"])).toContain("1,3,0.25,\n");
  });
});
