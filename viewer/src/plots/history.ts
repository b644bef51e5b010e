/** The figures of the frames of one lane, in the order of time. */

const FIRST_ROOM = 1024;
/** About ten minutes at 60 frames per second are kept. */
const MOST = 36_000;

export class History {
  private readonly width: number;
  private data: Float64Array;
  private start = 0;
  private end = 0;

  /** Columns: step, time, and these figures. */
  constructor(readonly figures: string[]) {
    this.width = figures.length + 2;
    this.data = new Float64Array(FIRST_ROOM * this.width);
  }

  get length(): number {
    return this.end - this.start;
  }

  step(i: number): number {
    return this.data[(this.start + i) * this.width];
  }

  time(i: number): number {
    return this.data[(this.start + i) * this.width + 1];
  }

  value(i: number, figure: number): number {
    return this.data[(this.start + i) * this.width + 2 + figure];
  }

  /** Adds a frame; what lies at or after its step is forgotten. */
  push(step: number, time: number, figures: Float64Array): void {
    while (this.length > 0 && this.step(this.length - 1) >= step) this.end -= 1;
    if (this.length >= MOST) this.start += 1;
    if ((this.end + 1) * this.width > this.data.length) this.makeRoom();
    const at = this.end * this.width;
    this.data[at] = step;
    this.data[at + 1] = time;
    for (let i = 0; i < this.width - 2; i++) this.data[at + 2 + i] = figures[i] ?? NaN;
    this.end += 1;
  }

  /** The same up to a step. */
  until(step: number): History {
    const same = new History(this.figures);
    let end = this.end;
    while (end > this.start && this.data[(end - 1) * this.width] > step) end -= 1;
    same.data = this.data.slice(this.start * this.width, Math.max(end, this.start + 1) * this.width);
    same.end = end - this.start;
    return same;
  }

  /** Moves to the front, into twice the room where it is half full. */
  private makeRoom(): void {
    const kept = this.data.subarray(this.start * this.width, this.end * this.width);
    const room = 2 * kept.length > this.data.length ? 2 * this.data.length : this.data.length;
    const data = room === this.data.length ? this.data : new Float64Array(room);
    data.set(kept);
    this.data = data;
    this.end -= this.start;
    this.start = 0;
  }

  /** The first frame at or after a time. */
  indexOf(time: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
