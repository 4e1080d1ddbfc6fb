/** Error codes: the contract's table, the registry, the OpenAPI document and the real answers agree with each other. */
import { problems } from '#http/pipeline/problem.ts';
import { parkEvent } from '#storage/journal/parked-events.ts';
import { type ContractDocument, codesOf, readContract } from '../support/contract-document.ts';
import { contractCodes, extensions, extraMembers } from '../support/error-codes.ts';
import { feedProvocations } from '../support/feed-provocations.ts';
import { historyProvocations } from '../support/history-provocations.ts';
import { callInUse, callReusingKey } from '../support/keyed-calls.ts';
import { createUnder, enterWith } from '../support/pass-calls.ts';
import { peopleProvocations } from '../support/people-provocations.ts';
import { type Provocation, queueProvocations, type Stage } from '../support/queue-provocations.ts';
import { setMode } from '../support/read-only.ts';
import { sendRaw } from '../support/sample-service.ts';
import { at, openTestSeries, seriesPrefix } from '../support/series-calls.ts';
import { type Answer, applySettings, openPricedShow } from '../support/service.ts';
import { bookingOf, publicPrefix, rowsHall, selectionOf, sessionCalls, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';
import { ticketProvocations } from '../support/ticket-provocations.ts';

/** Answered where there is no route that could document them; the document's introduction does. */
const withoutRoute = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'EXPECTATION_FAILED', 'HEADERS_TOO_LARGE'];
/**
 * No client can cause these, except by ten seconds of silence, by 4,096 keys, by four million sessions or while the cluster
 * is upgraded.
 */
const unprovoked = [
  'INTERNAL_ERROR',
  'OUTCOME_UNKNOWN',
  'REQUEST_TIMEOUT',
  'KEYS_EXHAUSTED',
  'PASSES_EXHAUSTED',
  'UPGRADE_NOT_FINALIZED',
];

const registry = Object.entries(problems).map(([code, { status }]) => [code, status] as const);
const byName = (entries: readonly (readonly [string, unknown])[]) => Object.fromEntries(entries);

let contract: ContractDocument;

useService({ LOGINS_PER_ADDRESS_PER_MINUTE: '1', TICKETS_PER_EVENT_MAX: '2', SIGN_ON_ALLOW_PRIVATE: '1' });

beforeAll(async () => {
  contract = await readContract(service);
});

describe('the tables', () => {
  test('every code of the contract is in the registry with its status, and every other one there is a known extension', () => {
    expect(byName(registry)).toEqual({ ...contractCodes, ...extensions });
  });

  test('every code of the registry is documented at a route, and every documented one is in the registry', () => {
    const documented = new Map<string, number>();
    for (const { spec } of contract.operations) {
      for (const [status, response] of Object.entries(spec.responses)) {
        for (const code of codesOf(response)) documented.set(code, Number(status));
      }
    }
    expect(byName([...documented])).toEqual(byName(registry.filter(([code]) => !withoutRoute.includes(code))));
  });

  test('the document’s introduction and its schema of errors list every code', () => {
    const { description } = contract.document.info;
    for (const [code, status] of registry) expect(description).toContain(`| ${status} | \`${code}\` |`);
    const listed = contract.document.components.schemas.ProblemDetail.properties.errorCode.enum;
    expect(listed.toSorted()).toEqual(registry.map(([code]) => code).toSorted());
  });
});

/** The answer to raw bytes that no client library would send. */
async function sentAsIs(bytes: string): Promise<Answer> {
  const [head = '', body = ''] = (await sendRaw(Number(new URL(service.url).port), bytes)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) };
}

const eventBody = { name: 'X', start: '2027-05-01T19:30:00', endDate: '2027-05-01T20:00:00' };

async function frozen({ calls, show }: Stage, index = 0): Promise<string> {
  const id = await calls.open([show.seats[index] as number]);
  succeeded(await calls.checkout(id));
  return id;
}

async function confirmed(stage: Stage, body?: unknown): Promise<string> {
  const id = await frozen(stage);
  succeeded(await stage.calls.confirm(id, body));
  return id;
}

/** Locks a seat of an allotment that opens in years. */
async function lockBeforeTheOpening({ calls, show }: Stage): Promise<Answer> {
  const path = `/api/private/v2.0/events/${show.eventId}/allotments/`;
  const { token: key } = service.catalog.organization;
  const body = { name: 'Late', access: 'PUBLIC', opensAt: '2099-01-01T00:00:00Z' };
  const { id } = succeeded(await service.call('POST', path, { key, body })).body;
  const [seat] = show.seats;
  succeeded(await service.call('PUT', `${path}${id}/places`, { key, body: { seats: [seat] } }));
  return calls.lock(await calls.open(), [seat]);
}

