/**
 * Random histories of one event against the naive model: every answer is predicted, every invariant holds after every
 * step, a refusal changes nothing, deciding changes nothing, and the emitted facts replay to exactly what is in memory.
 * A failure prints its seed and the shortest history that fails.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { replay } from '#domain/apply.ts';
import type { Answer, Command } from '#domain/command.ts';
import { decide } from '#domain/decide.ts';
import { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { totalCents } from '#domain/session/session.ts';
import { brokenRules } from '../support/invariants.ts';
import { NaiveEvent } from '../support/naive-event.ts';
import { bookings, history, named, type Step } from '../support/random-history.ts';
import { organizationId, outcomeOf, policy, Rehearsal, selectionOf } from '../support/rehearsal.ts';

const house = { rows: [8, 4, 1], areas: [12, 3], prices: ['50 EUR', '12.50', '0.10 standing', '7'] };
/** The command of a step as the event is asked it; null for a step in which only time passes. */
function commandOf(one: Step, play: Rehearsal): Command | null {
  switch (one.kind) {
    case 'create':
      return { kind: 'create-session', sessionId: one.sessionId, keyHash: one.key };
    case 'lock':
    case 'unlock':
    case 'checkout': {
      const { sessionId: id } = one;
      return { kind: `${one.kind}-session`, sessionId: id, selection: selectionOf(one.seats, one.places) };
    }
    case 'cancel':
      return one.startOver === null
        ? { kind: 'withdraw-session', organizationId, sessionId: one.sessionId }
        : { kind: 'cancel-session', sessionId: one.sessionId, body: { startOver: one.startOver } };
    case 'confirm': {
      const body = { reference: one.reference, properties: null };
      return { kind: 'confirm-session', organizationId, sessionId: one.sessionId, body };
    }
    case 'release':
      return { kind: 'release-session', organizationId, sessionId: one.sessionId };
    case 'book': {
      const selection = { ...selectionOf(one.seats, one.places), holdType: one.holdType, label: null };
      const bodyHash = JSON.stringify([one.call, one.seats, one.places, one.holdType]);
      return { kind: one.call, selection, key: one.key === null ? null : { keyHash: one.key, bodyHash } };
    }
    case 'offer': {
      const assignmentId = play.state.prices.bySlot(play.state.areaAt(one.area - 9001).priceSlot)?.id as number;
      const line = { objectId: one.area, assignmentId, activeCount: one.count };
      return { kind: 'assign-prices', seats: [], groupOfSeats: [line] };
    }
    default:
      return null;
  }
}

function predict(one: Step, model: NaiveEvent, now: number): string {
  switch (one.kind) {
    case 'create':
      return model.create(one.sessionId, one.key, now);
    case 'lock':
      return model.lock(one.sessionId, one.seats, one.places, now);
    case 'unlock':
      return model.unlock(one.sessionId, one.seats, one.places, now);
    case 'checkout':
      return model.lock(one.sessionId, one.seats, one.places, now, true);
    case 'cancel':
      return model.cancel(one.sessionId, one.startOver);
    case 'confirm':
      return model.confirm(one.sessionId, one.reference);
    case 'release':
      return model.release(one.sessionId);
    case 'book':
      return model.book(one.call, one.seats, one.places, one.holdType, one.key, now);
    case 'offer':
      return model.offer(one.area, one.count);
    default:
      return '';
  }
}

/** What anybody can see of the event, as the model has it. */
function predictedView(model: NaiveEvent): unknown {
  const cents: Record<string, number> = { '50 EUR': 5000, '12.50': 1250, '0.10 standing': 10, '7': 700 };
  return {
    seats: [...model.seats].map(([id, seat]) => [id, seat.state]),
    areas: [...model.areas].map(([id, { available, locks }]) => [
      id,
      available,
      locks.reduce((n, lock) => n + lock.amount, 0),
      model.soldIn(id),
    ]),
    sessions: [...model.sessions].map(([id, { state, seats: lines, areas, deadline, reference: kept }]) => {
      const amounts = [...lines.values()].map((price) => cents[price] as number);
      for (const { amount, price } of areas.values()) amounts.push(amount * (cents[price] as number));
      const held = [...areas].map(([area, { amount, price }]) => [area, amount, price]);
      return [id, state, [...lines], held.sort(), deadline, kept, amounts.reduce((total, one) => total + one, 0)];
    }),
  };
}

