/**
 * The picture of an event's seats, and those of them that are selected. A seat is named by its place in the plan. A unit that is
 * taken as a whole is selected as a whole. Each kind of map paints seats in its own way. Shows; calls nothing.
 */
import { type MapEvents, MapView } from '../shared/map-view.ts';
import type { Plan } from '../shared/plan.ts';
import type { MapPaint, SectorLook, Target, UnitLook } from '../shared/renderer.ts';
import { prefersDark } from '../shared/theme.ts';
import { noUnits, type Units } from '../shared/units.ts';
import { isInside, type Point } from './polygon.ts';

export abstract class SelectableMap {
  readonly #view: MapView;
  readonly #onChange: () => void;
  readonly #selected = new Set<number>();
  #plan: Plan | null = null;
  #units = noUnits;
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

  /** By the place of the unit in the list. */
  protected unitLooks(_: Units, __: boolean): UnitLook[] {
    return [];
  }

  /** Null until one is loaded. */
  get plan(): Plan | null {
    return this.#plan;
  }

  get selected(): ReadonlySet<number> {
    return this.#selected;
  }

  /** What is taken as a whole. */
  get units(): Units {
    return this.#units;
  }

  async load(plan: Plan): Promise<void> {
    this.#plan = plan;
    this.#units = noUnits;
    this.#looks = new Uint8Array(plan.seatCount);
    await this.#view.load(plan, this.#looks, prefersDark());
    this.#paint();
  }

  /** Shows these units of the plan. A unit that was selected in part is selected whole. */
  async setUnits(units: Units): Promise<void> {
    if (this.#plan === null || units.source === this.#units.source) return;
    this.#units = units;
    const loaded = this.#view.load(this.#plan, this.#looks, prefersDark(), units.list);
    this.select([...this.#selected]);
    await loaded;
    this.#paint();
  }

  /** The seats of a press: one, or those of its unit; none of an area. */
  seatsOf(target: Target): readonly number[] {
    return 'seat' in target ? this.withUnits([target.seat]) : [];
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
    const whole = this.withUnits(seats);
    if (!isAdded) this.#selected.clear();
    for (const seat of whole) this.#selected.add(seat);
    this.redraw([...before, ...whole]);
  }

  /** Selects the seats and units inside a line, whose corners are in CSS pixels of the surface. */
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
    this.select(found.length > 0 ? found : this.#unitInside(line), isAdded);
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
    this.#paintUnits();
    this.#view.changed(changed);
    this.#paintSectors();
    this.#onChange();
  }

  /** These seats, with the others of their units. */
  protected withUnits(seats: readonly number[]): number[] {
    const units = new Set(seats.flatMap((seat) => this.#units.of(seat) ?? []));
    return [...seats, ...[...units].flatMap((unit) => unit.seats)];
  }

  /** A line between the seats of a unit is on the unit. */
  #unitInside(line: readonly Point[]): readonly number[] {
    const middleOf = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
    const target = this.#view.targetAt(middleOf(line.map(({ x }) => x)), middleOf(line.map(({ y }) => y)));
    return target?.kind === 'unit' ? [target.seat] : [];
  }

  #paint(): void {
    this.#paintUnits();
    this.#view.paint(this.paint(prefersDark()));
    this.#paintSectors();
  }

  #paintUnits(): void {
    if (this.#units.list.length > 0) this.#view.setUnits(this.unitLooks(this.#units, prefersDark()));
  }

  #paintSectors(): void {
    if (this.#plan !== null) this.#view.setSectors(this.sectors(this.#plan, prefersDark()));
  }
}
