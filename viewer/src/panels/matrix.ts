/**
 * The matrix of an island as a picture: the pattern of A and of its factor,
 * before and after ordering, with the free rows and the tight ones.
 */

import { button, download, element, field, fillSelect, laneName, sceneTitle } from "../page/elements";
import type { Session } from "../page/session";
import type { Matrix, MatrixView } from "../protocol/messages";

const FREE = "#0b7a75";
const TIGHT = "#e4572e";
const COLUMN = "#c9ced6";
const MOST_PIXELS = 900;

export class MatrixDialog {
  readonly node: HTMLDialogElement;
  latest: Matrix | null = null;
  private readonly lane = element("select");
  private readonly island = element("select");
  private readonly pictures = element("div", { className: "patterns" });
  private readonly caption = element("p", { className: "note" });

  constructor(private readonly session: Session) {
    this.lane.addEventListener("change", () => this.ask());
    this.island.addEventListener("change", () => this.ask());
    const close = button("Close", "Back to the view (Esc)", () => this.node.close());
    const controls = element(
      "div",
      { className: "row" },
      element("h2", { textContent: "Matrix" }),
      field("Lane", this.lane),
      field("Island", this.island),
      button("Refresh", "The matrix of the present step", () => this.ask()),
      button("Save PNG", "Save the four patterns as one picture", () => this.save()),
      close,
    );
    this.node = element("dialog", { className: "matrix" }, controls, this.caption, this.pictures);
    this.node.setAttribute("aria-label", "Matrix");
    session.on("matrix", (matrix) => this.show(matrix));
  }

  open(): void {
    if (this.node.open) return;
    this.node.showModal();
    const lanes = this.session.world?.lanes ?? [];
    fillSelect(this.lane, lanes.map(({ solver }, i) => ({ value: String(i), label: laneName(i, solver) })), "0");
    fillSelect(this.island, [], "");
    this.ask();
  }

  private ask(): void {
    const island = this.island.value === "" ? {} : { island: Number(this.island.value) };
    this.session.send({ type: "matrix", lane: Number(this.lane.value || 0), ...island });
  }

  private show(matrix: Matrix): void {
    this.latest = matrix;
    const choices = matrix.islands.map((rows, i) => ({ value: String(i), label: `${i + 1} (${rows} rows)` }));
    fillSelect(this.island, choices, String(matrix.island));
    const count = (list: number[], wanted: (value: number) => boolean) => list.filter(wanted).length;
    const free = count(matrix.labels, (label) => label === 0);
    const kinds = ["joint", "normal", "friction", "pressure"].map((name, kind) => `${count(matrix.kinds, (k) => k === kind)} ${name}`);
    this.caption.replaceChildren(
      `Step ${matrix.step}: ${matrix.rows} rows (${kinds.join(", ")}), `,
      ink(`${free} free`, FREE),
      " and ",
      ink(`${matrix.rows - free} tight`, TIGHT),
      ". Lower triangles: ",
      ink("row and column free", FREE),
      ", ",
      ink("row tight", TIGHT),
      ", only the column tight: grey.",
    );
    this.pictures.replaceChildren(...matrix.views.map((view, i) => figure(matrix, view, i)));
  }

  /** All patterns side by side in one picture. */
  private save(): void {
    const canvases = [...this.pictures.querySelectorAll("canvas")];
    const side = Math.max(1, ...canvases.map((canvas) => canvas.width));
    const gap = Math.round(side / 20);
    const sheet = element("canvas", { width: 2 * side + gap, height: 2 * side + gap });
    const context = sheet.getContext("2d");
    if (!context) return;
    context.fillStyle = "white";
    context.fillRect(0, 0, sheet.width, sheet.height);
    canvases.forEach((canvas, i) => context.drawImage(canvas, (i % 2) * (side + gap), (i >> 1) * (side + gap), side, side));
    sheet.toBlob((blob) => blob && download(`${sceneTitle(this.session.world?.scene ?? "run")}-matrix.png`, blob));
  }
}

function ink(words: string, colour: string): HTMLElement {
  const text = element("b", { textContent: words });
  text.style.color = colour;
  return text;
}

/** What the factor has more than the matrix it belongs to. */
function fill(matrix: Matrix, index: number): string {
  const view = matrix.views[index];
  const { name, entries } = view;
  const before = matrix.views[index - 1];
  const size = view.rows.length === 0 && entries > 0 ? `${entries} entries, too many to draw` : `${entries} entries`;
  if (!name.startsWith("factor") || !before || before.entries === 0) return `${name}: ${size}`;
  return `${name}: ${size}, fill × ${(entries / before.entries).toFixed(2)}`;
}

function figure(matrix: Matrix, view: MatrixView, index: number): HTMLElement {
  const canvas = element("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Pattern: ${view.name}`);
  drawPattern(canvas, matrix, view);
  return element("figure", {}, canvas, element("figcaption", { textContent: fill(matrix, index) }));
}

/** One square per entry, whole pixels where there are few rows. */
export function drawPattern(canvas: HTMLCanvasElement, matrix: Matrix, view: MatrixView): void {
  const rows = Math.max(matrix.rows, 1);
  const square = Math.max(1, Math.floor(MOST_PIXELS / rows));
  const side = rows * square <= MOST_PIXELS ? rows * square : MOST_PIXELS;
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return;
  const size = side / rows;
  const mark = Math.max(size, 1);
  const isTight = (place: number) => matrix.labels[view.order[place] ?? place] !== 0;
  context.fillStyle = "white";
  context.fillRect(0, 0, side, side);
  const count = Math.min(view.rows.length, view.columns.length);
  for (let k = 0; k < count; k++) {
    const [row, column] = [view.rows[k], view.columns[k]];
    if (row >= rows || column >= rows) continue;
    context.fillStyle = isTight(row) ? TIGHT : isTight(column) ? COLUMN : FREE;
    context.fillRect(column * size, row * size, mark, mark);
  }
}
