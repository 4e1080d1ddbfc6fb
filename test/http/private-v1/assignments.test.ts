/** Legacy price assignments: amounts create prices, each line succeeds or fails alone, `clean` removes everything. */
import { calls, service, show, useHall } from '../../support/hall.ts';
import {
  type AmountLine,
  areaLine,
  failedLine,
  legacyCalls,
  legacyPrefix,
  seatLine,
} from '../../support/legacy-calls.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

let legacy: ReturnType<typeof legacyCalls>;

beforeEach(() => {
  legacy = legacyCalls(service, show);
});

const a = (seat: number, price: number, properties?: unknown): AmountLine => ({
  ...seatLine(`Stalls;;A;;${seat}`),
  price,
  ...(properties === undefined ? {} : { properties }),
});
const failed = (line: AmountLine) => ({ ...failedLine(line), price: line.price, properties: line.properties ?? null });

const seats = async () => (await calls.assignments()).seatsOnEvent;
const areas = async () => (await calls.assignments()).groupsOnEvent;
const priceNames = async (): Promise<string[]> => {
  const key = service.catalog.organization.privateKey;
  const { body } = succeeded(await service.call('GET', `${legacyPrefix}/prices/?id=${show.eventId}`, { key }));
  return body.map(({ name }: { name: string }) => name);
};

