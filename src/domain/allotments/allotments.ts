/**
 * The allotments of one event, the allotment of each seat, and the audiences that follow from both. Changed only by
 * facts. An event without allotments has none of this.
 */
import { assert } from '#collections/assert.ts';
import type { Bitmap } from '#collections/bitmap.ts';
import { forEachInRuns, runsByValue, type SeatRuns } from '../seats/seat-runs.ts';
import { type Allotment, allotmentsMax, type Released } from './allotment.ts';
import { AreaShares, type Share, type ShareImage } from './area-shares.ts';
import type { Asker } from './asker.ts';
import type { Audience } from './audience.ts';
import { type PartReleaseImage, PartReleases, type PlaceRelease } from './part-releases.ts';
import { SlotColumn } from './slot-column.ts';
import type { ReleasedPart, SoldScopes } from './sold-condition.ts';

/** Masks that are kept; the least recently used one makes room. Of 200,000 seats each takes 25 KB. */
const audiencesMax = 64;

/** Of seats that are in no allotment. */
const publicSlot = 0;

/** As a snapshot stores it. */
export interface AllotmentsImage {
  readonly list: readonly Allotment[];
  /** By slot, the runs of its seats. */
  readonly seats: readonly (readonly [slot: number, seats: SeatRuns])[];
  /** Absent: no area has shares. */
  readonly shares?: readonly ShareImage[];
  /** Absent: no seat was released by part. */
  readonly partReleases?: readonly PartReleaseImage[];
}

export class Allotments {
  readonly #bySlot: (Allotment | undefined)[] = new Array(allotmentsMax + 1).fill(undefined);
  readonly #byId = new Map<string, Allotment>();
  readonly slots: SlotColumn;
  readonly shares = new AreaShares();
  readonly #partReleases: PartReleases;
  #list: readonly Allotment[] | null = null;
  /** Of sessions whose pass opens none. */
  #public: Audience | null = null;
  readonly #audiences = new Map<string, Audience>();
  /** What releases wait for; made when it is first asked for. */
  soldScopes: SoldScopes | null = null;
  /** When the next step is due by time, infinity for never; null until it is asked for. */
  nextStepTime: number | null = null;

  /** `size`: seats are below it. */
  constructor(size: number) {
    this.slots = new SlotColumn(size);
    this.#partReleases = new PartReleases(size);
  }

  /** Whether an allotment is for buyers who declare a need. */
  get hasNeed(): boolean {
    return this.list().some(({ access }) => access === 'NEED');
  }

  /** Whether a release waits until sections are sold. */
  get waitsForSections(): boolean {
    return this.list().some(({ release, released }) => released === null && release?.whenSold === 'SECTION');
  }

  get count(): number {
    return this.#byId.size;
  }

  /** Ascending by slot. */
  list(): readonly Allotment[] {
    this.#list ??= this.#bySlot.filter((allotment) => allotment !== undefined);
    return this.#list;
  }

  byId(id: string): Allotment | undefined {
    return this.#byId.get(id);
  }

  bySlot(slot: number): Allotment | undefined {
    return this.#bySlot[slot];
  }

