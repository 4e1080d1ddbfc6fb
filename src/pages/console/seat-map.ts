/**
 * The picture of one event's seats by state and holder, and the seats that are selected on it. The live view draws
 * everything around the picture, and reads the seats.
 */
import { type MapEvents, MapView } from '../shared/map-view.ts';
import type { Plan } from '../shared/plan.ts';
import { prefersDark } from '../shared/theme.ts';
import type { ScreenBox } from './box-layer.tsx';
import { paintOf, sectorLooks, selectedOffset } from './map-paint.ts';
import { type Assignments, type Moment, SeatBoard } from './seat-board.ts';

export class SeatMap {
  readonly #view: MapView;
  readonly #onChange: () => void;
  readonly #selected = new Set<number>();
  #board: SeatBoard | null = null;
  #looks = new Uint8Array(0);

  /** `onChange`: seats look different now, or others are selected. */
  constructor(surface: HTMLElement, events: MapEvents, onChange: () => void) {
    this.#view = new MapView(surface, events);
    this.#onChange = onChange;
  }

  /** Null until a plan is loaded. */
  get board(): SeatBoard | null {
    return this.#board;
  }

  get selected(): ReadonlySet<number> {
    return this.#selected;
  }

  async load(plan: Plan): Promise<void> {
    this.#board = new SeatBoard(plan);
    this.#looks = new Uint8Array(plan.seatCount);
    await this.#view.load(plan, this.#looks, prefersDark());
    this.#paint();
  }

  /** Takes over all seats and areas as they were read. */
  take(read: Assignments): void {
    this.#redraw(this.#board?.take(read) ?? []);
  }

  takeMoment(moment: Moment): void {
    this.#redraw(this.#board?.takeMoment(moment) ?? []);
  }

  /** Applies a change of the live stream: ids of seats. */
  move(freed: readonly number[], taken: readonly number[]): void {
    this.#redraw(this.#board?.move(freed, taken) ?? []);
  }

  /** Draws everything in the theme of now. */
  repaint(): void {
    this.#paint();
    void this.#view.repaintBackdrop(prefersDark());
  }

  selectIn({ left, top, right, bottom }: ScreenBox, isAdded: boolean): void {
    if (this.#board === null) return;
    const [fromX, fromY] = this.#view.camera.toPlan(left, top);
    const [toX, toY] = this.#view.camera.toPlan(right, bottom);
    const { xs, ys, seatCount } = this.#board.plan;
    const before = [...this.#selected];
    if (!isAdded) this.#selected.clear();
    for (let seat = 0; seat < seatCount; seat++) {
      const [x, y] = [xs[seat] as number, ys[seat] as number];
      if (x >= fromX && x <= toX && y >= fromY && y <= toY) this.#selected.add(seat);
    }
    this.#redraw([...new Set([...before, ...this.#selected])]);
  }

  toggle(seat: number): void {
    if (!this.#selected.delete(seat)) this.#selected.add(seat);
    this.#redraw([seat]);
  }

  /** Selects nothing. */
  clear(): void {
    const before = [...this.#selected];
    this.#selected.clear();
    this.#redraw(before);
  }

  zoomBy(factor: number): void {
    this.#view.zoomBy(factor);
  }

  showAll(): void {
    this.#view.showAll();
  }

  #paint(): void {
    this.#view.paint(paintOf(prefersDark()));
    if (this.#board !== null) this.#view.setSectors(sectorLooks(this.#board, prefersDark()));
  }

  /** Draws seats as the board has them now. */
  #redraw(seats: readonly number[]): void {
    const board = this.#board;
    if (board === null) return;
    for (const seat of seats) {
      this.#looks[seat] = (board.kinds[seat] ?? 0) + (this.#selected.has(seat) ? selectedOffset : 0);
    }
    this.#view.changed(seats);
    this.#view.setSectors(sectorLooks(board, prefersDark()));
    this.#onChange();
  }
}
