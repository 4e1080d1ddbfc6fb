/** Layout changes of schemas with events: live events, events at rest and events of other processes adopt them. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { LayoutChange } from '#domain/layout/layout-change.ts';
import { separateChanges } from '#storage/database/call-changes.ts';
import { LayoutChanges } from '#workflows/layout-change.ts';
import { type Editor, openEditor } from '../support/editor-calls.ts';
import { eventually } from '../support/eventually.ts';
import { layoutChange, newSeat, newSection } from '../support/layout-edits.ts';
import { openTestSeries } from '../support/series-calls.ts';
import { applySettings, openPricedShow, type Show, startTestService, type TestService } from '../support/service.ts';
import {
  bookingOf,
  outcomeOf,
  rowsHall,
  type SessionCalls,
  sessionCalls,
  succeeded,
} from '../support/session-calls.ts';

let service: TestService;
let editor: Editor;

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
  await applySettings(service, {});
});

afterAll(() => service.close());

async function openHall(): Promise<{ show: Show; calls: SessionCalls }> {
  const show = await openPricedShow(service, rowsHall);
  return { show, calls: sessionCalls(service, show) };
}

/** Changes the layout directly in the database, as another node does; it removes nothing, so no event must be asked. */
async function addElsewhere({ schemaId }: Show, change: LayoutChange): Promise<ReadonlyMap<string, number>> {
  const { pool, notifications, organization } = service.catalog;
  const settle = () => Promise.reject(new Error('no event is to be settled'));
  const changes = new LayoutChanges({
    pool,
    settle,
    notifications,
    writeDrawingInThread: () => Promise.reject(new Error('unused')),
  });
  const request = { organizationId: organization.id, schemaId, change, forceDelete: false };
  const outcome = await changes.change(separateChanges(pool), request);
  if (outcome.outcome !== 'changed') throw new Error(JSON.stringify(outcome));
  return outcome.added.seats;
}

const remove = (show: Show, seats: readonly (number | undefined)[], query = '') =>
  editor.draw(show.schemaId, { seats: seats.map((id) => ({ id, toRemove: true })) }, query);

const idsOf = async (calls: SessionCalls): Promise<number[]> =>
  (await calls.assignments()).seatsOnEvent.map(({ id }: { id: number }) => id);

const eventState = async ({ eventId }: Show) =>
  service.catalog.pool.one(sql.type(z.object({ epoch: z.int(), number: z.int() }))`
    select epoch, number from event_owner join event on number = event_number where id = ${eventId}
  `);

async function rowOf({ seats }: Show, at: number): Promise<number> {
  const { pool } = service.catalog;
  return pool.oneFirst(
    sql.type(z.object({ row: z.int() }))`select row_id as row from seat where id = ${seats[at] ?? 0}`,
  );
}

const price = async (show: Show, seats: readonly number[]) =>
  succeeded(
    await service.call('POST', `/api/private/v2.0/event/${show.eventId}/prices/assignments/`, {
      key: service.catalog.organization.token,
      body: { seats: seats.map((objectId) => ({ objectId, assignmentId: show.prices[0] })) },
    }),
  );

