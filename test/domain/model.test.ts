/**
 * Random histories of one event against the naive model: every answer is predicted, every invariant holds after every
 * step, a refusal changes nothing, deciding changes nothing, and the emitted facts replay to exactly what is in memory.
 * A failure prints its seed and the shortest history that fails.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { replay } from '#domain/apply.ts';
import { decide } from '#domain/decide.ts';
import { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { withoutErased } from '#domain/facts/without-erased.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Answer } from '#domain/reply.ts';
import { totalCents } from '#domain/session/session.ts';
import { EventDriver, outcomeOf, policy } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { NaiveEvent } from '../support/naive-event.ts';
import { sideOf } from '../support/naive-exchange.ts';
import { forgetBuyer } from '../support/naive-session.ts';
import { commandOf } from '../support/random-commands.ts';
import { bookings, history, named, type Step } from '../support/random-history.ts';

const hall = { rows: [8, 4, 1], areas: [12, 3, 0], prices: ['50 EUR', '12.50', '0.105 standing', '1000000000000'] };
function predict(one: Step, model: NaiveEvent, now: number): string {
  switch (one.kind) {
    case 'create':
      return model.create(one.sessionId, one.key, now);
    case 'lock':
      return model.lock(one.sessionId, one.seats, one.places, now);
    case 'unlock':
      return model.unlock(one.sessionId, one.seats, one.places, now);
    case 'checkout':
      return model.lock(one.sessionId, one.seats, one.places, now, { isLast: true });
    case 'cancel':
      return model.cancel(one.sessionId, one.startOver);
    case 'confirm':
      return model.confirm(one.sessionId, one.reference, one.isLate ? now : null);
    case 'release':
      return model.release(one.sessionId);
    case 'exchange':
      return model.exchange(one.sessionId, sideOf(one.seats, one.places), sideOf(one.wanted), now);
    case 'erase':
      return forgetBuyer(model.sessions.get(one.sessionId));
    case 'book':
      return model.book(one.call, one.seats, one.places, one.holdType, one.key, now);
    case 'each':
      return model.bookEach(one.call, one.seats, one.places, one.key, now);
    case 'clean':
      return model.clean();
    case 'amounts':
      return model.assign(one.isClean, one.seats, one.places, String(one.amount));
    case 'clear':
      return model.clear(one.seats, one.areas);
    case 'offer':
      return model.offer(one.area, one.count, hall.prices[(one.area - 9001 + 2) % hall.prices.length] as string);
    default:
      return '';
  }
}

/** The visible state of the event, in the form of the model. */
function predictedView(model: NaiveEvent): unknown {
  const thousandths: Record<string, number> = {
    ...{ '50 EUR': 50_000, '12.50': 12_500, '0.105 standing': 105, '1000000000000': 1e15, '5.5': 5_500, '7': 7_000 },
  };
  return {
    seats: [...model.seats].map(([id, seat]) => [id, seat.state, seat.price]),
    areas: [...model.areas].map(([id, { available, locks, price }]) => [
      id,
      price,
      available,
      locks.reduce((n, lock) => n + lock.amount, 0),
      model.soldIn(id),
    ]),
    sessions: [...model.sessions].map(([id, { state, seats: lines, areas, deadline, reference: kept }]) => {
      const amounts = [...lines.values()].map((price) => thousandths[price] as number);
      for (const { amount, price } of areas.values()) amounts.push(amount * (thousandths[price] as number));
      const held = [...areas].map(([area, { amount, price }]) => [area, amount, price]);
      return [id, state, [...lines], held.sort(), deadline, kept, rounded(amounts)];
    }),
  };
}

/** Thousandths, summed first and then rounded once. */
function rounded(amounts: readonly number[]): number {
  const total = amounts.reduce((sum, one) => sum + one, 0);
  return (total - (total % 10)) / 10 + (total % 10 >= 5 ? 1 : 0);
}

function priceNamed(state: EventState, slot: number): string | null {
  return state.prices.bySlot(slot)?.name ?? null;
}

/** Failed lines, in the notation of the model. */
function toldBy(one: Step, answer: Answer): string {
  if (!answer.ok || !('failed' in answer.reply) || !('seats' in one)) return outcomeOf(answer);
  const { seats = [], groupOfSeats = [] } = answer.reply.failed ?? {};
  const places = 'areas' in one ? one.areas : 'places' in one ? one.places : [];
  return `failed ${JSON.stringify([...seats.map((at) => one.seats[at]), ...groupOfSeats.map((at) => places[at])])}`;
}

