/** The map of an event's seats by what they are painted with, on which the seats to be painted are selected. Calls nothing. */
import type { Look } from '../../shared/looks.ts';
import type { Plan } from '../../shared/plan.ts';
import type { MapPaint, SectorLook, UnitLook } from '../../shared/renderer.ts';
import { inkOn, mapColours, seriesColour } from '../../shared/theme.ts';
import type { Units } from '../../shared/units.ts';
import { unitLook } from '../map-paint.ts';
import { SelectableMap } from '../selectable-map.ts';
import type { Paint, PaintedSeat } from './painting.ts';

/** What a press selects. */
export type Brush = 'seat' | 'row' | 'section';

/** Looks are counted in a byte, plain and selected. */
export const paintsShownMax = 120;

export class PaintedMap extends SelectableMap {
  /** Of each seat: the place of its paint in the list, or -1. */
  #paintOf = new Int32Array(0);
  #paints: readonly Paint[] = [];

  override load(plan: Plan): Promise<void> {
    this.#paintOf = new Int32Array(plan.seatCount).fill(-1);
    return super.load(plan);
  }

  /** Takes over the paints and the seats that have them. */
  take(paints: readonly Paint[], seats: Iterable<PaintedSeat>): void {
    const placeOf = new Map(paints.map(({ id }, at) => [id, at]));
    this.#paints = paints;
    this.#paintOf.fill(-1);
    for (const { id, paint } of seats) {
      const seat = this.plan?.seatById.get(id);
      if (seat !== undefined && paint !== null) this.#paintOf[seat] = placeOf.get(paint) ?? -1;
    }
    this.repaint();
    this.redraw(this.#paintOf.keys());
  }

  /** The paint of a seat; null: none. */
  paintAt(seat: number): Paint | null {
    return this.#paints[this.#paintOf[seat] ?? -1] ?? null;
  }

  /** The paints of some seats, each once; a null: some have none. */
  paintsOf(seats: readonly number[]): readonly (Paint | null)[] {
    return [...new Set(seats.map((seat) => this.paintAt(seat)))];
  }

  /** The selected seats with their paints. */
  selectedSeats(): readonly PaintedSeat[] {
    return [...this.selected].map((seat) => ({
      id: this.plan?.ids[seat] ?? 0,
      paint: this.paintAt(seat)?.id ?? null,
    }));
  }

  /** How many seats have each paint, by the place of the paint; the last figure is of those without one. */
  counts(): readonly number[] {
    const counts = Array.from({ length: this.#paints.length + 1 }, () => 0);
    for (const paint of this.#paintOf) {
      const at = paint === -1 ? this.#paints.length : paint;
      counts[at] = (counts[at] as number) + 1;
    }
    return counts;
  }

  /** Selects with a brush: all of it when a part of it is not selected, otherwise none of it. */
  press(seat: number, brush: Brush): void {
    this.toggle(this.withUnits(this.#brushed(seat, brush)));
  }

  pressSection(sector: number): void {
    const first = this.plan?.sectorOf.indexOf(sector) ?? -1;
    if (first !== -1) this.press(first, 'section');
  }

  selectWithoutPaint(): void {
    this.select([...this.#paintOf.entries()].flatMap(([seat, paint]) => (paint === -1 ? [seat] : [])));
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
    const look = (this.#paintOf[seat] ?? -1) + 1;
    return isSelected ? look + this.#paints.length + 1 : look;
  }

  protected override paint(isDark: boolean): MapPaint {
    const colours = mapColours(isDark);
    const looksIn = (isSelected: boolean): Look[] => {
      const look = { edge: isSelected ? colours.ink : null, size: isSelected ? 1.12 : 1, isLabelled: true };
      const mark = isSelected ? ('tick' as const) : null;
      const none = { ...look, fill: colours.labelEdge, ink: inkOn(colours.labelEdge), mark, shape: 'square' as const };
      return [
        none,
        ...this.#paints.map((_, at) => {
          const fill = this.#colourOf(at, isDark);
          return { ...look, fill, ink: inkOn(fill), mark, shape: 'round' as const };
        }),
      ];
    };
    return { colours, looks: [...looksIn(false), ...looksIn(true)] };
  }

  protected override unitLooks({ list }: Units, isDark: boolean): UnitLook[] {
    return list.map(({ seats }) => {
      const first = this.#paintOf[seats[0] as number] ?? -1;
      const isOne = seats.every((seat) => this.#paintOf[seat] === first);
      const colour = isOne ? this.#colourOf(first, isDark) : null;
      return unitLook(colour, this.selected.has(seats[0] as number), isDark);
    });
  }

  protected override sectors({ sectors }: Plan, isDark: boolean): SectorLook[] {
    const { floor, labelEdge } = mapColours(isDark);
    return sectors.map(({ name }) => ({ fill: floor, edge: labelEdge, title: name, note: '' }));
  }

  /** By the place of the paint in the list; -1: none. */
  #colourOf(at: number, isDark: boolean): string {
    if (at === -1) return mapColours(isDark).labelEdge;
    return this.#paints[at]?.colour ?? seriesColour(at, isDark);
  }
}
