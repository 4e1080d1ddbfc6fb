/** The client's calls against the real service: their types, their problems, and their repetitions after a failure. */
import { type Client, createClient, dataOf, isProblem } from '../../src/client/index.ts';
import { HurriedClock } from '../support/client-clock.ts';
import { FaultyFront, problemFault } from '../support/faulty-front.ts';
import { calls, seat, service, show, useHall } from '../support/hall.ts';

useHall();

let front: FaultyFront;
let clock: HurriedClock;
let browser: Client;
let server: Client;

beforeEach(async () => {
  front = await FaultyFront.open(service.url);
  clock = new HurriedClock();
  browser = createClient({ baseUrl: front.url, clock });
  server = createClient({ baseUrl: front.url, clock, apiKey: service.catalog.organization.token });
});

afterEach(() => front[Symbol.asyncDispose]());

const sessions = '/api/public/v2.0/session/';
const sale = '/api/private/v2.0/booking/directsale';

const create = async () => {
  const body = { eventId: show.eventId, publicKey: service.catalog.organization.publicKey };
  return dataOf(await browser.POST(sessions, { body }));
};
const lock = (id: string, seats: readonly number[], signal?: AbortSignal) =>
  browser.POST('/api/public/v2.0/session/{id}/lock', {
    params: { path: { id } },
    body: { seats },
    ...(signal === undefined ? {} : { signal }),
  });
const sell = (id: number) =>
  server.POST(sale, { params: { query: { eventId: show.eventId } }, body: { seats: [{ id }] } });

describe('a call', () => {
  test('has the types of the document, from the session to the confirmed purchase', async () => {
    const { sessionId, maxSeats } = await create();
    expect(maxSeats).toBe(10);
    const params = { path: { id: sessionId } };
    const { cart } = dataOf(await lock(sessionId, [seat(0), seat(1)]));
    expect(cart.seats.map(({ id, priceName }) => [id, priceName])).toEqual([
      [seat(0), '45.00 EUR'],
      [seat(1), '45.00 EUR'],
    ]);
    const frozen = dataOf(await browser.POST('/api/public/v2.0/session/{id}/checkout', { params }));
    expect(frozen.state).toBe('PENDING_PAYMENT');
    const body = { reference: 'ORDER-1' };
    const paid = dataOf(await server.POST('/api/private/v2.0/session/{id}/confirm', { params, body }));
    expect(paid).toMatchObject({ id: sessionId, state: 'CONFIRMED', total: 90 });
    // @ts-expect-error: there is no such path.
    expect((await browser.GET('/api/public/v2.0/sessions/')).problem?.errorCode).toBe('NOT_FOUND');
    // @ts-expect-error: the path has no such method.
    expect((await browser.DELETE(sessions)).problem?.errorCode).toBe('METHOD_NOT_ALLOWED');
  });

  test('has no data where the service sends none, and text where it sends no JSON', async () => {
    const params = { path: { id: show.eventId } };
    const rows = await browser.GET('/api/public/v1.0/event/schema/rows/', {
      params: { query: { id: show.eventId, publicKey: service.catalog.organization.publicKey } },
    });
    expect(dataOf(rows)).toMatch(/^<svg/);
    const { data, problem, response } = await server.DELETE('/api/private/v2.0/events/{id}', { params });
    expect([data, problem, response.status]).toEqual([undefined, undefined, 204]);
  });

  test('that is refused has a problem whose code tells its other members', async () => {
    const { sessionId } = await create();
    await calls.open([seat(3)]);
    const { data, problem } = await lock(sessionId, [seat(2), seat(3)]);
    expect(data).toBeUndefined();
    expect(isProblem(problem, 'EMPTY_CART', 'CAP_SEATS')).toBe(false);
    if (!isProblem(problem, 'SEAT_CONFLICT', 'ORPHAN_SEATS')) throw new Error('the seat is held');
    const { seats } = problem.conflicts;
    expect(seats).toEqual([seat(3)]);
    // @ts-expect-error: this code has no such member.
    expect(problem.maxSeats).toBeUndefined();
    if (problem.errorCode === 'ORPHAN_SEATS') expect(problem.orphanSeats).toEqual([]);
    expect(() => dataOf({ problem, response: new Response() })).toThrow(/^SEAT_CONFLICT: /);
  });
});

