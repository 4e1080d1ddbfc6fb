/** Read-only mode over HTTP: what is refused, what goes on, and that it ends at its time. */
import { eventually } from '../../support/eventually.ts';
import { booked, calls, floor, seat, service, show, stateOf, useHall } from '../../support/hall.ts';
import { mapReads } from '../../support/map-calls.ts';
import { setMode } from '../../support/read-only.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

const reason = 'The database moves to another machine.';

const readOnly = async () => {
  const { publicKey } = service.catalog.organization;
  const path = `/api/public/v2.0/event/${show.eventId}/admission/?publicKey=${publicKey}`;
  return succeeded(await service.call('GET', path)).body.readOnly;
};

const begin = (until: number | null = null): Promise<void> => setMode({ reason, until }, service);
const end = (): Promise<void> => setMode(null, service);

afterEach(end);

test('no session begins and nothing is held, sold or blocked; the answer says why and when to come again', async () => {
  const id = await calls.open([seat(0)]);
  await begin();
  const refused = await calls.lock(id, [seat(1)]);
  expect([outcomeOf(refused), refused.body.detail, refused.headers.get('retry-after')]).toEqual([
    '503 READ_ONLY',
    `Nothing can be held at the moment: ${reason}`,
    '30',
  ]);
  expect(outcomeOf(await calls.create())).toBe('503 READ_ONLY');
  expect(outcomeOf(await calls.callPublic(id, 'lock', { bestAvailable: { count: 1 } }))).toBe('503 READ_ONLY');
  expect(outcomeOf(await calls.checkout(id, { seats: [seat(1)] }))).toBe('503 READ_ONLY');
  const one = { seats: [{ id: seat(2) }], groupOfSeats: [{ id: floor, capacity: 1 }] };
  for (const verb of ['lock', 'directsale', 'block'] as const) {
    expect(await booked(verb, one, `read-only-${verb}`)).toBe('503 READ_ONLY');
  }
  await end();
  expect([await stateOf(0), await stateOf(1), await stateOf(2)]).toEqual(['LOCKED CART', 'ACTIVE', 'ACTIVE']);
  // The key of a refused call is free.
  expect(await booked('block', one, 'read-only-block')).toBe(true);
});

test('what is held can be read, paid for and given back, and sales can be released and reverted', async () => {
  const [paid, given, cancelled, released] = [
    await calls.open([seat(0)]),
    await calls.open([seat(1)]),
    await calls.open([seat(2)]),
    await calls.open([seat(3)]),
  ];
  succeeded(await calls.checkout(released));
  succeeded(await calls.confirm(released));
  await booked('lock', { seats: [{ id: seat(4) }, { id: seat(5) }] });
  await begin();
  succeeded(await calls.checkout(paid));
  succeeded(await calls.confirm(paid));
  succeeded(await calls.unlock(given, [seat(1)]));
  succeeded(await calls.cancel(cancelled));
  const other = { release: { seats: [seat(3)] }, take: { seats: [seat(6)] } };
  expect(outcomeOf(await calls.exchange(released, other))).toBe('503 READ_ONLY');
  succeeded(await calls.release(released));
  expect(await booked('unlock', { seats: [{ id: seat(4) }] })).toBe(true);
  expect(await booked('sale', { seats: [{ id: seat(5) }] })).toBe(true);
  expect((await mapReads(service, show.eventId).prices()).status).toBe(200);
  const states = await Promise.all([0, 1, 2, 3, 4, 5].map(stateOf));
  expect(states).toEqual(['SOLD CART', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'SOLD']);
});

test('a hold that runs out expires', async () => {
  const id = await calls.open([seat(0)]);
  await begin();
  service.clock.advance(900_001);
  await eventually(async () => (await calls.read(id)).body.state === 'EXPIRED');
  await eventually(async () => (await stateOf(0)) === 'ACTIVE');
});

test('it ends by itself at its time', async () => {
  const until = service.clock.now() + 60_000;
  await begin(until);
  expect(await readOnly()).toEqual({ reason, until: new Date(until).toISOString() });
  expect(outcomeOf(await calls.create())).toBe('503 READ_ONLY');
  service.clock.advance(60_000);
  expect(await readOnly()).toBe(null);
  succeeded(await calls.create());
});

test('a service that starts on the database is read-only as well, and metrics tell it', async () => {
  expect(await service.metric('usher_read_only')).toBe(0);
  await begin();
  expect(await service.metric('usher_read_only')).toBe(1);
  const successor = await service.restart();
  expect(await successor.metric('usher_read_only')).toBe(1);
});
