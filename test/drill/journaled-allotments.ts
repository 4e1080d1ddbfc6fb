/**
 * The allotments of an event as its journal tells them: which of them each seat is in, and who may take it at the moment of a
 * record. Finds openings, closings and releases that came too early.
 */
import type { AllotmentTerms } from '#domain/allotments/allotment.ts';
import type { Fact } from '#domain/fact.ts';
import { forEachInRuns } from '#domain/seats/seat-runs.ts';

export interface JournaledAllotment {
  readonly id: string;
  readonly terms: AllotmentTerms;
  /** Slot that got its places, 0 for the public; null: not released. */
  releasedTo: number | null;
}

type Named<T extends Fact['type']> = Extract<Fact, { readonly type: T }>;

export class JournaledAllotments {
  readonly bySlot = new Map<number, JournaledAllotment>();
  /** Releases by their cause. */
  readonly releases = new Map<string, number>();
  readonly #slots = new Map<number, number>();
  readonly #report: (what: string) => void;
  /** The moment of the record. */
  #at = 0;

  constructor(report: (what: string) => void) {
    this.#report = report;
  }

  /** The slot whose allotment a place of this slot is in now; 0: the public's. */
  presentOf(slot: number): number {
    const to = this.bySlot.get(slot)?.releasedTo ?? null;
    return to === null ? slot : this.presentOf(to);
  }

  presentOfSeat(seat: number): number {
    return this.presentOf(this.#slots.get(seat) ?? 0);
  }

  /** Why the session may not take what is in the allotment now, by the moment of the record; null: it may. */
  whyNot(slot: number, allotments: readonly string[]): string | null {
    const allotment = this.bySlot.get(slot);
    if (slot === 0 || allotment === undefined) return null;
    const { id, terms } = allotment;
    const { access, opensAt, closesAt, name } = terms;
    if (access === 'STAFF' || (access === 'PASS' && !allotments.includes(id))) return `is in ${name}`;
    if (opensAt !== null && this.#at < opensAt) return `is in ${name}, which opens at ${opensAt}`;
    return closesAt !== null && this.#at >= closesAt ? `is in ${name}, which has closed at ${closesAt}` : null;
  }

  /** The fact, if it is one of allotments. */
  take(at: number, fact: Fact): void {
    this.#at = at;
    switch (fact.type) {
      case 'allotment-defined': {
        const releasedTo = this.bySlot.get(fact.allotment)?.releasedTo ?? null;
        this.bySlot.set(fact.allotment, { id: fact.id, terms: fact.terms, releasedTo });
        return;
      }
      case 'allotment-filled':
        for (const [seat, slot] of this.#slots) if (slot === fact.allotment) this.#slots.delete(seat);
        forEachInRuns(fact.seats, (seat) => void this.#slots.set(seat, fact.allotment));
        return;
      case 'allotment-opened':
      case 'allotment-closed':
        this.#checkStep(fact);
        return;
      case 'allotment-released':
        this.#release(fact);
        return;
    }
  }

  #checkStep({ type, allotment }: Named<'allotment-opened' | 'allotment-closed'>): void {
    const { opensAt, closesAt, name } = this.bySlot.get(allotment)!.terms;
    const due = type === 'allotment-opened' ? opensAt : closesAt;
    if (due === null || this.#at < due) this.#report(`${name} has ${type.slice(10)} before ${due}`);
  }

  #release({ allotment: slot, cause, to, seats }: Named<'allotment-released'>): void {
    const allotment = this.bySlot.get(slot)!;
    const due = allotment.terms.release?.at ?? null;
    if (cause === 'TIME' && (due === null || this.#at < due)) this.#report(`${allotment.terms.name} is released early`);
    this.releases.set(cause, (this.releases.get(cause) ?? 0) + 1);
    if (seats === undefined) allotment.releasedTo = to;
    else forEachInRuns(seats, (seat) => void this.#slots.set(seat, to));
  }
}
