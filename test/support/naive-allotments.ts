/**
 * The allotments of the naive event model: maps of names, without slots, masks or steps that are looked for. What time and
 * sales make of them comes as facts; the model says whether each was due, and whether one is missing.
 */
import type { AllotmentTerms, Phase, ReleaseCause } from '#domain/allotments/allotment.ts';
import { type CountPlaces, isSame, NaiveConditions, type NaivePart } from './naive-conditions.ts';
import type { NaiveHall } from './naive-hall.ts';
import { NaivePlaces } from './naive-places.ts';
import { NaiveReleases } from './naive-releases.ts';
import type { NaiveSession } from './naive-session.ts';

export interface NaiveAllotment extends AllotmentTerms {
  /** The smallest that was free. */
  readonly number: number;
  phase: Phase;
  /** Where its seats went, null: to the public; undefined: not released. */
  released?: string | null;
  cause?: ReleaseCause;
}

/** The asker of a seat: the allotments of a session's pass, and a declared need; null: the organization itself. */
export type NaiveAsker = {
  readonly allotments?: readonly string[] | undefined;
  readonly hasNeed?: boolean;
  readonly counter?: boolean | undefined;
} | null;

/** A session that may have again what its need has given it. */
export function askerOf({ allotments, counter, hasDeclaredNeed = false }: NaiveSession): NonNullable<NaiveAsker> {
  return { allotments, counter, hasNeed: hasDeclaredNeed };
}

export class NaiveAllotments {
  readonly byId = new Map<string, NaiveAllotment>();
  /** By seat: the id of its allotment. */
  readonly ofSeat = new Map<number, string>();
  readonly releases = new NaiveReleases(this);
  readonly conditions: NaiveConditions;
  readonly places: NaivePlaces;

  constructor(hall: NaiveHall, countPlaces: CountPlaces) {
    this.places = new NaivePlaces(hall, this);
    this.conditions = new NaiveConditions(hall, this, countPlaces);
  }

  /** Creates it, or replaces its terms. */
  define(id: string, terms: AllotmentTerms, now: number): void {
    const isClosed = terms.closesAt !== null && now >= terms.closesAt;
    const isEarly = terms.opensAt !== null && now < terms.opensAt;
    const phase = isClosed ? 'CLOSED' : isEarly ? 'WAITING' : 'OPEN';
    const known = this.byId.get(id);
    const numbers = [...this.byId.values()].map(({ number }) => number);
    let number = 1;
    while (numbers.includes(number)) number++;
    if (known === undefined) this.byId.set(id, { ...terms, number, phase });
    // The same terms again are no change.
    else if (Object.entries(terms).some(([name, value]) => !isSame(known[name as keyof AllotmentTerms], value)))
      Object.assign(known, terms, { phase });
  }

  remove(id: string): void {
    this.byId.delete(id);
    this.places.removeAllotment(id);
    for (const area of this.places.areas())
      for (const share of this.places.sharesOf(area)) if (share.to === id) share.to = null;
    for (const [seat, of] of this.ofSeat) if (of === id) this.ofSeat.delete(seat);
    this.releases.remove(id);
    for (const other of this.byId.values()) if (other.released === id) other.released = null;
  }

  fill(id: string, seats: Iterable<number>, places: ReadonlyMap<number, number>): void {
    this.places.fill(id, places);
    const before = [...this.ofSeat].flatMap(([seat, of]) => (of === id ? [seat] : []));
    for (const seat of [...before, ...seats]) {
      this.ofSeat.delete(seat);
      this.releases.put(seat);
    }
    for (const seat of seats) this.ofSeat.set(seat, id);
  }

  /** The allotment that a seat is in now; null: it is the public's. */
  presentOf(seat: number): string | null {
    return this.followed(this.ofSeat.get(seat) ?? null);
  }

  /** Where what was given to an allotment is now, after its release. */
  followed(id: string | null): string | null {
    const released = id === null ? undefined : this.byId.get(id)?.released;
    return released === undefined ? id : this.followed(released);
  }

  /** Whether somebody may take the seat, if it is free. */
  permits(seat: number, asker: NaiveAsker): boolean {
    return this.isFor(this.presentOf(seat), asker);
  }

