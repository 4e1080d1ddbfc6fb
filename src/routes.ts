/**
 * All routes of the service, each family given what it needs. The public session calls come first: they
 * are most of the traffic.
 */
import type { Clock } from '#actors/ports.ts';
import type { Registry } from '#actors/registry.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import { logins } from '#http/auth/logins.ts';
import { organizationConfig } from '#http/management/organization-config.ts';
import { organizations } from '#http/management/organizations.ts';
import { sessionConfig } from '#http/management/session-config.ts';
import { booking } from '#http/private-v2/booking.ts';
import { events } from '#http/private-v2/events.ts';
import { orphans } from '#http/private-v2/orphans.ts';
import { priceAssignments } from '#http/private-v2/price-assignments.ts';
import { prices } from '#http/private-v2/prices.ts';
import { pricingZones } from '#http/private-v2/pricing-zones.ts';
import { schemaClones } from '#http/private-v2/schema-clones.ts';
import { schemas } from '#http/private-v2/schemas.ts';
import { seatmaps } from '#http/private-v2/seatmaps.ts';
import { privateSessions } from '#http/private-v2/sessions.ts';
import { venues } from '#http/private-v2/venues.ts';
import { publicSessions } from '#http/public-v2/sessions.ts';
import type { Route } from '#http/route.ts';
import type { SessionIdMint } from '#http/session-ids.ts';
import { Events } from '#storage/events.ts';
import { LayoutElements } from '#storage/layout-elements.ts';
import { Layouts } from '#storage/layouts.ts';
import type { StorageLog } from '#storage/log.ts';
import { Logins } from '#storage/logins.ts';
import type { OrganizationRemoval } from '#storage/organization-removal.ts';
import { Organizations } from '#storage/organizations.ts';
import { allocatePriceIds } from '#storage/price-ids.ts';
import { PricingZones } from '#storage/pricing-zones.ts';
import { SchemaClones } from '#storage/schema-clones.ts';
import { Schemas } from '#storage/schemas.ts';
import type { Sealer } from '#storage/sealed.ts';
import { SessionOwners } from '#storage/session-owners.ts';
import { listSessions } from '#storage/sessions.ts';
import { findUnsettled } from '#storage/settle.ts';
import { Venues } from '#storage/venues.ts';
import type { WorkerPool } from '#workers/pool.ts';
import type { SchemaCloner } from '#workers/schema-cloner.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';

export interface RouteWorld {
  readonly settings: Settings;
  readonly persistence: Persistence;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly sessionIds: SessionIdMint;
  readonly workers: WorkerPool;
  readonly sealer: Sealer;
  readonly removal: OrganizationRemoval;
  readonly encodeSeats: (page: SeatPage) => Promise<Uint8Array>;
  readonly cloner: SchemaCloner;
  readonly log: StorageLog;
}

/** The routes in the order in which they are shown; without the session calls when the deployment withholds them. */
export function makeRoutes(world: RouteWorld): readonly Route[] {
  const { settings, persistence, registry, workers, log } = world;
  const { pool, events: directory, policies, seatMaps } = persistence;
  const layouts = new Layouts(pool);
  const schemaCatalog = new Schemas(pool, log);
  const zones = new PricingZones(pool);
  const engine = registry;
  return [
    ...(settings.SESSIONS_ENABLED ? sessionRoutes(world) : []),
    ...booking({ engine, events: directory }),
    ...events({
      engine,
      catalog: new Events(pool),
      settle: (eventNumbers) => registry.settle(eventNumbers),
      forget: (eventNumber) => registry.forget(eventNumber),
      drop: (eventId) => directory.drop(eventId),
    }),
    ...prices({ engine, events: directory, allocatePriceIds: (count) => allocatePriceIds(pool, count) }),
    ...orphans({
      engine,
      events: directory,
      layouts,
      scanOrphans: (columns) => workers.scanOrphans(columns),
    }),
    ...priceAssignments({
      engine,
      events: directory,
      owners: new SessionOwners(pool),
      encodeSeats: world.encodeSeats,
      readZones: (schemaId, zoneIds) => zones.contents(schemaId, zoneIds),
      parseAssignments: (bytes) => workers.parseAssignments(bytes),
    }),
    ...venues({ venues: new Venues(pool) }),
    ...schemas({
      schemas: schemaCatalog,
      layouts,
      parseLayout: (bytes) => workers.parseLayout(bytes),
    }),
    ...seatmaps({ schemas: schemaCatalog, elements: new LayoutElements(pool) }),
    ...pricingZones({
      schemas: schemaCatalog,
      zones,
      seatMap: (schemaId) => seatMaps.get(schemaId),
      parseZoneAssignments: (bytes) => workers.parseZoneAssignments(bytes),
    }),
    ...schemaClones({ clones: new SchemaClones(pool), wakeCloner: () => world.cloner.wake() }),
    ...organizations({ organizations: new Organizations(pool, world.sealer), removal: world.removal }),
    ...sessionConfig({ policies }),
    ...organizationConfig({ policies }),
    ...logins({ logins: new Logins(pool, world.sealer) }),
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
