/**
 * The rules of a sale that an event copies from another: allotments with their places, admission, and units that are booked
 * otherwise. Their times keep their distance from the start. Never what has become of them: releases, tickets and the seed of a
 * queue stay with their event. Plain data, so that another node can send it.
 */
import type { Allotment, AllotmentTerms } from '../allotments/allotment.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import type { LayoutAdoption } from '../layout/layout-adoption.ts';
import { type Admission, isSameAdmission, openAdmission } from '../queue/admission.ts';
import { runsByValue, type SeatRuns } from '../seats/seat-runs.ts';
import type { UnitOverride } from '../units/unit.ts';
import type { OpeningFact } from './opening-fact.ts';

export interface SaleRules {
  /** Ascending by slot. */
  readonly allotments: readonly CopiedAllotment[];
  /** Null: it was never set. */
  readonly admission: Admission | null;
  readonly overrides: readonly UnitOverride[];
}

interface CopiedAllotment {
  readonly slot: number;
  readonly id: string;
  readonly terms: AllotmentTerms;
  readonly seats: SeatRuns;
  readonly areas: readonly AreaCount[];
}

/** What a copy does not share with its original. */
export interface OwnOfCopy {
  /** A new id for each allotment, in order. */
  readonly allotmentIds: readonly string[];
  /** Of its queue: 64 hex digits, and their SHA-256. */
  readonly seed: { readonly seed: string; readonly seedHash: string };
  /** How much later it starts, in milliseconds. */
  readonly laterMs: number;
}

/** `gone`: seats that the layout no longer has. One pass over the seats for all allotments. */
export function saleRulesOf(state: EventState, layout: LayoutAdoption | null, gone: ReadonlySet<number>): SaleRules {
  const { allotments, admission, unitOverrides: overrides } = state;
  const slots = Uint16Array.from(allotments?.slots.copy() ?? [], (slot, seat) =>
    // A release is not copied: the seat is where it was put first.
    gone.has(seat) ? 0 : (allotments?.releaseOf(seat)?.slot ?? slot),
  );
  const seats = new Map(runsByValue(slots, 0));
  const areasOf = (slot: number): readonly AreaCount[] =>
    [...(allotments?.shares.areas() ?? [])].flatMap((area): AreaCount[] => {
      const share = allotments?.shares.of(area).find((one) => one.slot === slot);
      return share === undefined || layout?.areas?.[area]?.removed !== undefined ? [] : [[area, share.places]];
    });
  return {
    allotments: (allotments?.list() ?? []).map((allotment) => ({
      ...{ slot: allotment.slot, id: allotment.id, terms: termsOf(allotment) },
      ...{ seats: seats.get(allotment.slot) ?? [], areas: areasOf(allotment.slot) },
    })),
    admission: isSameAdmission(admission, openAdmission) ? null : admission,
    overrides,
  };
}

function termsOf({ slot: _, id: _id, phase: _phase, released: _released, ...terms }: Allotment): AllotmentTerms {
  return terms;
}

/** The facts of a new event that follow those of its prices. */
export function saleRuleFacts(
  { allotments, admission, overrides }: SaleRules,
  { allotmentIds, seed, laterMs }: OwnOfCopy,
): readonly OpeningFact[] {
  const idOf = new Map(allotments.map(({ id }, at) => [id, allotmentIds[at] as string]));
  const facts: OpeningFact[] = overrides.length > 0 ? [{ type: 'units-overridden', overrides }] : [];
  for (const { slot: allotment, id, terms } of allotments) {
    const moved = movedTerms(terms, laterMs, idOf);
    // The event's own time opens and closes it.
    const phase = moved.opensAt === null ? 'OPEN' : 'WAITING';
    facts.push({ type: 'allotment-defined', allotment, id: idOf.get(id) as string, phase, terms: moved });
  }
  for (const { slot: allotment, seats, areas } of allotments) {
    if (seats.length + areas.length === 0) continue;
    facts.push({ type: 'allotment-filled', allotment, seats, ...(areas.length > 0 ? { areas } : {}) });
  }
  if (admission !== null) {
    facts.push({ type: 'admission-set', ...admission, opensAt: movedTime(admission.opensAt, laterMs) });
    if (admission.mode === 'QUEUE') facts.push({ type: 'queue-begun', ...seed });
  }
  return facts;
}

function movedTerms(terms: AllotmentTerms, laterMs: number, idOf: ReadonlyMap<string, string>): AllotmentTerms {
  const { opensAt, closesAt, release } = terms;
  return {
    ...terms,
    opensAt: movedTime(opensAt, laterMs),
    closesAt: movedTime(closesAt, laterMs),
    // A target that was deleted since would be refused in a call: the public gets the places, as it does of the original.
    release: release && {
      ...release,
      at: movedTime(release.at, laterMs),
      to: release.to === null ? null : (idOf.get(release.to) ?? null),
    },
  };
}

/** The last moment that calls can name, the end of the year 9999. */
const timeMax = 253_402_300_799_999;

function movedTime(at: number | null, laterMs: number): number | null {
  return at === null ? null : Math.min(Math.max(at + laterMs, 0), timeMax);
}
