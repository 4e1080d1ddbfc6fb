/**
 * The steps of allotments: openings, closings and releases. No call causes them. Each is a fact, decided at the actor's
 * time: before a call of the same millisecond, and after a call of the millisecond before.
 */
import type { EventState } from '../event-state.ts';
import { type Allotment, allotmentsMax } from './allotment.ts';
import type { AllotmentFact } from './allotment-fact.ts';
import type { Allotments } from './allotments.ts';
import { fulfilledCondition } from './sold-out.ts';

/** The next moment at which a step is due by time; null: none. Every turn asks, so it is remembered between changes. */
export function nextAllotmentTime({ allotments }: Pick<EventState, 'allotments'>): number | null {
  if (allotments === null) return null;
  allotments.nextStepTime ??= firstStepTime(allotments);
  return allotments.nextStepTime === Number.POSITIVE_INFINITY ? null : allotments.nextStepTime;
}

function firstStepTime(allotments: Allotments): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { phase, opensAt, closesAt, release, released } of allotments.list()) {
    if (released !== null) continue;
    if (phase === 'WAITING') next = Math.min(next, opensAt ?? next);
    if (phase === 'OPEN') next = Math.min(next, closesAt ?? next);
    next = Math.min(next, release?.at ?? next);
  }
  return next;
}

/**
 * The steps that are due now: openings and closings, then one release. A release may change the condition or the target of
 * the next one, which is looked for again after it.
 */
export function dueAllotmentFacts(state: EventState, now: number): readonly AllotmentFact[] {
  const { allotments } = state;
  if (allotments === null) return [];
  // Every turn asks, and nearly always no time has come.
  if (now >= (nextAllotmentTime(state) ?? Number.POSITIVE_INFINITY)) return factsByTime(allotments, now);
  const sold = fulfilledCondition(state);
  if (sold === undefined) return [];
  const { slot, cause, part } = sold;
  const allotment = allotments.at(slot);
  if (part === undefined)
    return [{ type: 'allotment-released', allotment: slot, cause, to: targetOf(allotments, allotment) }];
  const to = leadsBack(allotments, allotment) ? 0 : targetOf(allotments, allotment);
  const { seats, areas } = part;
  return [{ type: 'allotment-released', allotment: slot, cause, to, seats, ...(areas.length > 0 ? { areas } : {}) }];
}

function factsByTime(allotments: Allotments, now: number): readonly AllotmentFact[] {
  const phases = allotments.list().flatMap((allotment) => phasesBy(allotment, now));
  if (phases.length > 0) return phases;
  const due = firstReleaseBy(allotments, now);
  if (due === undefined) return [];
  return [{ type: 'allotment-released', allotment: due.slot, cause: 'TIME', to: targetOf(allotments, due) }];
}

function phasesBy({ slot, phase, opensAt, closesAt, released }: Allotment, now: number): readonly AllotmentFact[] {
  if (released !== null) return [];
  const facts: AllotmentFact[] = [];
  if (phase === 'WAITING' && now >= (opensAt ?? now)) facts.push({ type: 'allotment-opened', allotment: slot });
  if (phase !== 'CLOSED' && now >= (closesAt ?? Number.POSITIVE_INFINITY)) {
    facts.push({ type: 'allotment-closed', allotment: slot });
  }
  return facts;
}

/** The one whose moment is the earliest, so that an event that slept over several releases makes them in their order. */
function firstReleaseBy(allotments: Allotments, now: number): Allotment | undefined {
  let first: Allotment | undefined;
  let earliest = Number.POSITIVE_INFINITY;
  for (const allotment of allotments.list()) {
    const at = allotment.released === null ? (allotment.release?.at ?? Number.POSITIVE_INFINITY) : earliest;
    if (at > now || at >= earliest) continue;
    first = allotment;
    earliest = at;
  }
  return first;
}

/** Slot of the allotment that gets released places; 0: the public, also when that allotment is released itself. */
function targetOf(allotments: Allotments, { slot, release }: Allotment): number {
  const target = release?.to == null ? undefined : allotments.byId(release.to);
  return target === undefined || target.slot === slot || target.released !== null ? 0 : target.slot;
}

/**
 * Whether the targets form a ring that comes back to the allotment. Seats that are released by part would go round in it
 * without end: an allotment that keeps others is not released and can get them again.
 */
function leadsBack(allotments: Allotments, { id, release }: Allotment): boolean {
  let next = release?.to ?? null;
  for (let steps = 0; next !== null && steps < allotmentsMax; steps++) {
    if (next === id) return true;
    next = allotments.byId(next)?.release?.to ?? null;
  }
  return false;
}
