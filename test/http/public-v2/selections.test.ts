/** Selections over HTTP: what lock, unlock and checkout accept and refuse, and the order of their checks. */
import { selectionEntriesMax } from '#domain/limits.ts';
import { errorsOf } from '../../support/answers.ts';
import { calls, floor, gallery, seat, service, show, useHall } from '../../support/hall.ts';
import { applySettings } from '../../support/service.ts';
import { bookingOf, outcomeOf, selectionOf, succeeded } from '../../support/session-calls.ts';

useHall();

const unknownSeat = 999_999_999;

describe('lock', () => {
  test('adds seats, and ignores seats that it owns already and duplicates', async () => {
    const id = await calls.open([seat(0)]);
    expect((await calls.lock(id, [seat(1), seat(0), seat(1)])).status).toBe(200);
    expect((await calls.lock(id)).status).toBe(200);
    expect((await calls.callPublic(id, 'lock', {})).status).toBe(200);
    expect(await calls.cart(id)).toEqual({ seats: [seat(0), seat(1)], places: {} });
  });

  test('treats the capacity of an area as the desired total; 0 gives the area back', async () => {
    const id = await calls.open([], [[floor, 3]]);
    const totals: [number, object][] = [
      [5, { [floor]: 5 }],
      [5, { [floor]: 5 }],
      [2, { [floor]: 2 }],
      [0, {}],
      [0, {}],
    ];
    for (const [total, places] of totals) {
      expect((await calls.lock(id, [], [[floor, total]])).status).toBe(200);
      expect(await calls.cart(id)).toEqual({ seats: [], places });
    }
    expect((await calls.assignments()).groupsOnEvent).toMatchObject([{ activeCount: 20, held: 0 }, { activeCount: 4 }]);
  });

  test('refuses the same area twice, because two totals contradict each other', async () => {
    const id = await calls.open([], [[floor, 1]]);
    const twice = [
      [floor, 2],
      [gallery, 1],
      [floor, 3],
    ] as const;
    for (const answer of [await calls.lock(id, [], twice), await calls.checkout(id, selectionOf([], twice))]) {
      expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
      expect(answer.body.errors).toEqual([
        {
          field: 'groupOfSeats[2].id',
          message: 'must not name an area twice',
          rejectedValue: floor,
          code: 'DUPLICATE',
        },
      ]);
    }
    expect((await calls.cart(id)).places).toEqual({ [floor]: 1 });
    succeeded(await calls.lock(id, [], [[floor, 3]]));
    succeeded(
      await calls.unlock(
        id,
        [],
        [
          [floor, 1],
          [floor, 1],
        ],
      ),
    );
    expect((await calls.cart(id)).places).toEqual({ [floor]: 1 });
  });

  test('names all unavailable lines and changes nothing', async () => {
    const rival = await calls.open([seat(0)], [[gallery, 3]]);
    succeeded(await calls.book('directsale', bookingOf([seat(1)])));
    succeeded(await calls.book('lock', bookingOf([seat(2)])));
    const id = await calls.open([seat(5)], [[floor, 1]]);
    const wanted = [seat(0), seat(4), seat(1), unknownSeat, seat(2), -1];
    const answer = await calls.lock(id, wanted, [
      [gallery, 2],
      [floor, 1],
      [unknownSeat, 0],
    ]);
    expect(outcomeOf(answer)).toBe('409 SEAT_CONFLICT');
    const groupOfSeats = [gallery, unknownSeat];
    expect(answer.body.conflicts).toEqual({ seats: [seat(0), seat(1), unknownSeat, seat(2), -1], groupOfSeats });
    expect(await calls.cart(id)).toEqual({ seats: [seat(5)], places: { [floor]: 1 } });
    expect(await calls.cart(rival)).toEqual({ seats: [seat(0)], places: { [gallery]: 3 } });
    expect((await calls.assignments()).seatsOnEvent[4].state).toBe('ACTIVE');
  });

  test('refuses seats and areas without a price', async () => {
    const key = service.catalog.organization.token;
    const path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
    const [seatPrice, areaPrice] = show.prices;
    const seats = [{ objectId: seat(0), assignmentId: seatPrice }];
    const groupOfSeats = [{ objectId: gallery, assignmentId: areaPrice }];
    succeeded(await service.call('DELETE', path, { key, body: { seats, groupOfSeats } }));
    const id = await calls.open();
    const answer = await calls.lock(id, [seat(0), seat(1)], [[gallery, 1]]);
    expect(answer.body).toMatchObject({
      errorCode: 'SEAT_CONFLICT',
      conflicts: { seats: [seat(0)], groupOfSeats: [gallery] },
    });
  });

  test('refuses more than the maximum of seats and places together, and names the maximum', async () => {
    const id = await calls.open(show.seats.slice(0, 4), [[floor, 6]]);
    for (const answer of [
      await calls.lock(id, [seat(4)]),
      await calls.lock(id, [], [[floor, 7]]),
      await calls.lock(id, [], [[gallery, 1]]),
      await calls.checkout(id, selectionOf([seat(4)])),
      await calls.lock(id, [], [[floor, Number.MAX_SAFE_INTEGER]]),
    ]) {
      expect(outcomeOf(answer)).toBe('429 CAP_SEATS');
      expect(answer.body.maxSeats).toBe(10);
    }
    expect((await calls.lock(id, [seat(4)], [[floor, 5]])).status).toBe(200);
    expect(await calls.cart(id)).toEqual({ seats: show.seats.slice(0, 5), places: { [floor]: 5 } });
  });

  test('captures the price of a line when it is locked', async () => {
    const id = await calls.open([], [[floor, 1]]);
    expect((await calls.get(id)).body.cart.groupOfSeats).toEqual([
      { id: floor, capacity: 1, priceId: show.prices[1], priceName: '29.50 EUR' },
    ]);
  });
});

