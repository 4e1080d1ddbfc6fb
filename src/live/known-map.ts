/**
 * The map of one event as the viewers of this node know it. Takes the answers of the event's owner and returns what
 * is new in them; remembers lately changed seats so that viewers can resume. Promises that a change of owner loses nothing:
 * when the new owner does not know the changes since then, the whole offers are compared.
 */
import type { MapChanges } from '#domain/map-changes.ts';
import type { Offer } from '#domain/offer.ts';
import { Bitmap } from '#domain/seats/bitmap.ts';
import { RecentSeats, type SeatChanges } from '#domain/seats/recent-seats.ts';
import type { ChangeData } from './stream-text.ts';

export type News = ChangeData | 'reset' | null;

export class KnownMap {
  #seq: number;
  #epoch: number;
  #schemaId: number;
  #offer: Offer;
  #bookable: Bitmap;
  /** Places by area. */
  #areas: Map<number, number>;
  /** Records between which a comparison of offers hides what changed and changed back. */
  #gaps: { readonly after: number; readonly before: number }[] = [];
  readonly #recent = new RecentSeats();

  /** `changes` must contain the offer. */
  constructor(changes: MapChanges, now: number) {
    this.#seq = changes.seq;
    this.#epoch = changes.epoch;
    this.#schemaId = changes.schemaId;
    this.#offer = offerIn(changes);
    this.#bookable = bookableOf(this.#offer);
    this.#areas = new Map(changes.areas.map(([id, , places]) => [id, places]));
    this.#recent.beginAfter(changes.from);
    this.#noteSeats(changes);
    this.#recent.seal(changes.seq, now);
  }

  /** The record up to which the viewers know the map. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether the answer continues this map; otherwise the whole offer is needed. */
  isContinuedBy({ from, schemaId, offer }: MapChanges): boolean {
    return offer !== undefined || (from <= this.#seq && schemaId === this.#schemaId);
  }

  /** Takes an answer that continues this map. Null: nothing that a viewer could see has changed. */
  take(changes: MapChanges, now: number): News {
    const { offer } = changes;
    // An answer of a former owner that came late; or a database that lost its last records when it failed over.
    const isOld = changes.seq < this.#seq;
    if (isOld && (offer === undefined || changes.epoch <= this.#epoch)) return null;
    if (offer !== undefined && (isOld || !this.#hasSamePlan(changes, offer))) {
      this.#replace(changes, offer, now);
      return 'reset';
    }
    const freed: number[] = [];
    const taken: number[] = [];
    const turn = (seat: number): void => {
      const isFreed = !this.#bookable.has(seat);
      if (isFreed) this.#bookable.add(seat);
      else this.#bookable.remove(seat);
      (isFreed ? freed : taken).push(this.#idOf(seat));
    };
    // Also seats that changed and changed back: a viewer may know them as they were in between.
    this.#noteSeats(changes);
    if (offer !== undefined) {
      if (changes.from > this.#seq) this.#gaps.push({ after: this.#seq, before: changes.from });
      const different = differing(this.#bookable, bookableOf(offer));
      different.forEach((seat) => {
        this.#recent.note(seat, changes.seq);
        turn(seat);
      });
    } else {
      for (const [at, seat] of changes.seats.entries()) {
        if (this.#bookable.has(seat) !== (changes.bookable[at] === 1)) turn(seat);
      }
    }
    const areas = this.#takeAreas(changes);
    this.#gaps = this.#gaps.filter(({ before }) => before > this.#recent.from);
    this.#seq = changes.seq;
    this.#epoch = changes.epoch;
    this.#recent.seal(changes.seq, now);
    if (freed.length + taken.length + areas.length === 0) return null;
    return { seq: changes.seq, freed, taken, areas };
  }

  /** The changes for a viewer that has all changes up to `seq`; null: it must read everything again. */
  since(seq: number): ChangeData | null {
    const isInGap = this.#gaps.some(({ after, before }) => seq > after && seq < before);
    const recent = isInGap || seq > this.#seq ? null : this.#recent.since(seq);
    return recent === null ? null : this.#dataOf(recent, seq);
  }

  #noteSeats({ seats, seqs }: MapChanges): void {
    for (const [at, seat] of seats.entries()) {
      if ((seqs[at] as number) > this.#recent.lastSeq) this.#recent.note(seat, seqs[at]);
    }
  }

  /** All areas: which of them changed since that record is not known. */
  #dataOf({ seats }: SeatChanges, since: number): ChangeData {
    const freed: number[] = [];
    const taken: number[] = [];
    for (const seat of seats) (this.#bookable.has(seat) ? freed : taken).push(this.#idOf(seat));
    const areas = since === this.#seq ? [] : [...this.#areas];
    return { seq: this.#seq, freed, taken, areas };
  }

  #takeAreas(changes: MapChanges): [number, number][] {
    const told: [number, number][] = [];
    for (const [id, , places] of changes.areas) {
      if (this.#areas.get(id) === places) continue;
      this.#areas.set(id, places);
      told.push([id, places]);
    }
    return told;
  }

  /** Whether prices and layout are the same as before. */
  #hasSamePlan({ schemaId, areas }: MapChanges, offer: Offer): boolean {
    const before = this.#offer;
    return (
      schemaId === this.#schemaId &&
      areas.length === this.#areas.size &&
      JSON.stringify(planOf(offer)) === JSON.stringify(planOf(before)) &&
      Buffer.from(offer.priceSlots.buffer).equals(Buffer.from(before.priceSlots.buffer))
    );
  }

  #replace(changes: MapChanges, offer: Offer, now: number): void {
    this.#seq = changes.seq;
    this.#epoch = changes.epoch;
    this.#schemaId = changes.schemaId;
    this.#offer = offer;
    this.#bookable = bookableOf(offer);
    this.#areas = new Map(changes.areas.map(([id, , places]) => [id, places]));
    this.#recent.beginAfter(changes.seq);
    this.#gaps = [];
    this.#recent.seal(changes.seq, now);
  }

  #idOf(seat: number): number {
    const { idRuns } = this.#offer;
    let low = 0;
    let high = idRuns.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((idRuns[middle]?.[1] as number) <= seat) low = middle;
      else high = middle - 1;
    }
    const [firstId, firstIndex] = idRuns[low] as Offer['idRuns'][number];
    return firstId + seat - firstIndex;
  }
}

function offerIn({ offer }: MapChanges): Offer {
  if (offer === undefined) throw new Error('the first answer to a follower contains the offer');
  return offer;
}

function planOf({ idRuns, priceIds, prices, areas }: Offer): unknown {
  return [idRuns, priceIds, prices, areas.map(([id, priceId]) => [id, priceId])];
}

function bookableOf({ available, priceSlots, priceIds }: Offer): Bitmap {
  const bookable = new Bitmap(priceSlots.length, available.slice());
  for (const [seat, slot] of priceSlots.entries()) if ((priceIds[slot] ?? null) === null) bookable.remove(seat);
  return bookable;
}

function differing(one: Bitmap, other: Bitmap): Bitmap {
  const differences = one.copy();
  for (const [at, word] of other.words.entries()) (differences.words[at] as number) ^= word;
  return differences;
}
