/** Reports over HTTP: their form, as JSON and as a table, of events and series, and what they refuse. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { errorsOf } from '../../support/answers.ts';
import { openEditor } from '../../support/editor-calls.ts';
import { ask, booked, calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { bookingOf, outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

const root = () => `/api/private/v2.0/events/${show.eventId}/`;
const report = async (query = '') => succeeded(await ask('GET', `${root()}report/${query}`));

async function bought(seats: readonly number[], places: readonly (readonly [number, number])[] = []): Promise<string> {
  const id = await calls.open(seats.map(seat), places);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: `order of ${id}`, properties: { door: 4 } }));
  return id;
}

async function setAmounts(amount: number): Promise<void> {
  const [first, second] = show.prices;
  const prices = [
    { id: first, name: '45.00 EUR', amount, currency: 'EUR' },
    { id: second, name: '29.50 EUR', amount: amount / 2, currency: 'USD' },
  ];
  succeeded(await ask('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, prices));
}

const counts = { unoccupied: 0, units: 0, total: 0, amounts: [] };

test('an event that nobody has bought anything of is available', async () => {
  const { body, headers } = await report();
  expect(body).toEqual({
    eventId: show.eventId,
    sequence: expect.any(Number),
    by: ['status'],
    rows: [{ status: 'AVAILABLE', places: 18 + 24, ...counts }],
  });
  expect(headers.get('x-event-sequence')).toBe(String(body.sequence));
});

test('the first report of an event shows its layout as it was drawn last', async () => {
  const editor = await openEditor(service);
  const { schemaId } = await editor.makeSchema();
  succeeded(await editor.draw(schemaId, { sectors: [{ guid: randomUUID(), name: 'Floor', ga: true, capacity: 30 }] }));
  const times = { start: '2031-05-01T19:30:00', endDate: '2031-05-01T22:00:00' };
  const { id } = succeeded(await ask('POST', '/api/private/v2.0/events/', { name: 'First', schemaId, ...times })).body;
  const { rows } = succeeded(await ask('GET', `/api/private/v2.0/events/${id}/report/`)).body;
  expect(rows).toEqual([{ status: 'AVAILABLE', places: 30, ...counts }]);
});

test('money is what was captured, by currency, whatever prices are now', async () => {
  await setAmounts(4_000);
  await bought([0, 1]);
  // Two currencies cannot be in one cart.
  await bought([], [[floor, 3]]);
  await calls.open([seat(2)].map(Number));
  await setAmounts(9_000);
  const { rows } = (await report('?by=status,price')).body;
  const [first, second] = show.prices;
  expect(rows).toEqual([
    { status: 'AVAILABLE', price: { id: second, name: '29.50 EUR' }, places: 21, ...counts },
    { status: 'AVAILABLE', price: { id: first, name: '45.00 EUR' }, places: 15, ...counts },
    {
      ...{ status: 'LOCKED', price: { id: first, name: '45.00 EUR' }, places: 1, ...counts, total: 45 },
      amounts: [{ currency: 'EUR', amount: 4_000 }],
    },
    {
      ...{ status: 'SOLD', price: { id: second, name: '29.50 EUR' }, places: 3, ...counts, total: 88.5 },
      amounts: [{ currency: 'USD', amount: 6_000 }],
    },
    {
      ...{ status: 'SOLD', price: { id: first, name: '45.00 EUR' }, places: 2, ...counts, total: 90 },
      amounts: [{ currency: 'EUR', amount: 8_000 }],
    },
  ]);
});

test('the organization’s own bookings are told apart from sessions', async () => {
  await bought([0]);
  expect(await booked('directsale', bookingOf([seat(6), seat(7)], [[floor, 2]]))).toBe(true);
  expect(await booked('lock', bookingOf([seat(8)], [[floor, 1]]))).toBe(true);
  expect(await booked('block', bookingOf([seat(9)]))).toBe(true);
  const { rows } = (await report('?by=channel,status')).body;
  expect(rows.map((row: Record<string, unknown>) => [row.channel, row.status, row.places])).toEqual([
    ['SESSION', 'SOLD', 1],
    ['PRIVATE_SALE', 'SOLD', 4],
    ['BOX_OFFICE', 'LOCKED', 2],
    ['BOX_OFFICE', 'BLOCKED', 1],
    [null, 'AVAILABLE', 42 - 8],
  ]);
});

test('a place that was taken back is available, also when its buyer has left the memory of the event', async () => {
  await bought([0], [[floor, 3]]);
  // Ended sessions are evicted once they are projected.
  await report();
  expect(await booked('revertsale', bookingOf([seat(0)], [[floor, 2]]))).toBe(true);
  const sold = (await report('?by=status')).body.rows.find(({ status }: { status: string }) => status === 'SOLD');
  expect(sold).toMatchObject({ places: 1, total: 29.5 });
});

test('places stay with the public when their allotment was filled anew', async () => {
  const allotments = `${root()}allotments/`;
  const { id } = succeeded(await ask('POST', allotments, { name: 'Fans', access: 'PUBLIC' })).body;
  const fill = async (groupOfSeats: readonly object[]) =>
    succeeded(await ask('PUT', `${allotments}${id}/places`, { seats: [], groupOfSeats }));
  await fill([{ id: floor, capacity: 5 }]);
  await bought([], [[floor, 2]]);
  const sold = async () =>
    (await report('?by=allotment,status')).body.rows
      .filter(({ status }: { status: string }) => status === 'SOLD')
      .map((row: { allotment: { name: string } | null; places: number }) => [row.allotment?.name, row.places]);
  expect(await sold()).toEqual([['Fans', 2]]);
  await fill([]);
  await fill([{ id: floor, capacity: 5 }]);
  expect(await sold()).toEqual([[undefined, 2]]);
});

describe('the condition that released a place', () => {
  interface ReleasedRow {
    readonly status: string;
    readonly release: {
      readonly cause: string;
      readonly allotment: { readonly id: string; readonly name: string };
    } | null;
    readonly allotment: { readonly name: string } | null;
    readonly places: number;
  }
  const rowsOf = async (at = service) =>
    succeeded(
      await at.call('GET', `${root()}report/?by=release,allotment,status`, { key: at.catalog.organization.token }),
    ).body.rows.map((row: ReleasedRow) => [
      row.release && `${row.release.cause} from ${row.release.allotment.name}`,
      row.allotment?.name ?? null,
      row.status,
      row.places,
    ]);
  async function allotment(terms: object, places: object): Promise<string> {
    const { id } = succeeded(await ask('POST', `${root()}allotments/`, terms)).body;
    succeeded(await ask('PUT', `${root()}allotments/${id}/places`, places));
    return id;
  }

  test('is told of the part that was released, through every allotment that it goes to', async () => {
    const later = new Date(service.clock.now() + 3_600_000).toISOString();
    const fans = await allotment({ name: 'Fans', access: 'STAFF', release: { at: later } }, { seats: [seat(1)] });
    const release = { whenSold: 'PRICE', to: fans };
    const kept = { seats: [seat(0)], groupOfSeats: [{ id: floor, capacity: 5 }] };
    const chairs = await allotment({ name: 'Chairs', access: 'NEED', release }, kept);
    // Everything else at the price of the areas is sold: their part is released, the seat is not.
    expect(
      await booked(
        'directsale',
        bookingOf(
          [],
          [
            [floor, 15],
            [show.areas[1] as number, 4],
          ],
        ),
      ),
    ).toBe(true);
    expect(await rowsOf()).toEqual([
      ['PRICE from Chairs', 'Fans', 'AVAILABLE', 5],
      [null, 'Chairs', 'AVAILABLE', 1],
      [null, 'Fans', 'AVAILABLE', 1],
      [null, null, 'AVAILABLE', 16],
      [null, null, 'SOLD', 19],
    ]);
    const next = await service.restart(3_600_000);
    // Reports do not ask the event. It was asleep when the hour came.
    succeeded(await next.call('GET', `${root()}allotments/`, { key: service.catalog.organization.token }));
    expect(await rowsOf(next)).toEqual([
      ['TIME from Fans', null, 'AVAILABLE', 1],
      ['PRICE from Chairs', null, 'AVAILABLE', 5],
      [null, 'Chairs', 'AVAILABLE', 1],
      [null, null, 'AVAILABLE', 16],
      [null, null, 'SOLD', 19],
    ]);
    const key = service.catalog.organization.token;
    succeeded(await next.call('DELETE', `${root()}allotments/${chairs}/`, { key }));
    expect(await rowsOf(next)).toEqual([
      ['TIME from Fans', null, 'AVAILABLE', 1],
      [null, null, 'AVAILABLE', 22],
      [null, null, 'SOLD', 19],
    ]);
  });
});

test('as a table it has a column for each currency, and the browser saves it', async () => {
  await setAmounts(4_000);
  await bought([0]);
  await bought([], [[floor, 1]]);
  const { headers, text } = await table(`${root()}report/?by=status,section&format=csv`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="report-${show.eventId}.csv"`);
  expect(Number(headers.get('x-event-sequence'))).toBeGreaterThan(0);
  const [names, ...lines] = text.split('\r\n');
  expect(names).toBe('status,sectionId,section,places,unoccupied,units,total,amount EUR,amount USD');
  expect(lines.filter((line) => line.startsWith('SOLD')).map((line) => line.replace(/^SOLD,\d+,/, ''))).toEqual([
    'Stalls,1,0,0,45,4000,0',
    'Floor,1,0,0,29.5,0,2000',
  ]);
  expect(lines.at(-1)).toBe('');
});

async function table(path: string): Promise<{ headers: Headers; text: string }> {
  const answer = await fetch(service.url + path, { headers: { 'X-API-Key': service.catalog.organization.token } });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, text: await answer.text() };
}

test('a series is the sum of its events, by the names of its prices', async () => {
  const series = succeeded(
    await ask('POST', '/api/private/v2.0/series/', {
      name: 'Matinee',
      templateEventId: show.eventId,
      timeZone: 'Europe/Berlin',
    }),
  ).body;
  const starts = ['2031-05-01T19:30:00', '2031-05-02T19:30:00'];
  const events: { id: string }[] = [];
  for (const start of starts) {
    const body = { start, end: start.replace('19:30', '22:00') };
    events.push(succeeded(await ask('POST', `/api/private/v2.0/series/${series.id}/events/`, body)).body);
  }
  const selection = bookingOf([seat(0)], [[floor, 2]]);
  const path = `/api/private/v2.0/booking/directsale?eventId=${events[1]?.id}`;
  succeeded(await ask('POST', path, selection));
  const { body } = succeeded(await ask('GET', `/api/private/v2.0/series/${series.id}/report/?by=status,price`));
  expect(body.events).toEqual(events.map(({ id }) => ({ eventId: id, sequence: expect.any(Number) })));
  expect(
    body.rows.map((row: { status: string; price: unknown; places: number }) => [row.status, row.price, row.places]),
  ).toEqual([
    ['AVAILABLE', { id: null, name: '29.50 EUR' }, 46],
    ['AVAILABLE', { id: null, name: '45.00 EUR' }, 35],
    ['SOLD', { id: null, name: '29.50 EUR' }, 2],
    ['SOLD', { id: null, name: '45.00 EUR' }, 1],
  ]);
});

test('unknown groupings and formats are refused by name', async () => {
  for (const query of ['by=colour', 'by=status,status', 'by=', 'format=xml', 'by=status&by=price']) {
    const answer = await ask('GET', `${root()}report/?${query}`);
    expect([query, outcomeOf(answer)]).toEqual([query, '400 VALIDATION_FAILED']);
    expect(errorsOf(answer)).toHaveLength(1);
  }
});

test('the tables of an event that an older release has written are completed once', async () => {
  await bought([0], [[floor, 3]]);
  expect(await booked('directsale', bookingOf([seat(6)]))).toBe(true);
  expect(await booked('revertsale', bookingOf([], [[floor, 1]]))).toBe(true);
  await calls.release(await bought([1]));
  const before = (await report('?by=status,section,price,channel')).body;
  const { pool } = service.catalog;
  const statements = [
    'delete from event_offer',
    'update seat_booking set capture = null',
    'update area_booking set parts = null',
    'update session_record set owned = null',
    'update event_projection set is_reported = false',
  ];
  for (const statement of statements) await pool.query({ ...sql.unsafe``, sql: statement });
  const next = await service.restart();
  const answer = await next.call('GET', `${root()}report/?by=status,section,price,channel`, {
    key: service.catalog.organization.token,
  });
  expect(succeeded(answer).body.rows).toEqual(before.rows);
});