describe('the order of checks', () => {
  const wrong = { seats: [{ no: 'id' }] };

  test('is: state of the session, body, maximum of seats, conflicts', async () => {
    const frozen = await calls.open([seat(0)]);
    succeeded(await calls.checkout(frozen));
    const dead = await calls.open();
    succeeded(await calls.cancel(dead));
    for (const body of [wrong, '{"seats":', '[]', 'null', { seats: Array(1001).fill(1) }]) {
      expect(outcomeOf(await calls.callPublic(frozen, 'lock', body))).toBe('409 SESSION_FROZEN');
      expect(outcomeOf(await calls.callPublic(frozen, 'unlock', body))).toBe('409 SESSION_FROZEN');
      expect(outcomeOf(await calls.callPublic(frozen, 'checkout', body))).toBe('200');
      for (const verb of ['lock', 'unlock', 'checkout']) {
        expect(outcomeOf(await calls.callPublic(dead, verb, body))).toBe('409 SESSION_DEAD');
      }
    }
    const id = await calls.open([seat(1)]);
    const tooMany = [...show.seats.slice(4), unknownSeat, seat(0)];
    expect(outcomeOf(await calls.callPublic(id, 'lock', { ...selectionOf(tooMany), groupOfSeats: 1 }))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(outcomeOf(await calls.lock(id, tooMany))).toBe('429 CAP_SEATS');
    expect(outcomeOf(await calls.lock(id, [unknownSeat, seat(0)]))).toBe('409 SEAT_CONFLICT');
  });

  test('has conflicts before orphans', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    try {
      await calls.open([seat(4), seat(5)]);
      const id = await calls.open();
      const both = await calls.lock(id, [seat(1), seat(4)]);
      expect(both.body).toMatchObject({
        errorCode: 'SEAT_CONFLICT',
        conflicts: { seats: [seat(4)], groupOfSeats: [] },
      });
      for (const answer of [await calls.lock(id, [seat(1)]), await calls.checkout(id, selectionOf([seat(1)]))]) {
        expect(outcomeOf(answer)).toBe('422 ORPHAN_SEATS');
        expect(answer.body).toMatchObject({
          conflicts: { seats: [seat(1)], groupOfSeats: [] },
          orphanSeats: [seat(0)],
        });
      }
      expect(await calls.cart(id)).toEqual({ seats: [], places: {} });
      expect(outcomeOf(await calls.lock(id, [seat(0), seat(1)]))).toBe('200');
    } finally {
      await applySettings(service, {});
    }
  });
});

