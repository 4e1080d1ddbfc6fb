/**
 * Idempotency-Key on every call that changes something, generated from the OpenAPI document so that no route is missed:
 * each takes a key, repeats its answer, and refuses the key for another request.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { z } from 'zod';
import { readContract } from '../support/contract-document.ts';
import { bearer, logIn } from '../support/editor-calls.ts';
import { calls, service, show, useHall } from '../support/hall.ts';
import { isReplay } from '../support/keyed-calls.ts';
import { callOf, type ObjectIds, unknownIds } from '../support/route-calls.ts';
import { type Answer, type CallOptions, openPricedShow, type TestService } from '../support/service.ts';
import { outcomeOf, succeeded } from '../support/session-calls.ts';
import { makeDelivery } from '../support/webhook-calls.ts';

/** Create and joining a queue have their own rule, and a token must not be read from a record. */
const exempt = [
  'POST /api/public/v2.0/session/',
  'POST /api/public/v2.0/event/{eventId}/queue/',
  'POST /api/public/v2.0/session/{id}/checkout-code/',
  'POST /api/auth/invitations/{token}',
  'POST /api/auth/login',
  'POST /api/auth/refresh',
  'POST /api/auth/logout',
  'POST /api/auth/sign-on/',
  'POST /api/auth/sign-on/complete',
];
const prefix = '/api/private/v2.0/';

let login: string;
let ours: ObjectIds;

useHall({ once: true });

beforeAll(async () => {
  login = (await logIn(service, service.catalog.organization.id)).token;
  ours = await makeOurs();
});

async function makeOurs(): Promise<ObjectIds> {
  const key = service.catalog.organization.token;
  const post = async (path: string, body?: unknown) =>
    succeeded(await service.call('POST', prefix + path, { key, body })).body;
  const webhook = await post('webhooks/', { url: 'https://usher.invalid/', enabled: false });
  return {
    // Deleting it would end all keys of the test.
    ...unknownIds(),
    event: show.eventId,
    schema: show.schemaId,
    venue: (await post('venues/', { name: 'Hall' })).id,
    price: show.prices[0] as number,
    zone: (await post(`schemas/${show.schemaId}/pricing_zones/`, [{ name: 'Zone', schemaId: show.schemaId }]))[0].id,
    series: (await post('series/', { name: 'Series', templateEventId: show.eventId, timeZone: 'UTC' })).id,
    seat: show.seats[5] as number,
    area: show.areas[0] as number,
    webhook: webhook.id,
    delivery: await makeDelivery(service, webhook.id),
  };
}

/** All routes that change something, deletions last. */
async function mutatingOperations(): Promise<string[]> {
  const { operations } = await readContract(service);
  const names = operations.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  return names.sort((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));
}

function authorization(caller: string): CallOptions {
  const { organization, tenant } = service.catalog;
  if (caller === 'anonymous') return {};
  if (caller === 'login') return bearer(login);
  return { key: caller === 'tenant' ? tenant.key : organization.token };
}

/** Status and body without what belongs to each request. */
function shown({ status, body }: Answer): unknown {
  if (typeof body !== 'object' || body === null || !('requestId' in body)) return { status, body };
  const { requestId: _, timestamp: __, ...rest } = body;
  return { status, body: rest };
}

/** The body of another request, which is as valid. */
function otherBody(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body === 'object' && body !== null && 'seats' in body) return { ...body, seats: [], groupOfSeats: [] };
  return { ...(body as object), other: 1 };
}

test('every call that changes something takes a key, repeats its answer, and refuses the key for another request', async () => {
  const names = await mutatingOperations();
  expect(names).toEqual(expect.arrayContaining(exempt));
  const surprises: unknown[] = [];
  const outcomes = new Map<number, number>();
  for (const name of names.filter((one) => !exempt.includes(one))) {
    const route = service.routes.find(({ method, path }) => `${method} ${path}` === name);
    if (route === undefined) throw new Error(`${name} is no route`);
    const session = route.path.includes('session/{id}') ? await calls.open([show.seats[0] as number]) : ours.session;
    if (route.path.endsWith('/confirm')) succeeded(await calls.checkout(session));
    const { path, body } = callOf(route, { ...ours, session });
    const { headers: own = {}, ...caller } = authorization(route.caller);
    const headers = { ...own, 'Idempotency-Key': randomUUID() };
    const ask = (to: string, sent: unknown) =>
      service.call(route.method, to, { ...caller, headers, ...(sent === undefined ? {} : { body: sent }) });
    const first = await ask(path, body);
    const again = await ask(path, body);
    const other =
      body === undefined
        ? await ask(`${path}${path.includes('?') ? '&' : '?'}other=1`, body)
        : await ask(path, otherBody(body));
    outcomes.set(first.status, (outcomes.get(first.status) ?? 0) + 1);
    const isAsPromised =
      first.status < 500 && !isReplay(first) && isReplay(again) && outcomeOf(other) === '422 IDEMPOTENCY_KEY_REUSED';
    if (!isAsPromised || JSON.stringify(shown(again)) !== JSON.stringify(shown(first))) {
      surprises.push([name, shown(first), shown(again), isReplay(again), outcomeOf(other)]);
    }
    if (route.path.includes('session/{id}')) await calls.withdraw(session).then(() => calls.release(session));
  }
  expect(surprises).toEqual([]);
  // Otherwise the test would say nothing about calls that succeed.
  expect((outcomes.get(200) ?? 0) + (outcomes.get(201) ?? 0) + (outcomes.get(204) ?? 0)).toBeGreaterThan(30);
});

