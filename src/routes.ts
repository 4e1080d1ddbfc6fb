/**
 * All routes of the service, each family given what it needs. The public session calls come first: they
 * are most of the traffic.
 */
import type { Clock } from '#actors/ports.ts';
import type { Registry } from '#actors/registry.ts';
import { sessionConfig } from '#http/management/session-config.ts';
import { booking } from '#http/private-v2/booking.ts';
import { events } from '#http/private-v2/events.ts';
import { priceAssignments } from '#http/private-v2/price-assignments.ts';
import { prices } from '#http/private-v2/prices.ts';
import { schemas } from '#http/private-v2/schemas.ts';
import { privateSessions } from '#http/private-v2/sessions.ts';
import { publicSessions } from '#http/public-v2/sessions.ts';
import type { Route } from '#http/route.ts';
import type { SessionIdMint } from '#http/session-ids.ts';
import { Events } from '#storage/events.ts';
import { Layouts } from '#storage/layouts.ts';
import type { StorageLog } from '#storage/log.ts';
import { allocatePriceIds } from '#storage/price-ids.ts';
import { Schemas } from '#storage/schemas.ts';
import { SessionOwners } from '#storage/session-owners.ts';
import { listSessions } from '#storage/sessions.ts';
import { findUnsettled } from '#storage/settle.ts';
import type { WorkerPool } from '#workers/pool.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';

export interface RouteWorld {
  readonly settings: Settings;
  readonly persistence: Persistence;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly sessionIds: SessionIdMint;
  readonly workers: WorkerPool;
  readonly log: StorageLog;
}

/** The routes in the order in which they are shown; without the session calls when the deployment withholds them. */
export function makeRoutes(world: RouteWorld): readonly Route[] {
  const { settings, persistence, registry, workers, log } = world;
  const { pool, events: directory, policies } = persistence;
  const layouts = new Layouts(pool);
  const engine = registry;
  return [
    ...(settings.SESSIONS_ENABLED ? sessionRoutes(world) : []),
    ...booking({ engine, events: directory }),
    ...events({ catalog: new Events(pool) }),
    ...prices({ engine, events: directory, allocatePriceIds: (count) => allocatePriceIds(pool, count) }),
    ...priceAssignments({
      engine,
      events: directory,
      layouts,
      owners: new SessionOwners(pool),
      parseAssignments: (bytes) => workers.parseAssignments(bytes),
    }),
    ...schemas({
      schemas: new Schemas(pool, log),
      layouts,
      parseLayout: (bytes) => workers.parseLayout(bytes),
    }),
    ...sessionConfig({ policies }),
  ];
}

function sessionRoutes({ persistence, registry, clock, sessionIds }: RouteWorld): readonly Route[] {
  const { pool, events } = persistence;
  const engine = registry;
  return [
    ...publicSessions({ engine, events, sessionIds }),
    ...privateSessions({
      engine,
      events,
      sessionIds,
      now: () => clock.now(),
      listSessions: async (query) => {
        await registry.settle(await findUnsettled(pool, [query.eventNumber]));
        return listSessions(pool, query);
      },
    }),
  ];
}
