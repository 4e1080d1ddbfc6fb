/**
 * The last record that made each seat available or unavailable, for readers who follow the map. Promises that every change
 * after record `from` is here: all since the event was loaded, unless prices or the layout changed. A change costs two
 * writes, whether anybody follows or not; the work is done by the reader. Four bytes a seat, taken with the first change.
 * Rebuilt by replay; not part of a snapshot.
 */

/** A reader skips this many seats at once when none of them has changed. */
const blockBits = 8;
/** Records are kept as their distance from a base, in 32 bits. */
const distanceMax = 0xffff_ffff;

/** Columns in ascending order of `seats`; each seat once, with the record of its last change. */
export interface SeatChanges {
  readonly seats: Uint32Array<ArrayBuffer>;
  readonly seqs: Float64Array<ArrayBuffer>;
}

export class RecentSeats {
  #size: number;
  /** By seat, and by block of seats, the last record that changed it, as its distance from `#base`; 0: none. */
  #changed = new Uint32Array(0);
  #blocks = new Uint32Array(0);
  #base = 0;
  /** Distance of the record in progress. */
  #next = 1;
  #from = 0;
  #lastSeq = 0;
  /** The record in progress changes more than which seats are available. */
  #isReset = false;

  /** `size`: seats are below it. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Every change after this record is here. */
  get from(): number {
    return this.#from;
  }

  /** The last record that has been sealed. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Makes room for seats below `size`. */
  grow(size: number): void {
    this.#size = Math.max(this.#size, size);
    if (this.#changed.length > 0) this.#makeRoom();
  }

  /** Begins after this record: earlier changes are unknown. */
  beginAfter(seq: number): void {
    if (seq < this.#base || seq - this.#base >= distanceMax) {
      this.#base = seq;
      this.#changed.fill(0);
      this.#blocks.fill(0);
    }
    this.#from = seq;
    this.#lastSeq = seq;
    this.#next = seq - this.#base + 1;
  }

  /** The record in progress changes the availability of a seat. */
  note(seat: number): void {
    if (seat >= this.#changed.length) this.#makeRoom();
    this.#changed[seat] = this.#next;
    this.#blocks[seat >>> blockBits] = this.#next;
  }

  /** One of several records that are sealed together changed the seat last. */
  noteAt(seat: number, seq: number): void {
    if (seat >= this.#changed.length) this.#makeRoom();
    const distance = seq - this.#base;
    const block = seat >>> blockBits;
    this.#changed[seat] = distance;
    this.#blocks[block] = Math.max(this.#blocks[block] as number, distance);
  }

  /** The record in progress changes prices, the layout or the status: readers of earlier records read all again. */
  reset(): void {
    this.#isReset = true;
  }

  /** Ends the record in progress. */
  seal(seq: number): void {
    if (this.#isReset || seq - this.#base >= distanceMax) this.beginAfter(seq);
    this.#isReset = false;
    this.#lastSeq = seq;
    this.#next = seq - this.#base + 1;
  }

  /** The changes after the record; null when not all of them are here. */
  since(seq: number): SeatChanges | null {
    if (seq < this.#from) return null;
    const after = seq - this.#base;
    const seats: number[] = [];
    for (let block = 0; block < this.#blocks.length; block++) {
      if ((this.#blocks[block] as number) <= after) continue;
      const end = Math.min((block + 1) << blockBits, this.#changed.length);
      for (let seat = block << blockBits; seat < end; seat++) {
        if ((this.#changed[seat] as number) > after) seats.push(seat);
      }
    }
    return {
      seats: Uint32Array.from(seats),
      seqs: Float64Array.from(seats, (seat) => (this.#changed[seat] as number) + this.#base),
    };
  }

  #makeRoom(): void {
    this.#changed = extended(this.#changed, this.#size);
    this.#blocks = extended(this.#blocks, Math.ceil(this.#size / (1 << blockBits)));
  }
}

function extended(column: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(column);
  return longer;
}
