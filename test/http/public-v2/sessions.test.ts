/** The public session calls over HTTP: create, checkout, cancel, and behaviour common to all calls. */

import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { onlyKey } from '#storage/database/sealed.ts';
import { errorsOf } from '../../support/answers.ts';
import { secretKey } from '../../support/catalog.ts';
import { calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { makeEvent, openPricedShow } from '../../support/service.ts';
import {
  outcomeOf,
  publicPrefix,
  rowsHall,
  selectionOf,
  sessionCalls,
  succeeded,
} from '../../support/session-calls.ts';

useHall();

async function switchSessions(publicSessionsEnabled: boolean): Promise<void> {
  const key = service.catalog.organization.token;
  const path = '/api/private/management/v2.0/session-config/';
  succeeded(await service.call('PUT', path, { key, body: { publicSessionsEnabled } }));
}

describe('create', () => {
  test('needs an Idempotency-Key of 1 to 255 visible characters', async () => {
    const body = { eventId: show.eventId, publicKey: service.catalog.organization.publicKey };
    const without = await service.call('POST', publicPrefix, { body });
    expect(outcomeOf(without)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(without)).toEqual(['Idempotency-Key NOT_NULL']);
    for (const key of ['', 'x'.repeat(256), 'two words', 'naïve']) {
      expect(outcomeOf(await calls.create(key))).toBe('400 VALIDATION_FAILED');
    }
    for (const key of ['!', 'x'.repeat(255)]) expect((await calls.create(key)).status).toBe(201);
  });

  test('answers 404 alike for every event and public key that do not belong together', async () => {
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

  test('accepts ids in upper case', async () => {
    const { publicKey } = service.catalog.organization;
    const body = { eventId: show.eventId.toUpperCase(), publicKey: publicKey.toUpperCase() };
    expect((await calls.create('once', body)).body.eventId).toBe(show.eventId);
  });

  test('names wrong fields', async () => {
    const answer = await calls.create('once', { eventId: 'no uuid' });
    expect(errorsOf(answer)).toEqual(['eventId PATTERN', 'publicKey NOT_NULL']);
    expect(outcomeOf(await calls.create('once', 'not json'))).toBe('400 MALFORMED_REQUEST');
  });

  test('answers a repeated key with the same session in its current state', async () => {
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

  test('treats the same key on another event as another key', async () => {
    const first = await calls.create('once');
    const elsewhere = await sessionCalls(service, await openPricedShow(service, rowsHall)).create('once');
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.sessionId).not.toBe(first.body.sessionId);
  });

  test.each([
    ['DRAFT', '422 EVENT_NOT_PUBLISHED'],
    ['ARCHIVED', '410 EVENT_ARCHIVED'],
  ])('on an event that is %s answers %s', async (status, outcome) => {
    const eventId = await makeEvent(service, show.schemaId, { status });
    const { publicKey } = service.catalog.organization;
    expect(outcomeOf(await calls.create('once', { eventId, publicKey }))).toBe(outcome);
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

  test('answers 404 for a made-up session id, with any body, without activating the event', async () => {
    const eventId = await makeEvent(service, show.schemaId);
    const eventNumber = await service.catalog.pool.oneFirst(sql.unsafe`select number from event where id = ${eventId}`);
    const liveEvents = await service.metric('usher_live_events');
    const forged = new SessionIdMint(onlyKey('01'.repeat(32))).mint(Number(eventNumber));
    for (const id of [randomUUID(), 'nonsense', forged, forged.replace(/.$/, 'g'), `${forged}0`]) {
      for (const verb of ['lock', 'unlock', 'checkout', 'cancel']) {
        for (const sent of [selectionOf([1]), { seats: 'wrong' }, '{', undefined]) {
          expect(outcomeOf(await calls.callPublic(id, verb, sent))).toBe('404 ENTITY_NOT_FOUND');
        }
      }
      expect(outcomeOf(await calls.get(id))).toBe('404 ENTITY_NOT_FOUND');
      expect(outcomeOf(await calls.read(id))).toBe('404 ENTITY_NOT_FOUND');
    }
    expect(await service.metric('usher_live_events')).toBe(liveEvents);
    const genuine = new SessionIdMint(onlyKey(secretKey)).mint(Number(eventNumber));
    // It may have been the id of an empty session that made room.
    expect(succeeded(await calls.get(genuine)).body).toMatchObject({ state: 'CANCELLED' });
    expect(outcomeOf(await calls.read(genuine))).toBe('404 ENTITY_NOT_FOUND');
    expect(await service.metric('usher_live_events')).toBe(liveEvents + 1);
  });

  test('may be made by scripts of any origin', async () => {
    const id = await calls.open();
    expect((await calls.get(id)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await calls.read(id)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await calls.get(id)).headers.get('cache-control')).toBe('no-store');
  });

  test('may be sent as a beacon by a closing page, without a preflight', async () => {
    const id = await calls.open([show.seats[0] as number]);
    succeeded(await calls.checkout(id));
    const headers = { Origin: 'https://shop.example', 'Content-Type': 'text/plain;charset=UTF-8' };
    const url = `${service.url}${publicPrefix}${id}/cancel`;
    const beacon = await fetch(url, { method: 'POST', headers, body: '{"startOver":true}' });
    expect([beacon.status, beacon.headers.get('access-control-allow-credentials')]).toEqual([200, 'true']);
    expect((await calls.get(id)).body.state).toBe('CANCELLED');
  });
});

describe('checkout', () => {
  test('refuses an empty cart, and accepts one that its own selection fills', async () => {
    const id = await calls.open();
    for (const body of [undefined, {}, selectionOf(), selectionOf([], [[floor, 0]])]) {
      expect(outcomeOf(await calls.checkout(id, body))).toBe('422 EMPTY_CART');
    }
    const held = await calls.open([], [[floor, 1]]);
    expect(outcomeOf(await calls.checkout(held, selectionOf([], [[floor, 0]])))).toBe('422 EMPTY_CART');
    expect(await calls.cart(held)).toEqual({ seats: [], places: { [floor]: 1 } });
    expect((await calls.checkout(id, selectionOf([seat(0)], [[floor, 2]]))).body).toMatchObject({
      ...{ state: 'PENDING_PAYMENT', total: 104, expiresInSeconds: 600 },
      cart: { seats: [{ id: seat(0) }], groupOfSeats: [{ id: floor, capacity: 2 }] },
    });
  });

  test('changes nothing if a line is unavailable', async () => {
    await calls.open([seat(1)]);
    const id = await calls.open([seat(0)]);
    const answer = await calls.checkout(id, selectionOf([seat(2), seat(1)]));
    expect(answer.body).toMatchObject({
      errorCode: 'SEAT_CONFLICT',
      conflicts: { seats: [seat(1)], groupOfSeats: [] },
    });
    expect((await calls.get(id)).body).toMatchObject({ state: 'ACTIVE', expiresInSeconds: 900 });
    expect(await calls.cart(id)).toEqual({ seats: [seat(0)], places: {} });
  });

  test('answers the same if it is repeated with any body, and does not prolong the payment grace', async () => {
    const id = await calls.open([seat(0)]);
    const first = await calls.checkout(id);
    service.clock.advance(60_000);
    for (const body of [undefined, {}, selectionOf([seat(1)]), { seats: 'wrong' }]) {
      const again = succeeded(await calls.checkout(id, body));
      const { serverTime } = again.body;
      expect(again.body).toEqual({ ...first.body, expiresInSeconds: 540, serverTime });
    }
  });
});

describe('cancel', () => {
  test('of an active session gives everything back, with or without startOver', async () => {
    for (const body of [undefined, {}, { startOver: false }, { startOver: null }, { startOver: true }]) {
      const id = await calls.open([seat(0)], [[floor, 4]]);
      expect(succeeded(await calls.cancel(id, body)).body).toMatchObject({
        state: 'CANCELLED',
        total: 0,
        expiresAt: null,
      });
      const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
      expect(seatsOnEvent[0].state).toBe('ACTIVE');
      expect(groupsOnEvent[0]).toMatchObject({ activeCount: 20, held: 0 });
    }
  });

  test('of a PENDING_PAYMENT session requires `startOver: true`', async () => {
    const id = await calls.open([seat(0)]);
    succeeded(await calls.checkout(id));
    for (const body of [undefined, {}, { startOver: false }, { startOver: null }]) {
      const answer = await calls.cancel(id, body);
      expect(outcomeOf(answer)).toBe('409 START_OVER_REQUIRED');
      expect(answer.body.state).toBe('PENDING_PAYMENT');
    }
    const wrong = await calls.cancel(id, { startOver: 'true' });
    expect(errorsOf(wrong)).toEqual(['startOver TYPE']);
    expect(succeeded(await calls.cancel(id, { startOver: true })).body.state).toBe('CANCELLED');
    expect((await calls.open([seat(0)])).length).toBe(36);
  });
});
