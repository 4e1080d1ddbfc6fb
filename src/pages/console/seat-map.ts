/** The map of one event's seats by state and holder. The views draw everything around the picture, and read the seats. */
import type { Plan } from '../shared/plan.ts';
import type { MapPaint, SectorLook, UnitLook } from '../shared/renderer.ts';
import type { Units } from '../shared/units.ts';
import { paintOf, sectorLooks, selectedOffset, unitLooks } from './map-paint.ts';
import { type Assignments, type Moment, SeatBoard } from './seat-board.ts';
import { SelectableMap } from './selectable-map.ts';

export class SeatMap extends SelectableMap {
  #board: SeatBoard | null = null;

  /** Null until a plan is loaded. */
  get board(): SeatBoard | null {
    return this.#board;
  }

  override load(plan: Plan): Promise<void> {
    this.#board = new SeatBoard(plan);
    return super.load(plan);
  }

  /** Takes over all seats and areas as they were read. */
  take(read: Assignments): void {
    this.redraw(this.#board?.take(read) ?? []);
  }

  takeMoment(moment: Moment): void {
    this.redraw(this.#board?.takeMoment(moment) ?? []);
  }

  /** Applies a change of the live stream: ids of seats. */
  move(freed: readonly number[], taken: readonly number[]): void {
    this.redraw(this.#board?.move(freed, taken) ?? []);
  }

  protected override lookOf(seat: number, isSelected: boolean): number {
    return (this.#board?.kinds[seat] ?? 0) + (isSelected ? selectedOffset : 0);
  }

  protected override paint(isDark: boolean): MapPaint {
    return paintOf(isDark);
  }

  protected override unitLooks(units: Units, isDark: boolean): UnitLook[] {
    return this.#board === null ? [] : unitLooks(this.#board, units, this.selected, isDark);
  }

  protected override sectors(_: Plan, isDark: boolean): SectorLook[] {
    return this.#board === null ? [] : sectorLooks(this.#board, isDark);
  }
}
