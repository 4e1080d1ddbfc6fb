/**
 * Counts facts, twice: in the node's metrics (lines held, holds and locks expired, sessions evicted), and in the event's
 * tally for the plots of its activity. Reads the state before the fact is applied; changes nothing in it.
 */
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { EventTally } from './event-tally.ts';
import type { Meter } from './ports.ts';

type Count<Type extends Fact['type']> = (
  meter: Meter,
  tally: EventTally,
  state: EventState,
  fact: Extract<Fact, { type: Type }>,
  now: number,
) => void;

/** Null: facts of this type are not counted. */
const counts: { readonly [Type in Fact['type']]: Count<Type> | null } = {
  opened: null,
  owned: null,
  'status-changed': null,
  'session-created': (_meter, tally) => {
    tally.created++;
  },
  held: (meter, tally, _state, { seats = [], areas = [] }) => {
    meter.held(seats.length + areas.length);
    tally.holds++;
  },
  unheld: null,
  'checked-out': (_meter, tally) => {
    tally.checkouts++;
  },
  confirmed: (_meter, tally) => {
    tally.confirmations++;
  },
  cancelled: (meter, _tally, _state, { evicted }) => {
    if (evicted === true) meter.evicted();
  },
  expired: (meter, tally, state, { session }, now) => {
    meter.expired(1, now - (state.sessionAt(session).deadline ?? now));
    tally.expiries++;
  },
  reclaimed: null,
  released: null,
  'properties-replaced': null,
  locked: null,
  unlocked: null,
  'lock-expired': (meter, tally, state, { lock }, now) => {
    meter.expired(1, now - (state.lockAt(lock).deadline ?? now));
    tally.expiries++;
  },
  sold: null,
  'locks-sold': null,
  reverted: null,
  answered: null,
  'session-answered': null,
  'prices-defined': null,
  'prices-renamed': null,
  'price-deleted': null,
  priced: null,
  'areas-sized': null,
  unpriced: null,
  'seats-described': null,
  cleaned: null,
  'layout-adopted': null,
  'admission-set': null,
  'queue-begun': null,
  joined: null,
  drawn: null,
  admitted: null,
  claimed: null,
  lapsed: null,
};

/** Counts a fact that is about to be applied at actor time `now`. */
export function countFact(meter: Meter, tally: EventTally, state: EventState, fact: Fact, now: number): void {
  const count = counts[fact.type] as Count<Fact['type']> | null;
  count?.(meter, tally, state, fact, now);
}
