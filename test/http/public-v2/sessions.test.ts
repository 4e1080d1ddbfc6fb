/** The public session calls over HTTP: what each takes, what it refuses, and in which order it looks. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { selectionEntriesMax } from '#domain/limits.ts';
import { SessionIdMint } from '#http/session-ids.ts';
import { errorsOf } from '../../support/answers.ts';
import { secretKey } from '../../support/catalog.ts';
import { applySettings, openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import {
  bookingOf,
  fine,
  outcomeOf,
  publicPrefix,
  type SessionCalls,
  selectionOf,
  sessionCalls,
} from '../../support/session-calls.ts';

const rows = ['A', 'B', 'C'].map((name) => ({ name, seatCount: 6 }));
const hall = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows },
    { name: 'Floor', ga: true, capacity: 20 },
    { name: 'Gallery', ga: true, capacity: 4 },
  ],
};

let service: TestService;
let show: Show;
let calls: SessionCalls;
let floor: number;
let gallery: number;

beforeAll(async () => {
  service = await startTestService();
});

beforeEach(async () => {
  show = await openPricedShow(service, hall);
  calls = sessionCalls(service, show);
  [floor, gallery] = show.areas as [number, number];
});

afterAll(() => service.close());

const seat = (index: number) => show.seats[index] as number;
const unknownSeat = 999_999_999;

async function cartOf(id: string) {
  const { cart } = fine(await calls.get(id)).body;
  return {
    seats: cart.seats.map((line: { id: number }) => line.id),
    places: Object.fromEntries(
      cart.groupOfSeats.map((line: { id: number; capacity: number }) => [line.id, line.capacity]),
    ),
  };
}

async function switchSessions(publicSessionsEnabled: boolean): Promise<void> {
  const key = service.catalog.organization.token;
  const path = '/api/private/management/v2.0/session-config/';
  fine(await service.call('PUT', path, { key, body: { publicSessionsEnabled } }));
}

describe('create', () => {
  test('needs an Idempotency-Key of 1 to 255 visible characters', async () => {
    const body = { eventId: show.eventId, publicKey: service.catalog.organization.publicKey };
    const without = await service.call('POST', publicPrefix, { body });
    expect(outcomeOf(without)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(without)).toEqual(['idempotency-key NOT_NULL']);
    for (const key of ['', 'x'.repeat(256), 'two words', 'naïve']) {
      expect(outcomeOf(await calls.create(key))).toBe('400 VALIDATION_FAILED');
    }
    for (const key of ['!', 'x'.repeat(255)]) expect((await calls.create(key)).status).toBe(201);
  });

  test('refuses an event and a public key that do not belong together, all alike', async () => {
    const { organization, other } = service.catalog;
    const pairs = [
      [randomUUID(), organization.publicKey],
      [show.eventId, randomUUID()],
      [show.eventId, other.publicKey],
      [show.eventId, organization.privateKey],
    ];
    for (const [eventId, publicKey] of pairs) {
      const answer = await calls.create(randomUUID(), { eventId, publicKey });
      expect(answer.status).toBe(404);
      expect(answer.body.errorCode).toBe('ENTITY_NOT_FOUND');
      expect(answer.body.detail).toBe('There is no event with this eventId and publicKey.');
    }
  });

  test('takes its ids in upper case', async () => {
    const { publicKey } = service.catalog.organization;
    const body = { eventId: show.eventId.toUpperCase(), publicKey: publicKey.toUpperCase() };
    expect((await calls.create('once', body)).body.eventId).toBe(show.eventId);
  });

  test('names the fields that are wrong', async () => {
    const answer = await calls.create('once', { eventId: 'no uuid' });
    expect(errorsOf(answer)).toEqual(['eventId PATTERN', 'publicKey NOT_NULL']);
    expect(outcomeOf(await calls.create('once', 'not json'))).toBe('400 MALFORMED_REQUEST');
  });

  test('answers the same key with the same session as it is now', async () => {
    const first = await calls.create('once');
    await calls.lock(first.body.sessionId, [seat(0)]);
    const again = await calls.create('once');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual({
      ...first.body,
      cart: { seats: [{ id: seat(0), priceId: show.prices[0], priceName: '45.00 EUR' }], groupOfSeats: [] },
      total: 45,
    });
    expect((await calls.list()).body).toHaveLength(1);
    await calls.cancel(first.body.sessionId);
    expect((await calls.create('once')).body).toMatchObject({ sessionId: first.body.sessionId, state: 'CANCELLED' });
  });

  test('takes the same key on another event for another key', async () => {
    const first = await calls.create('once');
    const elsewhere = await sessionCalls(service, await openPricedShow(service, hall)).create('once');
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.sessionId).not.toBe(first.body.sessionId);
  });

  test.each([
    ['DRAFT', '422 EVENT_NOT_PUBLISHED'],
    ['ARCHIVED', '410 EVENT_ARCHIVED'],
  ])('on an event that is %s answers %s', async (status, outcome) => {
    const body = {
      name: 'X',
      start: '2027-05-01T19:30:00',
      endDate: '2027-05-01T20:00:00',
      schemaId: show.schemaId,
      status,
    };
    const key = service.catalog.organization.token;
    const { id } = fine(await service.call('POST', '/api/private/v2.0/events/', { key, body })).body;
    const { publicKey } = service.catalog.organization;
    expect(outcomeOf(await calls.create('once', { eventId: id, publicKey }))).toBe(outcome);
  });
});

describe('every public call', () => {
  test('answers 403 NOT_ENABLED until public sessions are enabled; private calls work regardless', async () => {
    const id = await calls.open([seat(0)]);
    await switchSessions(false);
    try {
      const selection = selectionOf([seat(1)]);
      const answers = [
        await calls.create(),
        await calls.get(id),
        await calls.lock(id, [seat(1)]),
        await calls.unlock(id, [seat(0)]),
        await calls.checkout(id, selection),
        await calls.cancel(id, {}),
        await calls.lock(id, ['wrong']),
      ];
      expect(answers.map(outcomeOf)).toEqual(answers.map(() => '403 NOT_ENABLED'));
      expect((await calls.read(id)).body).toMatchObject({ state: 'ACTIVE', cart: { seats: [{ id: seat(0) }] } });
      expect(outcomeOf(await calls.get(randomUUID()))).toBe('404 ENTITY_NOT_FOUND');
      expect((await calls.withdraw(id)).body.state).toBe('CANCELLED');
    } finally {
      await switchSessions(true);
    }
    expect((await calls.get(id)).status).toBe(200);
  });

  test('finds the session by its id in upper case', async () => {
    const id = await calls.open();
    const upper = id.toUpperCase();
    expect((await calls.get(upper)).body.sessionId).toBe(id);
    expect((await calls.lock(upper, [seat(0)])).status).toBe(200);
    expect((await calls.checkout(upper)).status).toBe(200);
    expect((await calls.cancel(upper, { startOver: true })).body.state).toBe('CANCELLED');
  });

  test('answers 404 for an id that nobody made, whatever the body, without waking the event', async () => {
    const quiet = await startTestService();
    try {
      const { eventId } = await openPricedShow(quiet, hall);
      const eventNumber = Number.parseInt((await sessionCalls(quiet, { ...show, eventId }).open()).slice(0, 8), 16);
      const woken = await quiet.restart();
      const stranger = sessionCalls(woken, { ...show, eventId });
      const forged = new SessionIdMint(Buffer.alloc(32, 1)).mint(eventNumber);
      for (const id of [randomUUID(), 'nonsense', forged, forged.replace(/.$/, 'g'), `${forged}0`]) {
        for (const body of [selectionOf([1]), { seats: 'wrong' }, '{', undefined]) {
          for (const verb of ['lock', 'unlock', 'checkout', 'cancel']) {
            expect(outcomeOf(await stranger.say(id, verb, body))).toBe('404 ENTITY_NOT_FOUND');
          }
        }
        expect(outcomeOf(await stranger.get(id))).toBe('404 ENTITY_NOT_FOUND');
        expect(outcomeOf(await stranger.read(id))).toBe('404 ENTITY_NOT_FOUND');
      }
      expect(await woken.metric('usher_live_events')).toBe(0);
      const genuine = new SessionIdMint(Buffer.from(secretKey, 'hex')).mint(eventNumber);
      expect(outcomeOf(await stranger.get(genuine))).toBe('404 ENTITY_NOT_FOUND');
      expect(await woken.metric('usher_live_events')).toBe(1);
      await woken.close();
    } catch (error) {
      await quiet.close();
      throw error;
    }
  });

  test('may be made from any browser', async () => {
    const id = await calls.open();
    expect((await calls.get(id)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await calls.read(id)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await calls.get(id)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('lock', () => {
  test('adds seats and tolerates those it owns and those named twice', async () => {
    const id = await calls.open([seat(0)]);
    expect((await calls.lock(id, [seat(1), seat(0), seat(1)])).status).toBe(200);
    expect((await calls.lock(id)).status).toBe(200);
    expect((await calls.say(id, 'lock', {})).status).toBe(200);
    expect(await cartOf(id)).toEqual({ seats: [seat(0), seat(1)], places: {} });
  });

  test('takes a GA capacity for the desired total, 0 giving the area back', async () => {
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
      expect(await cartOf(id)).toEqual({ seats: [], places });
    }
    expect((await calls.assignments()).groupsOnEvent).toMatchObject([{ activeCount: 20, held: 0 }, { activeCount: 4 }]);
  });

  test('names every line that cannot be had and changes nothing', async () => {
    const rival = await calls.open([seat(0)], [[gallery, 3]]);
    fine(await calls.book('directsale', bookingOf([seat(1)])));
    fine(await calls.book('lock', bookingOf([seat(2)])));
    const id = await calls.open([seat(5)], [[floor, 1]]);
    const wanted = [seat(0), seat(4), seat(1), unknownSeat, seat(2), -1];
    const answer = await calls.lock(id, wanted, [
      [gallery, 2],
      [floor, 2],
      [unknownSeat, 0],
    ]);
    expect(outcomeOf(answer)).toBe('409 SEAT_CONFLICT');
    const groupOfSeats = [gallery, unknownSeat];
    expect(answer.body.conflicts).toEqual({ seats: [seat(0), seat(1), unknownSeat, seat(2), -1], groupOfSeats });
    expect(await cartOf(id)).toEqual({ seats: [seat(5)], places: { [floor]: 1 } });
    expect(await cartOf(rival)).toEqual({ seats: [seat(0)], places: { [gallery]: 3 } });
    expect((await calls.assignments()).seatsOnEvent[4].state).toBe('ACTIVE');
  });

  test('refuses what has no price', async () => {
    const key = service.catalog.organization.token;
    const path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
    const [seatPrice, areaPrice] = show.prices;
    const seats = [{ objectId: seat(0), assignmentId: seatPrice }];
    const groupOfSeats = [{ objectId: gallery, assignmentId: areaPrice }];
    fine(await service.call('DELETE', path, { key, body: { seats, groupOfSeats } }));
    const id = await calls.open();
    const answer = await calls.lock(id, [seat(0), seat(1)], [[gallery, 1]]);
    expect(answer.body).toMatchObject({
      errorCode: 'SEAT_CONFLICT',
      conflicts: { seats: [seat(0)], groupOfSeats: [gallery] },
    });
  });

  test('refuses to pass the cap, seats and places together, and says what it is', async () => {
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
    expect(await cartOf(id)).toEqual({ seats: show.seats.slice(0, 5), places: { [floor]: 5 } });
  });

  test('keeps the price that a line had when it was locked', async () => {
    const id = await calls.open([], [[floor, 1]]);
    expect((await calls.get(id)).body.cart.groupOfSeats).toEqual([
      { id: floor, capacity: 1, priceId: show.prices[1], priceName: '29.50 EUR' },
    ]);
  });
});

describe('the order of checks', () => {
  const wrong = { seats: [{ no: 'id' }] };

  test('a frozen or dead session is told before the body, the body before the cap, the cap before conflicts', async () => {
    const frozen = await calls.open([seat(0)]);
    fine(await calls.checkout(frozen));
    const dead = await calls.open();
    fine(await calls.cancel(dead));
    for (const body of [wrong, '{"seats":', '[]', 'null', { seats: Array(1001).fill(1) }]) {
      expect(outcomeOf(await calls.say(frozen, 'lock', body))).toBe('409 SESSION_FROZEN');
      expect(outcomeOf(await calls.say(frozen, 'unlock', body))).toBe('409 SESSION_FROZEN');
      expect(outcomeOf(await calls.say(frozen, 'checkout', body))).toBe('200');
      for (const verb of ['lock', 'unlock', 'checkout']) {
        expect(outcomeOf(await calls.say(dead, verb, body))).toBe('409 SESSION_DEAD');
      }
    }
    const id = await calls.open([seat(1)]);
    const tooMany = [...show.seats.slice(4), unknownSeat, seat(0)];
    expect(outcomeOf(await calls.say(id, 'lock', { ...selectionOf(tooMany), groupOfSeats: 1 }))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(outcomeOf(await calls.lock(id, tooMany))).toBe('429 CAP_SEATS');
    expect(outcomeOf(await calls.lock(id, [unknownSeat, seat(0)]))).toBe('409 SEAT_CONFLICT');
  });

  test('conflicts are told before orphans', async () => {
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
      expect(await cartOf(id)).toEqual({ seats: [], places: {} });
      expect(outcomeOf(await calls.lock(id, [seat(0), seat(1)]))).toBe('200');
    } finally {
      await applySettings(service, {});
    }
  });
});

describe('a selection', () => {
  test('holds at most 1000 entries a list', async () => {
    const id = await calls.open([seat(0)]);
    const many = (count: number) => Array<number>(count).fill(seat(0));
    expect(outcomeOf(await calls.lock(id, many(selectionEntriesMax)))).toBe('200');
    for (const verb of ['lock', 'unlock', 'checkout']) {
      const seats = await calls.say(id, verb, { seats: many(selectionEntriesMax + 1) });
      expect(errorsOf(seats)).toEqual(['seats SIZE']);
      const lines = many(selectionEntriesMax + 1).map(() => ({ id: floor, capacity: 1 }));
      expect(errorsOf(await calls.say(id, verb, { groupOfSeats: lines }))).toEqual(['groupOfSeats SIZE']);
    }
    expect(await cartOf(id)).toEqual({ seats: [seat(0)], places: {} });
  });

  test('names the entries that are wrong', async () => {
    const id = await calls.open();
    const body = {
      seats: [seat(0), 1.5, '7', null, 2 ** 53],
      groupOfSeats: [{ id: floor }, { id: floor, capacity: -1 }, { capacity: 1 }, { id: floor, capacity: 0.5 }, 7],
    };
    const places = ['[0].capacity NOT_NULL', '[1].capacity MIN', '[2].id NOT_NULL', '[3].capacity TYPE', '[4] TYPE'];
    const seats = ['seats[1] TYPE', 'seats[2] TYPE', 'seats[3] NOT_NULL', 'seats[4] MAX'];
    for (const verb of ['lock', 'unlock', 'checkout']) {
      const answer = await calls.say(id, verb, body);
      expect(answer.status).toBe(400);
      expect(errorsOf(answer)).toEqual([...seats, ...places.map((line) => `groupOfSeats${line}`)]);
    }
    expect(await cartOf(id)).toEqual({ seats: [], places: {} });
  });

  test('may leave its lists out, or null, and carry what nobody knows', async () => {
    const id = await calls.open();
    for (const body of [{}, { seats: null, groupOfSeats: null }, { seats: [seat(0)], colour: 'red' }]) {
      expect(outcomeOf(await calls.say(id, 'lock', body))).toBe('200');
    }
    expect(outcomeOf(await calls.say(id, 'lock'))).toBe('400 VALIDATION_FAILED');
  });
});

describe('unlock', () => {
  test('gives back what the session holds; the rest changes nothing', async () => {
    const rival = await calls.open([seat(2)], [[gallery, 2]]);
    const id = await calls.open([seat(0), seat(1)], [[floor, 5]]);
    const lines = [seat(0), seat(2), seat(3), unknownSeat];
    for (let time = 0; time < 2; time++) {
      expect(outcomeOf(await calls.unlock(id, lines, [[gallery, 2]]))).toBe('200');
      expect(await cartOf(id)).toEqual({ seats: [seat(1)], places: { [floor]: 5 } });
    }
    expect(await cartOf(rival)).toEqual({ seats: [seat(2)], places: { [gallery]: 2 } });
    expect((await calls.assignments()).seatsOnEvent[0]).toMatchObject({
      state: 'ACTIVE',
      holdType: null,
      booking: null,
    });
  });

  test('takes a GA capacity for the amount given back, capped at what is held', async () => {
    const id = await calls.open([], [[floor, 5]]);
    fine(await calls.unlock(id, [], [[floor, 2]]));
    expect(await cartOf(id)).toEqual({ seats: [], places: { [floor]: 3 } });
    fine(await calls.unlock(id, [], [[floor, 0]]));
    expect(await cartOf(id)).toEqual({ seats: [], places: { [floor]: 3 } });
    fine(await calls.unlock(id, [], [[floor, 9]]));
    expect(await cartOf(id)).toEqual({ seats: [], places: {} });
    expect((await calls.assignments()).groupsOnEvent).toMatchObject([{ activeCount: 20, held: 0 }, { held: 0 }]);
  });
});

describe('checkout', () => {
  test('refuses an empty cart, and takes one that its own selection fills', async () => {
    const id = await calls.open();
    for (const body of [undefined, {}, selectionOf(), selectionOf([], [[floor, 0]])]) {
      expect(outcomeOf(await calls.checkout(id, body))).toBe('422 EMPTY_CART');
    }
    const held = await calls.open([], [[floor, 1]]);
    expect(outcomeOf(await calls.checkout(held, selectionOf([], [[floor, 0]])))).toBe('422 EMPTY_CART');
    expect(await cartOf(held)).toEqual({ seats: [], places: { [floor]: 1 } });
    expect((await calls.checkout(id, selectionOf([seat(0)], [[floor, 2]]))).body).toMatchObject({
      ...{ state: 'PENDING_PAYMENT', total: 104, expiresInSeconds: 600 },
      cart: { seats: [{ id: seat(0) }], groupOfSeats: [{ id: floor, capacity: 2 }] },
    });
  });

  test('holds nothing and freezes nothing when a line cannot be had', async () => {
    await calls.open([seat(1)]);
    const id = await calls.open([seat(0)]);
    const answer = await calls.checkout(id, selectionOf([seat(2), seat(1)]));
    expect(answer.body).toMatchObject({
      errorCode: 'SEAT_CONFLICT',
      conflicts: { seats: [seat(1)], groupOfSeats: [] },
    });
    expect((await calls.get(id)).body).toMatchObject({ state: 'ACTIVE', expiresInSeconds: 900 });
    expect(await cartOf(id)).toEqual({ seats: [seat(0)], places: {} });
  });

  test('repeated answers the same, whatever its body, and does not prolong the grace', async () => {
    const id = await calls.open([seat(0)]);
    const first = await calls.checkout(id);
    service.clock.advance(60_000);
    for (const body of [undefined, {}, selectionOf([seat(1)]), { seats: 'wrong' }]) {
      const again = fine(await calls.checkout(id, body));
      const { serverTime } = again.body;
      expect(again.body).toEqual({ ...first.body, expiresInSeconds: 540, serverTime });
    }
  });
});

describe('cancel', () => {
  test('of an active session gives everything back, with or without startOver', async () => {
    for (const body of [undefined, {}, { startOver: false }, { startOver: null }, { startOver: true }]) {
      const id = await calls.open([seat(0)], [[floor, 4]]);
      expect(fine(await calls.cancel(id, body)).body).toMatchObject({ state: 'CANCELLED', total: 0, expiresAt: null });
      const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
      expect(seatsOnEvent[0].state).toBe('ACTIVE');
      expect(groupsOnEvent[0]).toMatchObject({ activeCount: 20, held: 0 });
    }
  });

  test('of a frozen session takes startOver true and nothing less', async () => {
    const id = await calls.open([seat(0)]);
    fine(await calls.checkout(id));
    for (const body of [undefined, {}, { startOver: false }, { startOver: null }]) {
      const answer = await calls.cancel(id, body);
      expect(outcomeOf(answer)).toBe('409 START_OVER_REQUIRED');
      expect(answer.body.state).toBe('PENDING_PAYMENT');
    }
    const wrong = await calls.cancel(id, { startOver: 'true' });
    expect(errorsOf(wrong)).toEqual(['startOver TYPE']);
    expect(fine(await calls.cancel(id, { startOver: true })).body.state).toBe('CANCELLED');
    expect((await calls.open([seat(0)])).length).toBe(36);
  });
});
