/** Idempotency keys of session calls: their event records the answer beside the effect. */
import { calls, service, show, useHall } from '../support/hall.ts';
import { isReplay } from '../support/keyed-calls.ts';
import type { TestService } from '../support/service.ts';
import { bookingOf, outcomeOf, selectionOf, succeeded } from '../support/session-calls.ts';

useHall({ once: true });

describe('a keyed call that an event decides', () => {
  const keyed = (verb: string, id: string, key: string, body: unknown = {}, of: TestService = service) =>
    of.call('POST', `/api/public/v2.0/session/${id}/${verb}`, { headers: { 'Idempotency-Key': key }, body });

  test('gets its answer again with every member as it was, also after a crash', async () => {
    const id = await calls.open();
    const wanted = selectionOf([show.seats[6]]);
    const first = succeeded(await keyed('lock', id, 'k1', wanted));
    service.clock.advance(30_000);
    succeeded(await calls.lock(id, [show.seats[7]]));
    const again = await keyed('lock', id, 'k1', wanted);
    expect([again.body, isReplay(again)]).toEqual([first.body, true]);
    const crashed = await service.restart(40_000);
    const after = await keyed('lock', id, 'k1', wanted, crashed);
    expect([after.body, isReplay(after)]).toEqual([first.body, true]);
    await crashed.stop();
  });

  test('gives places back once', async () => {
    const id = await calls.open([], [[show.areas[0], 5]]);
    const given = selectionOf([], [[show.areas[0], 2]]);
    for (let attempt = 0; attempt < 3; attempt++) succeeded(await keyed('unlock', id, 'back', given));
    expect((await calls.cart(id)).places).toEqual({ [show.areas[0] as number]: 3 });
  });

  test('never runs twice: after 33 other keys a repetition shows the session as it is, also after a crash', async () => {
    const area = show.areas[0] as number;
    const id = await calls.open([], [[area, 5]]);
    const given = selectionOf([], [[area, 2]]);
    succeeded(await keyed('unlock', id, 'old', given));
    for (let nth = 0; nth < 33; nth++) succeeded(await keyed('lock', id, `later-${nth}`, selectionOf([], [[area, 3]])));
    service.clock.advance(1_000);
    const again = succeeded(await keyed('unlock', id, 'old', given));
    expect([again.body.total, isReplay(again)]).toEqual([succeeded(await calls.get(id)).body.total, true]);
    expect((await calls.cart(id)).places).toEqual({ [area]: 3 });
    expect(outcomeOf(await keyed('unlock', id, 'old', selectionOf([], [[area, 1]])))).toBe(
      '422 IDEMPOTENCY_KEY_REUSED',
    );
    const crashed = await service.restart(40_000);
    const after = await keyed('unlock', id, 'old', given, crashed);
    expect([isReplay(succeeded(after)), after.body.cart]).toEqual([true, again.body.cart]);
    await crashed.stop();
  });

  test('that creates a session says so when it is repeated', async () => {
    const answers = [await calls.create('twice'), await calls.create('twice')];
    expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual([
      [201, false],
      [200, true],
    ]);
  });

  test('is refused again although it could succeed now, and then does not take effect', async () => {
    const rival = await calls.open([show.seats[8] as number]);
    const id = await calls.open();
    const wanted = selectionOf([show.seats[8]]);
    expect(outcomeOf(await keyed('lock', id, 'late', wanted))).toBe('409 SEAT_CONFLICT');
    succeeded(await calls.cancel(rival));
    const again = await keyed('lock', id, 'late', wanted);
    expect([outcomeOf(again), isReplay(again)]).toEqual(['409 SEAT_CONFLICT', true]);
    expect((await calls.cart(id)).seats).toEqual([]);
  });

  test('is not recorded when it is refused with 429', async () => {
    const id = await calls.open();
    const wanted = selectionOf([], [[show.areas[0], 11]]);
    const answers = [await keyed('lock', id, 'cap', wanted), await keyed('lock', id, 'cap', wanted)];
    expect(answers.map((answer) => [outcomeOf(answer), isReplay(answer)])).toEqual(
      Array(2).fill(['429 CAP_SEATS', false]),
    );
  });

  test('belongs to its session', async () => {
    const [one, other] = [await calls.open(), await calls.open()];
    succeeded(await keyed('lock', one, 'same', selectionOf([], [[show.areas[0], 1]])));
    expect(isReplay(succeeded(await keyed('lock', other, 'same', selectionOf([], [[show.areas[0], 2]]))))).toBe(false);
  });

  test('by the organization is remembered after its session was released', async () => {
    const id = await calls.open([], [[show.areas[0], 1]]);
    succeeded(await calls.checkout(id));
    const confirm = () =>
      service.call('POST', `/api/private/v2.0/session/${id}/confirm`, {
        key: service.catalog.organization.token,
        headers: { 'Idempotency-Key': `confirm ${id}`.replace(' ', '-') },
        body: { reference: `of-${id}` },
      });
    const first = succeeded(await confirm());
    succeeded(await calls.release(id));
    const again = await confirm();
    expect([again.body, isReplay(again)]).toEqual([first.body, true]);
    expect((await calls.read(id)).body.state).toBe('CANCELLED');
  });

  test('lets scripts of other origins read that an answer is a repeated one', async () => {
    const { headers } = await keyed('lock', await calls.open(), 'cors', bookingOf());
    expect(headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
  });
});
