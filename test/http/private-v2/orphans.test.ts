/** Orphans (single free seats), over HTTP: refused by all calls that acquire seats, and listed for a whole event. */
import { readContract } from '../../support/contract-document.ts';
import { calls, seat, service, show, useHall } from '../../support/hall.ts';
import { type Answer, applySettings, openPricedShow } from '../../support/service.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

afterEach(() => applySettings(service, {}));

const path = '/api/private/v2.0/events/{id}/orphans/';
const orphans = (eventId = show.eventId, key = service.catalog.organization.token): Promise<Answer> =>
  service.call('GET', path.replace('{id}', eventId), { key });

/** Row by row: `section row: seats`. */
const rowsOf = ({ body }: Answer): string[] =>
  body.rows.map(
    ({ sectionName, rowName, seats }: { sectionName: string; rowName: string; seats: { name: string }[] }) =>
      `${sectionName} ${rowName}: ${seats.map(({ name }) => name).join(' ')}`,
  );

describe('with orphan prevention on', () => {
  beforeEach(() => applySettings(service, { orphanSeatPrevention: true }));

  test('a checkout is refused if the session itself has left an orphan by giving a seat back', async () => {
    const id = await calls.open([seat(0), seat(1), seat(2)]);
    succeeded(await calls.unlock(id, [seat(1)]));
    const refused = await calls.checkout(id);
    expect(outcomeOf(refused)).toBe('422 ORPHAN_SEATS');
    expect(refused.body).toMatchObject({
      conflicts: { seats: [seat(0), seat(2)], groupOfSeats: [] },
      orphanSeats: [seat(1)],
    });
    const later = sessionCalls(await service.restart(), show);
    expect(outcomeOf(await later.checkout(id))).toBe('422 ORPHAN_SEATS');
    expect(succeeded(await later.checkout(id, { seats: [seat(1)] })).body.state).toBe('PENDING_PAYMENT');
  });

  test('blocking seats is not checked', async () => {
    expect((await calls.book('block', bookingOf([seat(1), seat(3)]))).body).toBe(true);
  });

  /** Each acquires the second and fourth seats of the first row, which would make orphans of the first and third. */
  const acquiring: Record<string, () => Promise<Answer>> = {
    'booking/lock': () => calls.book('lock', bookingOf([seat(1), seat(3)])),
    'booking/directsale': () => calls.book('directsale', bookingOf([seat(1), seat(3)])),
    'booking/sale': async () => {
      succeeded(await calls.book('lock', bookingOf([seat(0), seat(1), seat(2), seat(3)])));
      succeeded(await calls.book('unlock', bookingOf([seat(0), seat(2)])));
      return calls.book('sale', bookingOf([seat(1), seat(3)]));
    },
    'session lock': async () => calls.lock(await calls.open(), [seat(1), seat(3)]),
    'session checkout': async () => calls.checkout(await calls.open(), { seats: [seat(1), seat(3)] }),
  };

  test.each(Object.keys(acquiring))(
    '%s is refused, names the requested seats and the orphans, and changes nothing',
    async (name) => {
      const answer = await (acquiring[name] as () => Promise<Answer>)();
      expect(outcomeOf(answer)).toBe('422 ORPHAN_SEATS');
      expect(answer.body.conflicts).toEqual({ seats: [seat(1), seat(3)], groupOfSeats: [] });
      expect(answer.body.orphanSeats).toEqual([seat(0), seat(2)]);
      const states = (await calls.assignments()).seatsOnEvent.slice(0, 4).map((one: { state: string }) => one.state);
      expect(states).toEqual(
        name === 'booking/sale' ? ['ACTIVE', 'LOCKED', 'ACTIVE', 'LOCKED'] : ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE'],
      );
    },
  );

  test('the whole request is checked: it may include the seat that would become an orphan', async () => {
    const id = await calls.open();
    expect(outcomeOf(await calls.lock(id, [seat(1)]))).toBe('422 ORPHAN_SEATS');
    succeeded(await calls.lock(id, [seat(0), seat(1)]));
    expect((await calls.book('directsale', bookingOf([seat(3), seat(2)]))).body).toBe(true);
    expect(outcomeOf(await calls.book('lock', bookingOf([seat(5)])))).toBe('422 ORPHAN_SEATS');
    succeeded(await calls.checkout(id, { seats: [seat(4), seat(5)] }));
  });

  test('giving seats back is never refused, and areas are not checked', async () => {
    const id = await calls.open([seat(0), seat(1), seat(2)], [[show.areas[0], 1]]);
    succeeded(await calls.unlock(id, [seat(1)]));
    expect((await calls.book('block', bookingOf([seat(7)]))).body).toBe(true);
    expect((await calls.book('lock', bookingOf([], [[show.areas[1], 4]]))).body).toBe(true);
  });

  test('of two concurrent requests that would leave an orphan together, one is refused', async () => {
    const id = await calls.open();
    const answers = await Promise.all([
      calls.lock(id, [seat(0), seat(1)]),
      calls.book('lock', bookingOf([seat(3), seat(4), seat(5)])),
    ]);
    expect(answers.map(outcomeOf).toSorted()).toEqual(['200', '422 ORPHAN_SEATS']);
  });
});

