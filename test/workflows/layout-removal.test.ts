/** The items that a layout change may remove without force, by the bookings of all events on the schema. */
import { sql } from 'slonik';
import { z } from 'zod';
import { type Editor, openEditor } from '../support/editor-calls.ts';
import {
  type Answer,
  applySettings,
  openPricedShow,
  type Show,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';

const v2 = '/api/private/v2.0';
const conflict = '409 DATA_INTEGRITY_VIOLATION';
const times = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
/** Above the number up to which seats are looked up one by one. */
const seatsOfLargeSection = 1_200;

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

/** Another event on the show's schema, without prices. */
async function addEvent({ schemaId }: Show): Promise<string> {
  return (await post('events/', { name: 'Another', schemaId, ...times })).id;
}

const removal = (seats: readonly (number | undefined)[], sectors: readonly object[] = []) => ({
  seats: seats.map((id) => ({ id, toRemove: true })),
  sectors,
});

async function conflictsOf(show: Show, body: object) {
  const refused = await editor.draw(show.schemaId, body);
  expect(outcomeOf(refused)).toBe(conflict);
  return refused.body.conflicts;
}

/** The epoch of each event on the schema, which every activation raises, and whether a booking is not projected. */
async function eventsOf({ schemaId }: Show): Promise<readonly { epoch: number; isBehind: boolean }[]> {
  return service.catalog.pool.any(sql.type(z.object({ epoch: z.int(), isBehind: z.boolean() }))`
    select epoch, head_seq > projected_seq as "isBehind"
    from event join event_owner on event_owner.event_number = number
      join event_projection on event_projection.event_number = number
    where schema_id = ${schemaId}
    order by number
  `);
}

describe('a layout change without force', () => {
  test('names all seats and areas that are taken on any event, and no others', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const [floor, gallery] = show.areas;
    const [held, sold, locked, free, elsewhere] = show.seats as [number, number, number, number, number];
    await calls.open([held], [[gallery, 2]]);
    succeeded(await calls.book('directsale', bookingOf([sold], [[floor, 3]])));
    succeeded(await calls.book('lock', bookingOf([locked])));
    succeeded(await calls.book('block', bookingOf([], [[floor, 1]])));
    const second = sessionCalls(service, { ...show, eventId: await addEvent(show) });
    succeeded(await second.book('directsale', bookingOf([elsewhere])));
    const body = removal(
      [elsewhere, free, locked, sold, held],
      [
        { id: floor, capacity: 3 },
        { id: gallery, toRemove: true },
      ],
    );
    expect(await conflictsOf(show, body)).toEqual({
      seats: [held, sold, locked, elsewhere],
      groupOfSeats: [floor, gallery],
    });
    succeeded(
      await editor.draw(
        show.schemaId,
        removal(
          [free],
          [
            { id: floor, capacity: 4 },
            { id: gallery, capacity: 2 },
          ],
        ),
      ),
    );
  });

  test('may remove items that are only blocked, or were given back', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const [blocked, returned] = show.seats;
    const [floor, gallery] = show.areas;
    succeeded(await calls.book('block', bookingOf([blocked], [[floor, 2]])));
    succeeded(await calls.book('directsale', bookingOf([returned], [[gallery, 1]])));
    succeeded(await calls.book('revertsale', bookingOf([returned], [[gallery, 1]])));
    const sectors = [
      { id: floor, toRemove: true },
      { id: gallery, toRemove: true },
    ];
    succeeded(await editor.draw(show.schemaId, removal([blocked, returned], sectors)));
    expect((await calls.assignments()).groupsOnEvent).toEqual([]);
  });

  test('finds one sold seat in a large section, and no seat outside of it', async () => {
    const rows = Array.from({ length: seatsOfLargeSection / 100 }, (_, row) => ({ name: `${row}`, seatCount: 100 }));
    const show = await openPricedShow(service, {
      name: 'Arena',
      sections: [
        { name: 'Left', rows: [{ name: 'A', seatCount: 2 }] },
        { name: 'Large', rows },
        { name: 'Right', rows: [{ name: 'A', seatCount: 2 }] },
      ],
    });
    const calls = sessionCalls(service, show);
    const map = succeeded(await editor.map(show.schemaId)).body;
    const large = map.sectors.find(({ name }: { name: string }) => name === 'Large').id;
    const [first, inside, last] = [show.seats[0], show.seats[700], show.seats.at(-1)];
    succeeded(await calls.book('directsale', bookingOf([first, inside, last])));
    const body = removal([], [{ id: large, toRemove: true }]);
    expect(await conflictsOf(show, body)).toEqual({ seats: [inside], groupOfSeats: [] });
    succeeded(await calls.book('revertsale', bookingOf([inside])));
    succeeded(await editor.draw(show.schemaId, body));
    expect((await calls.assignments()).seatsOnEvent.map(({ id }: { id: number }) => id)).toEqual([
      ...show.seats.slice(0, 2),
      ...show.seats.slice(-2),
    ]);
  });

  test('sees a booking that a dead node has journaled and not projected', async () => {
    const show = await openPricedShow(service, rowsHall);
    const [sold, free] = show.seats;
    succeeded(await sessionCalls(service, show).book('directsale', bookingOf([sold])));
    expect(await eventsOf(show)).toEqual([expect.objectContaining({ isBehind: true })]);
    const next = await service.restart();
    const there = await openEditor(next);
    const refused = await there.draw(show.schemaId, removal([sold, free]));
    expect([outcomeOf(refused), refused.body.conflicts]).toEqual([conflict, { seats: [sold], groupOfSeats: [] }]);
    await next.stop();
  });

  test('neither loads nor asks the events that are at rest', async () => {
    const show = await openPricedShow(service, rowsHall);
    for (let event = 0; event < 20; event++) await addEvent(show);
    const before = await eventsOf(show);
    expect(before.slice(1)).toEqual(Array.from({ length: 20 }, () => ({ epoch: 0, isBehind: false })));
    succeeded(await editor.draw(show.schemaId, removal([show.seats[0]])));
    expect((await eventsOf(show)).map(({ epoch }) => epoch)).toEqual(before.map(({ epoch }) => epoch));
  });
});