function view(state: EventState): unknown {
  return {
    seats: Array.from({ length: state.seats.size }, (_, seat) => [
      state.seatMap.idAt(seat),
      state.seats.stateOf(seat),
      priceNamed(state, state.seats.priceSlotOf(seat)),
    ]),
    areas: state.areas.map(({ id, priceSlot, available, locked, blocked, sold }) => [
      id,
      priceNamed(state, priceSlot),
      available,
      locked + blocked,
      sold,
    ]),
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
function take(one: Step, driver: EventDriver, model: NaiveEvent): string {
  if (one.kind === 'pass') driver.now += one.seconds * 1000;
  if (one.kind === 'sweep') {
    driver.sweep();
    model.sweep(driver.now);
  }
  const command = commandOf(one, driver);
  if (command === null) return one.kind;
  const before = imageOf(driver.state);
  decide(driver.state, command, driver.now, driver.policy);
  if (!isDeepStrictEqual(imageOf(driver.state), before)) throw new Error('deciding changed the state');
  const answer: Answer = driver.ask(command);
  const predicted = predict(one, model, driver.now);
  expect(toldBy(one, answer)).toBe(predicted);
  const isRemembered = 'key' in command && command.key !== null;
  if (!answer.ok && !isRemembered) expect(imageOf(driver.state)).toEqual(before);
  const isForCart = one.kind === 'checkout' && one.seats.length === 0 && predicted === 'ORPHAN_SEATS';
  if (!answer.ok) return isForCart ? 'refused for a seat that was given back' : predicted;
  if (predicted.startsWith('failed')) {
    return `${one.kind === 'each' ? one.call : one.kind} ${predicted === 'failed []' ? 'whole' : 'in part'}`;
  }
  return `${one.kind === 'book' ? one.call : one.kind} ${predicted}`;
}

/** Effects of a step's facts that no answer shows. */
function consequences(record: JournalRecord | undefined, reverted: Set<number>): string[] {
  return (record?.facts ?? []).flatMap((fact) => {
    if (fact.type === 'reverted') for (const [, , session] of fact.bought ?? []) reverted.add(session);
    if (fact.type === 'cancelled' && fact.evicted === true) return ['made room'];
    if (fact.type === 'reclaimed') return ['reclaimed'];
    if (fact.type === 'reverted' && fact.bought !== undefined) return ['places taken back from sessions'];
    return fact.type === 'released' && reverted.has(fact.session) ? ['released what was left'] : [];
  });
}

function run(steps: readonly Step[], isOrphanSafe: boolean, seen: Map<string, number>): void {
  const rules = { ...policy, orphanSeatPrevention: isOrphanSafe, maxSeats: 5, emptySessionsMax: 2 };
  const driver = new EventDriver({ ...hall, policy: rules });
  const model = new NaiveEvent(hall, rules);
  const half = Math.floor(steps.length / 2);
  let image = driver.image();
  let imagedAt = driver.records.length;
  const reverted = new Set<number>();
  for (const [at, one] of steps.entries()) {
    const before = driver.records.length;
    const answer = take(named(one, model.made), driver, model);
    const did = driver.records.length > before ? consequences(driver.records.at(-1), reverted) : [];
    for (const what of [answer, ...did]) seen.set(what, (seen.get(what) ?? 0) + 1);
    const broken = brokenRules(driver.state, rules.maxSeats);
    if (broken.length > 0) throw new Error(broken.join('; '));
    if (!isDeepStrictEqual(view(driver.state), predictedView(model))) {
      expect(view(driver.state)).toEqual(predictedView(model));
    }
    if (at === half) [image, imagedAt] = [structuredClone(driver.image()), driver.records.length];
  }
  const records = JSON.parse(JSON.stringify(driver.records));
  const replayed = new EventState(driver.state.seatMap);
  for (const record of records) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(driver.image());
  const recovered = stateOf(image, driver.state.seatMap);
  for (const record of records.slice(imagedAt)) replay(recovered, record);
  expect(imageOf(recovered)).toEqual(driver.image());
  const forgotten = rewritten(driver, records);
  expect(imageOf(forgotten)).toEqual(driver.image());
  for (const state of [replayed, recovered, forgotten]) expect(brokenRules(state, rules.maxSeats)).toEqual([]);
}

/** The state that the records lead to, every other one of them without the persons that were erased later. */
function rewritten(driver: EventDriver, records: readonly JournalRecord[]): EventState {
  const erased = new Map(Array.from(driver.state.sessions.values(), (session) => [session.ordinal, session.erased]));
  const state = new EventState(driver.state.seatMap);
  for (const record of records) {
    const facts = record.seq % 2 === 0 ? null : withoutErased(record.facts, record.seq, (at) => erased.get(at));
    replay(state, { ...record, facts: facts ?? record.facts });
  }
  return state;
}

const histories = Number(process.env.RANDOM_HISTORIES ?? 200);

describe('random histories of an event', () => {
  const seen = new Map<string, number>();

  const runAll = (): void =>
    fc.assert(
      fc.property(history, fc.boolean(), (steps, isOrphanSafe) => {
        run(steps, isOrphanSafe, seen);
      }),
      { numRuns: histories },
    );

  test('are answered as the naive model predicts, and keep every invariant', runAll);

  test('have caused every possible answer', () => {
    const answers = [
      ['create ACTIVE', 'lock ACTIVE', 'unlock ACTIVE', 'checkout PENDING_PAYMENT', 'confirm CONFIRMED', 'offer done'],
      ['release CANCELLED', 'cancel CANCELLED', 'erase CONFIRMED', 'erase ACTIVE', 'pass', 'sweep'],
      ['exchange CONFIRMED'],
      bookings.flatMap((kind) => [`${kind} true`, `${kind} false`]),
      ['places taken back from sessions', 'released what was left', 'made room', 'reclaimed'],
      ['refused for a seat that was given back'],
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
      ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED', 'DATA_INTEGRITY_VIOLATION', 'clean done'],
      ['lock-seats', 'sell-locks', 'unlock-seats', 'amounts', 'clear'].flatMap((kind) => [
        `${kind} whole`,
        `${kind} in part`,
      ]),
    ].flat();
    const missing = (): readonly string[] => answers.filter((answer) => !seen.has(answer));
    // Some answers come seven times in 200 histories: by chance one of them may not come at all.
    for (let more = 0; more < histories && missing().length > 0; more += histories / 4) runAll();
    expect(missing()).toEqual([]);
  });
});
