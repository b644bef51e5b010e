/** From numbers to pixels, linear or logarithmic, with round marks. */

export interface Scale {
  low: number;
  high: number;
  log: boolean;
  marks: number[];
}

/** Least value of a logarithmic axis: zero and less are drawn there. */
const FLOOR = 1e-17;

/** An axis that holds these values; NaN and ∞ are passed over. */
export function scaleFor(values: Iterable<number>, log: boolean): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value) || (log && value <= FLOOR)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return log ? logScale(low, high) : linearScale(low, high);
}

function linearScale(low: number, high: number): Scale {
  if (low > high) [low, high] = [0, 1];
  // What is near zero is shown from zero, so that sizes can be compared.
  if (low > 0 && low < 0.6 * high) low = 0;
  const spread = high - low || Math.abs(high) || 1;
  if (high === low) [low, high] = [low - spread / 2, high + spread / 2];
  const step = roundStep((high - low) / 3);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const marks: number[] = [];
  for (let i = first; i <= last; i++) marks.push(i * step);
  return { low: first * step, high: last * step, log: false, marks };
}

function logScale(low: number, high: number): Scale {
  if (low > high) [low, high] = [1e-12, 1];
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(high) - 1e-9), first + 1);
  const step = Math.ceil((last - first) / 4);
  const marks: number[] = [];
  for (let power = first; power <= last; power += step) marks.push(10 ** power);
  return { low: 10 ** first, high: 10 ** last, log: true, marks };
}

/** 1, 2 or 5 times a power of ten, at least this large. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Where a value lies between the ends: 0 at the low one, 1 at the high one. */
export function share(scale: Scale, value: number): number {
  if (!scale.log) return (value - scale.low) / (scale.high - scale.low);
  const [low, high] = [Math.log10(scale.low), Math.log10(scale.high)];
  return Math.max(0, (Math.log10(Math.max(value, FLOOR)) - low) / (high - low));
}

const UP = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];

/** A mark of an axis in few characters. */
export function markText(value: number, log: boolean): string {
  if (log) {
    const power = Math.round(Math.log10(value));
    const digits = [...String(Math.abs(power))].map((digit) => UP[Number(digit)]).join("");
    return `10${power < 0 ? "⁻" : ""}${digits}`;
  }
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(0).replace("e+", "e");
  return size >= 1e4 ? `${Number((value / 1e3).toPrecision(4))}k` : String(Number(value.toPrecision(4)));
}

/** A value with three digits and its unit, milli and micro for seconds and metres. */
export function valueText(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "–";
  if (unit === "" || unit === "1") return Number.isInteger(value) ? String(value) : shortText(value);
  if ((unit === "s" || unit === "m") && value !== 0 && Math.abs(value) < 1) {
    const size = Math.abs(value);
    if (size >= 1e-3) return `${(value * 1e3).toPrecision(3)} m${unit}`;
    if (size >= 1e-6) return `${(value * 1e6).toPrecision(3)} µ${unit}`;
  }
  return `${shortText(value)} ${unit}`;
}

function shortText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential(1).replace("e+", "e");
  return String(Number(value.toPrecision(4)));
}
