/** Assigning prices and reading what is assigned and booked, over HTTP. */
import { errorsOf } from '../../support/answers.ts';
import { openShow, smallHall } from '../../support/catalog.ts';
import { ask, service, show, useHall } from '../../support/hall.ts';

let path: string;

useHall({ layout: smallHall });

beforeEach(async () => {
  path = pathOf(show.eventId);
});

const pathOf = (eventId: string) => `/api/private/v2.0/event/${eventId}/prices/assignments/`;

/** A session that holds the first two seats and three places. */
async function hold(): Promise<string> {
  const { publicKey } = service.catalog.organization;
  const prefix = '/api/public/v2.0/session/';
  const headers = { 'Idempotency-Key': show.eventId };
  const made = await service.call('POST', prefix, { headers, body: { eventId: show.eventId, publicKey } });
  const id = made.body.sessionId;
  const selection = { seats: show.seats.slice(0, 2), groupOfSeats: [{ id: show.areas[0], capacity: 3 }] };
  expect((await service.call('POST', `${prefix}${id}/lock`, { body: selection })).status).toBe(200);
  return id;
}

async function buy(reference: string): Promise<string> {
  const id = await hold();
  await service.call('POST', `/api/public/v2.0/session/${id}/checkout`, { body: {} });
  const body = { reference, properties: { order: 7 } };
  expect((await ask('POST', `/api/private/v2.0/session/${id}/confirm`, body)).status).toBe(200);
  return id;
}

/** Lists sessions, which brings the projection up to date. */
async function settle(): Promise<void> {
  expect((await ask('GET', `/api/private/v2.0/session/?eventId=${show.eventId}`)).status).toBe(200);
}

describe('the read of assignments', () => {
  test('has every seat and area in layout order, with or without a price', async () => {
    const { event } = await openShow(service.catalog);
    const { status, body } = await ask('GET', pathOf(event.id));
    expect(status).toBe(200);
    expect(body.seatsOnEvent.map(({ key }: { key: string }) => key)).toEqual([
      'Stalls;;A;;1',
      'Stalls;;A;;2',
      'Stalls;;A;;3',
      'Stalls;;A;;4',
      'Stalls;;B;;1',
      'Stalls;;B;;2"{},\\',
      'Stalls;;B;;Größe 😀',
      'Balcony;;A;;1',
      'Balcony;;A;;2',
    ]);
    const nothing = { priceId: null, priceName: null };
    expect(body.seatsOnEvent[0]).toMatchObject({
      ...nothing,
      state: 'ACTIVE',
      holdType: null,
      properties: {},
      booking: null,
    });
    expect(body.groupsOnEvent).toEqual([
      {
        id: expect.any(Number),
        name: 'Floor',
        ...nothing,
        capacity: 300,
        activeCount: expect.any(Number),
        held: 0,
        locked: 0,
        blocked: 0,
        sold: 0,
      },
    ]);
  });

  test('shows the seats and places that a session holds', async () => {
    const id = await hold();
    const { body } = await ask('GET', path);
    const held = { state: 'LOCKED', holdType: 'CART', priceId: show.prices[0], priceName: '45.00 EUR' };
    expect(body.seatsOnEvent.slice(0, 3)).toMatchObject([
      { id: show.seats[0], ...held, booking: { sessionId: id, reference: null } },
      { id: show.seats[1], ...held, booking: { sessionId: id, reference: null } },
      { id: show.seats[2], state: 'ACTIVE', holdType: null, booking: null },
    ]);
    expect(body.groupsOnEvent).toMatchObject([{ priceName: '29.50 EUR', activeCount: 297, held: 3, sold: 0 }]);
  });

  test('shows the seats and places that a session bought, also after it has left memory', async () => {
    const id = await buy('ORDER-1');
    for (const look of [1, 2]) {
      const { body } = await ask('GET', path);
      const sold = { state: 'SOLD', holdType: 'CART', booking: { sessionId: id, reference: 'ORDER-1' } };
      expect(body.seatsOnEvent.slice(0, 2)).toMatchObject([sold, sold]);
      expect(body.seatsOnEvent[0].booking).not.toHaveProperty('properties');
      expect(body.groupsOnEvent).toMatchObject([{ activeCount: 297, held: 0, sold: 3 }]);
      if (look === 1) await settle();
    }
  });

  test('by reference has only the seats of its session, with the session’s properties', async () => {
    const id = await buy('ORDER "2" ü');
    const query = `?reference=${encodeURIComponent('ORDER "2" ü')}`;
    for (const look of [1, 2]) {
      const { body } = await ask('GET', `${path}${query}`);
      expect(body.seatsOnEvent.map((seat: { id: number }) => seat.id)).toEqual(show.seats.slice(0, 2));
      expect(body.seatsOnEvent[0].booking).toEqual({
        sessionId: id,
        reference: 'ORDER "2" ü',
        properties: { order: 7 },
      });
      if (look === 1) await settle();
    }
    const none = await ask('GET', `${path}?reference=other`);
    expect(none.body).toEqual({ seatsOnEvent: [], groupsOnEvent: [] });
  });

  test('by reference of a released session is empty', async () => {
    const id = await buy('ORDER-3');
    await ask('POST', `/api/private/v2.0/session/${id}/release`);
    expect((await ask('GET', `${path}?reference=ORDER-3`)).body.seatsOnEvent).toEqual([]);
  });

  test('shows private locks with their hold type and without a booking', async () => {
    const lock = {
      seats: [{ id: show.seats[4] }],
      groupOfSeats: [{ id: show.areas[0], capacity: 5 }],
      holdType: 'RESERVED',
    };
    expect((await ask('POST', `/api/private/v2.0/booking/lock?eventId=${show.eventId}`, lock)).body).toBe(true);
    const { body } = await ask('GET', path);
    expect(body.seatsOnEvent[4]).toMatchObject({ state: 'LOCKED', holdType: 'RESERVED', booking: null });
    expect(body.groupsOnEvent).toMatchObject([{ activeCount: 295, held: 0, locked: 5, blocked: 0, sold: 0 }]);
  });
});

