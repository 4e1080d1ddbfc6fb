/**
 * The whole real service for a test: with a fresh database, a free port, a clock that only the test moves, a tenant and
 * two organizations. Calls go over HTTP.
 */
import { sql } from 'slonik';
import type { Log } from '#actors/ports.ts';
import type { Ports } from '#wiring/listeners.ts';
import { type Service, startService } from '#wiring/service.ts';
import { readSettings } from '#wiring/settings.ts';
import { withoutLimits } from '../../bench/stand/without-limits.ts';
import { type Catalog, openCatalog, secretKey, smallHall } from './catalog.ts';
import { eventually } from './eventually.ts';
import { problemsOnly } from './logs.ts';
import { ManualClock } from './manual-clock.ts';
import { ownPages } from './own-pages.ts';
import { readers } from './readers.ts';

// biome-ignore lint/suspicious/noExplicitAny: a body is what the test says it is
type Body = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The addresses of a service on this machine. */
interface Addresses {
  readonly url: string;
  /** Of the listener for operators. */
  readonly operationsUrl: string;
}

export function addressesAt({ port, operationsPort }: Ports): Addresses {
  return { url: `http://127.0.0.1:${port}`, operationsUrl: `http://127.0.0.1:${operationsPort}` };
}

export interface TestService extends Addresses {
  readonly clock: ManualClock;
  readonly catalog: Catalog;
  readonly routes: Service['routes'];
  /** The service's own parts, for probes. */
  readonly parts: Pick<Service, 'persistence' | 'router'>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The first sample of `/metrics` with that name. */
  metric(name: string): Promise<number>;
  /** Starts another service on the same database, as after a crash; the first one is not told. `close` closes all. */
  restart(laterMs?: number, settings?: Record<string, string>): Promise<TestService>;
  /** Stops this service alone, gracefully. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** The members that a test needs to call a service in any process. */
export type ServiceCalls = Pick<TestService, 'url' | 'operationsUrl' | 'catalog' | 'call' | 'metric'>;

/** Calls to a running service at these addresses. */
export function callsTo({ url, operationsUrl }: Addresses, catalog: Catalog): ServiceCalls {
  return {
    url,
    operationsUrl,
    catalog,
    call: (method, path, options = {}) => call(`${url}${path}`, method, options),
    metric: (name) => metric(`${operationsUrl}/metrics`, name),
  };
}

/** A test's clock runs ahead of the database's, by which events begin: their first records would be old at once. */
const wholeJournals = { JOURNAL_KEEP_HOURS: '1000000' };

/** The things that all services of one test share. */
interface World {
  readonly catalog: Catalog;
  readonly settings: Record<string, string>;
  readonly services: Service[];
}

/**
 * `settings`: environment variables. Rate limits are off by default: all calls of a test come from one address. `catalog`:
 * a new one unless it is given.
 */
export async function startTestService(settings: Record<string, string> = {}, catalog?: Catalog): Promise<TestService> {
  return serve({ catalog: catalog ?? (await openCatalog()), settings, services: [] }, new ManualClock());
}

async function serve(world: World, clock: ManualClock): Promise<TestService> {
  const { catalog, settings, services } = world;
  const service = await startService({
    settings: readSettings({ PORT: '0', OPERATIONS_PORT: '0', ...withoutLimits, ...wholeJournals, ...settings }),
    connectionString: catalog.connectionString,
    secretKey: settings.SECRET_KEY ?? secretKey,
    log: logOf(world),
    clock,
    isLazy: true,
    pageFiles: ownPages,
    readers,
  });
  services.push(service);
  const addresses = addressesAt(await service.open());
  service.declareReady();
  return {
    ...callsTo(addresses, catalog),
    clock,
    routes: service.routes,
    parts: service,
    restart: (laterMs = 0, more = {}) =>
      serve({ ...world, settings: { ...settings, ...more } }, new ManualClock(clock.now() + laterMs)),
    stop: async () => {
      services.splice(services.indexOf(service), 1);
      await service.close();
    },
    close: async () => {
      for (const started of services) await started.close();
      await readers.leave(catalog.connectionString);
      await catalog.close();
    },
  };
}

/** Prints problems. If a test starts several services they warn when they take events over, so warnings are dropped. */
function logOf({ services }: World): Log {
  const warn: Log['warn'] = (fields, message) => {
    if (services.length === 1) problemsOnly.warn(fields, message);
  };
  return { ...problemsOnly, warn, debug: () => {} };
}

async function call(url: string, method: string, { key, headers, body }: CallOptions): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (response.headers.get('content-type') === 'text/event-stream') return beginningOf(response);
  const text = await response.text();
  const isPicture = response.headers.get('content-type')?.startsWith('image/') === true;
  const answered = text === '' ? undefined : isPicture ? text : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: answered };
}