const venues = `${prefix}venues/`;
const makeVenue = (
  idempotencyKey: string,
  name: string,
  of: TestService = service,
  key = service.catalog.organization.token,
) => of.call('POST', venues, { key, headers: { 'Idempotency-Key': idempotencyKey }, body: { name } });
const countVenues = (name: string) =>
  service.catalog.pool.oneFirst(
    sql.type(z.object({ n: z.int() }))`select count(*) as n from venue where name = ${name}`,
  );

/** Changes the only record of a venue's call. */
async function age(change: 'expired' | 'running' | 'abandoned'): Promise<void> {
  const set = {
    expired: sql.fragment`expires_at = now() - interval '1 second'`,
    running: sql.fragment`status = null, answer = null, renewed_at = now()`,
    abandoned: sql.fragment`status = null, answer = null, renewed_at = now() - interval '21 seconds'`,
  }[change];
  await service.catalog.pool.query(sql.unsafe`update idempotency_key set ${set}`);
}

describe('a recorded call', () => {
  test('takes effect once, also when it is repeated at another node', async () => {
    const other = await service.restart();
    const first = succeeded(await makeVenue('once', 'Once'));
    const again = await makeVenue('once', 'Once', other);
    expect([again.status, again.body, isReplay(again)]).toEqual([201, first.body, true]);
    expect(await countVenues('Once')).toBe(1);
    await other.stop();
  });

  test('at two nodes at the same moment runs at one of them', async () => {
    const other = await service.restart();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => makeVenue('race', 'Race', at % 2 === 0 ? service : other)),
    );
    const outcomes = new Set(answers.map(outcomeOf));
    outcomes.delete('409 IDEMPOTENCY_KEY_IN_USE');
    expect([...outcomes]).toEqual(['201']);
    expect(await countVenues('Race')).toBe(1);
    await other.stop();
  });

  test('is answered 409 while it runs, and runs again once the node that ran it is dead', async () => {
    succeeded(await makeVenue('dead', 'Dead'));
    await age('running');
    const running = await makeVenue('dead', 'Dead');
    expect([outcomeOf(running), running.headers.get('retry-after')]).toEqual(['409 IDEMPOTENCY_KEY_IN_USE', '1']);
    await age('abandoned');
    expect(outcomeOf(await makeVenue('dead', 'Other body'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(isReplay(succeeded(await makeVenue('dead', 'Dead')))).toBe(false);
    expect(isReplay(succeeded(await makeVenue('dead', 'Dead')))).toBe(true);
  });

  test('of one transaction leaves nothing when its claim was lost meanwhile', async () => {
    const { pool } = service.catalog;
    await pool.query(sql.unsafe`
      create function lose_claim() returns trigger language plpgsql as $$
      begin
        update idempotency_key set claim = gen_random_uuid() where status is null;
        return new;
      end $$
    `);
    await pool.query(sql.unsafe`create trigger lose_claim after insert on venue execute function lose_claim()`);
    const answer = await makeVenue('lost', 'Lost');
    await pool.query(sql.unsafe`drop trigger lose_claim on venue`);
    expect(outcomeOf(answer)).toBe('409 IDEMPOTENCY_KEY_IN_USE');
    expect(await countVenues('Lost')).toBe(0);
  });

  test('is forgotten after 24 hours, and the key is free again', async () => {
    succeeded(await makeVenue('old', 'Old'));
    await age('expired');
    expect(isReplay(succeeded(await makeVenue('old', 'Newer')))).toBe(false);
  });

  test('belongs to its organization', async () => {
    succeeded(await makeVenue('shared', 'Ours'));
    const theirs = succeeded(await makeVenue('shared', 'Theirs', service, service.catalog.other.token));
    expect([theirs.body.name, isReplay(theirs)]).toEqual(['Theirs', false]);
  });

  test('that fails validation is not recorded: the key works with the corrected body', async () => {
    const key = service.catalog.organization.token;
    const headers = { 'Idempotency-Key': 'corrected' };
    expect((await service.call('POST', venues, { key, headers, body: { name: 7 } })).status).toBe(400);
    expect((await service.call('POST', venues, { key, headers, body: { name: 'Right' } })).status).toBe(201);
  });

  test.each([['two words'], ['x'.repeat(256)]])('with the key %j is refused', async (key) => {
    expect((await makeVenue(key, 'Never')).body).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      errors: [{ field: 'Idempotency-Key' }],
    });
  });

  test('that shows a secret once shows it again, and the database does not have it in clear', async () => {
    const ask = () =>
      service.call('POST', `${prefix}webhooks/`, {
        key: service.catalog.organization.token,
        headers: { 'Idempotency-Key': 'secret' },
        body: { url: 'https://usher.invalid/', enabled: false },
      });
    const { body } = succeeded(await ask());
    expect(succeeded(await ask()).body.secret).toBe(body.secret);
    const rows = await service.catalog.pool.anyFirst(sql.type(z.object({ answer: z.instanceof(Buffer) }))`
      select answer from idempotency_key where answer is not null
    `);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((answer) => answer.includes(body.secret) || answer.includes('whsec'))).toBe(false);
  });

  test('with a large answer is recorded whole', async () => {
    const key = service.catalog.organization.token;
    const body = Array.from({ length: 2_000 }, (_, at) => ({ name: `Price ${at}`, eventId: show.eventId }));
    const path = `${prefix}event/${(await openPricedShow(service)).eventId}/prices/`;
    const ask = () =>
      service.call('POST', path, {
        key,
        headers: { 'Idempotency-Key': 'large' },
        body: body.map(({ name }) => ({ name })),
      });
    const first = succeeded(await ask());
    const again = await ask();
    expect([again.body, isReplay(again)]).toEqual([first.body, true]);
  });
});