async function createOn({ calls, show }: Stage, status: string): Promise<Answer> {
  const { token: key, publicKey } = service.catalog.organization;
  const body = { ...eventBody, schemaId: show.schemaId, status };
  const { id } = succeeded(await service.call('POST', '/api/private/v2.0/events/', { key, body })).body;
  return calls.create('once', { eventId: id, publicKey });
}

const session = (verb: string) => ['POST', `${publicPrefix}{id}/${verb}`] as const;
const own = (verb: string) => ['POST', `/api/private/v2.0/session/{id}/${verb}`] as const;
const lockSeats = ['POST', '/api/private/v2.0/booking/lock'] as const;
const create = ['POST', publicPrefix] as const;

/** One way to cause each code, and the extra members of its answer. */
const provocations: Record<string, Provocation> = {
  VALIDATION_FAILED: [create, ({ calls }) => calls.create('once', {})],
  MALFORMED_REQUEST: [create, ({ calls }) => calls.create('once', '{')],
  NOT_ENABLED: [
    create,
    async ({ show, calls }) => {
      const { publicKey, token: key } = service.catalog.organization;
      const path = '/api/private/management/v2.0/session-config/';
      succeeded(await service.call('PUT', path, { key, body: { publicSessionsEnabled: false } }));
      return calls.create('once', { eventId: show.eventId, publicKey }).finally(() => applySettings(service, {}));
    },
  ],
  PASS_REQUIRED: [create, ({ show }) => createUnder(service, show, 'PASS')],
  PASS_INVALID: [create, ({ show }) => createUnder(service, show, 'QUEUE', 'no ticket')],
  PASS_EXPIRED: [create, ({ show }) => enterWith(service, show, { exp: 1 })],
  PASS_USED: [create, ({ show }) => enterWith(service, show, {}, 2)],
  ...ticketProvocations,
  ...feedProvocations,
  ...historyProvocations,
  ...peopleProvocations,
  ...queueProvocations(() => service),
  UNAUTHENTICATED: [['GET', '/api/venues/'], () => service.call('GET', '/api/venues/')],
  ACCESS_DENIED: [
    ['GET', '/api/private/v2.0/session/{id}'],
    ({ show }) => sessionCalls(service, show, 'wrong').read('x'),
  ],
  ENTITY_NOT_FOUND: [session('lock'), ({ calls }) => calls.lock('x', [])],
  NOT_FOUND: [null, () => service.call('GET', '/api/nothing')],
  METHOD_NOT_ALLOWED: [null, () => service.call('DELETE', publicPrefix)],
  SEAT_CONFLICT: [session('lock'), async ({ calls }) => calls.lock(await calls.open(), [999])],
  SESSION_HELD: [
    lockSeats,
    async ({ calls, show: { seats } }) => {
      await calls.open(seats.slice(0, 1));
      return calls.book('lock', bookingOf(seats.slice(0, 1)));
    },
  ],
  SALES_CONTROL_DISABLED: [
    ['POST', '/api/private/v2.0/booking/sale'],
    async ({ calls, show: { seats } }) => {
      await applySettings(service, { salesControlEnabled: false });
      return calls.book('sale', bookingOf(seats.slice(0, 1))).finally(() => applySettings(service, {}));
    },
  ],
  SESSION_FROZEN: [session('unlock'), async (stage) => stage.calls.unlock(await frozen(stage))],
  SESSION_DEAD: [own('cancel'), async (stage) => stage.calls.withdraw(await confirmed(stage))],
  SESSION_NOT_CHECKED_OUT: [own('confirm'), async ({ calls }) => calls.confirm(await calls.open())],
  SESSION_NOT_CONFIRMED: [own('release'), async ({ calls }) => calls.release(await calls.open())],
  START_OVER_REQUIRED: [session('cancel'), async (stage) => stage.calls.cancel(await frozen(stage))],
  REFERENCE_TAKEN: [
    own('confirm'),
    async (stage) => {
      await confirmed(stage, { reference: 'R' });
      return stage.calls.confirm(await frozen(stage, 1), { reference: 'R' });
    },
  ],
  DATA_INTEGRITY_VIOLATION: [
    ['POST', '/api/private/v2.0/event/{eventId}/prices/'],
    ({ show: { eventId } }) => {
      const body = [{ name: '45.00 EUR', eventId }];
      const key = service.catalog.organization.token;
      return service.call('POST', `/api/private/v2.0/event/${eventId}/prices/`, { key, body });
    },
  ],
  EVENT_ARCHIVED: [create, (stage) => createOn(stage, 'ARCHIVED')],
  EVENT_NOT_PUBLISHED: [create, (stage) => createOn(stage, 'DRAFT')],
  PAYLOAD_TOO_LARGE: [session('lock'), ({ calls }) => calls.callPublic('x', 'lock', { text: 'x'.repeat(200_000) })],
  EXPECTATION_FAILED: [null, () => sentAsIs('GET /api/nothing HTTP/1.1\r\nHost: x\r\nExpect: other\r\n\r\n')],
  HEADERS_TOO_LARGE: [
    null,
    () => {
      const headers = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`X-Header-${at}`, 'x']));
      return service.call('GET', '/api/nothing', { headers });
    },
  ],
  NOT_ON_SALE: [session('lock'), lockBeforeTheOpening],
  NO_SUITABLE_SEATS: [lockSeats, ({ calls }) => calls.book('lock', { bestAvailable: { count: 999 } })],
  EMPTY_CART: [session('checkout'), async ({ calls }) => calls.checkout(await calls.open())],
  ORPHAN_SEATS: [
    session('lock'),
    async ({ calls, show: { seats } }) => {
      await applySettings(service, { orphanSeatPrevention: true });
      const id = await calls.open();
      return calls.lock(id, [seats[1]]).finally(() => applySettings(service, {}));
    },
  ],
  IDEMPOTENCY_KEY_REUSED: [lockSeats, ({ calls, show }) => callReusingKey(calls, show)],
  IDEMPOTENCY_KEY_IN_USE: [['POST', '/api/private/v2.0/venues/'], () => callInUse(service)],
  PROPERTIES_TOO_LARGE: [
    own('confirm'),
    async (stage) => stage.calls.confirm(await frozen(stage), { properties: { text: 'x'.repeat(17_000) } }),
  ],
  CAP_SEATS: [
    session('checkout'),
    async ({ calls, show: { areas } }) => calls.checkout(await calls.open(), selectionOf([], [[areas[0], 11]])),
  ],
  RATE_LIMITED: [
    ['POST', '/api/auth/login'],
    async () => {
      const body = { username: 'nobody@example.org', password: 'a wrong guess' };
      const guess = () => service.call('POST', '/api/auth/login', { body });
      await guess();
      return guess();
    },
  ],
  BOOKING_CLOSED: [
    create,
    async () => (await (await openTestSeries(service)).add('2020-01-01T00:00:00')).calls.create(),
  ],
  SERIES_NOT_BOOKABLE: [
    ['POST', `${seriesPrefix}{id}/events/`],
    async () => {
      const { calls, seriesId } = await openTestSeries(service);
      succeeded(await calls.move(seriesId, 'pause'));
      return calls.add(seriesId, at('2027-05-01T19:30:00'));
    },
  ],
  EVENT_BOUND_TO_SERIES: [
    ['PUT', '/api/private/v2.0/events/'],
    async () => {
      const { calls, seriesId } = await openTestSeries(service);
      const event = succeeded(await calls.add(seriesId, at('2027-05-01T19:30:00'))).body;
      return calls.ask('PUT', '/api/private/v2.0/events/', { ...event, start: '2027-05-01T19:29:00' });
    },
  ],
  INVALID_SERIES_TEMPLATE: [
    ['PUT', `${seriesPrefix}{id}`],
    async ({ show }) => {
      const { calls, seriesId } = await openTestSeries(service);
      return calls.replaceTemplate(seriesId, { templateEventId: show.eventId });
    },
  ],
  READ_ONLY: [
    create,
    async ({ calls }) => {
      await setMode({ reason: 'Maintenance.', until: null }, service);
      return calls.create().finally(() => setMode(null, service));
    },
  ],
  UNAVAILABLE: [
    session('lock'),
    async ({ calls, show }) => {
      const id = await calls.open();
      await parkEvent(service.catalog.pool, Number.parseInt(id.slice(0, 8), 16), 'a record cannot be replayed');
      return sessionCalls(await service.restart(), show).lock(id, []);
    },
  ],
};

const common = ['detail', 'errorCode', 'instance', 'path', 'requestId', 'status', 'timestamp', 'title', 'type'];

describe('what is answered', () => {
  test('every code that a client can cause is in the table of provocations', () => {
    const expected = registry.map(([code]) => code).filter((code) => !unprovoked.includes(code));
    expect(Object.keys(provocations).toSorted()).toEqual(expected.toSorted());
  });

  test.each(Object.keys(provocations))(
    '%s is reached, with its status, its members and as documented',
    async (code) => {
      const [route, ask] = provocations[code] as Provocation;
      const show = await openPricedShow(service, rowsHall);
      const answer = await ask({ show, calls: sessionCalls(service, show) });
      const { status, body, headers } = answer;
      expect([body.errorCode, status, body.status]).toEqual([code, { ...contractCodes, ...extensions }[code], status]);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(headers.get('x-request-id')).toBe(body.requestId);
      expect(body.type).toBe('about:blank');
      expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Object.keys(body).toSorted()).toEqual([...common, ...(extraMembers[code] ?? [])].toSorted());
      if (route !== null) expect(contract.contradictions(contract.operation(...route), answer)).toEqual([]);
    },
  );
});
