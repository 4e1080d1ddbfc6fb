/** Rate limits of clients over HTTP: which calls are limited, how they are refused, and that they have no effect. */
import { calls, service, show, useHall } from '../../support/hall.ts';
import { sampleRoute as route } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';
import type { Answer } from '../../support/service.ts';
import { outcomeOf, publicPrefix, succeeded } from '../../support/session-calls.ts';

const limited = '429 RATE_LIMITED';

useHall({
  settings: {
    SESSIONS_PER_ADDRESS_PER_MINUTE: '6',
    CALLS_PER_SESSION_PER_SECOND: '5',
    LOGINS_PER_ADDRESS_PER_MINUTE: '2',
    TRUST_PROXY: '1',
  },
  once: true,
});

// Every test begins with full quotas.
beforeEach(() => service.clock.advance(60_000));

function from(address: string, method: string, path: string, body?: unknown, more: object = {}): Promise<Answer> {
  return service.call(method, path, { headers: { 'X-Forwarded-For': address, ...more }, body });
}

const create = (address: string, once: string) => {
  const body = { eventId: show.eventId, publicKey: service.catalog.organization.publicKey };
  return from(address, 'POST', publicPrefix, body, { 'Idempotency-Key': once });
};

describe('the rate limit of an address', () => {
  test('bounds its new sessions in a minute, repetitions included, separately for each address', async () => {
    const ids = new Set<string>();
    for (const once of ['a', 'a', 'a', 'b', 'c', 'd'])
      ids.add(succeeded(await create('203.0.113.1', once)).body.sessionId);
    expect(ids.size).toBe(4);
    for (const once of ['a', 'e']) expect(outcomeOf(await create('203.0.113.1', once))).toBe(limited);
    expect((await create('203.0.113.2', 'a')).status).toBe(200);
    service.clock.advance(10_000);
    expect((await create('203.0.113.1', 'e')).status).toBe(201);
    expect(outcomeOf(await create('203.0.113.1', 'f'))).toBe(limited);
  });

  test('is shared by a /64 of IPv6, and by both forms of an IPv4 address', async () => {
    for (const host of [1, 2, 3, 4, 5, 6])
      succeeded(await create(`2001:db8::${host}`, `six ${host}`.replace(' ', '-')));
    expect(outcomeOf(await create('2001:db8::7', 'seven'))).toBe(limited);
    expect((await create('2001:db8:0:1::7', 'seven')).status).toBe(201);
    for (const mapped of ['::ffff:', '', '::ffff:', '', '::ffff:', ''])
      succeeded(await create(`${mapped}203.0.113.3`, 'one'));
    expect(outcomeOf(await create('203.0.113.3', 'one'))).toBe(limited);
  });

  test('bounds its login attempts in a minute', async () => {
    const login = (address: string) =>
      from(address, 'POST', '/api/auth/login', { username: 'nobody@example.org', password: 'a wrong guess' });
    const answers = [await login('203.0.113.4'), await login('203.0.113.4'), await login('203.0.113.4')];
    expect(answers.map(outcomeOf)).toEqual(['403 ACCESS_DENIED', '403 ACCESS_DENIED', limited]);
    expect(answers[2]?.headers.get('retry-after')).toBe('30');
  });
});

describe('the rate limit of a session', () => {
  test('bounds its calls of all kinds in a second, separately for each session', async () => {
    const [first, second] = [await calls.open(), await calls.open()];
    const seat = show.seats[0] as number;
    const say = [
      () => calls.get(first),
      () => calls.lock(first, [seat]),
      () => calls.get(first.toUpperCase()),
      () => calls.unlock(first, [seat]),
      () => calls.get(first),
    ];
    for (const call of say) succeeded(await call());
    for (const call of say) expect(outcomeOf(await call())).toBe(limited);
    expect(outcomeOf(await calls.checkout(first))).toBe(limited);
    expect(outcomeOf(await calls.cancel(first))).toBe(limited);
    expect((await calls.get(second)).status).toBe(200);
    service.clock.advance(200);
    // The refused cancel and lock had no effect.
    expect((await calls.get(first)).body).toMatchObject({ state: 'ACTIVE', cart: { seats: [] } });
  });

  test('does not apply to calls of its organization', async () => {
    const id = await calls.open();
    for (let count = 0; count < 10; count++) succeeded(await calls.read(id));
    succeeded(await calls.withdraw(id));
  });
});

