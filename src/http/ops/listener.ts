/**
 * The listener for operators: another port, on loopback unless told otherwise, with /metrics, /livez and /readyz. Has a
 * queue of its own, so that it answers while the public port is busy. Its requests are not counted: Prometheus times its
 * scrapes itself.
 */
import Router from '@koa/router';
import type { Registry } from 'prom-client';
import type { Log } from '#actors/ports.ts';
import { createApp, type HttpMeter } from '../app.ts';
import type { KeyDirectory } from '../authenticate.ts';
import type { GracefulServer } from '../graceful-server.ts';
import { unlimited } from '../limits/request-limits.ts';
import { makeServer } from '../server.ts';
import { addHealth, type WhyNotReady } from './health.ts';
import { guard, servePages } from './serve-pages.ts';

export interface OperationsOptions {
  readonly registry: Registry;
  readonly whyNotReady: WhyNotReady;
  readonly log: Log;
}

/** Scrapers, health checks and people; more is a mistake. */
const connectionsMax = 100;

const uncounted: HttpMeter = { observerOf: () => () => {} };

/** No call here takes a key. */
const noKeys: KeyDirectory = {
  organizationByKey: async () => null,
  tenantByToken: async () => null,
  loginByToken: async () => null,
  organizationOfTenant: async () => false,
};

/** A server for operators, not yet listening. */
export function makeOperationsServer({ registry, whyNotReady, log }: OperationsOptions): GracefulServer {
  const router = new Router();
  addHealth(router, whyNotReady);
  router.get('/metrics', async (context) => {
    guard(context);
    context.type = registry.contentType;
    context.body = await registry.metrics();
  });
  const ops = servePages(router, uncounted);
  const app = createApp({ routes: [], keys: noKeys, limits: unlimited, meter: uncounted, log, ops });
  return makeServer(app.callback(), { connectionsMax });
}
