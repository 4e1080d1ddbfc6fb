/** Sessions on events of a series: properties, release, references, and members that public calls never show. */
import { openTestSeries, type TestSeries } from '../../support/series-calls.ts';
import type { Show } from '../../support/service.ts';
import { outcomeOf, type SessionCalls, selectionOf, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

let series: TestSeries;
let show: Show;
let calls: SessionCalls;

useService();

beforeEach(async () => {
  series = await openTestSeries(service);
  ({ show, calls } = await series.add('2027-05-01T19:30:00'));
});

async function paying(seats = show.seats.slice(0, 2), on = calls): Promise<string> {
  const id = await on.open(seats, [[show.areas[0], 3]]);
  succeeded(await on.checkout(id));
  return id;
}

describe('the properties of a session of a series', () => {
  test('are stored on confirm, shown on the private session, and replaced completely', async () => {
    const id = await paying();
    const properties = { channel: 'web', guests: ['A', { b: null }] };
    const confirmed = succeeded(await calls.confirm(id, { reference: 'R', properties })).body;
    expect([confirmed.state, confirmed.reference, confirmed.properties]).toEqual(['CONFIRMED', 'R', properties]);
    expect((await calls.read(id)).body.properties).toEqual(properties);
    const replaced = await calls.replaceProperties(id, { gate: 2 });
    expect([replaced.status, replaced.body.properties]).toEqual([200, { gate: 2 }]);
    expect((await calls.read(id)).body).toEqual(replaced.body);
    expect((await calls.confirm(id, { properties: { other: 1 } })).body.properties).toEqual({ gate: 2 });
  });

  test('of 16 KB are accepted and larger ones refused, on both routes', async () => {
    const fits = { text: 'x'.repeat(16 * 1024 - '{"text":""}'.length) };
    const tooLarge = { text: `${fits.text}x` };
    const id = await paying();
    expect(outcomeOf(await calls.confirm(id, { properties: tooLarge }))).toBe('400 PROPERTIES_TOO_LARGE');
    expect((await calls.get(id)).body.state).toBe('PENDING_PAYMENT');
    expect((await calls.confirm(id, { properties: fits })).body.properties).toEqual(fits);
    expect(outcomeOf(await calls.replaceProperties(id, tooLarge))).toBe('400 PROPERTIES_TOO_LARGE');
    expect((await calls.read(id)).body.properties).toEqual(fits);
  });

  test('are {} until set, and can be replaced while the session is confirmed only', async () => {
    const id = await paying();
    expect((await calls.read(id)).body.properties).toEqual({});
    expect(outcomeOf(await calls.replaceProperties(id, { gate: 1 }))).toBe('409 SESSION_NOT_CONFIRMED');
    succeeded(await calls.confirm(id));
    expect((await calls.read(id)).body.properties).toEqual({});
    succeeded(await calls.release(id));
    expect(outcomeOf(await calls.replaceProperties(id, { gate: 1 }))).toBe('409 SESSION_NOT_CONFIRMED');
  });

  test('never show on a public endpoint', async () => {
    const id = await paying();
    succeeded(await calls.confirm(id, { reference: 'the reference', properties: { secret: 'the secret' } }));
    const answers = [
      await calls.get(id),
      await calls.lock(id, [show.seats[5]]),
      await calls.unlock(id, [show.seats[0]]),
      await calls.checkout(id),
      await calls.cancel(id, { startOver: true }),
    ];
    succeeded(await calls.release(id));
    answers.push(await calls.get(id), await calls.cancel(id));
    expect(answers.map(outcomeOf)).toEqual(['200', ...Array(4).fill('409 SESSION_DEAD'), '200', '200']);
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toMatch(/propert|the secret|the reference/);
    }
  });
});

describe('a released session', () => {
  test('frees its seats and places, and can be released again without effect', async () => {
    const id = await paying();
    succeeded(await calls.confirm(id, { reference: 'R' }));
    const sold = await calls.assignments();
    expect(sold.seatsOnEvent[0].state).toBe('SOLD');
    expect(sold.groupsOnEvent[0]).toMatchObject({ activeCount: 17, sold: 3 });
    const released = await calls.release(id);
    expect([released.status, released.body.state, released.body.cart]).toEqual([200, 'CANCELLED', selectionOf()]);
    const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
    expect(seatsOnEvent[0]).toMatchObject({ state: 'ACTIVE', holdType: null, booking: null });
    expect(groupsOnEvent[0]).toMatchObject({ activeCount: 20, sold: 0 });
    expect((await calls.release(id)).body).toEqual(released.body);
    await calls.open([show.seats[0] as number]);
  });

  test('frees its reference for another session of the event', async () => {
    const [first, second] = [await paying(), await paying(show.seats.slice(2, 4))];
    succeeded(await calls.confirm(first, { reference: 'R' }));
    const taken = await calls.confirm(second, { reference: 'R' });
    expect([outcomeOf(taken), taken.body.sessionId]).toEqual(['409 REFERENCE_TAKEN', first]);
    succeeded(await calls.release(first));
    expect((await calls.confirm(second, { reference: 'R' })).body).toMatchObject({
      state: 'CONFIRMED',
      reference: 'R',
    });
    expect((await calls.read(first)).body.reference).toBe('R');
  });
});

test('the same reference can be used once on each event of a series', async () => {
  const other = await series.add('2027-05-02T19:30:00');
  for (const on of [calls, other.calls]) {
    const id = await paying(show.seats.slice(0, 2), on);
    expect((await on.confirm(id, { reference: 'R' })).body.state).toBe('CONFIRMED');
  }
});
