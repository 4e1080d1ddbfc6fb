/**
 * The picture of an event's seats by their prices, and the seats that are selected to be painted. A seat is named by its place in the
 * plan. Shows; calls nothing.
 */

import type { Look } from '../../shared/looks.ts';
import { type MapEvents, MapView } from '../../shared/map-view.ts';
import type { Plan } from '../../shared/plan.ts';
import type { MapPaint, SectorLook } from '../../shared/renderer.ts';
import { inkOn, mapColours, prefersDark, seriesColour } from '../../shared/theme.ts';
import { isInside } from '../editor/place.ts';
import type { Point } from '../editor/sketch.ts';
import type { Assignments } from '../seat-board.ts';

/** A price of the event, in the order of the list. */
export interface PaintedPrice {
  readonly id: number;
  readonly name: string;
}

/** What a press selects. */
export type Brush = 'seat' | 'row' | 'section';

/** Looks are counted in a byte, plain and selected. */
export const pricesShownMax = 120;

export class PriceMap {
  readonly #view: MapView;
  readonly #onChange: () => void;
  readonly #selected = new Set<number>();
  #plan: Plan | null = null;
  /** Of each seat: the place of its price in the list, or -1. */
  #priceOf = new Int32Array(0);
  #prices: readonly PaintedPrice[] = [];
  #looks = new Uint8Array(0);

  /** `onChange`: other seats are selected, or they have other prices. */
  constructor(surface: HTMLElement, events: MapEvents, onChange: () => void) {
    this.#view = new MapView(surface, events);
    this.#onChange = onChange;
  }

  get plan(): Plan | null {
    return this.#plan;
  }

  get selected(): ReadonlySet<number> {
    return this.#selected;
  }

  async load(plan: Plan): Promise<void> {
    this.#plan = plan;
    this.#looks = new Uint8Array(plan.seatCount);
    this.#priceOf = new Int32Array(plan.seatCount).fill(-1);
    await this.#view.load(plan, this.#looks, prefersDark());
  }

  /** Takes over the prices and the seats that have them. */
  take(prices: readonly PaintedPrice[], { seatsOnEvent }: Assignments): void {
    const placeOf = new Map(prices.map(({ id }, at) => [id, at]));
    this.#prices = prices;
    this.#priceOf.fill(-1);
    for (const { id, priceId } of seatsOnEvent) {
      const seat = this.#plan?.seatById.get(id);
      if (seat !== undefined && priceId !== null) this.#priceOf[seat] = placeOf.get(priceId) ?? -1;
    }
    this.repaint();
    this.#redraw(this.#priceOf.keys());
  }

  /** The price of a seat; null: none. */
  priceAt(seat: number): PaintedPrice | null {
    return this.#prices[this.#priceOf[seat] ?? -1] ?? null;
  }

  /** How many seats have each price, by the place of the price; the last figure is of those without one. */
  counts(): readonly number[] {
    const counts = Array.from({ length: this.#prices.length + 1 }, () => 0);
    for (const price of this.#priceOf) {
      const at = price === -1 ? this.#prices.length : price;
      counts[at] = (counts[at] as number) + 1;
    }
    return counts;
  }

  /** Selects with a brush: all of it when a part of it is not selected, otherwise none of it. */
  press(seat: number, brush: Brush): void {
    const seats = this.#brushed(seat, brush);
    const isOn = seats.some((one) => !this.#selected.has(one));
    for (const one of seats) {
      if (isOn) this.#selected.add(one);
      else this.#selected.delete(one);
    }
    this.#redraw(seats);
  }

  pressSection(sector: number): void {
    const first = this.#plan?.sectorOf.indexOf(sector) ?? -1;
    if (first !== -1) this.press(first, 'section');
  }

  /** The seats inside a line, in CSS pixels of the surface. */
  selectInside(line: readonly Point[], isAdded: boolean): void {
    const plan = this.#plan;
    if (plan === null) return;
    const polygon = line.map(({ x, y }) => {
      const [planX, planY] = this.#view.camera.toPlan(x, y);
      return { x: planX, y: planY };
    });
    const before = [...this.#selected];
    if (!isAdded) this.#selected.clear();
    for (let seat = 0; seat < plan.seatCount; seat++) {
      if (isInside(polygon, { x: plan.xs[seat] as number, y: plan.ys[seat] as number })) this.#selected.add(seat);
    }
    this.#redraw([...before, ...this.#selected]);
  }

  selectWithoutPrice(): void {
    const before = [...this.#selected];
    this.#selected.clear();
    for (const [seat, price] of this.#priceOf.entries()) if (price === -1) this.#selected.add(seat);
    this.#redraw([...before, ...this.#selected]);
  }

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

  /** Draws everything in the theme of now. */
  repaint(): void {
    this.#view.paint(this.#paint());
    void this.#view.repaintBackdrop(prefersDark());
    this.#paintSectors();
  }

  #brushed(seat: number, brush: Brush): number[] {
    const { plan } = this;
    if (plan === null) return [];
    const row = plan.rows[plan.rowOf[seat] ?? -1];
    if (brush === 'seat' || row === undefined) return [seat];
    if (brush === 'row') return [...row.seats];
    return (plan.sectors[row.sector]?.rows ?? []).flatMap((at) => [...(plan.rows[at]?.seats ?? [])]);
  }

  #redraw(seats: Iterable<number>): void {
    const changed = [...seats];
    for (const seat of changed) {
      const look = (this.#priceOf[seat] ?? -1) + 1;
      this.#looks[seat] = this.#selected.has(seat) ? look + this.#prices.length + 1 : look;
    }
    this.#view.changed(changed);
    this.#paintSectors();
    this.#onChange();
  }

  #paint(): MapPaint {
    const isDark = prefersDark();
    const colours = mapColours(isDark);
    const looksIn = (isSelected: boolean): Look[] => {
      const look = { edge: isSelected ? colours.ink : null, size: isSelected ? 1.12 : 1, isLabelled: true };
      const mark = isSelected ? ('tick' as const) : null;
      const none = { ...look, fill: colours.labelEdge, ink: inkOn(colours.labelEdge), mark, shape: 'square' as const };
      return [
        none,
        ...this.#prices.map((_, at) => {
          const fill = seriesColour(at, isDark);
          return { ...look, fill, ink: inkOn(fill), mark, shape: 'round' as const };
        }),
      ];
    };
    return { colours, looks: [...looksIn(false), ...looksIn(true)] };
  }

  #paintSectors(): void {
    if (this.#plan === null) return;
    const { floor, labelEdge } = mapColours(prefersDark());
    const looks: SectorLook[] = this.#plan.sectors.map(({ name }) => ({
      fill: floor,
      edge: labelEdge,
      title: name,
      note: '',
    }));
    this.#view.setSectors(looks);
  }
}
