/** Events that admit with passes, over HTTP: one pass opens one session, for good, and caps what the session may hold. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { z } from 'zod';
import { type PassCalls, passCalls, passKeysPath } from '../../support/pass-calls.ts';
import { claimsFor, type PassIssuer, pairIssuer, secretIssuer, signPass, storedHalf } from '../../support/passes.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { outcomeOf, rowsHall, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

let show: Show;
let sessions: SessionCalls;
let passes: PassCalls;
let issuer: PassIssuer;

useService();

beforeAll(async () => {
  issuer = secretIssuer('shop');
});

beforeEach(async () => {
  show = await openPricedShow(service, rowsHall);
  sessions = sessionCalls(service, show);
  passes = passCalls(service, show);
  await passes.store(issuer);
  await passes.setMode('PASS');
});

const claims = (more: object = {}) => claimsFor(show.eventId, service.clock.now(), { ...more });
const newPass = (more: object = {}, by = issuer) => signPass(by, claims(more));
const enter = async (pass: unknown, key?: string) => outcomeOf(await passes.enter(pass, key));

describe('an event in mode PASS', () => {
  test('admits with a pass of its organization only', async () => {
    expect(await enter(undefined)).toBe('403 PASS_REQUIRED');
    expect(await enter(null)).toBe('403 PASS_REQUIRED');
    expect(await enter(randomUUID())).toBe('403 PASS_INVALID');
    expect(await enter(await newPass({}, secretIssuer('shop')))).toBe('403 PASS_INVALID');
    const { status, body } = await passes.enter(await newPass({ event: randomUUID() }));
    expect([status, body.errorCode, body.detail]).toEqual([
      403,
      'PASS_INVALID',
      'The pass is not valid: it is for another event.',
    ]);
    expect(await enter(await newPass())).toBe('201');
  });

  test.each(['EdDSA', 'ES256'] as const)('admits with a pass that was signed with %s', async (algorithm) => {
    const pair = await pairIssuer(`pair-${algorithm}`, algorithm);
    expect(await enter(await newPass({}, pair))).toBe('403 PASS_INVALID');
    await passes.store(pair);
    expect(await enter(await newPass({}, pair))).toBe('201');
  });

  test('refuses a pass that has expired, also one that it has seen before', async () => {
    const pass = await newPass({ exp: Math.floor(service.clock.now() / 1_000) + 30 });
    const other = await newPass({ exp: Math.floor(service.clock.now() / 1_000) + 30 });
    expect(await enter(pass, 'first')).toBe('201');
    service.clock.advance(90_001);
    expect(await enter(pass)).toBe('403 PASS_EXPIRED');
    expect(await enter(other)).toBe('403 PASS_EXPIRED');
    expect(await enter(pass, 'first')).toBe('200');
  });

  test('refuses bodies whose pass is no text, and texts that are too long, before it looks at them', async () => {
    for (const odd of [7, true, {}, ['a.b.c'], '']) expect(await enter(odd)).toBe('400 VALIDATION_FAILED');
    expect(await enter('a.b.'.padEnd(8_193, 'c'))).toBe('400 VALIDATION_FAILED');
    expect(await enter('a.b.'.padEnd(8_192, 'c'))).toBe('403 PASS_INVALID');
    expect(await enter('a.b.'.padEnd(1_000_000, 'c'))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  test('refuses the pass of another organization, whose key has the same name', async () => {
    const theirs = secretIssuer('shop');
    const { token: key } = service.catalog.other;
    succeeded(await service.call('PUT', passKeysPath, { key, body: storedHalf(theirs) }));
    expect(await enter(await newPass({}, theirs))).toBe('403 PASS_INVALID');
    expect(await enter(await newPass())).toBe('201');
  });
});

describe('a pass', () => {
  test('opens one session, which its Idempotency-Key returns again', async () => {
    const pass = await newPass({ jti: 'one' });
    const made = succeeded(await passes.enter(pass, 'key'));
    expect(await enter(pass)).toBe('409 PASS_USED');
    expect(await enter(await newPass({ jti: 'one', sub: 'another buyer' }))).toBe('409 PASS_USED');
    const again = await passes.enter(pass, 'key');
    expect([again.status, again.body.sessionId]).toEqual([200, made.body.sessionId]);
    expect(await enter(await newPass({ jti: 'two' }))).toBe('201');
  });

  test('stays spent when its session ends and leaves memory, when it is signed again, and after a crash', async () => {
    const { sessionId } = succeeded(await passes.enter(await newPass({ jti: 'one' }))).body;
    succeeded(await sessions.cancel(sessionId));
    expect(await enter(await newPass({ jti: 'one' }))).toBe('409 PASS_USED');
    expect(await enter(await newPass({ jti: 'expires' }))).toBe('201');
    service.clock.advance(25 * 3_600_000);
    expect(await enter(await newPass({ jti: 'one' }))).toBe('409 PASS_USED');
    expect(await enter(await newPass({ jti: 'expires' }))).toBe('409 PASS_USED');
    const successor = await service.restart();
    const there = passCalls(successor, show);
    expect(outcomeOf(await there.enter(await newPass({ jti: 'one' })))).toBe('409 PASS_USED');
    expect(outcomeOf(await there.enter(await newPass({ jti: 'new' })))).toBe('201');
  });

  test('opens one session however many buyers use it at once', async () => {
    const pass = await newPass();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => enter(pass)));
    expect(outcomes.toSorted()).toEqual(['201', ...new Array(29).fill('409 PASS_USED')]);
  });

  test('opens one session in each event that it is signed for', async () => {
    expect(await enter(await newPass({ jti: 'one' }))).toBe('201');
    show = await openPricedShow(service, rowsHall);
    passes = passCalls(service, show);
    await passes.setMode('PASS');
    expect(await enter(await newPass({ jti: 'one' }))).toBe('201');
  });

  test('is neither needed, verified nor spent while the event is open', async () => {
    const pass = await newPass();
    await passes.setMode('OPEN');
    expect(await enter(pass)).toBe('201');
    expect(await enter('no.pass.at all')).toBe('201');
    expect(await enter(undefined)).toBe('201');
    await passes.setMode('PASS');
    expect(await enter(pass)).toBe('201');
    expect(await enter(pass)).toBe('409 PASS_USED');
  });

  test('is refused in an event with a queue', async () => {
    await passes.setMode('QUEUE');
    expect(await enter(await newPass())).toBe('403 PASS_INVALID');
  });
});

describe('maxSeats of a pass', () => {
  test('lowers the cap of its session for the whole life of the session', async () => {
    const { body } = succeeded(await passes.enter(await newPass({ maxSeats: 2 })));
    expect(body.maxSeats).toBe(2);
    const [first, second, third] = show.seats as [number, number, number];
    succeeded(await sessions.lock(body.sessionId, [first, second]));
    const refused = await sessions.lock(body.sessionId, [third]);
    expect([outcomeOf(refused), refused.body.maxSeats]).toEqual(['429 CAP_SEATS', 2]);
    const wish = { bestAvailable: { count: 1 } };
    expect(outcomeOf(await sessions.callPublic(body.sessionId, 'lock', wish))).toBe('429 CAP_SEATS');
    const successor = await service.restart();
    const there = sessionCalls(successor, show);
    expect(outcomeOf(await there.lock(body.sessionId, [third]))).toBe('429 CAP_SEATS');
    expect(outcomeOf(await there.checkout(body.sessionId, { seats: [third] }))).toBe('429 CAP_SEATS');
    succeeded(await there.unlock(body.sessionId, [first]));
    succeeded(await there.checkout(body.sessionId, { seats: [third] }));
  });

  test('never raises it', async () => {
    const { body } = succeeded(await passes.enter(await newPass({ maxSeats: 1_000 })));
    expect(body.maxSeats).toBe(10);
    expect(outcomeOf(await sessions.lock(body.sessionId, show.seats.slice(0, 11)))).toBe('429 CAP_SEATS');
    succeeded(await sessions.lock(body.sessionId, show.seats.slice(0, 10)));
  });
});

describe('maxSeatsPerBuyer of an event', () => {
  const entered = async (sub: string): Promise<string> =>
    succeeded(await passes.enter(await newPass({ sub }))).body.sessionId;

  test('bounds what one buyer has in all sessions, also after a restart and a release', async () => {
    expect(await passes.setMode('PASS', { maxSeatsPerBuyer: 3 })).toMatchObject({ maxSeatsPerBuyer: 3 });
    const [first, second, third, fourth] = show.seats as [number, number, number, number];
    const bought = await entered('ada');
    succeeded(await sessions.checkout(bought, { seats: [first, second] }));
    succeeded(await sessions.confirm(bought));
    const [ada, bob] = [await entered('ada'), await entered('bob')];
    const refused = await sessions.lock(ada, [third, fourth]);
    expect([outcomeOf(refused), refused.body.maxSeats, refused.body.left]).toEqual(['429 CAP_BUYER', 3, 1]);
    const successor = await service.restart();
    const there = sessionCalls(successor, show);
    expect(outcomeOf(await there.lock(ada, [third, fourth]))).toBe('429 CAP_BUYER');
    succeeded(await there.lock(bob, [third]));
    succeeded(await there.lock(ada, [fourth]));
    succeeded(await there.callPrivate(bought, 'release'));
    const others = show.seats.slice(4, 6);
    succeeded(await there.lock(ada, others));
  });

  test.each([0, 1.5, 1_000_001, '3', true])('is not %p', async (maxSeatsPerBuyer) => {
    const { token: key } = service.catalog.organization;
    const body = { mode: 'PASS', maxSeatsPerBuyer };
    const answer = await service.call('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, { key, body });
    expect([outcomeOf(answer), answer.body.errors[0].field]).toEqual(['400 VALIDATION_FAILED', 'maxSeatsPerBuyer']);
  });

  test('is null again when a body has none', async () => {
    await passes.setMode('PASS', { maxSeatsPerBuyer: 3 });
    expect(await passes.setMode('PASS')).toMatchObject({ maxSeatsPerBuyer: null });
  });

  test('keeps a hash of the name of the buyer, which differs between events, and not the name', async () => {
    const name = `ada-${randomUUID()}`;
    const rows = async (): Promise<readonly string[]> => {
      succeeded(await sessions.lock(await entered(name), []));
      const found =
        await service.catalog.pool.any(sql.type(z.object({ facts: z.string() }))`select facts from journal`);
      return found.map(({ facts }) => facts);
    };
    const hashes = new Set((await rows()).flatMap((facts) => /"buyer":"([0-9a-f]{24})"/.exec(facts)?.[1] ?? []));
    show = await openPricedShow(service, rowsHall);
    [sessions, passes] = [sessionCalls(service, show), passCalls(service, show)];
    await passes.setMode('PASS');
    const later = await rows();
    const all = new Set(later.flatMap((facts) => /"buyer":"([0-9a-f]{24})"/.exec(facts)?.[1] ?? []));
    expect([all.size - hashes.size, later.join().includes(name)]).toEqual([1, false]);
  });
});

test('keys rotate: old and new ones admit until the old one ends or is removed', async () => {
  const next = secretIssuer('shop-2');
  await passes.store(next);
  expect([await enter(await newPass()), await enter(await newPass({}, next))]).toEqual(['201', '201']);
  const remembered = await newPass();
  await passes.setMode('OPEN');
  expect(await enter(remembered)).toBe('201');
  await passes.setMode('PASS');
  await passes.store(issuer, { validUntil: new Date(service.clock.now() + 5_000).toISOString() });
  expect(await enter(await newPass())).toBe('201');
  service.clock.advance(5_001);
  expect([await enter(remembered), await enter(await newPass({}, next))]).toEqual(['403 PASS_INVALID', '201']);
  await passes.remove('shop-2');
  expect(await enter(await newPass({}, next))).toBe('403 PASS_INVALID');
  await passes.store(issuer);
  expect(await enter(remembered)).toBe('201');
});