describe('a live event', () => {
  test('adopts a new layout, keeps its sessions, and is not loaded again', async () => {
    const { show, calls } = await openHall();
    const paying = await calls.open(show.seats.slice(0, 2), [[show.areas[0], 3]]);
    succeeded(await calls.checkout(paying));
    const browsing = await calls.open([show.seats[3] as number]);
    const { epoch } = await eventState(show);
    succeeded(await remove(show, [show.seats[2], show.seats[4]]));
    expect(await idsOf(calls)).toEqual(show.seats.filter((_, at) => at !== 2 && at !== 4));
    succeeded(await calls.confirm(paying));
    succeeded(await calls.lock(browsing, [show.seats[5]]));
    expect(outcomeOf(await calls.lock(browsing, [show.seats[4]]))).toBe('409 SEAT_CONFLICT');
    expect(await calls.cart(browsing)).toMatchObject({ seats: [show.seats[3], show.seats[5]] });
    expect((await eventState(show)).epoch).toBe(epoch);
  });

  test('adopts a change of another node, and shows seats in their new order', async () => {
    const { show, calls } = await openHall();
    const session = await calls.open([show.seats[0] as number]);
    const { epoch } = await eventState(show);
    const row = await rowOf(show, 0);
    const added = await addElsewhere(
      show,
      layoutChange({ seats: { add: [newSeat(row, '1a', 0.5), newSeat(row, '0', -1)] } }),
    );
    const [between, before] = [...added.values()].toSorted((a, b) => b - a) as [number, number];
    await eventually(async () => (await idsOf(calls)).includes(between));
    expect(await idsOf(calls)).toEqual([before, show.seats[0], between, ...show.seats.slice(1)]);
    expect((await calls.assignments()).seatsOnEvent[2]).toMatchObject({
      name: '1a',
      key: 'Stalls;;A;;1a',
      priceId: null,
    });
    await price(show, [between, before]);
    await applySettings(service, { orphanSeatPrevention: true });
    // Locking both seats leaves no orphan; locking only one of them would.
    const refused = await calls.lock(session, [show.seats[1]]);
    expect([outcomeOf(refused), refused.body.orphanSeats]).toEqual(['422 ORPHAN_SEATS', [between]]);
    succeeded(await calls.lock(session, [between, before]));
    await applySettings(service, {});
    expect((await eventState(show)).epoch).toBe(epoch);
  });

  test('takes a held seat from a session only by force, and the session shows it as lost', async () => {
    const { show, calls } = await openHall();
    const session = await calls.open(show.seats.slice(0, 2));
    succeeded(await calls.checkout(session));
    const refused = await remove(show, [show.seats[0]]);
    expect([outcomeOf(refused), refused.body.conflicts.seats]).toEqual([
      '409 DATA_INTEGRITY_VIOLATION',
      [show.seats[0]],
    ]);
    expect(await idsOf(calls)).toEqual(show.seats);
    succeeded(await remove(show, [show.seats[0]], '?forceDelete=true'));
    const lost = await calls.confirm(session);
    expect([outcomeOf(lost), lost.body.conflicts.seats]).toEqual(['409 SEAT_CONFLICT', [show.seats[0]]]);
    expect(await idsOf(calls)).toEqual(show.seats.slice(1));
  });

  test('shows orphans and rows in the order of the new layout', async () => {
    const { show, calls } = await openHall();
    const row = await rowOf(show, 0);
    const added = await addElsewhere(
      show,
      layoutChange({ seats: { add: [newSeat(row, '1a', 0.5), newSeat(row, '5a', 4.5)] } }),
    );
    const [first, second] = [...added.values()] as [number, number];
    await eventually(async () => (await idsOf(calls)).includes(first));
    succeeded(await calls.book('lock', bookingOf([show.seats[0], show.seats[1], show.seats[4], show.seats[5]])));
    const key = service.catalog.organization.token;
    const { body } = await service.call('GET', `/api/private/v2.0/events/${show.eventId}/orphans/`, { key });
    expect(
      body.rows.map((one: { rowName: string; seats: { id: number }[] }) => [
        one.rowName,
        one.seats.map(({ id }) => id),
      ]),
    ).toEqual([['A', [first, second]]]);
  });
});

