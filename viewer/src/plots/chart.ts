/** A small line chart on a canvas. */

import { element } from "../page/elements";
import { isDark } from "../page/theme";
import { hideReadout, showReadout } from "../page/readout";
import { markText, markTexts, type Scale, scaleFor, share, valueText } from "./scale";

/** A curve: points by index, in the order of x. */
export interface Curve {
  length: number;
  x: (i: number) => number;
  y: (i: number) => number;
  /** Which of the chart's colours. */
  colour: number;
  dashed: boolean;
}

export interface Picture {
  curves: Curve[];
  log: boolean;
  /** The ends of the x axis. */
  from: number;
  to: number;
  /** A line across, such as a tolerance. */
  level?: number | null;
  /** A line up and down: the present moment. */
  cursor?: number | null;
  /** Of the values, where they are read out. */
  unit?: string;
}

const LEFT = 38;
const RIGHT = 6;
const TOP = 5;
const BOTTOM = 15;

/** Colours of curves, which most eyes can tell apart (Okabe and Ito); lighter on dark. */
export function curveColour(index: number): string {
  const colours = isDark()
    ? ["#56b4e9", "#f0b53c", "#35c79a", "#e39ac6", "#9aa7b5"]
    : ["#0072b2", "#d98e00", "#009e73", "#cc79a7", "#56b4e9"];
  return colours[index % colours.length];
}

export class Chart {
  readonly canvas: HTMLCanvasElement;
  private shown: Picture | null = null;
  /** Whether any of it is seen: what is scrolled away or in a closed drawer is not drawn. */
  seen = false;
  /** Where the pointer rests on it: what is drawn there later is read out, too. */
  private pointer: Pick<PointerEvent, "offsetX" | "clientX" | "clientY"> | null = null;

  constructor(
    title: string,
    private readonly height: number,
    appeared: () => void = () => {},
  ) {
    this.canvas = element("canvas", { className: "chart" });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `Plot: ${title}`);
    this.canvas.style.height = `${height}px`;
    this.canvas.addEventListener("pointermove", (event) => {
      const { offsetX, clientX, clientY } = event;
      this.pointer = { offsetX, clientX, clientY };
      this.readOut();
    });
    this.canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      hideReadout();
    });
    new IntersectionObserver((entries) => {
      this.seen = entries.at(-1)?.isIntersecting ?? false;
      if (!this.seen) return;
      this.paint();
      appeared();
    }).observe(this.canvas);
  }

  /** The values of all curves at a place across, in words. */
  read(place: number): string | null {
    const { shown } = this;
    const width = this.canvas.clientWidth;
    if (!shown || width === 0) return null;
    const wanted = shown.from + ((place - LEFT) / (width - LEFT - RIGHT)) * (shown.to - shown.from);
    const values: string[] = [];
    let found = wanted;
    for (const curve of shown.curves) {
      let nearest = -1;
      for (let i = 0; i < curve.length; i++) {
        if (nearest < 0 || Math.abs(curve.x(i) - wanted) < Math.abs(curve.x(nearest) - wanted)) nearest = i;
      }
      if (nearest < 0) continue;
      found = curve.x(nearest);
      values.push(valueText(curve.y(nearest), shown.unit ?? ""));
    }
    return values.length === 0 ? null : `${Number(found.toPrecision(6))}: ${values.join("  /  ")}`;
  }

  /** Shows another picture, and draws it where it is seen. */
  draw(picture: Picture): void {
    this.shown = picture;
    if (this.seen) this.paint();
    this.readOut();
  }

  /** Says the values under the pointer, beside it. */
  private readOut(): void {
    if (!this.pointer) return;
    const { offsetX, clientX, clientY } = this.pointer;
    const said = this.read(offsetX);
    if (said) showReadout(said, clientX, clientY);
    else hideReadout();
  }

  private paint(): void {
    if (!this.shown) return;
    const { curves, log, from, to, level, cursor } = this.shown;
    const width = this.canvas.clientWidth;
    if (width === 0) return;
    const ratio = window.devicePixelRatio;
    const [pixelsX, pixelsY] = [Math.round(width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width !== pixelsX) this.canvas.width = pixelsX;
    if (this.canvas.height !== pixelsY) this.canvas.height = pixelsY;
    // Few lines, drawn often: the processor does that faster than a round trip to the card.
    const context = this.canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return;
    const style = getComputedStyle(this.canvas);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, this.height);
    const scale = scaleFor(valuesOf(curves, level), log);
    const x = (value: number) => LEFT + ((width - LEFT - RIGHT) * (value - from)) / (to - from || 1);
    const y = (value: number) => this.height - BOTTOM - (this.height - TOP - BOTTOM) * share(scale, value);
    drawAxes(context, style, scale, { from, to, x, y, right: width - RIGHT, bottom: this.height - BOTTOM });
    if (level) drawLevel(context, style, y(level), width - RIGHT);
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, width - LEFT - RIGHT, this.height);
    context.clip();
    for (const curve of curves) drawCurve(context, curve, x, y);
    if (typeof cursor === "number") {
      context.fillStyle = style.color;
      context.fillRect(x(cursor) - 0.5, TOP, 1, this.height - TOP - BOTTOM);
    }
    context.restore();
  }
}

