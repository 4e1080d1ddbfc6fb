/**
 * The inventory of an event as it was after one record: the state of each seat and the places of each area. Made from a later
 * state by undoing what has changed since, so that its cost is that of the changes and not of a replay.
 */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { SeatState } from '../seats/inventory.ts';
import type { SeatMap } from '../seats/seat-map.ts';
import { type AreaCounts, areaOfBlock, readAreas, readSeats } from './history-block.ts';
import { countsOf, type HistoryRow } from './history-log.ts';

export class Moment {
  /** Null: the event did not have the seat. */
  readonly seats: (SeatState | null)[];
  readonly areas: (AreaCounts | null)[];
  readonly #seatMap: SeatMap;
  /** The record of the state that it was made from. */
  readonly #from: number;

  constructor({ seatMap, seats, areas, seq }: EventState) {
    this.#seatMap = seatMap;
    this.#from = seq;
    this.seats = Array.from({ length: seats.size }, (_, seat) => seats.stateOf(seat));
    this.areas = areas.map(countsOf);
  }

  /** Undoes one block back to record `seq`: its rows by rising `to`, all that reach beyond `seq`. */
  undo(rows: Iterable<Pick<HistoryRow, 'block' | 'after' | 'entries'>>, seq: number): void {
    const undone = new Set<number>();
    for (const { block, entries, after } of rows) {
      const area = areaOfBlock(block);
      if (area === null) {
        for (const entry of readSeats(block, entries, after)) {
          if (this.#isLater(entry.seq, seq) && !undone.has(entry.seat)) this.seats[entry.seat] = entry.from;
          if (this.#isLater(entry.seq, seq)) undone.add(entry.seat);
        }
        continue;
      }
      for (const entry of readAreas(entries, after)) {
        if (!this.#isLater(entry.seq, seq)) continue;
        this.areas[area] = entry.from;
        return;
      }
    }
  }

  #isLater(changed: number, seq: number): boolean {
    return changed > seq && changed <= this.#from;
  }

  /** The ids of the seats that were in this state, in the order of the layout. */
  seatsIn(state: SeatState): number[] {
    return this.seats.flatMap((one, seat) => (one === state ? [this.#seatMap.idAt(seat)] : []));
  }

  *placesByArea(): Generator<AreaCounts & { readonly id: number }> {
    for (const [index, counts] of this.areas.entries()) {
      if (counts === null) continue;
      const area = this.#seatMap.areas[index];
      assert(area !== undefined, () => `no area has index ${index}`);
      yield { id: area.id, ...counts };
    }
  }
}