describe('an event at rest', () => {
  test('adopts all versions since its last activation, in any process', async () => {
    const { show, calls } = await openHall();
    const buyer = await calls.open(show.seats.slice(6, 8));
    succeeded(await calls.checkout(buyer));
    succeeded(await calls.confirm(buyer, { reference: 'order' }));
    succeeded(await remove(show, [show.seats[0]]));
    const killed = await service.restart();
    await addElsewhere(show, layoutChange({ sections: { add: [newSection('Lawn', { ga: true, capacity: 9 })] } }));
    await addElsewhere(show, layoutChange({ seats: { add: [newSeat(await rowOf(show, 1), 'x', null)] } }));
    const later = sessionCalls(killed, show);
    // A process that has the event in memory adopts the change a moment later.
    await eventually(async () => (await idsOf(later)).length === show.seats.length);
    expect((await later.assignments()).groupsOnEvent.map(({ capacity }: { capacity: number }) => capacity)).toEqual([
      20, 4, 9,
    ]);
    expect(succeeded(await later.read(buyer)).body.cart.seats).toHaveLength(2);
    const shown = await idsOf(later);
    await killed.stop();
    const next = sessionCalls(await service.restart(), show);
    expect(await idsOf(next)).toEqual(shown);
    succeeded(await next.release(buyer));
    expect((await next.assignments()).seatsOnEvent.every(({ state }: { state: string }) => state === 'ACTIVE')).toBe(
      true,
    );
  });

  test('keeps sold seats that were removed by force in the buyer’s record', async () => {
    const { show, calls } = await openHall();
    const buyer = await calls.open(show.seats.slice(0, 2));
    succeeded(await calls.checkout(buyer));
    succeeded(await calls.confirm(buyer));
    succeeded(await remove(show, [show.seats[0]], '?forceDelete=true'));
    const next = sessionCalls(await service.restart(), show);
    expect(await idsOf(next)).toEqual(show.seats.slice(1));
    expect(outcomeOf(await next.release(buyer))).toBe('200');
  });

  test('without any bookings uses the newest layout from the beginning', async () => {
    const { show } = await openHall();
    succeeded(await remove(show, [show.seats[0]]));
    const key = service.catalog.organization.token;
    const made = await service.call('POST', '/api/private/v2.0/events/', {
      key,
      body: { name: 'Later', start: '2027-06-01T19:30:00', endDate: '2027-06-01T22:00:00', schemaId: show.schemaId },
    });
    const eventId = succeeded(made).body.id;
    const [fee] = succeeded(
      await service.call('POST', `/api/private/v2.0/event/${eventId}/prices/`, { key, body: [{ name: '9', eventId }] }),
    ).body;
    const second = { ...show, eventId, prices: [fee.id] };
    await price(second, show.seats.slice(1));
    const calls = sessionCalls(service, second);
    succeeded(await calls.lock(await calls.open(), [show.seats[1]]));
    expect(outcomeOf(await calls.book('lock', bookingOf([show.seats[0]])))).toBe('400 VALIDATION_FAILED');
    const next = sessionCalls(await service.restart(), second);
    expect(await idsOf(next)).toEqual(show.seats.slice(1));
  });

  test('moves to a schema whose layout has changed', async () => {
    const [here, there] = [await openHall(), await openHall()];
    succeeded(await remove(there.show, [there.show.seats[5]]));
    const key = service.catalog.organization.token;
    const times = { start: '2027-06-01T19:30:00', endDate: '2027-06-01T22:00:00' };
    const made = succeeded(
      await service.call('POST', '/api/private/v2.0/events/', {
        key,
        body: { name: 'M', ...times, schemaId: here.show.schemaId },
      }),
    ).body;
    succeeded(await remove(here.show, [here.show.seats[0]]));
    const moved = sessionCalls(service, { ...here.show, eventId: made.id });
    expect(await idsOf(moved)).toEqual(here.show.seats.slice(1));
    const body = { ...made, ...times, schemaId: there.show.schemaId };
    succeeded(await service.call('PUT', '/api/private/v2.0/events/', { key, body }));
    expect(await idsOf(moved)).toEqual(there.show.seats.filter((_, at) => at !== 5));
  });
});

test('new events of a series get the prices of their template in its changed layout', async () => {
  const run = await openTestSeries(service);
  const { template } = run;
  succeeded(await remove(template, [template.seats[2]]));
  const added = [
    ...(
      await addElsewhere(template, layoutChange({ seats: { add: [newSeat(await rowOf(template, 0), 'x', 1.5)] } }))
    ).values(),
  ];
  const there = sessionCalls(service, template);
  await eventually(async () => (await idsOf(there)).includes(added[0] as number));
  await price(template, added);
  const { show, calls } = await run.add('2027-07-01T20:00:00');
  expect(await idsOf(calls)).toEqual(await idsOf(there));
  succeeded(await calls.lock(await calls.open(), added));
  const next = sessionCalls(await service.restart(), show);
  expect(await idsOf(next)).toEqual(await idsOf(there));
});
