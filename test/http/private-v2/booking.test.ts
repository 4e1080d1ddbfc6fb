/** The private booking calls over HTTP, on the same seats as sessions. */
import { errorsOf } from '../../support/answers.ts';
import {
  booked,
  calls,
  floor,
  gallery,
  placesByState,
  seat,
  service,
  show,
  stateOf,
  useHall,
} from '../../support/hall.ts';
import { applySettings, makeEvent, openPricedShow } from '../../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

afterEach(() => applySettings(service, {}));

const unknown = 999_999_999;
const verbs = ['lock', 'unlock', 'directsale'] as const;
const allVerbs = [...verbs, 'sale', 'revertsale', 'block', 'unblock'] as const;

describe('lock, unlock and directsale', () => {
  test('move seats between ACTIVE, LOCKED and SOLD', async () => {
    expect(await booked('lock', bookingOf([seat(0), seat(1), seat(0)]))).toBe(true);
    expect([await stateOf(0), await stateOf(1), await stateOf(2)]).toEqual(['LOCKED', 'LOCKED', 'ACTIVE']);
    expect(await booked('unlock', bookingOf([seat(0), seat(2)]))).toBe(true);
    expect(await booked('unlock', bookingOf([seat(0)]))).toBe(true);
    expect([await stateOf(0), await stateOf(1)]).toEqual(['ACTIVE', 'LOCKED']);
    expect(await booked('directsale', bookingOf([seat(0)]))).toBe(true);
    expect(await stateOf(0)).toBe('SOLD');
    expect((await calls.assignments()).seatsOnEvent[0].booking).toBeNull();
  });

  test('move places of areas, and add up several lines of one area', async () => {
    expect(
      await booked(
        'lock',
        bookingOf(
          [],
          [
            [floor, 3],
            [gallery, 4],
            [floor, 2],
          ],
        ),
      ),
    ).toBe(true);
    expect(await placesByState()).toEqual([
      [15, 5, 0],
      [0, 4, 0],
    ]);
    expect(await booked('directsale', bookingOf([], [[floor, 6]]))).toBe(true);
    expect(
      await booked(
        'unlock',
        bookingOf(
          [],
          [
            [floor, 1],
            [gallery, 4],
          ],
        ),
      ),
    ).toBe(true);
    expect(await placesByState()).toEqual([
      [10, 4, 6],
      [4, 0, 0],
    ]);
    expect(await booked('unlock', bookingOf([], [[gallery, 0]]))).toBe(true);
  });

  test('answer false and change nothing if one line is in the wrong state', async () => {
    succeeded(await calls.book('lock', bookingOf([seat(0)], [[gallery, 3]])));
    succeeded(await calls.book('directsale', bookingOf([seat(1)])));
    const before = await calls.assignments();
    for (const body of [
      bookingOf([seat(2), seat(0)]),
      bookingOf([seat(2), seat(1)]),
      bookingOf(
        [seat(2)],
        [
          [floor, 2],
          [gallery, 2],
        ],
      ),
      bookingOf(
        [seat(2)],
        [
          [floor, 11],
          [floor, 10],
        ],
      ),
      bookingOf([seat(2)], [[floor, Number.MAX_SAFE_INTEGER]]),
    ]) {
      for (const verb of ['lock', 'directsale'] as const) expect(await booked(verb, body)).toBe(false);
    }
    for (const body of [
      bookingOf([seat(0), seat(1)]),
      bookingOf([seat(0)], [[gallery, 4]]),
      bookingOf([], [[floor, 1]]),
    ]) {
      expect(await booked('unlock', body)).toBe(false);
    }
    expect(await calls.assignments()).toEqual(before);
  });

  test('do nothing for an empty selection', async () => {
    for (const verb of allVerbs) {
      for (const body of [{}, bookingOf(), { seats: null, groupOfSeats: null }])
        expect(await booked(verb, body)).toBe(true);
    }
  });

  test('refuse seats that a live session holds, and name all of them, before other checks', async () => {
    const cart = await calls.open([seat(0)], [[gallery, 4]]);
    const checkedOut = await calls.open([seat(1)]);
    succeeded(await calls.checkout(checkedOut));
    succeeded(await calls.book('directsale', bookingOf([seat(2)])));
    const body = bookingOf([seat(1), seat(3), seat(2), seat(0)], [[gallery, 1]], { sessionId: cart });
    for (const verb of ['lock', 'directsale'] as const) {
      const answer = await calls.book(verb, body);
      expect(outcomeOf(answer)).toBe('409 SESSION_HELD');
      expect(answer.body.conflicts).toEqual({ seats: [seat(1), seat(0)], groupOfSeats: [] });
      expect(await booked(verb, bookingOf([], [[gallery, 1]]))).toBe(false);
    }
    expect(await booked('unlock', bookingOf([seat(0)], [], { sessionId: cart }))).toBe(false);
    expect(await booked('unlock', bookingOf([], [[gallery, 1]]))).toBe(false);
    expect(await stateOf(3)).toBe('ACTIVE');
    service.clock.advance(900_000);
    expect((await calls.get(cart)).body.state).toBe('EXPIRED');
    expect(await booked('directsale', bookingOf([seat(0)]))).toBe(true);
    expect(outcomeOf(await calls.confirm(checkedOut))).toBe('409 SESSION_DEAD');
  });

  test('answer false for seats that a session has bought', async () => {
    const id = await calls.open([seat(0)]);
    succeeded(await calls.checkout(id));
    succeeded(await calls.confirm(id));
    for (const verb of verbs) expect(await booked(verb, bookingOf([seat(0)]))).toBe(false);
  });

  test('check for orphans last', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    await calls.open([seat(4), seat(5)]);
    succeeded(await calls.book('directsale', bookingOf([seat(2), seat(3)])));
    const orphan = await calls.book('lock', bookingOf([seat(1)]));
    expect(outcomeOf(orphan)).toBe('422 ORPHAN_SEATS');
    expect(orphan.body).toMatchObject({ conflicts: { seats: [seat(1)], groupOfSeats: [] }, orphanSeats: [seat(0)] });
    expect(await booked('directsale', bookingOf([seat(1)]))).toBe('422 ORPHAN_SEATS');
    expect(await booked('lock', bookingOf([seat(1), seat(2)]))).toBe(false);
    expect(await booked('lock', bookingOf([seat(1), seat(2), seat(4)]))).toBe('409 SESSION_HELD');
    expect(await booked('lock', bookingOf([seat(1), seat(4), unknown]))).toBe('400 VALIDATION_FAILED');
    expect(await booked('lock', bookingOf([seat(0), seat(1)]))).toBe(true);
    expect(await booked('unlock', bookingOf([seat(0)]))).toBe(true);
  });
});

