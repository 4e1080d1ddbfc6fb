/**
 * What happens to allotments without a call: they open, close and are released. Every step is a fact, decided at the
 * actor's time. A call at the moment of a step, or later, is decided after the step; one a millisecond earlier, before it.
 */
import type { EventState } from '../event-state.ts';
import type { Allotment } from './allotment.ts';
import type { AllotmentFact } from './allotment-fact.ts';
import type { Allotments } from './allotments.ts';
import { fulfilledCondition } from './sold-out.ts';

/** The next moment at which a step is due by time; null: none. Costs a few steps for each allotment. */
export function nextAllotmentTime({ allotments }: Pick<EventState, 'allotments'>): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const { phase, opensAt, closesAt, release, released } of allotments?.list() ?? []) {
    if (released !== null) continue;
    if (phase === 'WAITING') next = Math.min(next, opensAt ?? next);
    if (phase === 'OPEN') next = Math.min(next, closesAt ?? next);
    next = Math.min(next, release?.at ?? next);
  }
  return next === Number.POSITIVE_INFINITY ? null : next;
}

/** The steps that are due now; at most one release by what is sold, because it may change the next one's condition. */
export function dueAllotmentFacts(state: EventState, now: number): readonly AllotmentFact[] {
  const { allotments } = state;
  if (allotments === null) return [];
  const byTime = allotments.list().flatMap((allotment) => factsByTime(allotments, allotment, now));
  if (byTime.length > 0) return byTime;
  const sold = fulfilledCondition(state);
  if (sold === undefined) return [];
  const { slot, cause, seats } = sold;
  const to = targetOf(allotments, allotments.at(slot));
  return [{ type: 'allotment-released', allotment: slot, cause, to, ...(seats === undefined ? {} : { seats }) }];
}

function factsByTime(allotments: Allotments, allotment: Allotment, now: number): readonly AllotmentFact[] {
  const { slot, phase, opensAt, closesAt, release, released } = allotment;
  if (released !== null) return [];
  const facts: AllotmentFact[] = [];
  if (phase === 'WAITING' && now >= (opensAt ?? now)) facts.push({ type: 'allotment-opened', allotment: slot });
  if (phase !== 'CLOSED' && now >= (closesAt ?? Number.POSITIVE_INFINITY)) {
    facts.push({ type: 'allotment-closed', allotment: slot });
  }
  if (now >= (release?.at ?? Number.POSITIVE_INFINITY)) {
    facts.push({ type: 'allotment-released', allotment: slot, cause: 'TIME', to: targetOf(allotments, allotment) });
  }
  return facts;
}

/** Slot of the allotment that gets released places; 0: the public, also when that allotment is released itself. */
function targetOf(allotments: Allotments, { slot, release }: Allotment): number {
  const target = release?.to == null ? undefined : allotments.byId(release.to);
  return target === undefined || target.slot === slot || target.released !== null ? 0 : target.slot;
}
