/**
 * The seats that became available or unavailable lately, each with the record that did it, for readers who follow the
 * map. Promises that every change after record `from` is here: at least those of the last two minutes, unless prices or
 * the layout changed since. Memory is bounded by the number of seats. Rebuilt by replay; not part of a snapshot.
 */
import { setFor } from './bitmap.ts';

const keepMs = 120_000;
const firstRoom = 64;
/** Times are kept for one record in this interval. */
const markMs = 1_000;

/** Columns in ascending order of `seqs`; each seat once, with its last change. */
export interface SeatChanges {
  readonly seats: Uint32Array<ArrayBuffer>;
  readonly seqs: Float64Array<ArrayBuffer>;
}

export class RecentSeats {
  #seats = new Uint32Array(0);
  #seqs = new Float64Array(0);
  #count = 0;
  #from = 0;
  #lastSeq = 0;
  #lastAt = 0;
  /** The record in progress changes more than which seats are available. */
  #isReset = false;
  #marks: { readonly seq: number; readonly at: number }[] = [];

  /** Every change after this record is here. */
  get from(): number {
    return this.#from;
  }

  /** The last record that has been sealed. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Begins after this record: earlier changes are unknown. */
  beginAfter(seq: number): void {
    this.#count = 0;
    this.#from = seq;
    this.#lastSeq = seq;
    this.#marks = [];
  }

  /** The record changes the availability of a seat; absent: the record in progress. Records only ascend. */
  note(seat: number, seq: number = this.#lastSeq + 1): void {
    if (this.#isReset) return;
    if (this.#count === this.#seats.length) this.#makeRoom();
    this.#seats[this.#count] = seat;
    this.#seqs[this.#count] = seq;
    this.#count++;
  }

  /** The record in progress changes prices, the layout or the status: readers of earlier records read all again. */
  reset(): void {
    this.#isReset = true;
  }

  /** Ends the record in progress. */
  seal(seq: number, at: number): void {
    if (this.#isReset) this.beginAfter(seq);
    this.#isReset = false;
    this.#lastSeq = seq;
    this.#lastAt = at;
    const before = this.#marks.at(-1);
    if (before === undefined || at - before.at >= markMs) this.#marks.push({ seq, at });
    if (this.#marks.length > (2 * keepMs) / markMs) this.#forgetOld();
  }

  /** The changes after the record; null when not all of them are here. */
  since(seq: number): SeatChanges | null {
    if (seq < this.#from) return null;
    let first = this.#count;
    while (first > 0 && (this.#seqs[first - 1] as number) > seq) first--;
    return this.#lastOfEach(first);
  }

  #makeRoom(): void {
    this.#forgetOld();
    const { seats, seqs } = this.#lastOfEach(0);
    const room = Math.max(firstRoom, seats.length * 2);
    this.#seats = new Uint32Array(room);
    this.#seqs = new Float64Array(room);
    this.#seats.set(seats);
    this.#seqs.set(seqs);
    this.#count = seats.length;
  }

  /** Drops what is older than the time to keep. */
  #forgetOld(): void {
    const next = this.#marks.findIndex(({ at }) => at > this.#lastAt - keepMs);
    const dropped = next === -1 ? this.#marks.length : next;
    const last = this.#marks[dropped - 1];
    if (last === undefined) return;
    this.#marks.splice(0, dropped);
    this.#from = Math.max(this.#from, last.seq);
    let first = 0;
    while (first < this.#count && (this.#seqs[first] as number) <= this.#from) first++;
    this.#seats.copyWithin(0, first, this.#count);
    this.#seqs.copyWithin(0, first, this.#count);
    this.#count -= first;
  }

  /** The entries from `first` on, without those that a later one of the same seat replaces. */
  #lastOfEach(first: number): SeatChanges {
    let largest = 0;
    for (let at = first; at < this.#count; at++) largest = Math.max(largest, this.#seats[at] as number);
    const seen = setFor(this.#count - first, largest + 1);
    const kept: number[] = [];
    for (let at = this.#count - 1; at >= first; at--) {
      const seat = this.#seats[at] as number;
      if (seen.has(seat)) continue;
      seen.add(seat);
      kept.push(at);
    }
    kept.reverse();
    return {
      seats: Uint32Array.from(kept, (at) => this.#seats[at] as number),
      seqs: Float64Array.from(kept, (at) => this.#seqs[at] as number),
    };
  }
}
