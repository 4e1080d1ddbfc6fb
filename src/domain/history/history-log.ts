/**
 * The changes of seats and areas that are not stored yet, in blocks. `apply` tells it what moves; the projector takes the blocks
 * now and then and stores them, and recovery tells it again what had not been stored. A change costs about eight bytes and no
 * statement of its own. A state without a log, as most replays have it, notes nothing.
 */
import { type Area, isGone } from '../seats/areas.ts';
import type { SeatState } from '../seats/inventory.ts';
import {
  type AreaCounts,
  BlockWriter,
  blockOfArea,
  blockOfSeat,
  type Cause,
  coded,
  type DecidedBy,
} from './history-block.ts';

/** The changes of one block after record `after` up to record `to`. */
export interface HistoryRow {
  readonly block: number;
  readonly after: number;
  readonly to: number;
  readonly entries: Uint8Array;
}

/** How much of an event's history is stored: every change after record `begin` up to record `to`. */
export interface HistoryReach {
  readonly begin: number;
  readonly to: number;
}

/**
 * The reach of the stored history for a state that was made from the snapshot of record `snapshotSeq`. A node of the release before
 * wrote snapshots without history: then the history begins at the snapshot.
 */
export function reachFrom(stored: HistoryReach, snapshotSeq: number): HistoryReach {
  return stored.to < snapshotSeq ? { begin: snapshotSeq, to: snapshotSeq } : stored;
}

const nobody: Cause = { seq: 0, at: 0, by: coded(null) };

export class HistoryLog {
  /** Every change after this record is stored or here. */
  readonly begin: number;
  /** Rows that were taken and are not known to be stored. */
  #taken: HistoryRow[] = [];
  #blocks = new Map<number, BlockWriter>();
  #after: number;
  #cause = nobody;
  #session = 0;
  readonly #touched = new Set<number>();
  readonly #counts: (AreaCounts | null)[];

  /** `areas`: before the first fact that it is told of. Changes up to record `stored.to` are not noted. */
  constructor(areas: readonly Area[], stored: HistoryReach) {
    this.begin = stored.begin;
    this.#after = stored.to;
    this.#counts = areas.map(countsOf);
  }

  /** About how many bytes are not stored. */
  get length(): number {
    let length = 0;
    for (const block of this.#blocks.values()) length += block.length;
    for (const { entries } of this.#taken) length += entries.length;
    return length;
  }

  /** The changes until `endFact` are those of one fact. `session`: ordinal of the session that it names; 0: none. */
  beginFact(seq: number, at: number, by: DecidedBy, session: number): void {
    this.#cause = { seq, at, by: coded(by) };
    this.#session = session;
  }

  /** Null: the event does not have the seat. `session`: who held or bought it before or after; 0: nobody. */
  seatMoved(seat: number, from: SeatState | null, to: SeatState | null, session: number): void {
    if (this.#cause.seq > this.#after) this.#blockOf(blockOfSeat(seat)).addSeat(seat, from, to, this.#cause, session);
  }

  areaChanged(area: number): void {
    this.#touched.add(area);
  }

  endFact(areas: readonly Area[]): void {
    if (this.#touched.size === 0) return;
    for (const index of this.#touched) {
      const area = areas[index];
      const before = this.#counts[index] ?? null;
      const counts = area === undefined ? null : countsOf(area);
      if (isSame(before, counts)) continue;
      this.#counts[index] = counts;
      if (this.#cause.seq <= this.#after) continue;
      this.#blockOf(blockOfArea(index)).addArea(before, counts, this.#cause, this.#session);
    }
    this.#touched.clear();
  }

  /** What is not known to be stored, up to the sealed record `to`: give it to `stored` once it is. */
  take(to: number): readonly HistoryRow[] {
    this.#taken = this.rows(null, to);
    this.#blocks = new Map();
    this.#after = to;
    return this.#taken;
  }

  /** All rows up to record `to` that were taken are stored. */
  stored(to: number): void {
    this.#taken = this.#taken.filter((row) => row.to > to);
  }

  /** What is not known to be stored of a block, up to the sealed record `to`; null: of all. */
  rows(block: number | null, to: number): HistoryRow[] {
    const rows = this.#taken.filter((row) => block === null || row.block === block);
    for (const [number, writer] of this.#blocks) {
      if (block !== null && number !== block) continue;
      rows.push({ block: number, after: this.#after, to, entries: writer.copy() });
    }
    return rows;
  }

  #blockOf(number: number): BlockWriter {
    let block = this.#blocks.get(number);
    if (block === undefined) {
      block = new BlockWriter(this.#after);
      this.#blocks.set(number, block);
    }
    return block;
  }
}

/** Null: the event does not have the area any more. */
export function countsOf(area: Area): AreaCounts | null {
  if (isGone(area)) return null;
  const { available, held, locked, sold, blocked } = area;
  return { available, locked: held + locked, sold, blocked };
}

function isSame(one: AreaCounts | null, other: AreaCounts | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.available === other.available &&
    one.locked === other.locked &&
    one.sold === other.sold &&
    one.blocked === other.blocked
  );
}
