/** A public lock in which the event chooses the seats, and the alternatives that a refused lock names. */
import { errorsOf } from '../../support/answers.ts';
import { calls, seat, service, show, useHall } from '../../support/hall.ts';
import { isReplay } from '../../support/keyed-calls.ts';
import { applySettings, type TestService } from '../../support/service.ts';
import { outcomeOf, publicPrefix, succeeded } from '../../support/session-calls.ts';

const wheelchair = [
  { name: '1', x: 0, y: 6, accessible: true },
  { name: '2', x: 2, y: 6 },
];
const rowOf = (name: string, y: number, xs: readonly number[]) => ({
  name,
  seats: xs.map((x, at) => ({ name: `${at + 1}`, x, y })),
});
const six = [-5, -3, -1, 1, 3, 5];

/** Rows of six at y 0, 2 and 4 (seats 0–5, 6–11, 12–17), and two seats with an accessible one (18, 19) in a section. */
const hall = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows: [rowOf('A', 0, six), rowOf('B', 2, six), rowOf('C', 4, six)] },
    { name: 'Box', rows: [{ name: 'A', seats: wheelchair }] },
    { name: 'Floor', ga: true, capacity: 4 },
  ],
};

useHall({ layout: hall });

beforeEach(async () => {
  await applySettings(service, {});
});

const floor = () => show.areas[0] as number;

async function best(wish: object, id?: string) {
  return calls.callPublic(id ?? (await calls.open()), 'lock', { bestAvailable: wish });
}

const seatsOf = (answer: { readonly body: { cart: { seats: { id: number }[] } } }): number[] =>
  answer.body.cart.seats.map(({ id }) => id);

