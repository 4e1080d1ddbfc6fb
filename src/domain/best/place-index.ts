/**
 * An index of the groups of seats that can be taken in each row of one event. Built at its first use, then kept up to
 * date by the inventory: a change of a seat takes one step, which marks its row. A search looks again only at the rows
 * that have changed since the last search of its kind. Derived from the inventory: not part of a snapshot.
 */
import type { SeatInventory, SeatWatcher } from '../seats/inventory.ts';
import type { EventUnits } from '../units/event-units.ts';
import type { PlaceQuery } from './place-query.ts';
import { PlaceSearch } from './place-search.ts';
import { RowFindings, RowMeasures } from './row-memory.ts';
import type { Seating } from './seating.ts';
import { Takeable } from './takeable.ts';

/** A kind of search takes up to 28 bytes for a row: a hall of 1,000 rows remembers 64 kinds, a larger one fewer. */
const rowsRememberedMax = 64_000;
const kindsMin = 8;
const kindsMost = 64;

export class PlaceIndex implements SeatWatcher {
  readonly seating: Seating;
  readonly #seats: SeatInventory;
  /** By row: changes with every change of one of its seats. */
  readonly #stamps: Uint32Array;
  readonly #measures = new Map<string, RowMeasures>();
  readonly #findings = new Map<string, RowFindings>();
  #isOutdated = false;
  readonly #unitsNow: () => EventUnits | null;

  constructor(seats: SeatInventory, seating: Seating, unitsNow: () => EventUnits | null) {
    this.#seats = seats;
    this.#unitsNow = unitsNow;
    this.seating = seating;
    this.#stamps = new Uint32Array(seating.rowCount).fill(1);
  }

  seatChanged(seat: number): void {
    const row = this.seating.rowOf[seat] ?? -1;
    if (row !== -1) (this.#stamps[row] as number)++;
  }

  everythingChanged(): void {
    this.#isOutdated = true;
  }

  /** A search of the inventory as it is; valid until the next change. */
  search(query: PlaceQuery): PlaceSearch {
    if (this.#isOutdated) {
      this.#isOutdated = false;
      this.#measures.clear();
      this.#findings.clear();
    }
    const { rowCount } = this.seating;
    const { slots, count, accessible, audience, within = null } = query;
    const takeable = new Takeable(this.#seats, this.seating, query, wantedSlots(slots), accessible > 0);
    takeable.units = this.#unitsNow();
    const seats = `${accessible > 0} ${slots ?? '*'} ${audience?.key ?? '*'} ${within?.key ?? '*'}`;
    const kind = `${count} ${accessible} ${seats}`;
    const kindsMax = Math.max(kindsMin, Math.min(kindsMost, Math.floor(rowsRememberedMax / rowCount)));
    const measures = recall(this.#measures, seats, kindsMax, () => new RowMeasures(rowCount));
    const findings = recall(this.#findings, kind, kindsMax, () => new RowFindings(rowCount));
    return new PlaceSearch(query, takeable, { stamps: this.#stamps, measures, findings });
  }
}

/** By slot: 1 for a wanted one. */
function wantedSlots(slots: PlaceQuery['slots']): Uint8Array | null {
  if (slots === null) return null;
  const wanted = new Uint8Array((slots.at(-1) ?? 0) + 1);
  for (const slot of slots) wanted[slot] = 1;
  return wanted;
}

/** The memory of a kind of search. The least recently used kind makes room for a new one (LRU). */
function recall<Memory>(memories: Map<string, Memory>, kind: string, kindsMax: number, begin: () => Memory): Memory {
  const known = memories.get(kind);
  const memory = known ?? begin();
  if (known !== undefined) memories.delete(kind);
  else if (memories.size === kindsMax) memories.delete(memories.keys().next().value as string);
  memories.set(kind, memory);
  return memory;
}
