/** Series as comma-separated values, in full precision. */

import type { History } from "./history";

/** A cell as CSV has it: in quotation marks where it needs them. */
export function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table; what is not finite becomes an empty cell. */
export function table(columns: string[], rows: Iterable<number[]>): string {
  let result = `${columns.map(cell).join(",")}\n`;
  for (const row of rows) {
    result += `${row.map((value) => (Number.isFinite(value) ? String(value) : "")).join(",")}\n`;
  }
  return result;
}

/** The named figures of every lane by lane, step and time; lanes count from 1. */
export function historyTable(histories: History[], figures: string[]): string {
  function* rows(): Generator<number[]> {
    for (const [lane, history] of histories.entries()) {
      const places = figures.map((name) => history.figures.indexOf(name));
      for (let i = 0; i < history.length; i++) {
        const values = places.map((place) => (place < 0 ? NaN : history.value(i, place)));
        yield [lane + 1, history.step(i), history.time(i), ...values];
      }
    }
  }
  return table(["lane", "step", "time", ...figures], rows());
}
