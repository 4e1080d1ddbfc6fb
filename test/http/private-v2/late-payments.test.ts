/** Paid too late, over HTTP: a confirm with `reclaim` after the session has expired and left memory. */
import { openEditor } from '../../support/editor-calls.ts';
import { calls, seat, service, show, useHall } from '../../support/hall.ts';
import { bookingOf, outcomeOf, privatePrefix, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

const graceMs = 600_000;

const pay = (id: string, reference: string | null = null, more: object = {}) =>
  calls.confirm(id, { reference, reclaim: true, ...more });

/** A session that has expired unpaid with two seats and two places; read from the database when it is needed. */
async function expired(): Promise<string> {
  const id = await calls.open([seat(0), seat(1)], [[show.areas[1], 2]]);
  succeeded(await calls.checkout(id));
  service.clock.advance(graceMs + 2000);
  expect((await calls.get(id)).body).toMatchObject({
    state: 'EXPIRED',
    cart: { seats: [], groupOfSeats: [] },
    total: 0,
  });
  await service.parts.router.settle([await eventNumber()]);
  return id;
}

async function eventNumber(): Promise<number> {
  const { events } = service.parts.persistence;
  return (await events.find(show.eventId))?.eventNumber as number;
}

const dead = (id: string, seats: number[], groupOfSeats: number[] = []) => ({
  status: 409,
  body: expect.objectContaining({
    errorCode: 'SESSION_DEAD',
    state: 'EXPIRED',
    conflicts: { seats, groupOfSeats },
    path: `${privatePrefix}${id}/confirm`,
  }),
});

describe('a late payment', () => {
  test('confirms the whole cart and says so, also when it is repeated and when it is read', async () => {
    const id = await expired();
    const { body } = succeeded(await pay(id, 'late', { properties: { gate: 4 } }));
    expect(body).toMatchObject({
      state: 'CONFIRMED',
      reference: 'late',
      properties: { gate: 4 },
      reclaimed: true,
      total: 149,
      expiresAt: null,
    });
    expect(succeeded(await calls.confirm(id, { reference: 'late' })).body).toEqual(body);
    expect(succeeded(await calls.read(id)).body).toEqual(body);
    expect((await calls.get(id)).body).not.toHaveProperty('reclaimed');
    const { seatsOnEvent } = await calls.assignments();
    const sold = seatsOnEvent.filter(({ state }: { state: string }) => state === 'SOLD');
    expect(sold.map(({ id: of, booking }: { id: number; booking: object }) => [of, booking])).toEqual([
      [seat(0), { sessionId: id, reference: 'late' }],
      [seat(1), { sessionId: id, reference: 'late' }],
    ]);
  });

  test('is in the feed as a confirmation', async () => {
    const key = service.catalog.organization.token;
    const { next } = (await service.call('GET', '/api/private/v2.0/changes/', { key })).body;
    const id = await expired();
    succeeded(await pay(id));
    await service.parts.router.settle([await eventNumber()]);
    const path = `/api/private/v2.0/changes/?after=${next}&types=session.confirmed&eventId=${show.eventId}&waitSeconds=10`;
    const { changes } = (await service.call('GET', path, { key })).body;
    expect(changes).toMatchObject([{ type: 'session.confirmed', data: { id, reclaimed: true, total: 149 } }]);
  });

  test('of two servers at the same moment counts once', async () => {
    const id = await expired();
    const [one, other] = await Promise.all([pay(id, 'order'), pay(id, 'order')]);
    expect(one).toMatchObject({ status: 200, body: { reclaimed: true } });
    expect(other?.body).toEqual(one?.body);
  });

  test('and a new buyer of the same seat: one of them gets it', async () => {
    const id = await expired();
    const rival = await calls.open();
    const [paid, held] = await Promise.all([pay(id), calls.lock(rival, [seat(1)])]);
    expect([outcomeOf(paid), outcomeOf(held)].sort()).toEqual(
      paid.status === 200 ? ['200', '409 SEAT_CONFLICT'] : ['200', '409 SESSION_DEAD'],
    );
  });
});

describe('a late payment is refused, and nothing is taken,', () => {
  test('with the lines that are gone', async () => {
    const id = await expired();
    succeeded(await calls.book('lock', bookingOf([seat(1)], [[show.areas[1], 3]])));
    expect(await pay(id)).toMatchObject(dead(id, [seat(1)], [show.areas[1] as number]));
    expect((await calls.lock(await calls.open(), [seat(0)])).status).toBe(200);
  });

  test('when the layout has lost a seat', async () => {
    const id = await expired();
    const editor = await openEditor(service);
    succeeded(await editor.draw(show.schemaId, { seats: [{ id: seat(0), toRemove: true }] }));
    expect(await pay(id)).toMatchObject(dead(id, [seat(0)]));
  });

  test('when the reference belongs to another session', async () => {
    const id = await expired();
    const other = await calls.open([seat(5)]);
    succeeded(await calls.checkout(other));
    succeeded(await calls.confirm(other, { reference: 'mine' }));
    expect(await pay(id, 'mine')).toMatchObject({
      status: 409,
      body: { errorCode: 'REFERENCE_TAKEN', sessionId: other },
    });
  });

  test.each([['yes'], [1], [[]]])('when `reclaim` is %j', async (reclaim) => {
    const id = await expired();
    const answer = await pay(id, null, { reclaim });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'reclaim', code: 'TYPE' }] } });
  });

  test('by another organization', async () => {
    const id = await expired();
    const stranger = service.catalog.other.token;
    expect(outcomeOf(await sessionCalls(service, show, stranger).confirm(id, { reclaim: true }))).toBe(
      '404 ENTITY_NOT_FOUND',
    );
  });
});
