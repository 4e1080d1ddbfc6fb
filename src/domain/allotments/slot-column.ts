/**
 * The slot of each seat's allotment, 0 for none, and the seats of each slot as a bitmap. Both are changed together, so that
 * an opening or a release under load costs one step for 32 seats and slot: a pass over 50,000 seats held the event for
 * more than 10 ms, and it comes exactly when all buyers wait.
 */
import { Bitmap } from '#collections/bitmap.ts';

export class SlotColumn {
  #values: Uint8Array<ArrayBuffer>;
  /** By slot; undefined: no seat has had it. */
  #members: (Bitmap | undefined)[] = [];

  /** `size`: seats are below it. */
  constructor(size: number) {
    this.#values = new Uint8Array(size);
    this.#members[0] = new Bitmap(size);
    this.#members[0].fill();
  }

  get size(): number {
    return this.#values.length;
  }

  of(seat: number): number {
    return this.#values[seat] as number;
  }

  put(seat: number, slot: number): void {
    this.#members[this.of(seat)]?.remove(seat);
    this.#values[seat] = slot;
    this.#members[slot] ??= new Bitmap(this.size);
    this.#members[slot].add(seat);
  }

  forEachOf(slot: number, visit: (seat: number) => void): void {
    this.#members[slot]?.copy().forEach(visit);
  }

  /** The seats of the marked slots: a copy that the caller owns. */
  seatsOf(marks: Uint8Array): Bitmap {
    const seats = new Bitmap(this.size);
    for (const [slot, members] of this.#members.entries()) if (marks[slot] === 1 && members) seats.addAll(members);
    return seats;
  }

  /** A copy that the caller owns. */
  copy(): Uint8Array<ArrayBuffer> {
    return this.#values.slice();
  }

  /** New seats are in no allotment. */
  grow(size: number): void {
    const { size: before } = this;
    const values = new Uint8Array(size);
    values.set(this.#values);
    this.#values = values;
    this.#members = this.#members.map((members) => members?.grown(size));
    for (let seat = before; seat < size; seat++) this.#members[0]?.add(seat);
  }
}