describe('a booking call', () => {
  test('with wrong fields is refused, and names them', async () => {
    const body = {
      ...{ sessionId: 'no uuid', holdType: 7, seats: [{ id: seat(0), capacity: 'x' }, { id: 1.5 }, 7, {}] },
      groupOfSeats: [{ id: floor }, { id: floor, capacity: null }, { id: floor, capacity: -1 }],
    };
    const seats = ['seats[0].capacity TYPE', 'seats[1].id TYPE', 'seats[2] TYPE', 'seats[3].id NOT_NULL'];
    const areas = ['[0].capacity NOT_NULL', '[1].capacity NOT_NULL', '[2].capacity MIN'].map(
      (line) => `groupOfSeats${line}`,
    );
    for (const verb of allVerbs) {
      const answer = await calls.book(verb, body);
      expect(answer.status).toBe(400);
      expect(errorsOf(answer)).toEqual(['sessionId PATTERN', ...seats, ...areas, 'holdType TYPE']);
    }
  });

  test('with seats and areas of other events is refused, and names them', async () => {
    const stranger = (await openPricedShow(service, rowsHall)).seats[0] as number;
    const body = bookingOf(
      [seat(0), unknown, stranger, floor],
      [
        [floor, 1],
        [seat(0), 1],
        [unknown, 0],
      ],
    );
    for (const verb of allVerbs) {
      const answer = await calls.book(verb, body);
      expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
      const fields = ['seats[1].id', 'seats[2].id', 'seats[3].id', 'groupOfSeats[1].id', 'groupOfSeats[2].id'];
      expect(errorsOf(answer)).toEqual(fields.map((field) => `${field} UNKNOWN_VALUE`));
      expect(answer.body.errors[0].rejectedValue).toBe(unknown);
    }
    expect(await stateOf(0)).toBe('ACTIVE');
  });

  test('with more than 100 wrong lines names the first 100', async () => {
    const strangers = Array.from({ length: 5000 }, (_, index) => unknown + index);
    for (const verb of allVerbs) expect(errorsOf(await calls.book(verb, bookingOf(strangers)))).toHaveLength(100);
  });

  test.each([
    ['DRAFT', '422 EVENT_NOT_PUBLISHED'],
    ['ARCHIVED', '410 EVENT_ARCHIVED'],
  ])('on an event that is %s answers %s', async (status, outcome) => {
    const eventId = await makeEvent(service, show.schemaId, { status });
    const there = sessionCalls(service, { ...show, eventId });
    for (const verb of allVerbs) expect(outcomeOf(await there.book(verb, bookingOf([seat(0)])))).toBe(outcome);
  });
});
