/**
 * A real HTTP server with the routes that a test declares, keys in memory, a log that records its lines, and raw
 * connections for requests that no client library would send.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import type { Log } from '#actors/ports.ts';
import type { Tracer } from '#actors/tracer.ts';
import { LargeBodies } from '#http/limits/large-bodies.ts';
import { type LimitOptions, RequestLimits } from '#http/limits/request-limits.ts';
import { encodeOpenApi } from '#http/openapi/document.ts';
import { makeOperationsServer } from '#http/ops/listener.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { makePublicPages } from '#http/ops/pages.ts';
import { addProcessMetrics } from '#http/ops/process-metrics.ts';
import type { FindDemo } from '#http/pages/home-page.ts';
import { OpenEvents } from '#http/pages/open-events.ts';
import type { PageDeps } from '#http/pages/page-routes.ts';
import { type AppOptions, createApp, type HttpMeter } from '#http/pipeline/app.ts';
import type { KeyDirectory } from '#http/pipeline/authenticate.ts';
import { CallLog } from '#http/pipeline/call-log.ts';
import { CallSpans } from '#http/pipeline/call-spans.ts';
import type { Route } from '#http/pipeline/route.ts';
import { listen, makeServer, type ServerLimits } from '#http/server/server.ts';
import { ownPages } from './own-pages.ts';

/** Tenant 1 has the organizations 11 and 12 (deleted), tenant 2 has 21. */
const sampleKeys: KeyDirectory = {
  organizationByKey: async (key) =>
    ({
      usher_org_eleven: { organizationId: 11, tenantId: 1, keyName: 'organization-token' as const },
      'private-key-of-eleven': { organizationId: 11, tenantId: 1, keyName: 'private-key' as const },
      usher_org_twelve: { organizationId: 12, tenantId: 1, keyName: 'organization-token' as const, isDeleted: true },
    })[key] ?? null,
  tenantByToken: async (token) => (token === 'usher_ten_one' ? { tenantId: 1, maskedTenantId: 'mask' } : null),
  loginByToken: async (token) =>
    token === 'usher_log_eleven'
      ? { organizationId: 11, tenantId: 1, accountId: 5, role: 'OWNER', events: null, eventNumbers: [] }
      : null,
  organizationOfTenant: async (tenantId, organizationId) => tenantId === 1 && organizationId === 11,
};

export interface LoggedLine {
  readonly level: string;
  readonly details: object;
  readonly message: string;
}

export interface SampleService extends AsyncDisposable {
  readonly url: string;
  /** Of the listener for operators. */
  readonly operationsUrl: string;
  readonly port: number;
  readonly metrics: Metrics;
  readonly lines: LoggedLine[];
  /** How many clients are connected. */
  connections(): Promise<number>;
  /** Stops the server gracefully, as the service does at its end. */
  drain(graceMs: number): Promise<void>;
}

export interface SampleOptions {
  readonly whyNotReady?: () => Promise<string | null>;
  readonly warning?: () => Promise<string | null>;
  readonly limits?: ServerLimits;
  readonly bodyDeadlineMs?: number;
  /** Records calls. */
  readonly tracer?: Tracer;
  /** An operator's own middleware. */
  readonly extend?: AppOptions['extend'];
  readonly largeBodies?: LargeBodies;
  /** By default there are no rate limits. */
  readonly quotas?: LimitOptions['quotas'];
  readonly proxies?: number;
  readonly now?: () => number;
  /** By default the service's own, which no site may embed. */
  readonly pages?: PageDeps;
  /** By default there is no demo. */
  readonly findDemo?: FindDemo;
  /** Called with the status of every request after it has been counted. */
  readonly observe?: (status: number) => void;
}

const noQuotas = { sessions: 0, calls: 0, logins: 0 };

/** While the server drains, it closes a keep-alive connection that has been idle for this long. */
const idleMs = 100;

/** Its event has the number 7 in the log of calls. */
export const calledEvent = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';

/** Serves the routes on a free port until disposed. */
export async function serveSample(routes: readonly Route[], options: SampleOptions = {}): Promise<SampleService> {
  const lines: LoggedLine[] = [];
  const at = (level: string) => (details: object, message: string) => void lines.push({ level, details, message });
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const metrics = new Metrics();
  addProcessMetrics(metrics.registry, '0.0.0');
  const meter: HttpMeter = {
    errorAnswered: (code) => metrics.errorAnswered(code),
    observerOf(method, route) {
      const count = metrics.observerOf(method, route);
      return (status, seconds) => {
        count(status, seconds);
        options.observe?.(status);
      };
    },
  };
  const { whyNotReady = async () => null, warning = async () => null } = options;
  const health = { whyNotReady, clusterVersion: async () => 1, warning };
  const operationsServer = makeOperationsServer({ metricsText: () => metrics.text(), ...health, log });
  const findDemo = options.findDemo ?? (async () => null);
  const pages = options.pages ?? {
    files: ownPages,
    frameOrigins: async () => [],
    pictures: async () => [],
    openEvents: new OpenEvents(),
  };
  const document = () => Buffer.from(encodeOpenApi(routes, '0.0.0'));
  const ops = makePublicPages({ document, meter, ...health, pages, findDemo });
  const { bodyDeadlineMs = 15_000, quotas = noQuotas, proxies, now = () => performance.now() } = options;
  const limits = new RequestLimits({ quotas, proxies, unknownProxyAddresses: 3, now, meter: metrics, log });
  const largeBodies = options.largeBodies ?? new LargeBodies({ processBytes: 2 ** 28, organizationBytes: 2 ** 27 });
  const { extend, tracer } = options;
  const eventOf = (target: string) => (target.includes(calledEvent) ? { event: 7, owner: 'node-1' } : null);
  const callLog = new CallLog({ log, now: () => performance.now(), withRefusals: true, eventOf });
  const spans = tracer === undefined ? undefined : new CallSpans(tracer, eventOf);
  const kept = { records: null, audit: null, eventNumberOf: () => null, meter, log, callLog, spans };
  const shared = { limits, largeBodies, ...kept, ops, extend, bodyDeadlineMs };
  const app = createApp({ routes, keys: sampleKeys, ...shared });
  const server = makeServer(app, options.limits);
  const port = await listen(server, 0, '127.0.0.1');
  const operationsPort = await listen(operationsServer, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    port,
    metrics,
    lines,
    connections: () => promisify(server.getConnections.bind(server))(),
    drain: (graceMs) => server.drain({ idleMs, graceMs }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([server, operationsServer].map((one) => one.drain({ idleMs, graceMs: 0 })));
    },
  };
}

/** Sends bytes as they are and resolves with all that comes back until the server ends the connection. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}