  /** The smallest slot without an allotment, or -1 when there are as many as there can be. */
  freeSlot(): number {
    for (let slot = 1; slot <= allotmentsMax; slot++) if (this.#bySlot[slot] === undefined) return slot;
    return -1;
  }

  put(allotment: Allotment): void {
    const before = this.#bySlot[allotment.slot];
    assert(before === undefined || before.id === allotment.id, () => `slot ${allotment.slot} has another allotment`);
    this.#bySlot[allotment.slot] = allotment;
    this.#byId.set(allotment.id, allotment);
    this.changed();
  }

  /** Its seats have no allotment afterwards. */
  remove(slot: number): void {
    const { id } = this.at(slot);
    this.#bySlot[slot] = undefined;
    this.#byId.delete(id);
    this.slots.forEachOf(slot, (seat) => this.slots.put(seat, publicSlot));
    this.#partReleases.forgetSlot(slot);
    this.shares.removeSlot(slot);
    // Places that were released to it are the public's now.
    for (const other of this.list()) {
      if (other.released?.to === slot) this.put({ ...other, released: { ...other.released, to: 0 } });
    }
    this.changed();
  }

  at(slot: number): Allotment {
    const allotment = this.#bySlot[slot];
    assert(allotment !== undefined, () => `no allotment has slot ${slot}`);
    return allotment;
  }

  /** Exactly these seats, and these places of areas, are the allotment's afterwards: no release moved them here. */
  assign(slot: number, seats: SeatRuns, areas: readonly (readonly [area: number, places: number])[]): void {
    this.shares.fill(slot, areas);
    this.slots.forEachOf(slot, (seat) => this.#put(seat, publicSlot));
    forEachInRuns(seats, (seat) => this.#put(seat, slot));
    this.changed();
  }

  #put(seat: number, slot: number): void {
    this.slots.put(seat, slot);
    this.#partReleases.forget(seat);
  }

  /**
   * `part`: absent when the whole allotment is released. Otherwise these are the target's own from now on, so that terms
   * that come later do not move them.
   */
  release(slot: number, released: Released, part?: ReleasedPart): void {
    const allotment = this.at(slot);
    if (part === undefined) this.put({ ...allotment, released });
    else this.#releasePart(slot, released, part);
  }

  /** Moves what is in the allotment now, also what other releases have brought there. */
  #releasePart(slot: number, { cause, to }: Released, { seats, areas }: ReleasedPart): void {
    const shares = areas.flatMap((area) => this.shares.of(area)).filter((share) => this.slotOfShare(share) === slot);
    // The condition would be fulfilled again at once, and the turn would never end.
    assert(shares.length > 0 || seats.length > 0, () => `a release of slot ${slot} moves nothing`);
    for (const share of shares) share.part = { to, cause: this.releaseOfShare(share)?.cause ?? cause };
    forEachInRuns(seats, (seat) => {
      this.#partReleases.set(seat, this.releaseOf(seat) ?? { slot, cause });
      this.slots.put(seat, to);
    });
    this.changed();
  }

  /** The first release of the seat since it was put into an allotment; null: none. */
  releaseOf(seat: number): PlaceRelease | null {
    return this.#partReleases.of(seat) ?? this.#releaseOfSlot(this.slots.of(seat));
  }

  /** The same of places. */
  releaseOfShare({ slot, part }: Share): PlaceRelease | null {
    return part === null ? this.#releaseOfSlot(slot) : { slot, cause: part.cause };
  }

  /** All seats for which there is one. */
  releasedSeats(): readonly PartReleaseImage[] {
    if (this.list().every(({ released }) => released === null)) return this.#partReleases.image();
    const releases = Array.from(this.#bySlot, (_, slot) => this.#releaseOfSlot(slot));
    return this.#partReleases.imageWithWhole(this.slots.copy(), releases);
  }

  #releaseOfSlot(slot: number): PlaceRelease | null {
    const released = this.#bySlot[slot]?.released ?? null;
    return released === null ? null : { slot, cause: released.cause };
  }

  grow(size: number): void {
    this.slots.grow(size);
    this.#partReleases.grow(size);
    this.changed();
  }

  /** Slot of the allotment that a seat is in now: released places are their target's; 0: the public's. */
  slotOf(seat: number): number {
    return this.targetOf(this.slots.of(seat));
  }

  /** The same of places. */
  slotOfShare({ slot, part }: Share): number {
    return this.targetOf(part?.to ?? slot);
  }

  /**
   * The slot that seats of this slot are in now, 0 for the public. Ends: a release never goes to an allotment that was
   * released before.
   */
  targetOf(slot: number): number {
    const allotment = this.#bySlot[slot];
    if (allotment === undefined) return 0;
    return allotment.released === null ? slot : this.targetOf(allotment.released.to);
  }

  /** Costs one lookup, or two. */
  audienceOf(asker: Asker): Audience {
    const { allotments: named, hasNeed = false } = asker;
    const isOther = (named !== undefined || hasNeed) && this.list().some((one) => admits(one, asker));
    if (isOther) return this.#audience(this.#keyOf(asker));
    this.#public ??= this.#build(this.#keyOf({}));
    return this.#public;
  }

  /** The audience that may take what this one may, but nothing of these slots. */
  audienceWithout({ key }: Audience, slots: ReadonlySet<number>): Audience {
    return this.#audience(Array.from(key, (slot) => (slots.has(slot.charCodeAt(0)) ? '' : slot)).join(''));
  }

  /** The seats that are in the allotment now, as a mask. */
  membersOf(slot: number): Audience {
    return this.#audience(String.fromCharCode(slot));
  }

  #audience(key: string): Audience {
    const known = this.#audiences.get(key);
    const audience = known ?? this.#build(key);
    if (known !== undefined) this.#audiences.delete(key);
    else if (this.#audiences.size === audiencesMax) {
      this.#audiences.delete(this.#audiences.keys().next().value as string);
    }
    this.#audiences.set(key, audience);
    return audience;
  }

