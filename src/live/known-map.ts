/**
 * The map of one event as the viewers of this node know it. Takes the answers of the event's owner and returns what
 * is new in them; remembers which record changed each seat, so that viewers can resume. Promises that what it returns
 * turns the map of any record since the last answer into the new one: it contains seats that changed and changed back,
 * because a viewer may have read the prices in between. When a new owner does not know the changes since then, the whole
 * offers are compared, which is enough only for viewers that know the map of the last answer.
 */

import { Bitmap } from '#collections/bitmap.ts';
import type { MapChanges } from '#domain/map-changes.ts';
import type { Offer } from '#domain/offer.ts';
import { RecentSeats } from '#domain/seats/recent-seats.ts';
import type { ChangeData } from './stream-text.ts';

/** Viewers that missed at most so many records are told exactly what they missed. */
const exactDistance = 8;
/** More seats that change at once are not named, but read again: 100,000 ids are 0.7 MB for each of 10,000 viewers. */
const toldSeatsMax = 10_000;
/** Gaps that are remembered. Beyond that viewers from before the end of the oldest one must read everything again. */
const gapsMax = 16;

interface KnownArea {
  readonly places: number;
  readonly moves: number;
}

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
  /** By id. */
  #areas: Map<number, KnownArea>;
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
    this.#areas = areasOf(changes);
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
    // The answer came late from a former owner, or the database lost its last records in a failover. The epoch of an
    // owner after the failover is higher.
    const isOld = changes.seq < this.#seq;
    if (isOld && (offer === undefined || changes.epoch <= this.#epoch)) return null;
    if (offer !== undefined && (isOld || !this.#hasSamePlan(changes, offer))) {
      this.#replace(changes, offer);
      return 'reset';
    }
    const seqBefore = this.#seq;
    this.#noteSeats(changes);
    if (offer === undefined) {
      for (const [at, seat] of changes.seats.entries()) {
        if (changes.bookable[at] === 1) this.#bookable.add(seat);
        else this.#bookable.remove(seat);
      }
    } else {
      if (this.leavesGap(changes)) this.#gaps.push({ after: seqBefore, before: changes.from });
      const bookable = bookableOf(offer);
      differing(this.#bookable, bookable).forEach((seat) => {
        this.#recent.noteAt(seat, changes.seq);
      });
      this.#bookable = bookable;
    }
    const areas = this.#takeAreas(changes);
    if (this.#gaps.length > gapsMax) this.#recent.beginAfter((this.#gaps.shift() as Gap).before);
    this.#seq = changes.seq;
    this.#epoch = changes.epoch;
    this.#recent.seal(changes.seq);
    const { freed, taken } = this.#seatsAfter(seqBefore);
    if (freed.length + taken.length + areas.length === 0) return null;
    if (freed.length + taken.length > toldSeatsMax) {
      this.#recent.beginAfter(changes.seq);
      this.#gaps = [];
      return 'reset';
    }
    return { seq: changes.seq, freed, taken, areas };
  }

  /** Whether the answer may lack seats that changed and changed back. */
  leavesGap({ from }: MapChanges): boolean {
    return from > this.#seq;
  }

  /**
   * The record after which a viewer that has all changes up to `seq` is told every change; null: it must read everything
   * again. `mayKnowMore`: its map may be of any later record, also of one within a gap. Far back the answer is one of
   * few records, so that few texts serve all viewers; a viewer may then be told again what it knows.
   */
  startFor(seq: number, mayKnowMore = false): number | null {
    const isInGap = this.#gaps.some(({ after, before }) => (mayKnowMore || seq > after) && seq < before);
    if (isInGap || seq > this.#seq || seq < this.#recent.from) return null;
    const distance = this.#seq - seq;
    return distance <= exactDistance
      ? seq
      : Math.max(this.#recent.from, this.#seq - 2 ** Math.ceil(Math.log2(distance)));
  }

  /** Every change after a record that `startFor` named. All areas: which of them changed is not known. */
  changesAfter(start: number): ChangeData {
    const areas = Array.from(this.#areas, ([id, { places }]) => [id, places] as const);
    return { seq: this.#seq, ...this.#seatsAfter(start), areas: start === this.#seq ? [] : areas };
  }

  /** Ids of the seats that changed after the record, as they are now; seats without a price are never bookable. */
  #seatsAfter(seq: number): Pick<ChangeData, 'freed' | 'taken'> {
    const freed: number[] = [];
    const taken: number[] = [];
    const { priceSlots, priceIds } = this.#offer;
    for (const seat of this.#recent.since(seq)?.seats ?? []) {
      if ((priceIds[priceSlots[seat] as number] ?? null) === null) continue;
      (this.#bookable.has(seat) ? freed : taken).push(this.#idOf(seat));
    }
    return { freed, taken };
  }

  #noteSeats({ seats, seqs }: MapChanges): void {
    for (const [at, seat] of seats.entries()) {
      if ((seqs[at] as number) > this.#recent.lastSeq) this.#recent.noteAt(seat, seqs[at] as number);
    }
  }

  #takeAreas(changes: MapChanges): [number, number][] {
    const told: [number, number][] = [];
    for (const [id, places, moves] of changes.areas) {
      const known = this.#areas.get(id);
      if (known?.places === places && known.moves === moves) continue;
      this.#areas.set(id, { places, moves });
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
    this.#areas = areasOf(changes);
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

function areasOf({ areas }: MapChanges): Map<number, KnownArea> {
  return new Map(areas.map(([id, places, moves]) => [id, { places, moves }]));
}

function offerIn({ offer }: MapChanges): Offer {
  if (offer === undefined) throw new Error('the first answer to a follower contains the offer');
  return offer;
}

function planOf({ idRuns, priceIds, prices, areas, unitsDigest }: Offer): unknown {
  return [idRuns, priceIds, prices, areas.map(([id, priceId]) => [id, priceId]), unitsDigest];
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
