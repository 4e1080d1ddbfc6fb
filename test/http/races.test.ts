/** Concurrent requests for the same seats, areas, keys and references: each is given only once. */
import { type Answer, openPricedShow, type Show } from '../support/service.ts';
import { bookingOf, outcomeOf, type SessionCalls, sessionCalls, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

const arena = {
  name: 'Arena',
  sections: [
    { name: 'Stalls', rows: ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name, seatCount: 10 })) },
    { name: 'Floor', ga: true, capacity: 100 },
  ],
};

useService();

async function open(): Promise<{ show: Show; calls: SessionCalls }> {
  const show = await openPricedShow(service, arena);
  return { show, calls: sessionCalls(service, show) };
}

const together = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, all]) => [name, all.length]));

interface Seat {
  readonly id: number;
  readonly state: string;
  readonly holdType: string | null;
  readonly booking: { readonly sessionId: string } | null;
}

test('of 300 concurrent sessions for 60 seats exactly 60 get one', async () => {
  const { show, calls } = await open();
  const ids = await together(300, () => calls.open());
  const wanted = (index: number) => show.seats[index % 60] as number;
  const locks = await together(300, (index) => calls.lock(ids[index] as string, [wanted(index)]));
  expect(tally(locks.map(outcomeOf))).toEqual({ '200': 60, '409 SEAT_CONFLICT': 240 });
  const winners = ids.filter((_, index) => locks[index]?.status === 200);
  const losers = ids.filter((_, index) => locks[index]?.status !== 200);
  succeeded((await together(1, () => calls.checkout(winners[0] as string)))[0] as Answer);
  const checkouts = await together(240, (index) => calls.checkout(losers[index] as string));
  expect(tally(checkouts.map(outcomeOf))).toEqual({ '422 EMPTY_CART': 240 });
  for (const id of winners) succeeded(await calls.checkout(id));
  const confirms = await together(120, (index) =>
    calls.confirm(winners[index % 60] as string, { reference: `R${index % 60}` }),
  );
  expect(tally(confirms.map(outcomeOf))).toEqual({ '200': 120 });
  const { seatsOnEvent } = await calls.assignments();
  const owners = new Set(seatsOnEvent.map(({ booking }: Seat) => booking?.sessionId));
  expect([...owners].toSorted()).toEqual(winners.toSorted());
  expect(seatsOnEvent.every(({ state }: Seat) => state === 'SOLD')).toBe(true);
});

test('an area is never oversold by concurrent requests', async () => {
  const { show, calls } = await open();
  const floor = show.areas[0];
  const ids = await together(200, () => calls.open());
  const answers = await together(250, (index) =>
    index < 200
      ? calls.lock(ids[index] as string, [], [[floor, 3]])
      : calls.book(index % 2 === 0 ? 'lock' : 'directsale', bookingOf([], [[floor, 1]])),
  );
  const won = answers.slice(0, 200).filter(({ status }) => status === 200).length;
  const booked = answers.slice(200).filter(({ body }) => body === true);
  expect(tally(answers.slice(0, 200).map(outcomeOf))).toEqual({ '200': won, '409 SEAT_CONFLICT': 200 - won });
  const [area] = (await calls.assignments()).groupsOnEvent;
  expect(area.held + area.locked + area.sold).toBe(3 * won + booked.length);
  expect(area.activeCount + area.held + area.locked + area.sold).toBe(100);
  expect(area.activeCount).toBeLessThan(3);
  await together(200, (index) => calls.cancel(ids[index] as string, {}));
  expect((await calls.assignments()).groupsOnEvent[0].activeCount).toBe(100 - booked.length);
});

test('20 concurrent creates with one key make one session', async () => {
  const { calls } = await open();
  const answers = await together(20, () => calls.create('once'));
  expect(tally(answers.map(outcomeOf))).toEqual({ '201': 1, '200': 19 });
  expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
  expect((await calls.list()).body).toHaveLength(1);
});