describe('a lock with bestAvailable', () => {
  test('holds the seats that are nearest to the middle of the stage, and the next buyer gets the next best', async () => {
    expect(seatsOf(succeeded(await best({ count: 2 })))).toEqual([seat(2), seat(3)]);
    expect(seatsOf(succeeded(await best({ count: 2 })))).toEqual([seat(8), seat(9)]);
  });

  test('serves buyers of the same instant from the best seats on, as long as there are any', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => calls.open()));
    const answers = await Promise.all(ids.map((id) => best({ count: 2 }, id)));
    const held = answers.filter(({ status }) => status === 200);
    expect(held.length).toBe(9);
    expect(new Set(held.flatMap((answer) => seatsOf(answer as never))).size).toBe(18);
    const [none] = answers.filter(({ status }) => status !== 200);
    expect(outcomeOf(none as never)).toBe('409 NO_SUITABLE_SEATS');
    expect(none?.body.largestTogether).toBe(1);
  });

  test('adds to the cart, and takes places of areas in the same call or nothing', async () => {
    const id = await calls.open([seat(0), seat(1)]);
    const lock = (capacity: number) =>
      calls.callPublic(id, 'lock', { bestAvailable: { count: 1 }, groupOfSeats: [{ id: floor(), capacity }] });
    expect(outcomeOf(await lock(5))).toBe('409 SEAT_CONFLICT');
    expect((await calls.cart(id)).seats).toHaveLength(2);
    succeeded(await lock(2));
    expect(await calls.cart(id)).toEqual({ seats: [seat(0), seat(1), seat(2)].toSorted(), places: { [floor()]: 2 } });
  });

  test('gives accessible seats only to a buyer who asks for them', async () => {
    expect(seatsOf(succeeded(await best({ count: 2, accessible: 1 })))).toEqual([seat(18), seat(19)]);
    const refused = await best({ count: 2, accessible: 1 });
    expect([outcomeOf(refused), refused.body.largestTogether]).toEqual(['409 NO_SUITABLE_SEATS', 0]);
  });

  test('restricts itself to sections and prices, and spreads over rows when that is allowed', async () => {
    const { sections } = succeeded(
      await service.call('GET', `/api/private/v2.0/schemas/${show.schemaId}/layout/`, {
        key: service.catalog.organization.token,
      }),
    ).body;
    const box = sections[1].id;
    expect(seatsOf(succeeded(await best({ count: 1, sectionIds: [box, box] })))).toEqual([seat(19)]);
    expect(outcomeOf(await best({ count: 8 }))).toBe('409 NO_SUITABLE_SEATS');
    expect(seatsOf(succeeded(await best({ count: 8, together: false })))).toHaveLength(8);
  });

  test('with an Idempotency-Key chooses once: a repetition shows the same seats, also after a crash', async () => {
    const [id, other] = [await calls.open(), await calls.open()];
    const keyed = (of: TestService, session: string, wish: object) =>
      of.call('POST', `${publicPrefix}${session}/lock`, {
        headers: { 'Idempotency-Key': 'two-together' },
        body: { bestAvailable: wish },
      });
    const first = succeeded(await keyed(service, id, { count: 2 }));
    expect([seatsOf(first), isReplay(first)]).toEqual([[seat(2), seat(3)], false]);
    expect(seatsOf(succeeded(await keyed(service, other, { count: 2 })))).toEqual([seat(8), seat(9)]);
    succeeded(await best({ count: 2 }, id));
    const again = await keyed(service, id, { count: 2 });
    expect([again.body, isReplay(again)]).toEqual([first.body, true]);
    expect((await calls.cart(id)).seats).toHaveLength(4);
    expect(outcomeOf(await keyed(service, id, { count: 3 }))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    const crashed = await service.restart();
    const after = await keyed(crashed, id, { count: 2 });
    expect([after.body, isReplay(after)]).toEqual([first.body, true]);
    await crashed.stop();
  });

  test('with an Idempotency-Key is refused again with the same numbers, although seats are free now', async () => {
    const rival = await calls.open([...Array(6).keys()].map(seat));
    const id = await calls.open();
    const keyed = (body: object, key: string) =>
      service.call('POST', `${publicPrefix}${id}/lock`, { headers: { 'Idempotency-Key': key }, body });
    const bodies = [{ bestAvailable: { count: 2, accessible: 2 } }, { seats: [seat(2), seat(3)], suggest: true }];
    const refused = [await keyed(bodies[0] as object, 'a'), await keyed(bodies[1] as object, 'b')];
    expect(refused.map(outcomeOf)).toEqual(['409 NO_SUITABLE_SEATS', '409 SEAT_CONFLICT']);
    expect(refused[1]?.body.alternatives[0]).toEqual([seat(8), seat(9)]);
    succeeded(await calls.cancel(rival));
    const again = [await keyed(bodies[0] as object, 'a'), await keyed(bodies[1] as object, 'b')];
    expect(again.map(isReplay)).toEqual([true, true]);
    for (const [at, { body }] of again.entries()) {
      const { timestamp, requestId, ...members } = body;
      expect(refused[at]?.body).toMatchObject(members);
    }
    expect((await calls.cart(id)).seats).toEqual([]);
  });

  test('is refused for a frozen session, above the cap, and on a draft, as every lock is', async () => {
    const id = await calls.open([seat(0), seat(1)]);
    expect(outcomeOf(await best({ count: 9 }, id))).toBe('429 CAP_SEATS');
    succeeded(await calls.checkout(id));
    expect(outcomeOf(await best({ count: 1 }, id))).toBe('409 SESSION_FROZEN');
  });

  test.each<[string, object, string[]]>([
    ['no seats', { count: 0 }, ['bestAvailable.count MIN']],
    ['more seats than a list may have', { count: 1001 }, ['bestAvailable.count MAX']],
    ['more than 2^31 seats', { count: 2 ** 31 }, ['bestAvailable.count MAX']],
    ['half a seat', { count: 1.5 }, ['bestAvailable.count TYPE']],
    ['no count', {}, ['bestAvailable.count NOT_NULL']],
    [
      'an empty restriction',
      { count: 1, priceIds: [], sectionIds: [] },
      ['bestAvailable.priceIds SIZE', 'bestAvailable.sectionIds SIZE'],
    ],
    ['a huge restriction', { count: 1, priceIds: Array(1001).fill(1) }, ['bestAvailable.priceIds SIZE']],
    ['more accessible seats than seats', { count: 1, accessible: 2 }, ['bestAvailable.accessible MAX']],
    [
      'a price and a section of another event',
      { count: 1, priceIds: [99999], sectionIds: [7e7] },
      ['bestAvailable.priceIds[0] UNKNOWN_VALUE', 'bestAvailable.sectionIds[0] UNKNOWN_VALUE'],
    ],
    ['text', { count: '2', together: 'yes' }, ['bestAvailable.count TYPE', 'bestAvailable.together TYPE']],
  ])('names the fields of a wish with %s', async (_, wish, errors) => {
    const answer = await best(wish);
    expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual(errors);
  });

  test.each(['checkout', 'unlock'])(
    'is the only call that takes a wish: %s refuses it and changes nothing',
    async (verb) => {
      const id = await calls.open([seat(0)]);
      for (const body of [{ bestAvailable: { count: 1 } }, { seats: [seat(0)], bestAvailable: {} }]) {
        const answer = await calls.callPublic(id, verb, body);
        expect([outcomeOf(answer), errorsOf(answer)]).toEqual(['400 VALIDATION_FAILED', ['bestAvailable NULL']]);
      }
      expect(succeeded(await calls.get(id)).body).toMatchObject({
        state: 'ACTIVE',
        cart: { seats: [{ id: seat(0) }] },
      });
      expect(outcomeOf(await calls.callPublic(id, verb, { seats: [], bestAvailable: null }))).toBe('200');
    },
  );

  test('does not take named seats beside a wish', async () => {
    const id = await calls.open();
    const answer = await calls.callPublic(id, 'lock', { seats: [seat(0)], bestAvailable: { count: 1 } });
    expect(errorsOf(answer)).toEqual(['seats SIZE']);
    expect(outcomeOf(await calls.callPublic(id, 'lock', { seats: [], bestAvailable: { count: 1 } }))).toBe('200');
  });
});

describe('a refused lock with suggest', () => {
  const suggest = async (seats: readonly number[], id?: string) =>
    calls.callPublic(id ?? (await calls.open()), 'lock', { seats, suggest: true });

  test('names up to three other sets of the same size, nearest first, each of which can be held', async () => {
    await calls.open([seat(2), seat(3)]);
    const refused = await suggest([seat(2), seat(3)]);
    expect(outcomeOf(refused)).toBe('409 SEAT_CONFLICT');
    const { alternatives } = refused.body;
    expect(alternatives).toHaveLength(3);
    expect(alternatives[0]).toEqual([seat(8), seat(9)]);
    for (const seats of alternatives) succeeded(await calls.lock(await calls.open(), seats));
  });

  test('does so for orphans too, and never without being asked', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    const refused = await suggest([seat(1)]);
    expect(outcomeOf(refused)).toBe('422 ORPHAN_SEATS');
    expect(refused.body.alternatives).toHaveLength(3);
    for (const seats of refused.body.alternatives) {
      const id = await calls.open();
      succeeded(await calls.lock(id, seats));
      succeeded(await calls.cancel(id));
    }
    expect((await calls.lock(await calls.open(), [seat(1)])).body.alternatives).toBeUndefined();
    expect((await suggest([999_999_999])).body.alternatives).toEqual([]);
    await applySettings(service, {});
  });
});
