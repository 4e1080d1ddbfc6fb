/** What the feed tells of what an organization takes away, of a move to another schema, and of a sale that sells out. */
import { openEditor } from '../../support/editor-calls.ts';
import { feedSettled } from '../../support/feed-calls.ts';
import { calls, service, show, useHall } from '../../support/hall.ts';
import { legacyCalls } from '../../support/legacy-calls.ts';
import { bookingOf, rowsHall, succeeded } from '../../support/session-calls.ts';

useHall();

/** Where the feed ended before the test. */
let now: string;

beforeEach(async () => {
  await feedSettled(service);
  now = (await ask('GET', '/api/private/v2.0/changes/')).next;
});

async function ask(method: string, path: string, body?: unknown) {
  const key = service.catalog.organization.token;
  return succeeded(await service.call(method, path, { key, body })).body;
}

/** All types and data that the feed has gained since the test began; `last` is the type of the last one. */
async function toldUntil(last: string): Promise<[string, unknown][]> {
  await feedSettled(service);
  const found: [string, unknown][] = [];
  for (let after = now; found.at(-1)?.[0] !== last; ) {
    const page = await ask('GET', `/api/private/v2.0/changes/?after=${after}&waitSeconds=10`);
    found.push(...page.changes.map(({ type, data }: { type: string; data: unknown }) => [type, data]));
    after = page.next;
  }
  return found;
}

const allPlaces = (): [number | undefined, number][] => [
  [show.areas[0], 20],
  [show.areas[1], 4],
];
const lines = { seats: [] as number[], groupOfSeats: [] as object[], holdType: null, label: null, expiresAt: null };

test('a cancelled payment with the cart that was given back', async () => {
  const id = await calls.open(show.seats.slice(0, 1), [[show.areas[0], 2]]);
  succeeded(await calls.checkout(id));
  const { expiresInSeconds: _, ...paying } = succeeded(await calls.read(id)).body;
  succeeded(await calls.withdraw(id));
  const changes = await toldUntil('session.cancelled');
  expect(changes).toEqual([
    ['session.checked-out', paying],
    ['session.cancelled', { ...paying, state: 'CANCELLED', expiresAt: null }],
  ]);
});

test('cleaning shows each kind of private booking that it takes away, and nothing of open carts', async () => {
  const [locked, blocked, sold, held] = show.seats as [number, number, number, number];
  succeeded(await calls.book('lock', bookingOf([locked])));
  succeeded(await calls.book('block', bookingOf([blocked])));
  succeeded(await calls.book('directsale', bookingOf([sold], [[show.areas[0], 3]])));
  await calls.open([held]);
  succeeded(await legacyCalls(service, show).clean());
  expect((await toldUntil('booking.reverted')).slice(3)).toEqual([
    ['booking.unlocked', { ...lines, seats: [locked] }],
    ['booking.unblocked', { ...lines, seats: [blocked] }],
    ['booking.reverted', { ...lines, seats: [sold], groupOfSeats: [{ id: show.areas[0], capacity: 3 }] }],
  ]);
});

test('a layout that is changed by force shows the layout first, then the bookings it took away', async () => {
  const [kept, sold] = show.seats as [number, number];
  succeeded(await calls.book('directsale', bookingOf([kept, sold])));
  const editor = await openEditor(service);
  succeeded(await editor.draw(show.schemaId, { seats: [{ id: sold, toRemove: true }] }, '?forceDelete=true'));
  const changes = await toldUntil('booking.reverted');
  expect(changes).toEqual([
    ['booking.sold', { ...lines, seats: [kept, sold] }],
    ['event.layout-changed', { schemaId: show.schemaId, layoutVersion: expect.any(Number) }],
    ['booking.reverted', { ...lines, seats: [sold] }],
  ]);
});

test('a move to another schema', async () => {
  const { id: other } = await ask('POST', '/api/private/v2.0/schemas/', rowsHall);
  const fields = { name: 'Moving', start: '2027-05-01T19:30', endDate: '2027-05-01T22:00', schemaId: show.schemaId };
  const event = await ask('POST', '/api/private/v2.0/events/', fields);
  await ask('PUT', '/api/private/v2.0/events/', { ...event, schemaId: other });
  const changes = await toldUntil('event.layout-changed');
  expect(changes).toEqual([
    ['event.created', expect.objectContaining({ name: 'Moving', schemaId: show.schemaId })],
    ['event.layout-changed', { schemaId: other, layoutVersion: 0 }],
  ]);
});

describe('the last seat of an event', () => {
  beforeEach(async () => {
    succeeded(await calls.book('directsale', bookingOf(show.seats.slice(1), allPlaces())));
    await toldUntil('booking.sold');
  });

  test('sells the event out when held, without a change for the hold itself; on sale again when given back', async () => {
    const id = await calls.open(show.seats.slice(0, 1));
    succeeded(await calls.unlock(id, show.seats.slice(0, 1)));
    expect((await toldUntil('event.back-on-sale')).slice(1)).toEqual([
      ['event.sold-out', {}],
      ['event.back-on-sale', {}],
    ]);
  });

  test('shows the whole path of its buyer', async () => {
    const id = await calls.open(show.seats.slice(0, 1));
    succeeded(await calls.checkout(id));
    const { expiresInSeconds: _, ...paying } = succeeded(await calls.read(id)).body;
    succeeded(await calls.confirm(id, { reference: 'last', properties: { n: 1 } }));
    const { expiresInSeconds: __, ...confirmed } = succeeded(await calls.read(id)).body;
    succeeded(await calls.release(id));
    expect((await toldUntil('event.back-on-sale')).slice(1)).toEqual([
      ['event.sold-out', {}],
      ['session.checked-out', paying],
      ['session.confirmed', confirmed],
      ['session.released', { ...confirmed, state: 'CANCELLED' }],
      ['event.back-on-sale', {}],
    ]);
  });
});

test('the steps of an allotment, which it makes by itself when their time comes', async () => {
  const root = `/api/private/v2.0/events/${show.eventId}/allotments/`;
  const after = (minutes: number): string => new Date(service.clock.now() + minutes * 60_000).toISOString();
  const window = { opensAt: after(1), closesAt: after(2), release: { at: after(3) } };
  const { id: allotmentId } = await ask('POST', root, { name: 'Fans', access: 'PUBLIC', ...window });
  await ask('PUT', `${root}${allotmentId}/places`, { seats: show.seats.slice(0, 2) });
  const told: unknown[] = [];
  for (const step of ['opened', 'closed', 'released']) {
    service.clock.advance(60_000);
    told.push((await toldUntil(`allotment.${step}`)).at(-1));
  }
  const data = { allotmentId, name: 'Fans', cause: null, to: null };
  expect(told).toEqual([
    ['allotment.opened', data],
    ['allotment.closed', data],
    ['allotment.released', { ...data, cause: 'TIME' }],
  ]);
  expect((await ask('GET', root + allotmentId)).seats).toEqual({ available: 0, locked: 0, sold: 0, blocked: 0 });
});
