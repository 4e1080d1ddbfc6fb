/** Sessions of the counter: who opens them, what they may take, how long they hold, and where they are told of. */
import { sql } from 'slonik';
import { z } from 'zod';
import { errorsOf } from '../../support/answers.ts';
import { eraseSession } from '../../support/erasure-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { hire } from '../../support/people-calls.ts';
import type { Answer } from '../../support/service.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

const hour = 3_600_000;
const inTime = (ms: number): string => new Date(service.clock.now() + ms).toISOString();
const path = (eventId = show.eventId) => `/api/private/v2.0/events/${eventId}/counter-sessions/`;
const config = '/api/private/management/v2.0/session-config/';

function open(body: unknown = {}, key: string | null = crypto.randomUUID(), to = path()): Promise<Answer> {
  const headers = key === null ? {} : { 'Idempotency-Key': key };
  return service.call('POST', to, { key: service.catalog.organization.token, headers, body });
}
const opened = async (body?: unknown): Promise<string> => succeeded(await open(body)).body.id;
const hold = (id: string, body: unknown) => ask('PUT', `/api/private/v2.0/session/${id}/hold`, body);
const setAdmission = async (admission: object) =>
  succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, admission));

describe('a session of the counter', () => {
  test('holds for a person until the time that was said, also while it is paid', async () => {
    const heldUntil = inTime(30 * 24 * hour);
    const created = await open({ properties: { name: 'Ada Byron', phone: '+49 30 1' }, heldUntil });
    expect([created.status, created.body]).toMatchObject([
      201,
      { state: 'ACTIVE', counter: true, expiresAt: heldUntil, properties: { name: 'Ada Byron', phone: '+49 30 1' } },
    ]);
    const { id } = created.body;
    succeeded(await calls.lock(id, [seat(0), seat(1)], [[floor, 2]]));
    expect(succeeded(await calls.checkout(id)).body.expiresAt).toBe(heldUntil);
    const sold = succeeded(await calls.confirm(id, { reference: 'till 7' })).body;
    expect(sold).toMatchObject({ state: 'CONFIRMED', reference: 'till 7', properties: { name: 'Ada Byron' } });
  });

  test('needs no pass and no place in the queue, and none of the buyers’ switches', async () => {
    await setAdmission({ mode: 'PASS' });
    expect(outcomeOf(await calls.create())).toBe('403 PASS_REQUIRED');
    succeeded(await ask('PUT', config, { publicSessionsEnabled: false }));
    const key = crypto.randomUUID();
    const { id } = succeeded(await open({}, key)).body;
    expect(outcomeOf(await calls.create())).toBe('403 NOT_ENABLED');
    succeeded(await calls.lock(id, [seat(0)]));
    succeeded(await calls.unlock(id, [seat(0)]));
    succeeded(await calls.lock(id, [seat(1)]));
    succeeded(await calls.checkout(id));
    succeeded(await calls.cancel(id, { startOver: true }));
    succeeded(await ask('PUT', config, { publicSessionsEnabled: true }));
  });

  test('may take what the organization may take, beyond the limits of buyers', async () => {
    const allotments = `/api/private/v2.0/events/${show.eventId}/allotments/`;
    const { id: staff } = succeeded(await ask('POST', allotments, { name: 'House', access: 'STAFF' })).body;
    const kept = { seats: [seat(0), seat(1)], groupOfSeats: [{ id: floor, capacity: 20 }] };
    succeeded(await ask('PUT', `${allotments}${staff}/places`, kept));
    const buyer = await calls.open();
    expect(outcomeOf(await calls.lock(buyer, [seat(0)]))).toBe('409 SEAT_CONFLICT');
    const id = await opened();
    const all = Array.from({ length: 18 }, (_, at) => seat(at));
    const { cart } = succeeded(await calls.lock(id, all, [[floor, 20]])).body;
    expect(cart.seats).toHaveLength(18);
    // Places that are given back are the allotment's again.
    succeeded(await calls.unlock(id, [seat(0)], [[floor, 5]]));
    expect([
      outcomeOf(await calls.lock(buyer, [seat(0)])),
      outcomeOf(await calls.lock(buyer, [], [[floor, 1]])),
    ]).toEqual(['409 SEAT_CONFLICT', '409 SEAT_CONFLICT']);
  });

  test('never takes what somebody has', async () => {
    await calls.open([seat(3)]);
    expect(outcomeOf(await calls.lock(await opened(), [seat(3)]))).toBe('409 SEAT_CONFLICT');
  });

  test('is the same for the same key, also after a restart, and never a buyer’s', async () => {
    const body = { properties: { name: 'One' } };
    const first = await open(body, 'till-1');
    const again = await open(body, 'till-1');
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(outcomeOf(await open({ properties: { name: 'Two' } }, 'till-1'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(succeeded(await calls.create('till-1')).body.sessionId).not.toBe(first.body.id);
    const next = await service.restart();
    const { token: key } = service.catalog.organization;
    const later = await next.call('POST', path(), { key, headers: { 'Idempotency-Key': 'till-1' }, body });
    expect(later.body).toEqual(first.body);
    expect((await open({}, null)).body.id).not.toBe((await open({}, null)).body.id);
  });

  test('is told to the organization alone', async () => {
    const id = await opened({ properties: { name: 'Ada' } });
    expect(succeeded(await calls.get(id)).body).not.toHaveProperty('counter');
    expect(succeeded(await calls.read(id)).body).toMatchObject({ counter: true, properties: { name: 'Ada' } });
  });
});

describe('the end of a hold', () => {
  test('can be moved, is kept over a restart, and frees what is held', async () => {
    const id = await opened({ heldUntil: inTime(hour) });
    succeeded(await calls.lock(id, [seat(0)]));
    const heldUntil = inTime(2 * hour);
    expect(succeeded(await hold(id, { heldUntil })).body.expiresAt).toBe(heldUntil);
    expect(succeeded(await hold(id, { heldUntil })).body.expiresAt).toBe(heldUntil);
    const next = await service.restart(hour + 1);
    const there = sessionCalls(next, show);
    expect(succeeded(await there.get(id)).body.state).toBe('ACTIVE');
    next.clock.advance(hour);
    await eventually(async () => succeeded(await there.get(id)).body.state === 'EXPIRED');
    expect(outcomeOf(await there.lock(id, [seat(1)]))).toBe('409 SESSION_DEAD');
    await there.open([seat(0)]);
  });

  test('is later than now and at most 400 days later', async () => {
    const id = await opened();
    for (const heldUntil of [inTime(0), inTime(-hour), inTime(400 * 24 * hour + 1)]) {
      expect(errorsOf(await open({ heldUntil }))).toEqual(['heldUntil INVALID']);
      expect(errorsOf(await hold(id, { heldUntil }))).toEqual(['heldUntil INVALID']);
    }
    succeeded(await open({ heldUntil: inTime(400 * 24 * hour) }));
    expect(errorsOf(await open({ heldUntil: 'tomorrow' }))).toEqual(['heldUntil PATTERN']);
    expect(errorsOf(await hold(id, {}))).toEqual(['heldUntil NOT_NULL']);
  });

  test('belongs to sessions of the counter that are live', async () => {
    expect(outcomeOf(await hold(await calls.open(), { heldUntil: inTime(hour) }))).toBe('409 DATA_INTEGRITY_VIOLATION');
    const id = await opened();
    succeeded(await calls.withdraw(id));
    expect(outcomeOf(await hold(id, { heldUntil: inTime(hour) }))).toBe('409 SESSION_DEAD');
  });
});

test('the person can be named later and anew, while the session holds', async () => {
  const id = await opened();
  succeeded(await calls.replaceProperties(id, { name: 'Grace' }));
  expect(succeeded(await calls.read(id)).body.properties).toEqual({ name: 'Grace' });
  expect(outcomeOf(await calls.replaceProperties(await calls.open(), { name: 'x' }))).toBe('409 SESSION_NOT_CONFIRMED');
});

test('a person is forgotten once the hold is over, also in the journal', async () => {
  const id = await opened({ properties: { name: 'Forgotten Person' } });
  succeeded(await calls.replaceProperties(id, { name: 'Forgotten Person', phone: '1' }));
  succeeded(await eraseSession(service, calls, id));
  expect(succeeded(await calls.read(id)).body.properties).toMatchObject({ name: 'Forgotten Person' });
  succeeded(await calls.withdraw(id));
  expect(succeeded(await eraseSession(service, calls, id)).body).toMatchObject({ erased: true, properties: {} });
  const { pool } = service.catalog;
  const named = sql.type(z.object({ count: z.int() }))`
    select (select count(*) from journal where facts like '%Forgotten Person%')
      + (select count(*) from session_record where properties like '%Forgotten Person%') as count
  `;
  await eventually(async () => (await pool.oneFirst(named)) === 0);
});

test('a list finds them by name, and shows for whom they hold', async () => {
  const id = await opened({ properties: { name: 'Zoë Müller', note: 'aisle' } });
  await opened({ properties: { name: 'Other' } });
  await calls.open();
  const found = async (query: string) =>
    succeeded(await calls.list(query)).body.map((row: { id: string; properties?: object }) => [row.id, row.properties]);
  expect(await found('&counter=true&name=m%C3%BCller')).toEqual([[id, { name: 'Zoë Müller', note: 'aisle' }]]);
  expect(await found('&counter=true')).toHaveLength(2);
  expect(await found('')).toHaveLength(3);
  expect((await found(''))[0]?.[1]).toBeUndefined();
  expect(errorsOf(await calls.list('&counter=no'))).toEqual(['counter UNKNOWN_VALUE']);
});

test('a list of holds has those with places and a person, until they are over', async () => {
  const holding = async (properties: object, index: number): Promise<string> => {
    const id = await opened({ properties, heldUntil: inTime(hour) });
    succeeded(await calls.lock(id, [seat(index)]));
    return id;
  };
  const ada = await holding({ name: 'Ada' }, 0);
  const toBePaid = await holding({ name: 'Grace' }, 1);
  succeeded(await calls.checkout(toBePaid));
  await holding({}, 2);
  await opened({ properties: { name: 'Nothing yet' } });
  const sold = await holding({ name: 'Ada' }, 3);
  succeeded(await calls.checkout(sold));
  succeeded(await calls.confirm(sold));
  await calls.open([seat(4)]);
  const held = async (query = '') =>
    succeeded(await calls.list(`&held=true${query}`)).body.map((row: { readonly id: string; expiresAt: string }) => [
      row.id,
      row.expiresAt,
    ]);
  expect(await held()).toEqual([
    [toBePaid, inTime(hour)],
    [ada, inTime(hour)],
  ]);
  expect(await held('&name=ada')).toEqual([[ada, inTime(hour)]]);
  expect(await held('&limit=1&offset=1')).toEqual([[ada, inTime(hour)]]);
  expect(errorsOf(await calls.list('&held=no'))).toEqual(['held UNKNOWN_VALUE']);
});

test('reports count them as the box office’s', async () => {
  const id = await opened();
  succeeded(await calls.lock(id, [seat(0)], [[floor, 2]]));
  await calls.open([seat(2)]);
  const report = `/api/private/v2.0/events/${show.eventId}/report/?by=channel,status`;
  const rows = succeeded(await ask('GET', report)).body.rows.map(
    (row: { channel: string; status: string; places: number }) => [row.channel, row.status, row.places],
  );
  expect(rows).toEqual([
    ['SESSION', 'LOCKED', 1],
    ['BOX_OFFICE', 'LOCKED', 3],
    [null, 'AVAILABLE', 38],
  ]);
});

test('holds do not keep those back who wait in the queue', async () => {
  const id = await opened({ heldUntil: inTime(24 * hour) });
  succeeded(await calls.lock(id, [seat(0)]));
  await setAdmission({ mode: 'QUEUE', ratePerMinute: 600, activeSessionsMax: 1 });
  const queue = `/api/public/v2.0/event/${show.eventId}/queue/`;
  const join = `${queue}?publicKey=${service.catalog.organization.publicKey}`;
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { ticket } = succeeded(await service.call('POST', join, { headers })).body;
  await eventually(async () => {
    service.clock.advance(1_000);
    return (await service.call('GET', `${queue}${ticket}`)).body.state === 'ADMITTED';
  });
});

describe('what is refused', () => {
  test.each(['VIEWER', 'BOX_OFFICE'] as const)('a %s opens and moves as the role says', async (role) => {
    const person = await hire(service, role);
    const headers = { ...person.options.headers, 'Idempotency-Key': crypto.randomUUID() };
    const created = await service.call('POST', path(), { ...person.options, headers, body: {} });
    const moved = await person.ask('PUT', `/api/private/v2.0/session/${await opened()}/hold`, {
      heldUntil: inTime(hour),
    });
    expect([outcomeOf(created), outcomeOf(moved)]).toEqual(
      role === 'VIEWER' ? ['403 ROLE_NOT_ALLOWED', '403 ROLE_NOT_ALLOWED'] : ['201', '200'],
    );
  });

  test('another organization’s event, an archived event and wrong bodies', async () => {
    const key = service.catalog.other.token;
    const headers = { 'Idempotency-Key': 'x' };
    expect(outcomeOf(await service.call('POST', path(), { key, headers, body: {} }))).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await open({}, 'x', path(crypto.randomUUID())))).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await open({ properties: { name: 'x'.repeat(20_000) } }))).toBe('400 PROPERTIES_TOO_LARGE');
    expect(outcomeOf(await open({ properties: 'Ada' }))).toBe('400 VALIDATION_FAILED');
    expect(outcomeOf(await open([]))).toBe('400 VALIDATION_FAILED');
    succeeded(await ask('POST', `/api/private/v2.0/events/${show.eventId}/status`, { status: 'ARCHIVED' }));
    expect(outcomeOf(await open())).toBe('410 EVENT_ARCHIVED');
  });

  test('a place that the organization has sold without a session', async () => {
    succeeded(await calls.book('directsale', bookingOf([seat(0)])));
    expect(outcomeOf(await calls.lock(await opened(), [seat(0)]))).toBe('409 SEAT_CONFLICT');
  });
});