describe('a call that changes something', () => {
  test('is repeated after its answer was lost, and takes effect once', async () => {
    front.fail(sale, { lost: 'answer' }, { lost: 'request' }, { status: 502, body: '<html>' });
    const { data, response } = await sell(seat(5));
    expect([data, response.headers.get('idempotency-replayed')]).toEqual([true, 'true']);
    expect(front.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
    expect(new Set(front.requests.map(({ key }) => key)).size).toBe(1);
    expect(clock.pauses).toEqual([187.5, 375, 750]);
    expect((await sell(seat(5))).data).toBe(false);
    expect(front.requests.at(-1)?.key).not.toBe(front.requests[0]?.key);
  });

  test('keeps the key that the caller gives', async () => {
    const { sessionId } = await create();
    const headers = { 'Idempotency-Key': 'cart-7' };
    const params = { path: { id: sessionId } };
    await browser.POST('/api/public/v2.0/session/{id}/cancel', { params, headers });
    expect(front.requests.at(-1)?.key).toBe('cart-7');
  });

  test('is repeated while its first attempt runs, and when its outcome is unknown', async () => {
    front.fail(sale, problemFault(409, 'IDEMPOTENCY_KEY_IN_USE', { 'Retry-After': '1' }));
    front.fail(sale, problemFault(503, 'OUTCOME_UNKNOWN', { 'Retry-After': '1' }));
    expect((await sell(seat(6))).data).toBe(true);
    expect(clock.pauses).toEqual([1250, 1250]);
  });

  test('that is a login is repeated only when it has not run', async () => {
    const login = () =>
      browser.POST('/api/auth/login', { body: { username: 'a@b.example', password: 'none-of-these' } });
    front.fail('/login', { lost: 'answer' });
    await expect(login()).rejects.toThrow('fetch failed');
    front.fail('/login', problemFault(503, 'OUTCOME_UNKNOWN', { 'Retry-After': '1' }));
    expect((await login()).problem?.errorCode).toBe('OUTCOME_UNKNOWN');
    expect(clock.pauses).toEqual([]);
    front.fail('/login', problemFault(429, 'RATE_LIMITED', { 'Retry-After': '3' }));
    expect((await login()).problem?.errorCode).toBe('ACCESS_DENIED');
    expect(clock.pauses).toEqual([3750]);
    expect(front.requests.map(({ key }) => key)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a failure', () => {
  const read = () => server.GET('/api/private/v2.0/events/{id}', { params: { path: { id: show.eventId } } });

  test('that is temporary is repeated after the time that the service asks for', async () => {
    front.fail('/events/', problemFault(503, 'UNAVAILABLE', { 'Retry-After': '2' }));
    front.fail('/events/', { status: 429, headers: { 'Retry-After': new Date(clock.now() + 6_500).toUTCString() } });
    front.fail('/events/', problemFault(408, 'REQUEST_TIMEOUT'));
    expect(dataOf(await read()).name).toBe('Show');
    expect(clock.pauses).toEqual([2500, 4375, 750]);
  });

  test('that lasts is answered after five attempts, and at once when the pause would be long', async () => {
    front.fail('/events/', ...Array.from({ length: 5 }, () => ({ status: 502, body: '<html>' })));
    expect((await read()).problem).toMatchObject({ errorCode: 'UNREADABLE_ANSWER', status: 502 });
    expect(front.requests).toHaveLength(5);
    front.fail('/events/', problemFault(503, 'UNAVAILABLE', { 'Retry-After': '60' }));
    expect((await read()).problem?.errorCode).toBe('UNAVAILABLE');
    expect(front.requests).toHaveLength(6);
    front.fail('/events/', ...Array.from({ length: 5 }, () => ({ lost: 'request' as const })));
    await expect(read()).rejects.toThrow('fetch failed');
    expect(front.requests).toHaveLength(11);
  });

  test('that is a refusal is not repeated, although its status is 429', async () => {
    const { sessionId } = await create();
    const { problem } = await lock(sessionId, show.seats.slice(0, 11));
    if (!isProblem(problem, 'CAP_SEATS')) throw new Error('eleven seats are too many');
    expect([problem.maxSeats, clock.pauses]).toEqual([10, []]);
  });

  test('is not repeated when the caller has aborted', async () => {
    const { sessionId } = await create();
    const controller = new AbortController();
    front.fail('/lock', problemFault(503, 'UNAVAILABLE', { 'Retry-After': '2' }));
    clock.wait = async (_, signal) => {
      controller.abort(new Error('closed the page'));
      signal?.throwIfAborted();
    };
    await expect(lock(sessionId, [seat(0)], controller.signal)).rejects.toThrow('closed the page');
    expect(front.requests).toHaveLength(2);
    expect((await calls.cart(sessionId)).seats).toEqual([]);
  });
});

test('a tenant’s token and a login’s token are sent as the interfaces want them', async () => {
  const { tenant, organization } = service.catalog;
  const id = Number(organization.id);
  const withTenant = createClient({ baseUrl: front.url, apiKey: tenant.token, organizationId: id });
  const path = '/api/private/management/v2.0/session-config/';
  expect(dataOf(await withTenant.GET(path))).toEqual({ publicSessionsEnabled: true });
  const withLogin = createClient({ baseUrl: front.url, bearer: () => 'usher_log_unknown' });
  expect((await withLogin.GET('/api/auth/user/')).problem?.errorCode).toBe('UNAUTHENTICATED');
});
