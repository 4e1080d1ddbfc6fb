/** Orders over HTTP: names of seats, what is left of a purchase, paging, finding, and the table of all of them. */
import { ask, booked, calls, floor, gallery, seat, service, show, useHall } from '../../support/hall.ts';
import { bookingOf, outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

type Places = readonly (readonly [number, number])[];
const path = (query = '') => `/api/private/v2.0/events/${show.eventId}/orders/${query}`;
const orders = async (query = '') => succeeded(await ask('GET', path(query))).body;
const found = async (query: string): Promise<(string | null)[]> =>
  (await orders(query)).content.map(({ reference }: { reference: string | null }) => reference);

async function bought(seats: readonly number[], body: object, places: Places = []): Promise<string> {
  const id = await calls.open(seats.map(seat), places);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, body));
  service.clock.advance(1_000);
  return id;
}

test('a purchase is shown with the names of its seats, its money and its properties as they were sent', async () => {
  const [first, second] = show.prices;
  const child = { id: 'child', name: 'Child', amount: 2_000 };
  const prices = [{ id: first, name: '45.00 EUR', amount: 4_500, currency: 'EUR', ticketTypes: [child] }];
  succeeded(await ask('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, prices));
  const id = await calls.open([seat(7)]);
  succeeded(
    await calls.callPublic(id, 'lock', {
      seats: [seat(0)],
      groupOfSeats: [{ id: floor, capacity: 2 }],
      ticketTypes: { [String(seat(0))]: 'child' },
    }),
  );
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'R-1', properties: { n: 1.5, name: 'Ada' } }));
  const page = await orders();
  expect(page).toMatchObject({ totalElements: 1, first: true, last: true, number: 0, size: 20 });
  const price = { priceId: first, priceName: '45.00 EUR', currency: 'EUR' };
  expect(page.content).toEqual([
    {
      id,
      reference: 'R-1',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lines: [
        { id: seat(7), section: 'Stalls', row: 'B', seat: '2', places: 1, ...price, amount: 4_500 },
        {
          ...{ id: seat(0), section: 'Stalls', row: 'A', seat: '1', places: 1, ...price, amount: 2_000 },
          ...{ ticketType: 'child', ticketTypeName: 'Child' },
        },
        { id: floor, section: 'Floor', row: null, seat: null, places: 2, priceId: second, priceName: '29.50 EUR' },
      ],
      places: 4,
      total: 45 + 45 + 59,
      properties: { n: 1.5, name: 'Ada' },
    },
  ]);
});

test('what was taken back is in no line, and what was released is no order', async () => {
  await bought([0, 1], { reference: 'kept' }, [[floor, 3]]);
  succeeded(await calls.release(await bought([6], { reference: 'released' })));
  // Ended sessions are evicted once they are projected.
  await orders();
  expect(await booked('revertsale', bookingOf([seat(0)], [[floor, 1]]))).toBe(true);
  const { content } = await orders();
  expect(content.map(({ reference, places, total }: Record<string, unknown>) => [reference, places, total])).toEqual([
    ['kept', 3, 45 + 59],
  ]);
  expect(content[0].lines.map((line: { id: number; places: number }) => [line.id, line.places])).toEqual([
    [seat(1), 1],
    [floor, 2],
  ]);
});

test('orders are sorted and come by page', async () => {
  for (const [at, reference] of ['b', 'c', 'a'].entries()) await bought([at * 6], { reference });
  await bought([1], {});
  expect(await found('?sort=createdAt')).toEqual(['b', 'c', 'a', null]);
  expect(await found('?sort=createdAt&size=2&page=1')).toEqual(['a', null]);
  expect(await found('?sort=createdAt,desc')).toEqual([null, 'a', 'c', 'b']);
  expect(await found('?sort=reference')).toEqual(['a', 'b', 'c', null]);
  expect(await orders('?size=3')).toMatchObject({ totalElements: 4, totalPages: 2, last: false });
  expect(outcomeOf(await ask('GET', path('?sort=cart')))).toBe('400 VALIDATION_FAILED');
});

