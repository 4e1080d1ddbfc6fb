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
import { imageOf, stateOf } from '#domain/image.ts';
import { totalCents } from '#domain/session/session.ts';
import { brokenRules } from '../support/invariants.ts';
import { NaiveEvent } from '../support/naive-event.ts';
import { organizationId, outcomeOf, policy, Rehearsal, selectionOf } from '../support/rehearsal.ts';

const house = { rows: [8, 4, 1], areas: [12, 3], prices: ['50 EUR', '12.50', '0.10 standing', '7'] };
const bookings = ['lock-seats', 'unlock-seats', 'sell-seats'] as const;

/** Counted back from the session that was made last; the rarest is one that was never made. */
const sessionId = fc.constantFrom<string[]>('0', '0', '0', '1', '1', '2', '3', '99');
const seatId = fc.constantFrom(101, 102, 103, 104, 105, 106, 107, 108, 101, 103, 201, 202, 203, 204, 301, 302);
const seats = fc.array(seatId, { maxLength: 3 });
const place = fc.tuple(fc.constantFrom(9001, 9001, 9001, 9002, 9002, 9002, 9003), fc.nat(4));
const places = fc.array(place, { maxLength: 2 });
const holdType = fc.constantFrom(null, null, 'BRIEF', 'HOUSE', 'RESERVED', 'FOREVER', 'NONE');
const key = fc.constantFrom(null, null, null, 'k1', 'k2');
const reference = fc.constantFrom(null, 'order 1', 'order 2');

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      sessionId,
      key: fc.constantFrom<string[]>('new', 'new', 'new', 'again'),
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('lock' as const), sessionId, seats, places }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('unlock' as const), sessionId, seats, places }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('checkout' as const), sessionId, seats, places }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      sessionId,
      startOver: fc.constantFrom(true, false, null),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('confirm' as const), sessionId, reference }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), sessionId }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      call: fc.constantFrom(...bookings),
      seats,
      places,
      holdType,
      key,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('offer' as const),
      area: fc.constantFrom(9001, 9002),
      count: fc.constantFrom(null, 0, 2, 6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(1, 1, 30, 60, 300, 600, 900) }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'sweep' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A buyer who comes through, so that histories reach what lies behind a purchase. */
const purchase = fc.record({ seats, reference }).map(({ seats: wanted, reference: order }) => {
  const steps: Step[] = [
    { kind: 'create', sessionId: '0', key: 'new' },
    { kind: 'checkout', sessionId: '0', seats: wanted, places: [[9001, 1]] },
    { kind: 'confirm', sessionId: '0', reference: order },
  ];
  return steps;
});
const history = fc
  .array(fc.oneof({ weight: 8, arbitrary: step.map((one): Step[] => [one]) }, { weight: 1, arbitrary: purchase }), {
    minLength: 20,
    maxLength: 50,
  })
  .map((parts): Step[] => [{ kind: 'create', sessionId: '0', key: 'new' }, ...parts.flat()]);

/** The step with the session that it means; `made` are the ids of all sessions so far. */
function named(one: Step, made: readonly string[]): Step {
  if (!('sessionId' in one)) return one;
  const last = made.at(-1);
  if (one.kind !== 'create') return { ...one, sessionId: made.at(-1 - Number(one.sessionId)) ?? 'nobody' };
  const id = `s${made.length}`;
  return { ...one, sessionId: id, key: one.key === 'again' && last !== undefined ? `key of ${last}` : `key of ${id}` };
}

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
    areas: state.areas.map(({ id, available, locked, blocked }) => [id, available, locked + blocked]),
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
  return answer.ok ? `${one.kind} ${predicted}` : predicted;
}

function run(steps: readonly Step[], isOrphanSafe: boolean, seen: Map<string, number>): void {
  const rules = { ...policy, orphanSeatPrevention: isOrphanSafe, maxSeats: 5 };
  const play = new Rehearsal({ ...house, policy: rules });
  const model = new NaiveEvent(house, rules);
  const half = Math.floor(steps.length / 2);
  let image = play.image();
  let imagedAt = play.records.length;
  for (const [at, one] of steps.entries()) {
    const answer = take(named(one, [...model.sessions.keys()]), play, model);
    seen.set(answer, (seen.get(answer) ?? 0) + 1);
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
      ['release CANCELLED', 'cancel CANCELLED', 'book true', 'book false', 'pass', 'sweep'],
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
