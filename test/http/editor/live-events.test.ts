/** Layout changes of events on sale through the editor: seats are added, sold and removed, with and without force. */
import { type Drawing, guidOf, threeSections } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, applySettings, type Show, startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, outcomeOf, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';

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

const post = async (path: string, body: unknown): Promise<Answer['body']> =>
  succeeded(await service.call('POST', `${v2}/${path}`, { key: service.catalog.organization.token, body })).body;

const price = (show: Show, seats: readonly unknown[], areas: readonly unknown[] = []) =>
  post(`event/${show.eventId}/prices/assignments/`, {
    seats: seats.map((objectId) => ({ objectId, assignmentId: show.prices[0] })),
    groupOfSeats: areas.map((objectId) => ({ objectId, assignmentId: show.prices[0] })),
  });

interface OnSale {
  readonly map: Drawing;
  readonly show: Show;
  readonly calls: SessionCalls;
}

/** A drawn hall with a fully priced event. */
async function openDrawnShow(): Promise<OnSale> {
  const { schemaId } = await editor.makeSchema();
  const map: Drawing = succeeded(await editor.draw(schemaId, threeSections)).body;
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
  const { id: eventId } = await post('events/', { name: 'Show', schemaId, ...dates });
  const [{ id }] = await post(`event/${eventId}/prices/`, [{ name: '45.00 EUR', eventId }]);
  const seats = map.seats.map((seat) => seat.id);
  const areas = map.sectors.filter(({ ga }) => ga).map((sector) => sector.id);
  const show: Show = { eventId, schemaId, seats, areas, prices: [id] };
  await price(show, seats, areas);
  return { map, show, calls: sessionCalls(service, show) };
}

const without = (...seats: readonly (number | undefined)[]) => ({ seats: seats.map((id) => ({ id, toRemove: true })) });
const seatsOnEvent = async ({ calls }: OnSale): Promise<number[]> =>
  (await calls.assignments()).seatsOnEvent.map(({ id }: { id: number }) => id);

describe('a sold seat in the editor', () => {
  test('can only be removed by force; then the event uses the new map at once', async () => {
    const onSale = await openDrawnShow();
    const { show, map, calls } = onSale;
    const [first, second] = show.seats;
    expect((await calls.book('directsale', bookingOf([first]))).body).toBe(true);
    const refused = await editor.draw(show.schemaId, without(first, second));
    expect(outcomeOf(refused)).toBe(conflict);
    expect(refused.body.conflicts).toEqual({ seats: [first], groupOfSeats: [] });
    expect((await editor.map(show.schemaId)).body).toEqual(map);
    expect(await seatsOnEvent(onSale)).toEqual(show.seats);

    const forced = succeeded(await editor.draw(show.schemaId, without(first, second), '?forceDelete=true')).body;
    expect(forced.seats.map(({ id }: { id: number }) => id)).toEqual(show.seats.slice(2));
    expect(await seatsOnEvent(onSale)).toEqual(show.seats.slice(2));
    expect((await calls.book('lock', bookingOf([first]))).status).toBe(400);
    expect(outcomeOf(await calls.lock(await calls.open(), [second]))).toBe('409 SEAT_CONFLICT');
  });

  test('can be removed by force with `forceDelete` in the body too', async () => {
    const onSale = await openDrawnShow();
    const { show, calls } = onSale;
    const [first] = show.seats;
    expect((await calls.book('directsale', bookingOf([first]))).body).toBe(true);
    const body = { ...without(first), forceDelete: true };
    expect(outcomeOf(await editor.draw(show.schemaId, body, '?forceDelete=false'))).toBe(conflict);
    succeeded(await editor.draw(show.schemaId, body));
    expect(await seatsOnEvent(onSale)).toEqual(show.seats.slice(1));
  });

  test('prevents the removal of its row and section', async () => {
    const { show, map, calls } = await openDrawnShow();
    const [first] = show.seats;
    expect((await calls.book('directsale', bookingOf([first]))).body).toBe(true);
    const lists = [
      { sectors: [{ id: map.sectors[0]?.id, toRemove: true }] },
      { rows: [{ id: map.rows[0]?.id, toRemove: true }] },
    ];
    for (const body of lists) {
      const refused = await editor.draw(show.schemaId, body);
      expect([outcomeOf(refused), refused.body.conflicts.seats]).toEqual([conflict, [first]]);
    }
    succeeded(await calls.book('revertsale', bookingOf([first])));
    succeeded(await editor.draw(show.schemaId, lists[0]));
    expect((await calls.assignments()).seatsOnEvent).toHaveLength(2);
  });
});