/** A stream has no end: its first piece, and the connection is closed. */
async function beginningOf(response: Response): Promise<Answer> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return { status: response.status, headers: response.headers, body: Buffer.from(value ?? []).toString() };
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'm').exec(text)?.[1]);
}

/** The ids of a show's seats, areas and prices. */
export interface Show {
  readonly eventId: string;
  readonly schemaId: number;
  /** In layout order. */
  readonly seats: readonly number[];
  readonly areas: readonly number[];
  readonly prices: readonly number[];
}

/** Puts a priced event on sale over HTTP: seats at "45.00 EUR", areas at "29.50 EUR", public sessions on. */
export async function openPricedShow(service: ServiceCalls, layout: unknown = smallHall): Promise<Show> {
  const key = service.catalog.organization.token;
  const post = async (path: string, body: unknown): Promise<Body> => {
    // A node that was held up has no lease for a while: its calls do not run, and are to be repeated.
    const answer = await eventually(async () => {
      const attempt = await service.call('POST', path, { key, body });
      return attempt.body?.errorCode === 'UNAVAILABLE' ? null : attempt;
    });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await service.call('PUT', '/api/private/management/v2.0/session-config/', {
    key,
    body: { publicSessionsEnabled: true },
  });
  const schema = await post('/api/private/v2.0/schemas/', layout);
  const { body: plan } = await service.call('GET', `/api/private/v2.0/schemas/${schema.id}/layout/`, { key });
  const event = await post('/api/private/v2.0/events/', {
    name: 'Show',
    start: '2027-05-01T19:30:00',
    endDate: '2027-05-01T22:00:00',
    schemaId: schema.id,
  });
  const path = `/api/private/v2.0/event/${event.id}/prices/`;
  const prices: { id: number }[] = await post(path, [
    { name: '45.00 EUR', eventId: event.id },
    { name: '29.50 EUR', eventId: event.id },
  ]);
  const [seatPrice, areaPrice] = prices.map(({ id }) => id);
  const seats: number[] = [];
  const areas: number[] = [];
  for (const section of plan.sections) {
    if (section.ga) areas.push(section.id);
    for (const row of section.rows ?? []) for (const seat of row.seats) seats.push(seat.id);
  }
  await post(`${path}assignments/`, {
    seats: seats.map((objectId) => ({ objectId, assignmentId: seatPrice })),
    groupOfSeats: areas.map((objectId) => ({ objectId, assignmentId: areaPrice })),
  });
  return { eventId: event.id, schemaId: schema.id, seats, areas, prices: prices.map(({ id }) => id) };
}

/** The id of a new event of the organization on a schema, without prices. */
export async function makeEvent({ call, catalog }: ServiceCalls, schemaId: number, more: object = {}): Promise<string> {
  const body = { name: 'X', start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00', schemaId, ...more };
  const answer = await call('POST', '/api/private/v2.0/events/', { key: catalog.organization.token, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

/** Changes the status of an event of the organization. */
export function setStatus({ call, catalog }: ServiceCalls, eventId: string, status: string): Promise<Answer> {
  const key = catalog.organization.token;
  return call('POST', `/api/private/v2.0/events/${eventId}/status`, { key, body: { status } });
}

export interface OrganizationSettings {
  readonly salesControlEnabled: boolean;
  readonly orphanSeatPrevention: boolean;
  readonly lockTtlSeconds: number;
  readonly holdTypes: Readonly<Record<string, { ttlSeconds: number | null; validState: 'LOCKED' | 'BLOCKED' }>>;
}

/** Stores the organization's settings, with public sessions on; when it resolves they are in force at this service. */
export async function applySettings(service: TestService, settings: Partial<OrganizationSettings>): Promise<void> {
  const { salesControlEnabled = true, orphanSeatPrevention = false, lockTtlSeconds = 900, holdTypes = {} } = settings;
  const { pool, organization } = service.catalog;
  await pool.query(sql.unsafe`
    update organization
    set sales_control_enabled = ${salesControlEnabled}, orphan_seat_prevention = ${orphanSeatPrevention},
      lock_ttl_seconds = ${lockTtlSeconds},
      hold_types = ${JSON.stringify(holdTypes)}::jsonb
    where id = ${organization.id}
  `);
  const body = { publicSessionsEnabled: true };
  await service.call('PUT', '/api/private/management/v2.0/session-config/', { key: organization.token, body });
}