  /** The slots that a session may take, as characters. */
  #keyOf(asker: Asker): string {
    const open = this.list().filter((one) => (one.access === 'PUBLIC' ? isOpen(one) : admits(one, asker)));
    return String.fromCharCode(publicSlot, ...open.map(({ slot }) => slot));
  }

  #build(key: string): Audience {
    const slots = new Uint8Array(allotmentsMax + 1);
    for (let at = 0; at < key.length; at++) slots[key.charCodeAt(at)] = 1;
    // By slot, with the releases followed.
    const permits = slots.map((_, slot) => slots[this.targetOf(slot)] as number);
    return { key, permitted: this.slots.seatsOf(permits), permits };
  }

  /** The seats that are in the allotment now: a copy that the caller owns. */
  seatsIn(slot: number): Bitmap {
    return this.slots.seatsOf(Uint8Array.from(this.#bySlot, (_, of) => (this.targetOf(of) === slot ? 1 : 0)));
  }

  /** Must be called after an allotment, or the allotment of a seat, was changed. */
  changed(): void {
    this.#list = null;
    this.#public = null;
    this.#audiences.clear();
    this.soldScopes = null;
    this.nextStepTime = null;
  }

  image(): AllotmentsImage {
    const seats = runsByValue(Uint16Array.from(this.slots.copy()), 0);
    const partReleases = this.#partReleases.image();
    return {
      ...{ list: this.list(), seats },
      ...(this.shares.isEmpty ? {} : { shares: this.shares.image() }),
      ...(partReleases.length === 0 ? {} : { partReleases }),
    };
  }

  static of({ list, seats, shares = [], partReleases = [] }: AllotmentsImage, size: number): Allotments {
    const allotments = new Allotments(size);
    for (const allotment of list) allotments.put(allotment);
    for (const [slot, runs] of seats)
      forEachInRuns(runs, (seat) => {
        allotments.slots.put(seat, slot);
      });
    allotments.shares.restore(shares);
    allotments.#partReleases.restore(partReleases);
    return allotments;
  }
}

/** Open, and its seats are still its own. */
function isOpen({ phase, released }: Allotment): boolean {
  return phase === 'OPEN' && released === null;
}

/** Whether the asker may take its seats now because of its pass or of its need. */
function admits(allotment: Allotment, { allotments: named = [], hasNeed = false }: Asker): boolean {
  const { access, id } = allotment;
  return isOpen(allotment) && (access === 'NEED' ? hasNeed : access === 'PASS' && named.includes(id));
}