test('held seats, locked seats and taken places of areas cannot be removed without force', async () => {
  const { show, map, calls } = await openDrawnShow();
  const [held, locked, free] = show.seats;
  const [area] = show.areas;
  await calls.open([held as number]);
  succeeded(await calls.book('lock', bookingOf([locked])));
  succeeded(await calls.book('directsale', bookingOf([], [[area, 12]])));
  const refused = await editor.draw(show.schemaId, without(held, locked, free));
  expect(refused.body.conflicts).toEqual({ seats: [held, locked], groupOfSeats: [] });
  const floor = map.sectors[2]?.id;
  for (const sector of [
    { id: floor, toRemove: true },
    { id: floor, capacity: 11 },
  ]) {
    const answer = await editor.draw(show.schemaId, { sectors: [sector] });
    expect([outcomeOf(answer), answer.body.conflicts]).toEqual([conflict, { seats: [], groupOfSeats: [area] }]);
  }
  succeeded(await editor.draw(show.schemaId, { sectors: [{ id: floor, capacity: 12 }], ...without(free) }));
  const { groupsOnEvent, seatsOnEvent } = await calls.assignments();
  expect(groupsOnEvent).toMatchObject([{ id: area, capacity: 12, sold: 12, activeCount: 0 }]);
  expect(seatsOnEvent.map(({ id }: { id: number }) => id)).toEqual(show.seats.filter((id) => id !== free));
});

test('added seats and areas can be booked as soon as they have a price', async () => {
  const onSale = await openDrawnShow();
  const { show, map, calls } = onSale;
  const sectors = [{ guid: guidOf(71), name: 'Hill', ga: true, capacity: 9 }];
  const seats = ['4', '5'].map((name, at) => ({ rowId: map.rows[0]?.id, name, x: 40 + at, y: 10 }));
  const grown: Drawing = succeeded(await editor.draw(show.schemaId, { sectors, seats })).body;
  const added = grown.seats.filter(({ id }) => !show.seats.includes(id)).map(({ id }) => id);
  const hill = grown.sectors.find(({ name }) => name === 'Hill')?.id as number;
  expect(added).toHaveLength(2);
  const session = await calls.open();
  expect(outcomeOf(await calls.lock(session, added))).toBe('409 SEAT_CONFLICT');
  await price(show, added, [hill]);
  succeeded(await calls.lock(session, added, [[hill, 3]]));
  expect(await calls.cart(session)).toEqual({ seats: added, places: { [hill]: 3 } });
  expect((await calls.book('lock', bookingOf([show.seats[0]]))).body).toBe(true);
});

test('an event at rest uses the new map at its next call, in another process as soon as that has heard of the change', async () => {
  const onSale = await openDrawnShow();
  const { show } = onSale;
  const [first] = show.seats;
  const next = await service.restart();
  succeeded(await editor.draw(show.schemaId, without(first)));
  const calls = sessionCalls(next, show);
  const seats = await eventually(async () => {
    const ids = await seatsOnEvent({ ...onSale, calls });
    return ids.includes(first as number) ? null : ids;
  });
  expect(seats).toEqual(show.seats.slice(1));
});
