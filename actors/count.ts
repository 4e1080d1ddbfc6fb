/**
 * What facts are worth to the node's meter: holds won, holds that ran out, sessions that made room. Looks at the state before
 * the fact is applied; changes nothing.
 */
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { Meter } from './ports.ts';

export function countFact(meter: Meter, state: EventState, fact: Fact, now: number): void {
  switch (fact.type) {
    case 'held':
      meter.held((fact.seats?.length ?? 0) + (fact.areas?.length ?? 0));
      return;
    case 'expired':
      meter.expired(1, now - (state.sessionAt(fact.session).deadline ?? now));
      return;
    case 'cancelled':
      if (fact.evicted === true) meter.evicted();
      return;
    case 'lock-expired':
      meter.expired(1, now - (state.lockAt(fact.lock).deadline ?? now));
      return;
    default:
  }
}
