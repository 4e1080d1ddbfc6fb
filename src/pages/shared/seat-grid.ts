/**
 * Finds seats by coordinates: the seat under a pointer, and the seats in a rectangle. A grid of equal cells over the
 * plan, built once. A search costs as much as the cells that it touches hold, however large the plan is.
 */
import type { Box, Plan } from './plan.ts';

/** Seats of a cell on average. */
const seatsPerCell = 12;

export class SeatGrid {
  readonly #plan: Plan;
  readonly #box: Box;
  readonly #cell: number;
  readonly #columns: number;
  readonly #lines: number;
  /** Where each cell begins in `#seats`; one more entry than cells. */
  readonly #starts: Int32Array;
  readonly #seats: Int32Array;

  constructor(plan: Plan, box: Box) {
    this.#plan = plan;
    this.#box = box;
    this.#cell = Math.max(Math.sqrt((box.width * box.height * seatsPerCell) / Math.max(plan.seatCount, 1)), 1e-6);
    this.#columns = Math.max(1, Math.ceil(box.width / this.#cell));
    this.#lines = Math.max(1, Math.ceil(box.height / this.#cell));
    this.#starts = new Int32Array(this.#columns * this.#lines + 1);
    this.#seats = new Int32Array(plan.seatCount);
    this.#fill();
  }

  /** Calls `visit` for every seat whose middle is in the rectangle, and for some that are close to it. */
  within({ x, y, width, height }: Box, visit: (seat: number) => void): void {
    const [left, right] = [this.#columnOf(x), this.#columnOf(x + width)];
    const [top, bottom] = [this.#lineOf(y), this.#lineOf(y + height)];
    for (let line = top; line <= bottom; line++) {
      const from = this.#starts[line * this.#columns + left] as number;
      const to = this.#starts[line * this.#columns + right + 1] as number;
      for (let at = from; at < to; at++) visit(this.#seats[at] as number);
    }
  }

  /** The seat nearest to a point, at most `reach` away. */
  nearest(x: number, y: number, reach: number): number | null {
    let found: number | null = null;
    let least = reach;
    this.within({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }, (seat) => {
      const away = Math.hypot((this.#plan.xs[seat] as number) - x, (this.#plan.ys[seat] as number) - y);
      if (away > least) return;
      least = away;
      found = seat;
    });
    return found;
  }

  #fill(): void {
    const { xs, ys, rowOf, seatCount } = this.#plan;
    const [starts, seats, columns] = [this.#starts, this.#seats, this.#columns];
    /** 0: the seat is in no cell; else one more than its cell. */
    const cells = new Int32Array(seatCount);
    for (let seat = 0; seat < seatCount; seat++) {
      if (rowOf[seat] === -1) continue;
      const cell = this.#lineOf(ys[seat] as number) * columns + this.#columnOf(xs[seat] as number) + 1;
      cells[seat] = cell;
      starts[cell]!++;
    }
    for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1] as number;
    const next = starts.slice();
    for (let seat = 0; seat < seatCount; seat++) {
      const cell = cells[seat] as number;
      if (cell > 0) seats[next[cell - 1]!++] = seat;
    }
  }

  #columnOf(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor((x - this.#box.x) / this.#cell)));
  }

  #lineOf(y: number): number {
    return Math.min(this.#lines - 1, Math.max(0, Math.floor((y - this.#box.y) / this.#cell)));
  }
}
