/**
 * Applies facts to the state. `apply` never refuses: it asserts again what `decide` checked, and an impossible fact
 * throws `BrokenInvariant`. Replaying a journal through it rebuilds exactly the state that the facts were decided on.
 */
import { assert, unknownFact } from './assert.ts';
import type { EventState } from './event-state.ts';
import type { Fact, JournalRecord, LifecycleFact } from './fact.ts';
import { isSoldOut } from './feed/sold-out.ts';
import { beforeFact } from './feed/told-facts.ts';
import { rememberAnswer } from './keys/remember-answer.ts';
import { adoptLayout } from './layout/adopt-layout.ts';
import { applyPricingFact } from './pricing/apply-pricing.ts';
import { applyAdmissionFact, restartPace } from './queue/apply-admission.ts';
import { applyBookingFact } from './seats/apply-booking.ts';
import { clean } from './seats/clean.ts';
import { applySessionFact } from './session/apply-session.ts';
import { isLive } from './session/session.ts';

/** Whether a fact names seats or areas; such a fact can only be read with the layout it was decided on. */
const needsLayout: Readonly<Record<Fact['type'], boolean>> = {
  opened: false,
  owned: false,
  'status-changed': false,
  'session-created': false,
  held: true,
  unheld: true,
  'checked-out': false,
  confirmed: false,
  cancelled: false,
  expired: false,
  reclaimed: true,
  released: true,
  'properties-replaced': true,
  locked: true,
  unlocked: true,
  'lock-expired': true,
  sold: true,
  'locks-sold': true,
  reverted: true,
  answered: false,
  'session-answered': false,
  'prices-defined': false,
  'prices-renamed': false,
  'price-deleted': false,
  priced: true,
  'areas-sized': true,
  unpriced: true,
  'seats-described': true,
  cleaned: true,
  'layout-adopted': false,
  'admission-set': false,
  'queue-begun': false,
  joined: false,
  drawn: false,
  admitted: false,
  claimed: false,
  lapsed: false,
};

/** Whether a map that shows the event has to be read again after such a fact. */
const resetsMaps: Readonly<Record<Fact['type'], boolean>> = {
  opened: true,
  owned: false,
  'status-changed': true,
  'session-created': false,
  held: false,
  unheld: false,
  'checked-out': false,
  confirmed: false,
  cancelled: false,
  expired: false,
  reclaimed: false,
  released: false,
  'properties-replaced': false,
  locked: false,
  unlocked: false,
  'lock-expired': false,
  sold: false,
  'locks-sold': false,
  reverted: false,
  answered: false,
  'session-answered': false,
  'prices-defined': true,
  'prices-renamed': true,
  'price-deleted': true,
  priced: true,
  'areas-sized': true,
  unpriced: true,
  'seats-described': false,
  cleaned: true,
  'layout-adopted': true,
  'admission-set': false,
  'queue-begun': false,
  joined: false,
  drawn: false,
  admitted: false,
  claimed: false,
  lapsed: false,
};

/** Applies one fact of the record with number `seq`, decided at actor time `at`. */
export function apply(state: EventState, fact: Fact, at: number, seq: number): void {
  const told = state.changeLog === null ? null : beforeFact(state, fact);
  if (resetsMaps[fact.type]) state.seats.recent.reset();
  applyFact(state, fact, at, seq);
  if (told !== null) state.changeLog?.add(told(), at, seq);
}

function applyFact(state: EventState, fact: Fact, at: number, seq: number): void {
  if (!state.isTouched) state.isTouched = needsLayout[fact.type];
  switch (fact.type) {
    case 'opened':
    case 'owned':
    case 'status-changed':
      applyLifecycleFact(state, fact, at);
      return;
    case 'layout-adopted':
      adoptLayout(state, fact, seq);
      return;
    case 'answered':
    case 'session-answered':
      rememberAnswer(state, fact, at);
      return;
    case 'prices-defined':
    case 'prices-renamed':
    case 'price-deleted':
    case 'priced':
    case 'areas-sized':
    case 'unpriced':
    case 'seats-described':
      applyPricingFact(state, fact);
      return;
    case 'cleaned':
      clean(state, seq);
      return;
    case 'locked':
    case 'unlocked':
    case 'lock-expired':
    case 'sold':
    case 'locks-sold':
    case 'reverted':
      applyBookingFact(state, fact);
      return;
    case 'admission-set':
    case 'queue-begun':
    case 'joined':
    case 'drawn':
    case 'admitted':
    case 'claimed':
    case 'lapsed':
      applyAdmissionFact(state, fact, at);
      return;
    case 'session-created':
    case 'held':
    case 'unheld':
    case 'checked-out':
    case 'confirmed':
    case 'cancelled':
    case 'expired':
    case 'reclaimed':
    case 'released':
    case 'properties-replaced':
      applySessionFact(state, fact, at, seq);
      return;
    default:
      unknownFact(fact);
  }
}

function applyLifecycleFact(state: EventState, fact: LifecycleFact, at: number): void {
  switch (fact.type) {
    case 'opened':
      assert(state.seq === 0, 'an event is opened by its first record');
      state.eventId = fact.event;
      state.status = fact.status;
      state.closesAt = fact.closesAt ?? null;
      return;
    case 'owned':
      return;
    case 'status-changed':
      state.status = fact.status;
      state.changes.status = true;
      restartPace(state, at);
      return;
    default:
      unknownFact(fact);
  }
}

/** Ends a record: the state takes over its number, epoch and time, and drops old idempotency keys. */
export function sealRecord(state: EventState, seq: number, epoch: number, at: number): void {
  assert(seq === state.seq + 1, () => `record ${seq} cannot follow record ${state.seq}`);
  assert(epoch >= state.epoch, () => `epoch ${epoch} cannot follow epoch ${state.epoch}`);
  state.seq = seq;
  state.epoch = epoch;
  state.at = Math.max(state.at, at);
  state.changeLog?.seal(isSoldOut(state), at, seq);
  state.seats.recent.seal(seq);
  state.keys.forgetBefore(state.at, (ordinal) => {
    const session = state.sessionsByOrdinal.get(ordinal);
    return session !== undefined && isLive(session);
  });
}

/** Applies a whole journal record; for recovery and for audits. */
export function replay(state: EventState, record: JournalRecord): void {
  for (const fact of record.facts) apply(state, fact, record.at, record.seq);
  sealRecord(state, record.seq, record.epoch, record.at);
}
