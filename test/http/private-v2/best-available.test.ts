/** Private locks and direct sales in which the event chooses the seats; and layouts whose focal point is moved. */
import { randomUUID } from 'node:crypto';
import { errorsOf } from '../../support/answers.ts';
import { calls, seat, service, show, useHall } from '../../support/hall.ts';
import { applySettings } from '../../support/service.ts';
import { bookingOf, outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

afterEach(() => applySettings(service, {}));

const stateOf = async (id: number): Promise<string> =>
  (await calls.assignments()).seatsOnEvent.find((one: { id: number }) => one.id === id).state;

describe('bestAvailable', () => {
  test('answers the seats that were locked or sold', async () => {
    const locked = succeeded(await calls.book('lock', { bestAvailable: { count: 2 } })).body;
    expect(locked).toEqual({ done: true, seats: [seat(2), seat(3)] });
    const sold = succeeded(await calls.book('directsale', { bestAvailable: { count: 2 }, holdType: 'RESERVED' })).body;
    expect(sold).toEqual({ done: true, seats: [seat(0), seat(1)] });
    expect([await stateOf(seat(3)), await stateOf(seat(0))]).toEqual(['LOCKED', 'SOLD']);
    expect(succeeded(await calls.book('unlock', bookingOf(locked.seats))).body).toBe(true);
    expect(succeeded(await calls.book('sale', bookingOf([]))).body).toBe(true);
  });

  test('is done once for an Idempotency-Key, and repeats its answer', async () => {
    const key = randomUUID();
    const ask = () => calls.book('lock', { bestAvailable: { count: 3 } }, key);
    const [first, again] = [succeeded(await ask()), succeeded(await ask())];
    expect(again.body).toEqual(first.body);
    expect(
      (await calls.assignments()).seatsOnEvent.filter((one: { state: string }) => one.state === 'LOCKED'),
    ).toHaveLength(3);
    expect(outcomeOf(await calls.book('lock', { bestAvailable: { count: 2 } }, key))).toBe(
      '422 IDEMPOTENCY_KEY_REUSED',
    );
  });

  test('takes places of areas in the same call, or nothing', async () => {
    const [floor] = show.areas as [number];
    const lock = (capacity: number) =>
      calls.book('lock', { bestAvailable: { count: 1 }, groupOfSeats: [{ id: floor, capacity }] });
    expect(succeeded(await lock(21)).body).toEqual({ done: false, seats: [] });
    expect(await stateOf(seat(2))).toBe('ACTIVE');
    expect(succeeded(await lock(20)).body).toEqual({ done: true, seats: [seat(2)] });
  });

  test('never leaves a single seat alone when the organization prevents that, and has no cap', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    const refused = await calls.book('lock', { bestAvailable: { count: 5 } });
    expect([outcomeOf(refused), refused.body.largestTogether]).toEqual(['409 NO_SUITABLE_SEATS', 4]);
    const odd = await calls.book('lock', { bestAvailable: { count: 17, together: false } });
    expect([outcomeOf(odd), odd.body.largestTogether]).toEqual(['409 NO_SUITABLE_SEATS', 6]);
    const even = succeeded(await calls.book('lock', { bestAvailable: { count: 16, together: false } })).body;
    expect(even.seats).toHaveLength(16);
  });

  test('belongs to lock and directsale only', async () => {
    for (const verb of ['unlock', 'sale', 'revertsale', 'block', 'unblock'] as const) {
      const answer = await calls.book(verb, { bestAvailable: { count: 1 } });
      expect([outcomeOf(answer), errorsOf(answer)]).toEqual(['400 VALIDATION_FAILED', ['bestAvailable NULL']]);
    }
    const both = await calls.book('lock', { ...bookingOf([seat(0)]), bestAvailable: { count: 1 } });
    expect(errorsOf(both)).toEqual(['seats SIZE']);
    const unknown = await calls.book('lock', { bestAvailable: { count: 1, priceIds: [9_999_999] } });
    expect(errorsOf(unknown)).toEqual(['bestAvailable.priceIds[0] UNKNOWN_VALUE']);
    const large = await calls.book('lock', { bestAvailable: { count: 1, priceIds: Array(200_000).fill(1) } });
    expect(errorsOf(large)).toEqual(['bestAvailable.priceIds SIZE']);
  });
});
