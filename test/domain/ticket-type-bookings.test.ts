/** Ticket types of private locks and sales: what they capture and count, what they refuse, and what the feed tells. */

import { replay } from '#domain/apply.ts';
import type { BookingCommand } from '#domain/command.ts';
import { EventState } from '#domain/event-state.ts';
import { ChangeLog } from '#domain/feed/change-log.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Answer } from '#domain/reply.ts';
import { type EventDriver, outcomeOf, policy, refusalOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { child, counts, type Lines, opened, priced, senior, standing, type Types } from '../support/ticket-scene.ts';

type Kind = BookingCommand['kind'];

function book(
  driver: EventDriver,
  kind: Kind,
  types: Types,
  areas: Lines = [],
  holdType: string | null = null,
): Answer {
  const groupOfSeats = areas.map(([id, capacity, ticketType]) => ({ id, capacity, ticketType }));
  const seats = types.map(([seat]) => seat);
  const ticketTypes = types.filter(([, type]) => type !== null);
  const selection = { seats, groupOfSeats, holdType, label: null, ...(ticketTypes.length > 0 ? { ticketTypes } : {}) };
  return driver.ask({ kind, selection, key: null });
}

const ticketOf = (driver: EventDriver, seat: number) => driver.state.tickets.ofSeat(driver.state.seatMap.indexOf(seat));

/** A restart and a snapshot give the same state, and no rule is broken. */
function expectSound(driver: EventDriver): void {
  expect(brokenRules(driver.state, policy.maxSeats)).toEqual([]);
  expect(imageOf(stateOf(structuredClone(driver.image()), driver.state.seatMap))).toEqual(driver.image());
  const replayed = new EventState(driver.state.seatMap);
  for (const record of JSON.parse(JSON.stringify(driver.records))) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(driver.image());
}

test.each<Kind>(['lock-seats', 'sell-seats'])('%s captures the types of seats and places, and counts them', (kind) => {
  const driver = opened();
  expect(
    outcomeOf(
      book(
        driver,
        kind,
        [
          [101, 'child'],
          [102, null],
        ],
        [
          [9001, 2, 'child'],
          [9001, 1],
        ],
      ),
    ),
  ).toBe('true');
  expect(ticketOf(driver, 101)).toMatchObject({ amount: 2_000, ticketType: { id: 'child' } });
  expect(ticketOf(driver, 102)).toBeUndefined();
  expect(counts(driver)).toEqual([1, 0, 2]);
  expectSound(driver);
});

test('a lock that is sold keeps its types; one that is given back or expires frees them', () => {
  const driver = opened();
  book(
    driver,
    'lock-seats',
    [
      [101, 'child'],
      [102, 'senior'],
      [103, 'child'],
    ],
    [[9001, 3, 'child']],
    'BRIEF',
  );
  book(driver, 'sell-locks', [[101, null]], [[9001, 1]]);
  book(driver, 'unlock-seats', [[102, null]], [[9001, 1]]);
  expect(counts(driver)).toEqual([2, 0, 2]);
  expectSound(driver);
  driver.now += 61_000;
  driver.sweep();
  expect(counts(driver)).toEqual([1, 0, 1]);
  expectSound(driver);
});

test('places with a type have a lock of their own, and one for each captured amount', () => {
  const driver = opened();
  book(driver, 'lock-seats', [], [[9001, 1]]);
  book(driver, 'lock-seats', [], [[9001, 1, 'child']]);
  book(driver, 'lock-seats', [], [[9001, 1, 'child']]);
  priced(driver, [child], [{ ...standing, amount: 6 }]);
  book(driver, 'lock-seats', [], [[9001, 1, 'child']]);
  const locks = [...driver.state.locks.values()].map(({ remaining, price }) => [remaining, price?.amount]);
  expect(locks).toEqual([
    [1, undefined],
    [2, 5],
    [1, 6],
  ]);
  expectSound(driver);
});

test('reverted private sales free their types, the places without a type first', () => {
  const driver = opened();
  book(
    driver,
    'sell-seats',
    [[101, 'child']],
    [
      [9001, 2, 'child'],
      [9001, 1],
    ],
  );
  book(driver, 'revert-sales', [[101, null]], [[9001, 2]]);
  expect(counts(driver)).toEqual([0, 0, 1]);
  expectSound(driver);
});

test.each<readonly [string, Types, Lines, object]>([
  [
    'a type that the price does not have',
    [[101, 'kid']],
    [],
    { errors: [{ field: 'ticketTypes.101', code: 'UNKNOWN_VALUE' }] },
  ],
  [
    'a type of an area that it does not have',
    [],
    [[9001, 1, 'kid']],
    { errors: [{ field: 'groupOfSeats[0].ticketType' }] },
  ],
  [
    'more of a type than the event has',
    [
      [101, 'senior'],
      [102, 'senior'],
    ],
    [],
    { code: 'CAP_TICKET_TYPE', left: 1, ticketType: 'senior' },
  ],
])('%s is refused, and nothing is changed', (_, types, areas, refusal) => {
  const driver = opened([child, { ...senior, eventMax: 1 }]);
  const before = driver.image();
  for (const kind of ['lock-seats', 'sell-seats'] as const) {
    expect(refusalOf(book(driver, kind, types, areas))).toMatchObject(refusal);
  }
  expect(driver.image()).toEqual(before);
});

test('limits per session and passes do not apply to the organization', () => {
  const driver = opened([{ ...child, maxPerSession: 1, requiresPass: true }]);
  expect(
    outcomeOf(
      book(driver, 'sell-seats', [
        [101, 'child'],
        [102, 'child'],
      ]),
    ),
  ).toBe('true');
});

test('cleaning takes all types', () => {
  const driver = opened();
  book(driver, 'sell-seats', [[101, 'child']], [[9001, 2, 'child']]);
  book(driver, 'lock-seats', [[102, 'child']], [[9001, 2, 'child']]);
  driver.ask({ kind: 'clean-assignments' });
  expect([counts(driver), driver.image().head.tickets]).toEqual([[0, 0, 0], undefined]);
});

test('the feed tells the types of what is locked, given back and sold', () => {
  const driver = opened();
  const log = new ChangeLog(false);
  driver.state.changeLog = log;
  const told = () =>
    log
      .take()
      .map((change) => ('lines' in change ? [change.type, change.lines.ticketTypes, change.lines.areas] : change.type));
  book(
    driver,
    'lock-seats',
    [
      [101, 'child'],
      [102, null],
    ],
    [
      [9001, 2, 'child'],
      [9001, 1],
    ],
  );
  expect(told()).toEqual([
    [
      'booking.locked',
      [[101, 'child']],
      [
        [9001, 1],
        [9001, 2, 'child'],
      ],
    ],
  ]);
  book(driver, 'sell-locks', [[101, null]], [[9001, 2]]);
  expect(told()).toEqual([
    [
      'booking.sold',
      [[101, 'child']],
      [
        [9001, 1],
        [9001, 1, 'child'],
      ],
    ],
  ]);
  book(driver, 'unlock-seats', [[102, null]], [[9001, 1]]);
  expect(told()).toEqual([['booking.unlocked', undefined, [[9001, 1, 'child']]]]);
  book(driver, 'sell-seats', [[103, 'senior']], [[9001, 1, 'child']]);
  expect(told()).toEqual([['booking.sold', [[103, 'senior']], [[9001, 1, 'child']]]]);
  book(driver, 'revert-sales', [[103, null]]);
  expect(told()).toEqual([['booking.reverted', [[103, 'senior']], []]]);
});
