/** The units of one layout version, and the unit of each seat. Immutable, and shared by all events on the schema. */
import { forEachInRuns } from '../seats/seat-runs.ts';
import type { LayoutUnit, PlannedUnit } from './unit.ts';

export class LayoutUnits {
  readonly list: readonly LayoutUnit[];
  /** By seat: the unit's position in the list plus one; 0: none. */
  readonly positions: Uint16Array<ArrayBuffer>;

  /** `isRemoved`: the layout no longer has the seat. A unit without seats is left out. */
  constructor(planned: readonly PlannedUnit[], size: number, isRemoved: (seat: number) => boolean) {
    this.positions = new Uint16Array(size);
    const list: LayoutUnit[] = [];
    for (const { id, name, booking, min, max, seats: runs } of planned) {
      const seats: number[] = [];
      forEachInRuns(runs, (seat) => {
        if (!isRemoved(seat)) seats.push(seat);
      });
      if (seats.length === 0) continue;
      list.push({ id, name, booking, min, max, seats });
      for (const seat of seats) this.positions[seat] = list.length;
    }
    this.list = list;
  }
}