test('20 concurrent checkouts and confirms of one session take effect once, with the same answer', async () => {
  const { show, calls } = await open();
  const id = await calls.open(show.seats.slice(0, 2));
  const checkouts = await together(20, () => calls.checkout(id));
  expect(new Set(checkouts.map(({ body }) => JSON.stringify(body.expiresAt))).size).toBe(1);
  const confirms = await together(20, (index) => calls.confirm(id, { reference: `R${index}` }));
  expect(new Set(confirms.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('20 concurrent bookings with one key are one booking, with the same answer', async () => {
  const { show, calls } = await open();
  const body = bookingOf(show.seats.slice(0, 2), [[show.areas[0], 5]]);
  const answers = await together(20, () => calls.book('directsale', body, 'once'));
  expect(answers.map((answer) => answer.body)).toEqual(answers.map(() => true));
  expect((await calls.assignments()).groupsOnEvent[0]).toMatchObject({ activeCount: 95, sold: 5 });
});

test('of 20 concurrent confirms with the same reference one succeeds', async () => {
  const { show, calls } = await open();
  const ids = await together(20, (index) => calls.open([show.seats[index] as number]));
  await together(20, (index) => calls.checkout(ids[index] as string));
  const confirms = await together(20, (index) => calls.confirm(ids[index] as string, { reference: 'R' }));
  expect(tally(confirms.map(outcomeOf))).toEqual({ '200': 1, '409 REFERENCE_TAKEN': 19 });
  const winner = confirms.find(({ status }) => status === 200)?.body.id;
  const named = confirms.filter(({ status }) => status === 409).map(({ body }) => body.sessionId);
  expect(new Set(named)).toEqual(new Set([winner]));
});

test('concurrent sessions, private locks and direct sales give each seat one owner, with correct answers', async () => {
  const { show, calls } = await open();
  const ids = await together(60, () => calls.open());
  const answers = await together(180, (index) => {
    const seat = show.seats[Math.floor(index / 3)] as number;
    // The order of the three kinds differs for each seat.
    const kind = (index + Math.floor(index / 3)) % 3;
    if (kind === 0) return calls.lock(ids[Math.floor(index / 3)] as string, [seat]);
    return calls.book(kind === 1 ? 'lock' : 'directsale', bookingOf([seat]));
  });
  const { seatsOnEvent } = await calls.assignments();
  for (const [at, { state, holdType, booking }] of seatsOnEvent.entries()) {
    const trio = answers.slice(3 * at, 3 * at + 3);
    const [session, lock, sale] = [0, 1, 2].map((kind) => trio[(kind + 2 * at) % 3]) as [Answer, Answer, Answer];
    const owners = [session.status === 200, lock.body === true, sale.body === true];
    expect(owners.filter(Boolean)).toHaveLength(1);
    const owned = [`LOCKED CART ${ids[at]}`, 'LOCKED null undefined', 'SOLD null undefined'];
    expect(`${state} ${holdType} ${booking?.sessionId}`).toBe(owned[owners.indexOf(true)]);
  }
});

test('a seat that changes its owner continuously never has two owners', async () => {
  const { show, calls } = await open();
  const seat = show.seats[0] as number;
  const ids = await together(8, () => calls.open());
  const rounds = await together(8, async (index) => {
    let won = 0;
    for (let round = 0; round < 15; round++) {
      if ((await calls.lock(ids[index] as string, [seat])).status !== 200) continue;
      won++;
      expect((await calls.get(ids[index] as string)).body.cart.seats).toMatchObject([{ id: seat }]);
      succeeded(await calls.unlock(ids[index] as string, [seat]));
    }
    return won;
  });
  expect(rounds.reduce((sum, won) => sum + won, 0)).toBeGreaterThan(0);
  expect((await calls.assignments()).seatsOnEvent[0].state).toBe('ACTIVE');
});
