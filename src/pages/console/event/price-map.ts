/** The map of an event's seats by their prices, on which the seats to be painted are selected. Shows; calls nothing. */
import type { Look } from '../../shared/looks.ts';
import type { Plan } from '../../shared/plan.ts';
import type { MapPaint, SectorLook } from '../../shared/renderer.ts';
import { inkOn, mapColours, seriesColour } from '../../shared/theme.ts';
import type { Assignments } from '../seat-board.ts';
import { SelectableMap } from '../selectable-map.ts';

/** A price of the event, in the order of the list. */
export interface PaintedPrice {
  readonly id: number;
  readonly name: string;
}

/** What a press selects. */
export type Brush = 'seat' | 'row' | 'section';

/** Looks are counted in a byte, plain and selected. */
export const pricesShownMax = 120;

export class PriceMap extends SelectableMap {
  /** Of each seat: the place of its price in the list, or -1. */
  #priceOf = new Int32Array(0);
  #prices: readonly PaintedPrice[] = [];

  override load(plan: Plan): Promise<void> {
    this.#priceOf = new Int32Array(plan.seatCount).fill(-1);
    return super.load(plan);
  }

  /** Takes over the prices and the seats that have them. */
  take(prices: readonly PaintedPrice[], { seatsOnEvent }: Assignments): void {
    const placeOf = new Map(prices.map(({ id }, at) => [id, at]));
    this.#prices = prices;
    this.#priceOf.fill(-1);
    for (const { id, priceId } of seatsOnEvent) {
      const seat = this.plan?.seatById.get(id);
      if (seat !== undefined && priceId !== null) this.#priceOf[seat] = placeOf.get(priceId) ?? -1;
    }
    this.repaint();
    this.redraw(this.#priceOf.keys());
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
    this.toggle(this.#brushed(seat, brush));
  }

  pressSection(sector: number): void {
    const first = this.plan?.sectorOf.indexOf(sector) ?? -1;
    if (first !== -1) this.press(first, 'section');
  }

  selectWithoutPrice(): void {
    this.select([...this.#priceOf.entries()].flatMap(([seat, price]) => (price === -1 ? [seat] : [])));
  }

  #brushed(seat: number, brush: Brush): number[] {
    const { plan } = this;
    if (plan === null) return [];
    const row = plan.rows[plan.rowOf[seat] ?? -1];
    if (brush === 'seat' || row === undefined) return [seat];
    if (brush === 'row') return [...row.seats];
    return (plan.sectors[row.sector]?.rows ?? []).flatMap((at) => [...(plan.rows[at]?.seats ?? [])]);
  }

  protected override lookOf(seat: number, isSelected: boolean): number {
    const look = (this.#priceOf[seat] ?? -1) + 1;
    return isSelected ? look + this.#prices.length + 1 : look;
  }

  protected override paint(isDark: boolean): MapPaint {
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

  protected override sectors({ sectors }: Plan, isDark: boolean): SectorLook[] {
    const { floor, labelEdge } = mapColours(isDark);
    return sectors.map(({ name }) => ({ fill: floor, edge: labelEdge, title: name, note: '' }));
  }
}
