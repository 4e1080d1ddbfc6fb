/** The facts of sessions: what they hold, and how they end. */
import { assert } from '#collections/assert.ts';
import { applyExchange } from '../exchange/apply-exchange.ts';
import type { SessionFact } from '../fact.ts';
import { toldAsItIs, toldRelease, toldRemoval, toldWithItsLines } from '../feed/session-changes.ts';
import { restoredProperties } from '../properties.ts';
import { changing, confirm, createSession, end, evict, hold, release, unhold } from '../session/apply-session.ts';
import { erase, withoutPerson } from '../session/erase.ts';
import { withGivenBack } from '../session/given-back.ts';
import { lastCartOf, reclaim } from '../session/reclaim.ts';
import { hasProperties, isLive } from '../session/session.ts';
import type { Definitions, FactDefinition } from './definition.ts';

type FactOf<Type extends SessionFact['type']> = Extract<SessionFact, { readonly type: Type }>;

const cancel = changing<FactOf<'cancelled'>>((state, session) => {
  assert(isLive(session), () => `a ${session.state} session is not cancelled`);
  return end(state, session, 'CANCELLED');
});

const cancelled: FactDefinition<FactOf<'cancelled'>> = {
  decidedBy: 'SESSION',
  apply(state, fact, at, seq) {
    if (fact.evicted === true) evict(state, fact.session);
    else cancel(state, fact, at, seq);
  },
  told: (state, { session, evicted }) =>
    evicted === true ? toldRemoval(state, session) : toldWithItsLines('session.cancelled', state, session),
  count(meter, _tally, _state, { evicted }) {
    if (evicted === true) meter.evicted();
  },
  follow: (deadlines, { session }) => deadlines.end(session),
};

export const sessionFacts: Definitions<SessionFact> = {
  'session-created': {
    membersSince: { allotments: 2, buyer: 2, counter: 2, properties: 2 },
    apply: createSession,
    withoutPerson: ({ buyer: _, properties: __, ...fact }) => fact,
    count(meter, tally, _state, _fact, _now, organization) {
      meter.sessionStep('created', organization);
      tally.created++;
    },
    follow: (deadlines, { session, deadline }) => deadlines.begin(session, deadline),
  },
  'hold-moved': {
    since: 2,
    apply: changing((_state, session, { deadline }) => {
      assert(isLive(session) && session.counter === true, () => `a ${session.state} session has no hold to move`);
      return { ...session, deadline };
    }),
    follow: (deadlines, { session, deadline }) => deadlines.begin(session, deadline),
  },
  held: {
    decidedBy: 'SESSION',
    membersSince: { seatTypes: 2, areaTypes: 2, need: 2, unoccupied: 2, occupied: 2 },
    needsLayout: true,
    apply: changing((state, session, fact) => {
      assert(session.state === 'ACTIVE', () => `a ${session.state} session cannot hold more`);
      return hold(state, session, fact);
    }),
    count(meter, tally, _state, { seats = [], areas = [], areaTypes = [] }) {
      meter.held(seats.length + areas.length + areaTypes.length);
      tally.holds++;
    },
  },
  unheld: {
    decidedBy: 'SESSION',
    membersSince: { areaTypes: 2 },
    needsLayout: true,
    apply: changing((state, session, fact) => {
      assert(session.state === 'ACTIVE', () => `a ${session.state} session cannot give anything back`);
      return withGivenBack(unhold(state, session, fact), fact.givenBack);
    }),
  },
  'checked-out': {
    apply: changing((_state, session, fact) => {
      assert(session.state === 'ACTIVE', () => `a ${session.state} session is not checked out`);
      return { ...session, state: 'PENDING_PAYMENT', deadline: fact.deadline };
    }),
    told: (state, { session }) => toldAsItIs('session.checked-out', state, session),
    count(meter, tally, _state, _fact, _now, organization) {
      meter.sessionStep('checked_out', organization);
      tally.checkouts++;
    },
    follow: (deadlines, { session, deadline }) => deadlines.begin(session, deadline),
  },
  confirmed: {
    apply: changing(confirm),
    told: (state, { session }) => toldAsItIs('session.confirmed', state, session),
    count(meter, tally, _state, _fact, _now, organization) {
      meter.sessionStep('confirmed', organization);
      tally.confirmations++;
    },
    withoutPerson: (fact) => ({ ...fact, reference: null, properties: null }),
    follow: (deadlines, { session }) => deadlines.end(session),
  },
  cancelled,
  expired: {
    decidedBy: 'TIME',
    apply: changing((state, session, _fact, at) => {
      assert(isLive(session), () => `a ${session.state} session does not expire`);
      return { ...end(state, session, 'EXPIRED'), ...lastCartOf(session, at) };
    }),
    told: (state, { session }) => toldWithItsLines('session.expired', state, session),
    count(meter, tally, state, { session }, now, organization) {
      meter.sessionStep('expired', organization);
      meter.expired(1, now - (state.sessionAt(session).deadline ?? now));
      tally.expiries++;
    },
    follow: (deadlines, { session }) => deadlines.end(session),
  },
  reclaimed: {
    needsLayout: true,
    apply: changing(reclaim),
    count: (meter, _tally, _state, _fact, _now, organization) => meter.sessionStep('confirmed', organization),
    told: (state, { session }) => toldAsItIs('session.confirmed', state, session),
    withoutPerson: (fact, erased) => ({
      ...fact,
      reference: null,
      properties: null,
      was: withoutPerson(fact.was, erased),
    }),
  },
  released: {
    needsLayout: true,
    apply: changing((state, session) => {
      assert(session.state === 'CONFIRMED', () => `a ${session.state} session is not released`);
      return release(state, session);
    }),
    told: toldRelease,
    withoutPerson: (fact, erased) => ({ ...fact, was: withoutPerson(fact.was, erased) }),
  },
  exchanged: {
    since: 2,
    needsLayout: true,
    apply: changing(applyExchange),
    told: (state, { session }) => toldAsItIs('session.exchanged', state, session),
    withoutPerson: (fact, erased) => ({ ...fact, was: withoutPerson(fact.was, erased) }),
  },
  'properties-replaced': {
    needsLayout: true,
    apply: changing((_state, session, fact) => {
      assert(hasProperties(session), () => `a ${session.state} session has no properties to replace`);
      return { ...session, properties: restoredProperties(fact.properties) };
    }),
    withoutPerson: (fact, erased) => ({ ...fact, properties: '{}', was: withoutPerson(fact.was, erased) }),
  },
  'session-erased': {
    apply: changing((state, session, _fact, _at, seq) => erase(state, session, seq)),
    told: (state, { session }) => toldAsItIs('session.erased', state, session),
  },
};
