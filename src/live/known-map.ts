/**
 * The map of one event as the viewers of this node know it. Takes the answers of the event's owner and returns what
 * is new in them; remembers which record changed each seat, so that viewers can resume. Promises that a change of owner
 * loses nothing: when the new owner does not know the changes since then, the whole offers are compared.
 */
import type { MapChanges } from '#domain/map-changes.ts';
import type { Offer } from '#domain/offer.ts';
import { Bitmap } from '#domain/seats/bitmap.ts';
import { RecentSeats } from '#domain/seats/recent-seats.ts';
import type { ChangeData } from './stream-text.ts';

/** Viewers that missed at most so many records are told exactly what they missed. */
const exactDistance = 8;
const gapsMax = 16;

interface Gap {
  readonly after: number;
  readonly before: number;
}

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
  #gaps: Gap[] = [];
  readonly #recent: RecentSeats;

  /** `changes` must contain the offer. */
  constructor(changes: MapChanges) {
    this.#seq = changes.seq;
    this.#epoch = changes.epoch;
    this.#schemaId = changes.schemaId;
    this.#offer = offerIn(changes);
    this.#bookable = bookableOf(this.#offer);
    this.#areas = new Map(changes.areas.map(([id, , places]) => [id, places]));
    this.#recent = new RecentSeats(this.#offer.priceSlots.length);
    this.#recent.beginAfter(changes.from);
    this.#noteSeats(changes);
    this.#recent.seal(changes.seq);
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
  take(changes: MapChanges): News {
    const { offer } = changes;
    // An answer of a former owner that came late; or a database that lost its last records when it failed over.
    const isOld = changes.seq < this.#seq;
    if (isOld && (offer === undefined || changes.epoch <= this.#epoch)) return null;
    if (offer !== undefined && (isOld || !this.#hasSamePlan(changes, offer))) {
      this.#replace(changes, offer);
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
        this.#recent.noteAt(seat, changes.seq);
        turn(seat);
      });
    } else {
      for (const [at, seat] of changes.seats.entries()) {
        if (this.#bookable.has(seat) !== (changes.bookable[at] === 1)) turn(seat);
      }
    }
    const areas = this.#takeAreas(changes);
    if (this.#gaps.length > gapsMax) this.#recent.beginAfter((this.#gaps.shift() as Gap).before);
    this.#seq = changes.seq;
    this.#epoch = changes.epoch;
    this.#recent.seal(changes.seq);
    if (freed.length + taken.length + areas.length === 0) return null;
    return { seq: changes.seq, freed, taken, areas };
  }

  /**
   * The record after which a viewer that has all changes up to `seq` is told every change; null: it must read everything
   * again. Far back it is one of few records, so that few texts serve viewers of any number of records: a viewer may be
   * told again what it knows.
   */
  startFor(seq: number): number | null {
    const isInGap = this.#gaps.some(({ after, before }) => seq > after && seq < before);
    if (isInGap || seq > this.#seq || seq < this.#recent.from) return null;
    const distance = this.#seq - seq;
    return distance <= exactDistance
      ? seq
      : Math.max(this.#recent.from, this.#seq - 2 ** Math.ceil(Math.log2(distance)));
  }

  /** Every change after a record that `startFor` named. All areas: which of them changed is not known. */
  changesAfter(start: number): ChangeData {
    const freed: number[] = [];
    const taken: number[] = [];
    for (const seat of this.#recent.since(start)?.seats ?? []) {
      (this.#bookable.has(seat) ? freed : taken).push(this.#idOf(seat));
    }
    return { seq: this.#seq, freed, taken, areas: start === this.#seq ? [] : [...this.#areas] };
  }

  #noteSeats({ seats, seqs }: MapChanges): void {
    for (const [at, seat] of seats.entries()) {
      if ((seqs[at] as number) > this.#recent.lastSeq) this.#recent.noteAt(seat, seqs[at] as number);
    }
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

  #replace(changes: MapChanges, offer: Offer): void {
    this.#seq = changes.seq;
    this.#epoch = changes.epoch;
    this.#schemaId = changes.schemaId;
    this.#offer = offer;
    this.#bookable = bookableOf(offer);
    this.#areas = new Map(changes.areas.map(([id, , places]) => [id, places]));
    this.#recent.grow(offer.priceSlots.length);
    this.#recent.beginAfter(changes.seq);
    this.#gaps = [];
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