function* valuesOf(curves: Curve[], level: number | null | undefined): Generator<number> {
  for (const curve of curves) {
    for (let i = 0; i < curve.length; i++) yield curve.y(i);
  }
  if (level) yield level;
}

interface Axes {
  from: number;
  to: number;
  x: (value: number) => number;
  y: (value: number) => number;
  right: number;
  bottom: number;
}

function drawAxes(context: CanvasRenderingContext2D, style: CSSStyleDeclaration, scale: Scale, axes: Axes): void {
  context.font = `9.5px ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.strokeStyle = style.getPropertyValue("--line");
  context.lineWidth = 1;
  context.textAlign = "right";
  context.textBaseline = "middle";
  const texts = markTexts(scale);
  for (const [i, mark] of scale.marks.entries()) {
    const height = Math.round(axes.y(mark)) + 0.5;
    context.beginPath();
    context.moveTo(LEFT, height);
    context.lineTo(axes.right, height);
    context.stroke();
    context.fillText(texts[i], LEFT - 4, height);
  }
  context.textBaseline = "top";
  context.textAlign = "left";
  context.fillText(markText(axes.from, false), LEFT, axes.bottom + 3);
  context.textAlign = "right";
  context.fillText(markText(axes.to, false), axes.right, axes.bottom + 3);
}

function drawLevel(context: CanvasRenderingContext2D, style: CSSStyleDeclaration, height: number, right: number): void {
  context.setLineDash([2, 3]);
  context.strokeStyle = style.color;
  context.beginPath();
  context.moveTo(LEFT, height);
  context.lineTo(right, height);
  context.stroke();
  context.setLineDash([]);
}

/** Many points on one pixel become one line from the least to the most. */
function drawCurve(
  context: CanvasRenderingContext2D,
  curve: Curve,
  x: (value: number) => number,
  y: (value: number) => number,
): void {
  context.strokeStyle = curveColour(curve.colour);
  context.lineWidth = 1.4;
  context.lineJoin = "round";
  context.setLineDash(curve.dashed ? [4, 3] : []);
  context.beginPath();
  let [column, least, most] = [-Infinity, 0, 0];
  let begun = false;
  for (let i = 0; i < curve.length; i++) {
    const value = curve.y(i);
    if (!Number.isFinite(value)) {
      begun = false;
      continue;
    }
    const [left, height] = [x(curve.x(i)), y(value)];
    if (begun && left - column < 0.5) {
      if (height < least || height > most) context.lineTo(column, height);
      [least, most] = [Math.min(least, height), Math.max(most, height)];
      continue;
    }
    if (begun) context.lineTo(left, height);
    else context.moveTo(left, height);
    [begun, column, least, most] = [true, left, height, height];
    if (curve.length === 1) context.arc(left, height, 1.5, 0, 2 * Math.PI);
  }
  context.stroke();
  context.setLineDash([]);
}
