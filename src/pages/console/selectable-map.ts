/**
 * The picture of an event's seats, and those of them that are selected. A seat is named by its place in the plan. Each kind of
 * map paints seats in its own way. Shows; calls nothing.
 */
import { type MapEvents, MapView } from '../shared/map-view.ts';
import type { Plan } from '../shared/plan.ts';
import type { MapPaint, SectorLook } from '../shared/renderer.ts';
import { prefersDark } from '../shared/theme.ts';
import { isInside, type Point } from './polygon.ts';

export abstract class SelectableMap {
  readonly #view: MapView;
  readonly #onChange: () => void;
  readonly #selected = new Set<number>();
  #plan: Plan | null = null;
  #looks = new Uint8Array(0);

  /** `onChange`: seats look different now, or others are selected. */
  constructor(surface: HTMLElement, events: MapEvents, onChange: () => void) {
    this.#view = new MapView(surface, events);
    this.#onChange = onChange;
  }

  /** The place of a seat's look in the paint. */
  protected abstract lookOf(seat: number, isSelected: boolean): number;

  protected abstract paint(isDark: boolean): MapPaint;

  protected abstract sectors(plan: Plan, isDark: boolean): SectorLook[];

  /** Null until one is loaded. */
  get plan(): Plan | null {
    return this.#plan;
  }

  get selected(): ReadonlySet<number> {
    return this.#selected;
  }

  async load(plan: Plan): Promise<void> {
    this.#plan = plan;
    this.#looks = new Uint8Array(plan.seatCount);
    await this.#view.load(plan, this.#looks, prefersDark());
    this.#paint();
  }

  /** Selects all of these when one of them is not selected, otherwise none of them. */
  toggle(seats: readonly number[]): void {
    const isOn = seats.some((seat) => !this.#selected.has(seat));
    for (const seat of seats) {
      if (isOn) this.#selected.add(seat);
      else this.#selected.delete(seat);
    }
    this.redraw(seats);
  }

  /** Selects these. `isAdded`: also what is selected already. */
  select(seats: readonly number[], isAdded = false): void {
    const before = [...this.#selected];
    if (!isAdded) this.#selected.clear();
    for (const seat of seats) this.#selected.add(seat);
    this.redraw([...before, ...seats]);
  }

  /** Selects the seats inside a line, whose corners are in CSS pixels of the surface. */
  selectInside(line: readonly Point[], isAdded: boolean): void {
    const plan = this.#plan;
    if (plan === null) return;
    const polygon = line.map(({ x, y }) => {
      const [planX, planY] = this.#view.camera.toPlan(x, y);
      return { x: planX, y: planY };
    });
    const found: number[] = [];
    for (let seat = 0; seat < plan.seatCount; seat++) {
      if (isInside(polygon, { x: plan.xs[seat] as number, y: plan.ys[seat] as number })) found.push(seat);
    }
    this.select(found, isAdded);
  }

  clear(): void {
    this.select([]);
  }

  zoomBy(factor: number): void {
    this.#view.zoomBy(factor);
  }

  showAll(): void {
    this.#view.showAll();
  }

  /** Draws everything in the theme of now. */
  repaint(): void {
    this.#paint();
    void this.#view.repaintBackdrop(prefersDark());
  }

  /** Draws these seats as they are now. */
  protected redraw(seats: Iterable<number>): void {
    const changed = [...new Set(seats)];
    for (const seat of changed) this.#looks[seat] = this.lookOf(seat, this.#selected.has(seat));
    this.#view.changed(changed);
    this.#paintSectors();
    this.#onChange();
  }

  #paint(): void {
    this.#view.paint(this.paint(prefersDark()));
    this.#paintSectors();
  }

  #paintSectors(): void {
    if (this.#plan !== null) this.#view.setSectors(this.sectors(this.#plan, prefersDark()));
  }
}