describe('POST /assignments/', () => {
  test('finds or creates the price of an amount by its canonical name', async () => {
    const lines = [a(1, 5.5), a(2, 5.5), { ...areaLine('Floor', 7), price: 12 }, a(3, 0), a(4, 5.5, { colour: 'red' })];
    expect(succeeded(await legacy.assign(lines)).body).toEqual([]);
    const found = (await seats()).slice(0, 5);
    expect(found.map(({ priceName }: { priceName: string }) => priceName)).toEqual([
      '5.5',
      '5.5',
      '0',
      '5.5',
      '45.00 EUR',
    ]);
    expect(found[3].properties).toEqual({ colour: 'red' });
    expect((await areas())[0]).toMatchObject({ priceName: '12', activeCount: 7 });
    expect(succeeded(await legacy.assign([a(5, 12.0)])).body).toEqual([]);
    expect((await priceNames()).toSorted()).toEqual(['0', '12', '29.50 EUR', '45.00 EUR', '5.5']);
  });

  test('creates only one price for concurrent calls with the same amount', async () => {
    const answers = await Promise.all([legacy.assign([a(1, 7.25)]), legacy.assign([a(2, 7.25)])]);
    expect(answers.map(({ body }) => body)).toEqual([[], []]);
    expect((await priceNames()).filter((name) => name === '7.25')).toHaveLength(1);
  });

  test('answers the failed lines, and creates no price for them alone', async () => {
    await calls.open([show.seats[0] as number], [[show.areas[0], 2]]);
    succeeded(await calls.book('directsale', bookingOf([show.seats[1]])));
    succeeded(await calls.book('block', bookingOf([show.seats[2]])));
    const lines: AmountLine[] = [
      a(1, 99),
      a(2, 99),
      { ...seatLine('Nowhere;;A;;1'), price: 99 },
      { ...areaLine('Floor', 3), price: 99 },
      { ...areaLine('Gallery', 5), price: 99 },
      { ...areaLine('Gallery', null), price: 99 },
      a(3, 3),
      { ...areaLine('Gallery', 4), price: 3 },
    ];
    expect(succeeded(await legacy.assign(lines)).body).toEqual(lines.slice(0, 6).map(failed));
    expect(await priceNames()).not.toContain('99');
    const [held, sold, blocked] = await seats();
    expect([held, sold, blocked].map(({ priceName }) => priceName)).toEqual(['45.00 EUR', '45.00 EUR', '3']);
  });

  test('uses the last of several lines for one seat', async () => {
    expect(succeeded(await legacy.assign([a(1, 1), a(1, 2)])).body).toEqual([]);
    expect((await seats())[0].priceName).toBe('2');
  });

  test('with `clean` removes everything first', async () => {
    succeeded(await calls.book('directsale', bookingOf([show.seats[0]], [[show.areas[1], 4]])));
    const lines = [a(1, 8), { ...areaLine('Gallery', 4), price: 8 }];
    expect(succeeded(await legacy.assign(lines, true)).body).toEqual([]);
    const all = await seats();
    expect(all[0]).toMatchObject({ state: 'ACTIVE', priceName: '8' });
    expect(all.slice(1).every(({ priceId }: { priceId: number | null }) => priceId === null)).toBe(true);
    expect(await areas()).toMatchObject([
      { activeCount: 20, sold: 0, priceId: null },
      { activeCount: 4, sold: 0, priceName: '8' },
    ]);
  });

  test.each([
    ['no list', {}, 'body'],
    ['a price that is no number', [{ compositeKey: 'Stalls;;A;;1', price: '5' }], '[0].price'],
    ['a negative price', [{ compositeKey: 'Stalls;;A;;1', price: -1 }], '[0].price'],
    ['no price', [{ compositeKey: 'Stalls;;A;;1' }], '[0].price'],
    ['no key', [{ price: 1 }], '[0].compositeKey'],
    ['properties that are no object', [{ compositeKey: 'x', price: 1, properties: [] }], '[0].properties'],
    ['a fractional capacity', [{ compositeKey: 'Floor', price: 1, capacity: 1.5 }], '[0].capacity'],
  ])('400 for %s', async (_, body, field) => {
    const answer = await legacy.assign(body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });
});

describe('POST /assignments/clean', () => {
  test('removes prices, locks, holds and sales', async () => {
    const [first, second, third, fourth] = show.seats as [number, number, number, number];
    succeeded(await calls.book('lock', bookingOf([first], [[show.areas[0], 3]])));
    succeeded(await calls.book('directsale', bookingOf([second], [[show.areas[0], 2]])));
    succeeded(await calls.book('block', bookingOf([third])));
    await calls.open([fourth], [[show.areas[0], 1]]);
    expect(succeeded(await legacy.clean()).body).toBe(true);
    for (const seat of await seats()) {
      expect(seat).toMatchObject({ state: 'ACTIVE', priceId: null, booking: null, holdType: null });
    }
    expect(await areas()).toMatchObject([
      { activeCount: 20, held: 0, sold: 0, priceId: null },
      { activeCount: 4, held: 0, sold: 0, priceId: null },
    ]);
    expect(await priceNames()).toEqual(['45.00 EUR', '29.50 EUR']);
  });

  test('makes the confirm fail for sessions that held seats or places', async () => {
    const [seat, other] = show.seats as [number, number];
    const id = await calls.open([seat], [[show.areas[0], 2]]);
    succeeded(await calls.checkout(id));
    succeeded(await legacy.clean());
    const answer = await calls.confirm(id, { reference: 'R' });
    expect(outcomeOf(answer)).toBe('409 SEAT_CONFLICT');
    expect(answer.body.conflicts).toEqual({ seats: [seat], groupOfSeats: [show.areas[0]] });
    succeeded(await legacy.assign([a(1, 5), a(2, 5), { ...areaLine('Floor', 20), price: 5 }]));
    const second = await calls.open([seat, other], [[show.areas[0], 20]]).catch((error: Error) => error.message);
    expect(second).toContain('CAP_SEATS');
    await calls.open([seat], [[show.areas[0], 2]]);
    succeeded(await calls.withdraw(id));
    expect((await seats())[0].state).toBe('LOCKED');
    expect((await areas())[0]).toMatchObject({ activeCount: 18, held: 2 });
  });

  test('an ACTIVE session gets a lost seat back by locking it again', async () => {
    const [seat] = show.seats as [number];
    const id = await calls.open([seat], [[show.areas[0], 2]]);
    succeeded(await legacy.clean());
    expect(outcomeOf(await calls.checkout(id))).toBe('409 SEAT_CONFLICT');
    expect(outcomeOf(await calls.lock(id, [seat]))).toBe('409 SEAT_CONFLICT');
    succeeded(await legacy.assign([a(1, 5), { ...areaLine('Floor', 20), price: 5 }]));
    succeeded(await calls.lock(id, [seat], [[show.areas[0], 1]]));
    succeeded(await calls.checkout(id));
    const confirmed = succeeded(await calls.confirm(id)).body;
    expect([confirmed.state, confirmed.total]).toEqual(['CONFIRMED', 10]);
    expect((await seats())[0].state).toBe('SOLD');
  });

  test('is still in effect after a crash and a snapshot', async () => {
    const [seat] = show.seats as [number];
    const id = await calls.open([seat]);
    succeeded(await calls.checkout(id));
    succeeded(await legacy.clean());
    const answer = await sessionCalls(await service.restart(), show).confirm(id);
    expect(outcomeOf(answer)).toBe('409 SEAT_CONFLICT');
    expect(answer.body.conflicts.seats).toEqual([seat]);
  });
});

describe('DELETE /assignments/', () => {
  test('removes prices line by line and answers the lines that are held, sold or unknown', async () => {
    await calls.open([show.seats[0] as number], [[show.areas[0], 1]]);
    const lines = [
      seatLine('Stalls;;A;;1'),
      seatLine('Stalls;;A;;2'),
      seatLine('Stalls;;A;;9'),
      { compositeKey: 'Floor' },
      { compositeKey: 'Gallery' },
    ];
    const answer = succeeded(await legacy.clear(lines));
    expect(answer.body).toEqual([lines[0], lines[2], lines[3]].map((line) => failedLine(line as (typeof lines)[0])));
    const [held, freed] = await seats();
    expect([held.priceName, freed.priceName]).toEqual(['45.00 EUR', null]);
    expect((await areas()).map(({ priceName }: { priceName: string | null }) => priceName)).toEqual([
      '29.50 EUR',
      null,
    ]);
    expect(succeeded(await legacy.clear(lines.slice(1, 2))).body).toEqual([]);
  });
});