  /** Whether somebody may take what is in the allotment now; null: it is the public's. */
  isFor(id: string | null, asker: NaiveAsker): boolean {
    if (asker === null || id === null || asker.counter === true) return true;
    const { access, phase } = this.byId.get(id) as NaiveAllotment;
    if (phase !== 'OPEN' || access === 'STAFF') return false;
    if (access === 'NEED') return asker.hasNeed === true;
    return access === 'PUBLIC' || asker.allotments?.includes(id) === true;
  }

  /** Whether the seat is kept for those who need it. */
  isForNeed(seat: number): boolean {
    return this.byId.get(this.presentOf(seat) ?? '')?.access === 'NEED';
  }

  /** When the seat opens for somebody who may not take it yet; null: never. */
  opensAt(seat: number, asker: NonNullable<NaiveAsker>, now: number): number | null {
    return this.openingOf(this.presentOf(seat), asker, now);
  }

  openingOf(id: string | null, asker: NonNullable<NaiveAsker>, now: number): number | null {
    if (id === null) return null;
    const { access, phase, opensAt } = this.byId.get(id) as NaiveAllotment;
    const isFor = access === 'PUBLIC' || (access === 'PASS' && asker.allotments?.includes(id) === true);
    return phase === 'WAITING' && isFor && opensAt !== null && opensAt > now ? opensAt : null;
  }

  /** Whether a cart has more of an allotment than a session may hold, after seats of it were added. */
  isOverCap(session: NaiveSession, added: readonly number[], given: readonly number[] = []): boolean {
    if (session.counter === true) return false;
    return [...new Set(added.map((seat) => this.presentOf(seat)))].some((id) => {
      const most = this.byId.get(id ?? '')?.maxSeatsPerSession ?? null;
      const more = added.filter((seat) => this.presentOf(seat) === id).length;
      return id !== null && most !== null && this.places.heldOf(session, id, given) + more > most;
    });
  }

  /** Whether a session may hold `more` seats of an allotment; null: those of the public. */
  hasRoom(session: NaiveSession, id: string | null, more: number): boolean {
    const most = id === null ? null : (this.byId.get(id)?.maxSeatsPerSession ?? null);
    return id === null || most === null || this.places.heldOf(session, id) + more <= most;
  }

  /** An allotment whose step should have come by now, as text; null: none. */
  overdue(now: number): string | null {
    for (const [id, { phase, opensAt, closesAt, release, released }] of this.byId) {
      if (released !== undefined) continue;
      if (phase === 'WAITING' && opensAt !== null && opensAt <= now) return `${id} should be open since ${opensAt}`;
      if (phase !== 'CLOSED' && closesAt !== null && closesAt <= now) return `${id} should be closed since ${closesAt}`;
      if (release?.at != null && release.at <= now) return `${id} should be released since ${release.at}`;
    }
    return null;
  }

  /** Returns why it could not open now, or null. */
  open(id: string, now: number): string | null {
    const { phase, opensAt, released } = this.byId.get(id) as NaiveAllotment;
    (this.byId.get(id) as NaiveAllotment).phase = 'OPEN';
    if (phase !== 'WAITING' || released !== undefined) return `${id} opened while it was ${phase}`;
    return opensAt !== null && opensAt <= now ? null : `${id} opened before ${opensAt}`;
  }

  close(id: string, now: number): string | null {
    const { phase, closesAt, released } = this.byId.get(id) as NaiveAllotment;
    (this.byId.get(id) as NaiveAllotment).phase = 'CLOSED';
    if (phase === 'CLOSED' || released !== undefined) return `${id} closed while it was ${phase}`;
    return closesAt !== null && closesAt <= now ? null : `${id} closed before ${closesAt}`;
  }

  /** `part`: only this was released; null: all of the allotment. */
  release(id: string, cause: ReleaseCause, to: string | null, part: NaivePart | null, now: number): string | null {
    const allotment = this.byId.get(id) as NaiveAllotment;
    const fault = this.conditions.faultOfRelease(id, allotment, cause, to, part, now);
    if (part === null) Object.assign(allotment, { released: to, cause });
    for (const seat of part?.seats ?? []) {
      this.releases.add(seat, id, cause);
      if (to === null) this.ofSeat.delete(seat);
      else this.ofSeat.set(seat, to);
    }
    for (const share of (part?.areas ?? []).flatMap((area) => this.places.sharesOf(area))) {
      if (this.places.presentOf(share) !== id) continue;
      // The cause of the first release is kept.
      share.cause ??= this.byId.get(share.of)?.cause ?? cause;
      share.to = to;
    }
    return fault;
  }
}