function view(state: EventState): unknown {
  return {
    seats: Array.from({ length: state.seats.size }, (_, seat) => [state.seatMap.idAt(seat), state.seats.stateOf(seat)]),
    areas: state.areas.map(({ id, available, locked, blocked, sold }) => [id, available, locked + blocked, sold]),
    sessions: Array.from(state.sessions.values(), (session) => [
      session.id,
      session.state,
      session.seats.map((line) => [line.id, line.price.name]),
      session.areas.map((line) => [line.id, line.capacity, line.price.name]).sort(),
      session.deadline,
      session.reference,
      totalCents(session),
    ]),
  };
}

/** Takes one step with both and compares; throws what differs. */
function take(one: Step, play: Rehearsal, model: NaiveEvent): string {
  if (one.kind === 'pass') play.now += one.seconds * 1000;
  if (one.kind === 'sweep') {
    play.sweep();
    model.sweep(play.now);
  }
  const command = commandOf(one, play);
  if (command === null) return one.kind;
  const before = imageOf(play.state);
  decide(play.state, command, play.now, play.policy);
  if (!isDeepStrictEqual(imageOf(play.state), before)) throw new Error('deciding changed the state');
  const answer: Answer = play.ask(command);
  const predicted = predict(one, model, play.now);
  expect(outcomeOf(answer)).toBe(predicted);
  const isRemembered = 'key' in command && command.key !== null;
  if (!answer.ok && !isRemembered) expect(imageOf(play.state)).toEqual(before);
  if (!answer.ok) return predicted;
  return `${one.kind === 'book' ? one.call : one.kind} ${predicted}`;
}

/** What the facts of a step did that no answer tells. */
function consequences(record: JournalRecord | undefined, robbed: Set<number>): string[] {
  return (record?.facts ?? []).flatMap((fact) => {
    if (fact.type === 'reverted') for (const [, , session] of fact.bought ?? []) robbed.add(session);
    if (fact.type === 'reverted' && fact.bought !== undefined) return ['places taken back from sessions'];
    return fact.type === 'released' && robbed.has(fact.session) ? ['released what was left'] : [];
  });
}

function run(steps: readonly Step[], isOrphanSafe: boolean, seen: Map<string, number>): void {
  const rules = { ...policy, orphanSeatPrevention: isOrphanSafe, maxSeats: 5 };
  const play = new Rehearsal({ ...house, policy: rules });
  const model = new NaiveEvent(house, rules);
  const half = Math.floor(steps.length / 2);
  let image = play.image();
  let imagedAt = play.records.length;
  const robbed = new Set<number>();
  for (const [at, one] of steps.entries()) {
    const before = play.records.length;
    const answer = take(named(one, [...model.sessions.keys()]), play, model);
    const did = play.records.length > before ? consequences(play.records.at(-1), robbed) : [];
    for (const what of [answer, ...did]) seen.set(what, (seen.get(what) ?? 0) + 1);
    const broken = brokenRules(play.state, rules.maxSeats);
    if (broken.length > 0) throw new Error(broken.join('; '));
    if (!isDeepStrictEqual(view(play.state), predictedView(model))) {
      expect(view(play.state)).toEqual(predictedView(model));
    }
    if (at === half) [image, imagedAt] = [structuredClone(play.image()), play.records.length];
  }
  const records = JSON.parse(JSON.stringify(play.records));
  const replayed = new EventState(play.state.seatMap);
  for (const record of records) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(play.image());
  const recovered = stateOf(image, play.state.seatMap);
  for (const record of records.slice(imagedAt)) replay(recovered, record);
  expect(imageOf(recovered)).toEqual(play.image());
}

describe('any history', () => {
  const seen = new Map<string, number>();

  test('is answered as the naive model predicts, and keeps every invariant', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, isOrphanSafe) => {
        run(steps, isOrphanSafe, seen);
      }),
      { numRuns: 500 },
    );
  });

  test('has met every answer that such histories can give', () => {
    const answers = [
      ['create ACTIVE', 'lock ACTIVE', 'unlock ACTIVE', 'checkout PENDING_PAYMENT', 'confirm CONFIRMED', 'offer done'],
      ['release CANCELLED', 'cancel CANCELLED', 'pass', 'sweep'],
      bookings.flatMap((kind) => [`${kind} true`, `${kind} false`]),
      ['places taken back from sessions', 'released what was left'],
      [
        'ENTITY_NOT_FOUND',
        'SEAT_CONFLICT',
        'SESSION_HELD',
        'SESSION_FROZEN',
        'SESSION_DEAD',
        'CAP_SEATS',
        'EMPTY_CART',
      ],
      ['SESSION_NOT_CHECKED_OUT', 'SESSION_NOT_CONFIRMED', 'START_OVER_REQUIRED', 'REFERENCE_TAKEN', 'ORPHAN_SEATS'],
      ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED'],
    ].flat();
    expect(answers.filter((answer) => !seen.has(answer))).toEqual([]);
  });
});
