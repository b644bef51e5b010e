/** From numbers to pixels, linear or logarithmic, with round marks. */

export interface Scale {
  low: number;
  high: number;
  log: boolean;
  marks: number[];
}

/** Sizes beyond these are drawn there: no step between marks is then 0 or infinite. */
const SMALLEST = 1e-290;
const LARGEST = 1e290;
/** Values that differ by less than this share of their size are one value: rounding is no motion. */
const ROUNDING = 1e-12;
/** A logarithmic axis spans at most this ratio: the rest is drawn at its foot. */
const SPAN = 1e18;
/** No axis has more marks. */
export const MOST_MARKS = 8;

/** An axis that holds these values; NaN and ∞ are passed over. */
export function scaleFor(values: Iterable<number>, log: boolean): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value) || (log && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return log ? logScale(low, high) : linearScale(low, high);
}

function linearScale(low: number, high: number): Scale {
  if (low > high) [low, high] = [0, 1];
  [low, high] = [clamp(low, -LARGEST, LARGEST), clamp(high, -LARGEST, LARGEST)];
  // What is near zero is shown from zero, so that sizes can be compared.
  if (low > 0 && low < 0.6 * high) low = 0;
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= Math.max(ROUNDING * size, SMALLEST)) {
    const half = size > SMALLEST ? size / 2 : 0.5;
    [low, high] = [low - half, high + half];
  }
  const step = roundStep((high - low) / 3);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const count = Math.min(last - first + 1, MOST_MARKS);
  const marks = Array.from({ length: count }, (_, i) => (first + i) * step);
  return { low: first * step, high: last * step, log: false, marks };
}

function logScale(low: number, high: number): Scale {
  if (low > high) [low, high] = [1e-12, 1];
  high = clamp(high, SMALLEST * SPAN, LARGEST);
  low = clamp(low, high / SPAN, high);
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(high) - 1e-9), first + 1);
  const step = Math.ceil((last - first) / 4);
  const count = Math.min(Math.floor((last - first) / step) + 1, MOST_MARKS);
  const marks = Array.from({ length: count }, (_, i) => powerOfTen(first + i * step));
  return { low: powerOfTen(first), high: powerOfTen(last), log: true, marks };
}

/** To the last digit, which `**` misses. */
function powerOfTen(power: number): number {
  return Number(`1e${power}`);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
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
  return value > scale.low ? (Math.log10(value) - low) / (high - low) : 0;
}

const UP = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];

/**
 * The marks of an axis in few characters. Where those do not tell them apart,
 * the lowest is written in full and the others by what they have more.
 */
export function markTexts({ marks, log }: Scale): string[] {
  const texts = marks.map((mark) => markText(mark, log));
  if (new Set(texts).size === texts.length) return texts;
  return texts.map((text, i) => (i === 0 ? text : `+${markText(marks[i] - marks[0], false)}`));
}

/** A number beside an axis in few characters. */
export function markText(value: number, log: boolean): string {
  if (log) {
    const power = Math.round(Math.log10(value));
    const digits = [...String(Math.abs(power))].map((digit) => UP[Number(digit)]).join("");
    return `10${power < 0 ? "⁻" : ""}${digits}`;
  }
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return Number(value.toPrecision(3)).toExponential().replace("e+", "e");
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

/** An angle in rad as degrees. */
export function angleText(value: number): string {
  return `${((value * 180) / Math.PI).toFixed(1).replace(/^-0\.0$/, "0.0")}°`;
}

function shortText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential(1).replace("e+", "e");
  return String(Number(value.toPrecision(4)));
}