test('a rate-limited answer has RateLimit and Retry-After headers, which scripts may read, and is counted', async () => {
  const name = 'usher_requests_limited_total\\{limit="calls"\\}';
  const metrics = async () => (await fetch(`${service.operationsUrl}/metrics`)).text();
  const countOf = (text: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  const before = countOf(await metrics());
  const id = await calls.open();
  for (let count = 0; count < 5; count++) succeeded(await calls.get(id));
  const { headers, body } = await calls.get(id);
  expect(body).toMatchObject({ status: 429, errorCode: 'RATE_LIMITED' });
  expect(headers.get('retry-after')).toBe('1');
  expect(headers.get('ratelimit')).toBe('"calls";r=0;t=1');
  expect(headers.get('ratelimit-policy')).toBe('"calls";q=5;w=1');
  expect(headers.get('access-control-expose-headers')).toContain('Retry-After, RateLimit, RateLimit-Policy');
  expect(countOf(await metrics())).toBe(before + 1);
});

test('a rate-limited create does not reach the event, and its body is not read', async () => {
  for (let count = 0; count < 6; count++) succeeded(await create('203.0.113.9', `k${count}`));
  const listed = async () => succeeded(await calls.list()).body.length;
  const before = await listed();
  expect(outcomeOf(await create('203.0.113.9', 'new'))).toBe(limited);
  expect(outcomeOf(await from('203.0.113.9', 'POST', publicPrefix, '{not json'))).toBe(limited);
  expect(await listed()).toBe(before);
});

describe('behind a possible proxy', () => {
  const quotas = { sessions: 1, calls: 1, logins: 1 };
  const handle = async () => ({ status: 200, body: 1 });
  const routes = [route('POST', '/api/public/v2.0/session/', handle, { limit: 'sessions' })];
  const ask = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/public/v2.0/session/`, { method: 'POST', headers }).then(({ status }) => status);

  test.each(['X-Forwarded-For', 'Forwarded'])(
    'requests with %s share the limits of a few addresses while TRUST_PROXY is not set, and one log line says to set it',
    async (header) => {
      await using sample = await serveSample(routes, { quotas });
      const asked: number[] = [];
      for (let count = 0; count < 5; count++) asked.push(await ask(sample.url, { [header]: `203.0.113.${count}` }));
      expect(asked).toEqual([200, 200, 200, 429, 429]);
      const warnings = sample.lines.filter(({ level }) => level === 'warn');
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.message).toMatch(/TRUST_PROXY.* share the limits of 3 addresses/);
      expect([await ask(sample.url), await ask(sample.url)]).toEqual([200, 429]);
    },
  );

  test('forwarded requests are limited by the socket’s address with TRUST_PROXY=0', async () => {
    await using sample = await serveSample(routes, { quotas, proxies: 0 });
    const forwarded = { 'X-Forwarded-For': '203.0.113.1' };
    expect([await ask(sample.url, forwarded), await ask(sample.url, forwarded)]).toEqual([200, 429]);
    expect(sample.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});

test('a rate limit with a quota of 0 is off', async () => {
  const handle = async () => ({ status: 200, body: 1 });
  const routes = [route('GET', '/api/private/v2.0/a', handle, { limit: 'logins' })];
  await using sample = await serveSample(routes, { quotas: { sessions: 1, calls: 1, logins: 0 } });
  for (let count = 0; count < 50; count++) expect((await fetch(`${sample.url}/api/private/v2.0/a`)).status).toBe(200);
});
