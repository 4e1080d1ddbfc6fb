/**
 * The listener for operators: a port of its own, on loopback by default, with /metrics, /livez and /readyz. Has a
 * request queue of its own, so that it answers while the public port is busy. Its requests are not counted: Prometheus
 * times its scrapes itself.
 */
import Router from '@koa/router';
import { Registry } from 'prom-client';
import type { Log } from '#actors/ports.ts';
import { noLargeBodies } from '../limits/large-bodies.ts';
import { unlimited } from '../limits/request-limits.ts';
import { createApp, type HttpMeter } from '../pipeline/app.ts';
import type { KeyDirectory } from '../pipeline/authenticate.ts';
import { CallLog } from '../pipeline/call-log.ts';
import type { GracefulServer } from '../server/graceful-server.ts';
import { makeServer } from '../server/server.ts';
import { addHealth, type Health } from './health.ts';
import { Scrapes } from './scrapes.ts';
import { guard, servePages } from './serve-pages.ts';

export interface OperationsOptions extends Health {
  /** The metrics in the text format of Prometheus. */
  readonly metricsText: () => Promise<string>;
  readonly log: Log;
}

/** Enough for scrapers, health checks and people; more connections are a mistake. */
const connectionsMax = 100;

const uncounted: HttpMeter = { observerOf: () => () => {}, errorAnswered: () => {} };

/** No call here takes a key. */
const noKeys: KeyDirectory = {
  organizationByKey: async () => null,
  tenantByToken: async () => null,
  loginByToken: async () => null,
  organizationOfTenant: async () => false,
};

/** A server for operators, not yet listening. */
export function makeOperationsServer({ metricsText, log, ...health }: OperationsOptions): GracefulServer {
  const scrapes = new Scrapes(metricsText);
  const router = new Router();
  addHealth(router, health);
  router.get('/metrics', async (context) => {
    guard(context);
    context.type = Registry.PROMETHEUS_CONTENT_TYPE;
    context.body = await scrapes.read();
  });
  const ops = servePages(router, uncounted);
  const callLog = new CallLog({ log, now: () => performance.now(), withRefusals: false, eventOf: () => null });
  const app = createApp({
    routes: [],
    keys: noKeys,
    limits: unlimited,
    largeBodies: noLargeBodies,
    records: null,
    audit: null,
    eventNumberOf: () => null,
    meter: uncounted,
    log,
    callLog,
    ops,
  });
  return makeServer(app, { connectionsMax });
}