describe('a price assignment', () => {
  test('sets price, places and the seat’s properties', async () => {
    const [first, second] = show.prices;
    const body = {
      seats: [{ objectId: show.seats[0], assignmentId: second, properties: { view: 'restricted' } }],
      groupOfSeats: [{ objectId: show.areas[0], assignmentId: first, activeCount: 7 }],
    };
    expect(await ask('POST', path, body)).toMatchObject({ status: 200, body: true });
    const read = (await ask('GET', path)).body;
    expect(read.seatsOnEvent[0]).toMatchObject({ priceId: second, properties: { view: 'restricted' } });
    expect(read.seatsOnEvent[1]).toMatchObject({ priceId: first, properties: {} });
    expect(read.groupsOnEvent).toMatchObject([{ priceId: first, activeCount: 7, capacity: 300 }]);
  });

  test('is removed with the same body', async () => {
    const body = {
      seats: [{ objectId: show.seats[0], assignmentId: show.prices[0] }],
      groupOfSeats: [{ objectId: show.areas[0], assignmentId: show.prices[1] }],
    };
    expect(await ask('DELETE', path, body)).toMatchObject({ status: 200, body: true });
    const read = (await ask('GET', path)).body;
    expect(read.seatsOnEvent.slice(0, 2).map(({ priceId }: { priceId: number }) => priceId)).toEqual([
      null,
      show.prices[0],
    ]);
    expect(read.groupsOnEvent[0].priceId).toBeNull();
  });

  test('without lines is accepted', async () => {
    expect(await ask('POST', path, {})).toMatchObject({ status: 200, body: true });
    expect(await ask('DELETE', path, { seats: null })).toMatchObject({ status: 200, body: true });
  });

  test('that is parsed in a thread because of its size has the same effect', async () => {
    const line = { objectId: show.seats[0], assignmentId: show.prices[1], properties: { note: 'x'.repeat(100) } };
    const body = { seats: Array.from({ length: 1_000 }, () => line) };
    expect(await ask('POST', path, body)).toMatchObject({ status: 200, body: true });
    expect((await ask('GET', path)).body.seatsOnEvent[0]).toMatchObject({
      priceId: show.prices[1],
      properties: line.properties,
    });
  });

  test('of held seats is refused, and names them', async () => {
    await hold();
    const [first, second] = show.prices;
    for (const [method, price] of [
      ['POST', second],
      ['DELETE', first],
    ] as const) {
      const body = { seats: show.seats.map((objectId) => ({ objectId, assignmentId: price })) };
      const answer = await ask(method, path, body);
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
      expect(answer.body.conflicts).toEqual({ seats: show.seats.slice(0, 2), groupOfSeats: [] });
    }
  });

  test('with ids that the event does not have is refused, and names them', async () => {
    const [price] = show.prices;
    const answer = await ask('POST', path, {
      seats: [
        { objectId: 4711_000, assignmentId: price },
        { objectId: show.seats[0], assignmentId: 4711_000 },
      ],
      groupOfSeats: [{ objectId: show.seats[0], assignmentId: price }],
    });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      'seats[0].objectId UNKNOWN_VALUE',
      'seats[1].assignmentId UNKNOWN_VALUE',
      'groupOfSeats[0].objectId UNKNOWN_VALUE',
    ]);
  });

  test.each([
    ['a list', [], 'body TYPE'],
    ['a seat without a price', { seats: [{ objectId: 1 }] }, 'seats[0].assignmentId NOT_NULL'],
    ['a fractional seat id', { seats: [{ objectId: 1.5, assignmentId: 1 }] }, 'seats[0].objectId TYPE'],
    [
      'a negative number of places',
      { groupOfSeats: [{ objectId: 1, assignmentId: 1, activeCount: -1 }] },
      'groupOfSeats[0].activeCount MIN',
    ],
    ['a list of properties', { seats: [{ objectId: 1, assignmentId: 1, properties: [] }] }, 'seats[0].properties TYPE'],
    [
      'too large properties',
      { seats: [{ objectId: 1, assignmentId: 1, properties: { x: 'x'.repeat(17_000) } }] },
      'seats[0].properties SIZE',
    ],
  ])('with %s is refused', async (_, body, error) => {
    const answer = await ask('POST', path, body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(errorsOf(answer)).toEqual([error]);
  });
});
