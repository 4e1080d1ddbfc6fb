/** The places of areas as a journal tells them: what sessions and the organization have, and what allotments keep. */
import type { JournaledSession } from './journaled-sale.ts';

interface Share {
  slot: number;
  readonly places: number;
  /** By session. */
  readonly taken: Map<number, number>;
}

interface SaleOfPlaces {
  presentOf(slot: number): number;
  whyNot(slot: number, session: JournaledSession): string | null;
  /** How many more places of the allotment the session may have; 0 when it may take none. */
  roomFor(slot: number, session: JournaledSession): number;
  count(type: string, more: number): void;
  report(what: string): void;
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, one) => all + one, 0);

export class JournaledPlaces {
  readonly #capacities: readonly number[];
  readonly #sale: SaleOfPlaces;
  readonly #taken = new Map<number, number>();
  /** By area, ascending by slot. */
  readonly #shares = new Map<number, Share[]>();

  constructor(capacities: readonly number[], sale: SaleOfPlaces) {
    this.#capacities = capacities;
    this.#sale = sale;
  }

  share(area: number, slot: number, places: number): void {
    const others = (this.#shares.get(area) ?? []).filter((share) => share.slot !== slot);
    this.#shares.set(
      area,
      [...others, { slot, places, taken: new Map() }].sort((a, b) => a.slot - b.slot),
    );
  }

  release(area: number, slot: number, to: number): void {
    for (const share of this.#shares.get(area) ?? []) {
      if (this.#sale.presentOf(share.slot) === slot) share.slot = to;
    }
  }

  /** The organization takes any places that are free. */
  book(area: number, amount: number): void {
    this.#take(area, amount);
  }

  set(session: JournaledSession, area: number, type: string, total: number): void {
    this.add(session, area, type, total - (session.places.get(area)?.get(type) ?? 0));
  }

  add(session: JournaledSession, area: number, type: string, more: number): void {
    const lines = new Map(session.places.get(area));
    lines.set(type, (lines.get(type) ?? 0) + more);
    session.places = new Map(session.places).set(area, lines);
    this.#sale.count(type, more);
    this.#settle(session, area, more);
  }

  /** The session gives back all its places. */
  end(session: JournaledSession): void {
    for (const [area, lines] of session.places) {
      for (const [type, places] of lines) this.add(session, area, type, -places);
    }
  }

  /** What sessions have, by the slot of the allotment that it is in now; 0: the public's. */
  bySlot(sessions: Iterable<JournaledSession>): ReadonlyMap<number, number> {
    const all = [...sessions].flatMap(({ places }) => [...places.values()].map((lines) => sum(lines.values())));
    const shares = [...this.#shares.values()].flat().map(({ slot, taken }) => [slot, sum(taken.values())] as const);
    const sums = new Map([[0, sum(all) - sum(shares.map(([, taken]) => taken))]]);
    for (const [slot, taken] of shares) {
      const present = this.#sale.presentOf(slot);
      sums.set(present, (sums.get(present) ?? 0) + taken);
    }
    return sums;
  }

  /** What the session has of the allotment's places. */
  ofShare(slot: number, { ordinal }: JournaledSession): number {
    const shares = [...this.#shares.values()].flat().filter((share) => share.slot === slot);
    return sum(shares.map(({ taken }) => taken.get(ordinal) ?? 0));
  }

  /** Allotments of the session give first, and get back first. */
  #settle(session: JournaledSession, area: number, added: number): void {
    let more = added;
    this.#take(area, more);
    for (const share of this.#shares.get(area) ?? []) {
      const own = share.taken.get(session.ordinal) ?? 0;
      const left = share.places - sum(share.taken.values());
      const room = Math.max(0, Math.min(left, this.#sale.roomFor(this.#sale.presentOf(share.slot), session)));
      const part = more > 0 ? Math.min(more, room) : Math.max(more, -own);
      share.taken.set(session.ordinal, own + part);
      more -= part;
    }
    if (more > 0) this.#checkKept(session, area);
  }

  /** Places that came from the public must have been free of every allotment that the session may not take. */
  #checkKept(session: JournaledSession, area: number): void {
    const kept = (this.#shares.get(area) ?? []).filter(
      ({ slot }) => this.#sale.whyNot(this.#sale.presentOf(slot), session) !== null,
    );
    const left = sum(kept.map(({ places, taken }) => Math.max(0, places - sum(taken.values()))));
    const free = (this.#capacities[area] ?? 0) - (this.#taken.get(area) ?? 0);
    // Less than none is reported as such.
    if (free >= 0 && free < left)
      this.#sale.report(
        `session ${session.ordinal} took places of area ${area}: ${free} are free, allotments keep ${left}`,
      );
  }

  #take(area: number, more: number): void {
    const taken = (this.#taken.get(area) ?? 0) + more;
    this.#taken.set(area, taken);
    if (taken > (this.#capacities[area] ?? 0)) this.#sale.report(`area ${area} has ${taken} places taken`);
  }
}