describe('a selection', () => {
  test('has at most 1,000 entries in each list', async () => {
    const id = await calls.open([seat(0)]);
    const many = (count: number) => Array<number>(count).fill(seat(0));
    expect(outcomeOf(await calls.lock(id, many(selectionEntriesMax)))).toBe('200');
    for (const verb of ['lock', 'unlock', 'checkout']) {
      const seats = await calls.callPublic(id, verb, { seats: many(selectionEntriesMax + 1) });
      expect(errorsOf(seats)).toEqual(['seats SIZE']);
      const lines = many(selectionEntriesMax + 1).map(() => ({ id: floor, capacity: 1 }));
      expect(errorsOf(await calls.callPublic(id, verb, { groupOfSeats: lines }))).toEqual(['groupOfSeats SIZE']);
    }
    expect(await calls.cart(id)).toEqual({ seats: [seat(0)], places: {} });
  });

  test('with wrong entries is refused, and they are named', async () => {
    const id = await calls.open();
    const body = {
      seats: [seat(0), 1.5, '7', null, 2 ** 53],
      groupOfSeats: [{ id: floor }, { id: floor, capacity: -1 }, { capacity: 1 }, { id: floor, capacity: 0.5 }, 7],
    };
    const places = ['[0].capacity NOT_NULL', '[1].capacity MIN', '[2].id NOT_NULL', '[3].capacity TYPE', '[4] TYPE'];
    const seats = ['seats[1] TYPE', 'seats[2] TYPE', 'seats[3] NOT_NULL', 'seats[4] MAX'];
    for (const verb of ['lock', 'unlock', 'checkout']) {
      const answer = await calls.callPublic(id, verb, body);
      expect(answer.status).toBe(400);
      expect(errorsOf(answer)).toEqual([...seats, ...places.map((line) => `groupOfSeats${line}`)]);
    }
    expect(await calls.cart(id)).toEqual({ seats: [], places: {} });
  });

  test('may have absent lists, null lists and unknown members', async () => {
    const id = await calls.open();
    for (const body of [{}, { seats: null, groupOfSeats: null }, { seats: [seat(0)], colour: 'red' }]) {
      expect(outcomeOf(await calls.callPublic(id, 'lock', body))).toBe('200');
    }
    expect(outcomeOf(await calls.callPublic(id, 'lock'))).toBe('400 VALIDATION_FAILED');
  });
});

describe('unlock', () => {
  test('gives back seats and places that the session holds, and ignores others', async () => {
    const rival = await calls.open([seat(2)], [[gallery, 2]]);
    const id = await calls.open([seat(0), seat(1)], [[floor, 5]]);
    const lines = [seat(0), seat(2), seat(3), unknownSeat];
    for (let time = 0; time < 2; time++) {
      expect(outcomeOf(await calls.unlock(id, lines, [[gallery, 2]]))).toBe('200');
      expect(await calls.cart(id)).toEqual({ seats: [seat(1)], places: { [floor]: 5 } });
    }
    expect(await calls.cart(rival)).toEqual({ seats: [seat(2)], places: { [gallery]: 2 } });
    expect((await calls.assignments()).seatsOnEvent[0]).toMatchObject({
      state: 'ACTIVE',
      holdType: null,
      booking: null,
    });
  });

  test('treats the capacity of an area as the number to give back, at most all held places', async () => {
    const id = await calls.open([], [[floor, 5]]);
    succeeded(await calls.unlock(id, [], [[floor, 2]]));
    expect(await calls.cart(id)).toEqual({ seats: [], places: { [floor]: 3 } });
    succeeded(await calls.unlock(id, [], [[floor, 0]]));
    expect(await calls.cart(id)).toEqual({ seats: [], places: { [floor]: 3 } });
    succeeded(await calls.unlock(id, [], [[floor, 9]]));
    expect(await calls.cart(id)).toEqual({ seats: [], places: {} });
    expect((await calls.assignments()).groupsOnEvent).toMatchObject([{ activeCount: 20, held: 0 }, { held: 0 }]);
  });
});