describe('the list of orphans of an event', () => {
  test('has all current orphans, by row, with names', async () => {
    expect((await orphans()).body).toMatchObject({ eventId: show.eventId, rows: [], count: 0 });
    succeeded(await calls.book('directsale', bookingOf([seat(1), seat(3), seat(4)])));
    succeeded(await calls.book('block', bookingOf([seat(7), seat(10)])));
    const cart = await calls.open([seat(12), seat(13), seat(14), seat(15), seat(16)]);
    const answer = succeeded(await orphans());
    expect(rowsOf(answer)).toEqual(['Stalls A: 1 3 6', 'Stalls B: 1 6', 'Stalls C: 6']);
    expect(answer.body.rows[0].seats[0]).toEqual({ id: seat(0), name: '1' });
    expect(answer.body.count).toBe(6);
    const contract = await readContract(service);
    expect(contract.contradictions(contract.operation('GET', path), answer)).toEqual([]);
    succeeded(await calls.cancel(cart, { startOver: true }));
    const after = await orphans();
    expect(rowsOf(after)).toEqual(['Stalls A: 1 3 6', 'Stalls B: 1 6']);
    expect(after.body.seq).toBeGreaterThan(answer.body.seq);
  });

  test('ignores rows of one seat, and does not cross the ends of rows', async () => {
    const rows = ['A', 'B', 'C'].map((name, at) => ({ name, seatCount: at === 1 ? 1 : 2 }));
    const there = await openPricedShow(service, { name: 'Rows', sections: [{ name: 'S "1"', rows }] });
    succeeded(await sessionCalls(service, there).book('directsale', bookingOf([there.seats[0], there.seats[4]])));
    expect(rowsOf(succeeded(await orphans(there.eventId)))).toEqual(['S "1" A: 2', 'S "1" C: 1']);
  });

  test('of a large event is made in a thread and read in many pages', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({ name: `${at}`, seatCount: 50 }));
    const there = await openPricedShow(service, { name: 'Stadium', sections: [{ name: 'S', rows }] });
    const every = there.seats.filter((_, at) => at % 2 === 0);
    expect(succeeded(await sessionCalls(service, there).book('directsale', bookingOf(every))).body).toBe(true);
    const { body } = succeeded(await orphans(there.eventId));
    expect([body.count, body.rows.length]).toEqual([10_000, 400]);
    const found = body.rows.flatMap((row: { seats: { id: number }[] }) => row.seats.map(({ id }) => id));
    expect(found).toEqual(there.seats.filter((_, at) => at % 2 === 1));
  });
});
