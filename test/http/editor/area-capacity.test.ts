/** An area drawn without capacity, over HTTP: sized for one event, then in the layout; its counters stay correct. */
import { type Drawing, guidOf } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { mapReads } from '../../support/map-calls.ts';
import { type Answer, applySettings, type Show, startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

const v2 = '/api/private/v2.0';
const conflict = '409 DATA_INTEGRITY_VIOLATION';

let service: TestService;
let editor: Editor;

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
  await applySettings(service, {});
});

afterAll(() => service.close());

const ask = (method: string, path: string, body: unknown): Promise<Answer> =>
  service.call(method, `${v2}/${path}`, { key: service.catalog.organization.token, body });

interface OnLawn {
  readonly venueId: number;
  readonly show: Show;
  readonly lawn: number;
  readonly assign: (activeCount: number | null) => Promise<Answer>;
}

/** A show on a drawn schema with one area, which has no capacity. */
async function openOnLawn(): Promise<OnLawn> {
  const { venueId, schemaId } = await editor.makeSchema();
  const sectors = [{ guid: guidOf(1), name: 'Lawn', ga: true }];
  const map: Drawing = succeeded(await editor.draw(schemaId, { sectors })).body;
  const lawn = map.sectors[0]?.id as number;
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
  const { id: eventId } = succeeded(await ask('POST', 'events/', { name: 'Show', schemaId, ...dates })).body;
  const [{ id: price }] = succeeded(await ask('POST', `event/${eventId}/prices/`, [{ name: '45', eventId }])).body;
  const assign = (activeCount: number | null) =>
    ask('POST', `event/${eventId}/prices/assignments/`, {
      groupOfSeats: [{ objectId: lawn, assignmentId: price, activeCount }],
    });
  return { venueId, lawn, assign, show: { eventId, schemaId, seats: [], areas: [lawn], prices: [price] } };
}

async function area(show: Show, at: TestService = service): Promise<Record<string, unknown>> {
  const [{ priceId: _, priceName: __, ...shown }] = (await sessionCalls(at, show).assignments()).groupsOnEvent;
  return shown;
}

const resize = ({ venueId, show }: OnLawn, gaCapacity: number) =>
  editor.ask('PUT', `/api/venues/${venueId}/schemas/`, { id: show.schemaId, name: 'Map', gaCapacity });

test('an area without capacity has the places that a price assignment gives it, also after a crash and when sold out', async () => {
  const { show, lawn, assign } = await openOnLawn();
  succeeded(await assign(null));
  expect(await area(show)).toMatchObject({ capacity: 0, activeCount: 0 });
  succeeded(await assign(12));
  const calls = sessionCalls(service, show);
  await calls.open([], [[lawn, 2]]);
  for (const [verb, count] of [
    ['lock', 1],
    ['block', 3],
    ['directsale', 4],
  ] as const)
    expect((await calls.book(verb, bookingOf([], [[lawn, count]]))).body).toBe(true);
  const counters = { id: lawn, name: 'Lawn', capacity: 12, activeCount: 2, held: 2, locked: 1, blocked: 3, sold: 4 };
  expect(await area(show)).toEqual(counters);
  succeeded(await assign(12));
  expect(await area(show)).toEqual(counters);
  const next = await service.restart();
  expect(await area(show, next)).toEqual(counters);
  expect((await calls.book('directsale', bookingOf([], [[lawn, 2]]))).body).toBe(true);
  expect(await area(show)).toEqual({ ...counters, activeCount: 0, sold: 6 });
  const map = mapReads(service, show.eventId);
  expect(succeeded(await map.prices()).body.groupOfSeats).toEqual([[lawn, show.prices[0], 0]]);
});

test('an area gets the capacity that the schema sets later, unless an event has more places taken', async () => {
  const onLawn = await openOnLawn();
  const { show, lawn, assign } = onLawn;
  succeeded(await assign(12));
  const calls = sessionCalls(service, show);
  succeeded(await calls.book('directsale', bookingOf([], [[lawn, 5]])));
  const refused = await resize(onLawn, 4);
  expect(refused.body.detail).toContain('More places than the new capacity');
  expect([outcomeOf(refused), refused.body.conflicts]).toEqual([conflict, { seats: [], groupOfSeats: [lawn] }]);
  expect(succeeded(await resize(onLawn, 40)).body).toMatchObject({ gaCapacity: 40, seatsCapacity: 40 });
  expect(await area(show)).toMatchObject({ capacity: 40, activeCount: 7, sold: 5 });
  succeeded(await assign(null));
  expect(await area(show)).toMatchObject({ capacity: 40, activeCount: 35, sold: 5 });
  expect(succeeded(await resize(onLawn, 50)).body).toMatchObject({ gaCapacity: 50, seatsCapacity: 40 });
});

test('the private interface can create an area without capacity too, and a pricing zone can size it', async () => {
  const sections = [{ name: 'Lawn', ga: true, capacity: 0 }];
  const { id: schemaId, capacity } = succeeded(await ask('POST', 'schemas/', { name: 'Park', sections })).body;
  expect(capacity).toBe(0);
  const key = service.catalog.organization.token;
  const layout = succeeded(await service.call('GET', `${v2}/schemas/${schemaId}/layout/`, { key })).body;
  const lawn = layout.sections[0].id;
  const [zone] = succeeded(await ask('POST', `schemas/${schemaId}/pricing_zones/`, [{ name: 'All', schemaId }])).body;
  const groupOfSeats = [{ objectId: lawn, assignmentId: zone.id, activeCount: 30 }];
  succeeded(await ask('POST', `schemas/${schemaId}/pricing_zones/assignments/`, { groupOfSeats }));
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
  const { id: eventId } = succeeded(await ask('POST', 'events/', { name: 'Show', schemaId, ...dates })).body;
  const [{ id: price }] = succeeded(await ask('POST', `event/${eventId}/prices/`, [{ name: '45', eventId }])).body;
  const pricingZones = [{ objectId: zone.id, assignmentId: price }];
  succeeded(await ask('POST', `event/${eventId}/prices/assignments/`, { pricingZones }));
  const show = { eventId, schemaId, seats: [], areas: [lawn], prices: [price] };
  expect(await area(show)).toMatchObject({ capacity: 30, activeCount: 30 });
});