test('orders are found by reference, by a name in their properties, and by a seat', async () => {
  await bought([0], { reference: 'Order "A"\\1', properties: { name: 'Jörg Müller', note: 'aisle' } });
  await bought([6], { reference: 'ORDER B', properties: { customer: { name: 'Smith, Ann' } } });
  await bought([12], { reference: 'order c' }, [[gallery, 1]]);
  const query = (members: Record<string, string>) => `?${new URLSearchParams({ ...members, sort: 'createdAt' })}`;
  const cases: [Record<string, string>, string[]][] = [
    [{ reference: 'order' }, ['Order "A"\\1', 'ORDER B', 'order c']],
    [{ reference: '"a"\\' }, ['Order "A"\\1']],
    [{ name: 'müller' }, ['Order "A"\\1']],
    [{ name: 'smith, a' }, ['ORDER B']],
    // A name of a member is no name.
    [{ name: 'customer' }, []],
    [{ name: '%' }, []],
    [{ section: 'Stalls' }, ['Order "A"\\1', 'ORDER B', 'order c']],
    [{ section: 'Stalls', row: 'B' }, ['ORDER B']],
    [{ row: 'C', seat: '1' }, ['order c']],
    [{ section: 'Gallery' }, ['order c']],
    [{ section: 'Gallery', seat: '1' }, []],
    [{ section: 'Nowhere' }, []],
    [{ reference: 'order', row: 'A' }, ['Order "A"\\1']],
  ];
  for (const [members, references] of cases)
    expect([members, await found(query(members))]).toEqual([members, references]);
});

test('a name is also found when it was sent escaped', async () => {
  const id = await calls.open([seat(0)]);
  succeeded(await calls.checkout(id));
  const answer = await fetch(`${service.url}/api/private/v2.0/session/${id}/confirm`, {
    method: 'POST',
    headers: { 'X-API-Key': service.catalog.organization.token, 'Content-Type': 'application/json' },
    body: '{"reference":"R","properties":{"name":"J\\u00f6rg"}}',
  });
  expect(answer.status).toBe(200);
  expect(await found('?name=j%C3%B6rg')).toEqual(['R']);
});

test('the table has a line for each seat, of all orders', async () => {
  await bought([0, 1], { reference: '=cmd', properties: { name: 'Ada, "x"' } }, [[floor, 2]]);
  await bought([6], {});
  const answer = await fetch(service.url + path('?format=csv&size=1&page=7'), {
    headers: { 'X-API-Key': service.catalog.organization.token },
  });
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="orders-${show.eventId}.csv"`);
  expect(answer.headers.get('x-event-sequence')).toMatch(/^\d+$/);
  const lines = (await answer.text()).split('\r\n');
  expect(lines[0]).toBe(
    'reference,sessionId,createdAt,section,row,seat,id,places,priceId,price,ticketTypeId,ticketType,unoccupied,' +
      'amountEach,amount,currency,properties',
  );
  const shown = lines.slice(1, -1).map((line) => line.replace(/,[0-9a-f-]{36},[^,]*Z,/, ' | '));
  expect(shown).toEqual([
    `'=cmd | Stalls,A,1,${seat(0)},1,${show.prices[0]},45.00 EUR,,,,,,,"{""name"":""Ada, \\""x\\""""}"`,
    `'=cmd | Stalls,A,2,${seat(1)},1,${show.prices[0]},45.00 EUR,,,,,,,"{""name"":""Ada, \\""x\\""""}"`,
    `'=cmd | Floor,,,${floor},2,${show.prices[1]},29.50 EUR,,,,,,,"{""name"":""Ada, \\""x\\""""}"`,
    ` | Stalls,B,1,${seat(6)},1,${show.prices[0]},45.00 EUR,,,,,,,`,
  ]);
});
