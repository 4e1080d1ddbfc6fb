/**
 * All routes of the service, each family wired to its dependencies. The public session calls come first: they are most
 * of the traffic.
 */
import { editorDrawings } from '#http/editor/drawings.ts';
import { editorEvents } from '#http/editor/events.ts';
import { editorSchemas } from '#http/editor/schemas.ts';
import { editorVenues } from '#http/editor/venues.ts';
import { editorViewBoxes, type ViewBoxDeps } from '#http/editor/view-boxes.ts';
import { PassChecks } from '#http/passes/pass-checks.ts';
import type { Route } from '#http/pipeline/route.ts';
import { admission } from '#http/private-v2/admission.ts';
import { allotments } from '#http/private-v2/allotments.ts';
import { booking } from '#http/private-v2/booking.ts';
import { changes } from '#http/private-v2/changes.ts';
import { checkoutCodes } from '#http/private-v2/checkout-codes.ts';
import { counterSessions } from '#http/private-v2/counter-sessions.ts';
import { erasure } from '#http/private-v2/erasure.ts';
import { eventCopies } from '#http/private-v2/event-copies.ts';
import { events } from '#http/private-v2/events.ts';
import { faceRoutes } from '#http/private-v2/faces.ts';
import { orphans } from '#http/private-v2/orphans.ts';
import { priceAssignmentRoutes } from '#http/private-v2/price-assignments.ts';
import { prices } from '#http/private-v2/prices.ts';
import { pricingZones } from '#http/private-v2/pricing-zones.ts';
import { schemaClones } from '#http/private-v2/schema-clones.ts';
import { schemaFiles } from '#http/private-v2/schema-files.ts';
import { schemas } from '#http/private-v2/schemas.ts';
import { seatmaps } from '#http/private-v2/seatmaps.ts';
import { series } from '#http/private-v2/series.ts';
import { seriesAssignments } from '#http/private-v2/series-assignments.ts';
import { seriesEvents } from '#http/private-v2/series-events.ts';
import { privateSessions } from '#http/private-v2/sessions.ts';
import { eventUnitRoutes, layoutUnitRoutes } from '#http/private-v2/units.ts';
import { venues } from '#http/private-v2/venues.ts';
import { webhookDeliveries } from '#http/private-v2/webhook-deliveries.ts';
import { webhooks } from '#http/private-v2/webhooks.ts';
import { type MapDeps, maps } from '#http/public-v1/maps.ts';
import { PriceBoards } from '#http/public-v1/price-boards.ts';
import { mapPrices } from '#http/public-v1/prices.ts';
import { SchemaMaps } from '#http/public-v1/schema-maps.ts';
import { publicAdmission } from '#http/public-v2/admission.ts';
import { mapChanges } from '#http/public-v2/changes.ts';
import { publicCheckouts } from '#http/public-v2/checkout-codes.ts';
import { publicFaces } from '#http/public-v2/faces.ts';
import { queue } from '#http/public-v2/queue.ts';
import { publicSessions } from '#http/public-v2/sessions.ts';
import { publicUnits } from '#http/public-v2/units.ts';
import { PassKeys } from '#storage/catalog/pass-keys.ts';
import { allocatePriceIdsOf } from '#storage/catalog/price-ids.ts';
import { contents } from '#storage/catalog/pricing-zones.ts';
import { SchemaDirectory } from '#storage/catalog/schema-directory.ts';
import { Drawings } from '#storage/layouts/drawings.ts';
import { Layouts } from '#storage/layouts/layouts.ts';
import { SessionOwners } from '#storage/projection/session-owners.ts';
import { listSessions } from '#storage/projection/sessions.ts';
import { findUnsettled } from '#storage/projection/settle.ts';
import { listDeliveries } from '#storage/webhooks/deliveries.ts';
import { LayoutChanges } from '#workflows/layout-change.ts';
import { accountRoutes } from './account-routes.ts';
import { evidenceRoutes } from './evidence-routes.ts';
import { legacyRoutes } from './legacy-routes.ts';
import { reportingRoutes } from './reporting-routes.ts';
import type { RouteWorld } from './route-world.ts';

/** The routes in the order of the API document; without the session calls when SESSIONS_ENABLED is off. */
export function makeRoutes(world: RouteWorld): readonly Route[] {
  const { settings, persistence, router: engine, workers } = world;
  const { pool, events: directory } = persistence;
  const shown = shownSchemas(world);
  const storedPassKeys = new PassKeys(pool, world.sealer, persistence.notifications);
  return [
    ...(settings.SESSIONS_ENABLED ? sessionRoutes(world, storedPassKeys) : []),
    ...mapRoutes(world, shown),
    ...booking({ engine, events: directory, parseBooking: (bytes) => workers.parse('booking', bytes) }),
    ...eventRoutes(world),
    ...changes({ feed: persistence.feed, readers: persistence.feedReaders }),
    ...prices({
      engine,
      events: directory,
      allocatePriceIds: (event, count) => allocatePriceIdsOf(pool, event, count),
    }),
    ...seriesRoutes(world),
    ...reportingRoutes(world),
    ...legacyRoutes(world),
    ...orphans({
      engine,
      events: directory,
      layouts: new Layouts(pool),
      scanOrphans: (columns) => workers.scanOrphans(columns),
    }),
    ...priceAssignmentRoutes({
      engine,
      events: directory,
      owners: new SessionOwners(pool),
      encodeSeats: world.encodeSeats,
      readZones: (schemaId, zoneIds) => contents(pool, schemaId, zoneIds),
      parseAssignments: (bytes) => workers.parse('priceAssignments', bytes),
    }),
    ...layoutRoutes(world),
    ...schemaClones({ pool, wakeCloner: () => world.cloner.wake() }),
    ...erasure({ pool, engine, sessionIds: world.sessionIds, wakeEraser: () => world.eraser.wake() }),
    ...webhookRoutes(world),
    ...accountRoutes(world, storedPassKeys),
    ...editorRoutes(world, shown),
  ];
}

const importedAs = { csv: 'layoutCsv', svg: 'layoutSvg', json: 'layoutJson' } as const;

/** Venues, their schemas, and the pricing zones of these. */
function layoutRoutes({ persistence, workers, log }: RouteWorld): readonly Route[] {
  const { pool, seatMaps, clusterVersion } = persistence;
  const seatMap = (schemaId: number) => seatMaps.get(schemaId);
  const shared = { pool, log, clusterVersion, layouts: new Layouts(pool) };
  return [
    ...venues(pool),
    ...schemas({ ...shared, parseLayout: (bytes) => workers.parse('layout', bytes) }),
    ...schemaFiles({
      ...shared,
      seatMap,
      readLayout: (format, bytes) => workers.parse(importedAs[format], bytes),
    }),
    ...seatmaps(pool),
    ...pricingZones({
      pool,
      seatMap,
      parseZoneAssignments: (bytes) => workers.parse('zoneAssignments', bytes),
    }),
  ];
}

function eventRoutes(world: RouteWorld): readonly Route[] {
  const { persistence, router: engine, workers } = world;
  const { pool, events: directory, faces, policies } = persistence;
  return [
    ...events({ engine, pool, events: directory }),
    eventCopies({ engine, pool }),
    ...admission({ engine, events: directory }),
    ...eventUnitRoutes({ engine, events: directory }),
    ...faceRoutes({ pool, faces, policies }),
    ...allotments({
      engine,
      events: directory,
      parsePlaces: (bytes) => workers.parse('allotmentPlaces', bytes),
    }),
    ...evidenceRoutes(world),
  ];
}

function webhookRoutes({ settings, persistence, clock, webhooks: parts }: RouteWorld): readonly Route[] {
  const { webhooks: records, removal, redelivery, senders } = parts;
  const now = (): number => clock.now();
  return [
    ...webhooks({ webhooks: records, removal, senders, now, allowsPrivate: settings.WEBHOOKS_ALLOW_PRIVATE }),
    ...webhookDeliveries({
      webhooks: records,
      redelivery,
      list: (query, paging) => listDeliveries(persistence.pool, query, paging),
      now,
    }),
  ];
}

type ShownSchemas = Pick<MapDeps, 'maps'> & ViewBoxDeps;

/** Schemas as maps show them, for buyers and for editors. */
function shownSchemas({ persistence, encodeMap }: RouteWorld): ShownSchemas {
  const { pool, notifications } = persistence;
  return { schemas: new SchemaDirectory(pool, notifications), maps: new SchemaMaps(encodeMap) };
}

function editorRoutes(
  { persistence, router, writeDrawingInThread }: RouteWorld,
  shown: ShownSchemas,
): readonly Route[] {
  const { pool, notifications, seatMaps, clusterVersion } = persistence;
  const changes = new LayoutChanges({
    pool,
    settle: (eventNumbers) => router.settle(eventNumbers),
    notifications,
    writeDrawingInThread,
  });
  const drawings = new Drawings(pool);
  return [
    ...editorVenues(pool),
    ...editorSchemas({
      pool,
      areas: drawings,
      layouts: changes,
    }),
    ...editorEvents(pool),
    ...editorDrawings({ drawings, clusterVersion, draw: (request) => changes.draw(request) }),
    ...editorViewBoxes(shown),
    ...layoutUnitRoutes({
      pool,
      seatMap: (schemaId) => seatMaps.get(schemaId),
      layouts: changes,
      clusterVersion,
    }),
  ];
}

function seriesRoutes({ persistence, router }: RouteWorld): readonly Route[] {
  const { pool } = persistence;
  const engine = router;
  return [
    ...series({ engine, pool }),
    ...seriesEvents({ engine, pool }),
    ...seriesAssignments({
      pool,
      settle: async (eventNumbers) => router.settle(await findUnsettled(pool, eventNumbers)),
    }),
  ];
}

function mapRoutes(
  { persistence, router: engine, clock, workers, heads, live, sessionIds }: RouteWorld,
  shown: ShownSchemas,
): readonly Route[] {
  const { events, eras, faces, brands, frameOrigins } = persistence;
  const boards = new PriceBoards({
    engine,
    clock,
    isHead: (eventNumber, seq) => heads.isHead(eventNumber, seq),
    encode: (offer) => workers.encodePrices(offer),
  });
  eras.onNew(() => boards.forget());
  const shared = { engine, sessionIds, events };
  return [
    ...mapPrices({ ...shared, boards }),
    ...mapChanges({ ...shared, boards: live }),
    ...maps({ events, ...shown }),
    ...publicFaces({ events, faces, brands, frameOrigins }),
  ];
}

function sessionRoutes(
  { persistence, router, clock, sessionIds, tickets, buyers, passMeter, openEvents }: RouteWorld,
  storedPassKeys: PassKeys,
): readonly Route[] {
  const { pool, events, policies, mode } = persistence;
  const engine = router;
  const now = (): number => clock.now();
  const passes = new PassChecks({ keys: storedPassKeys, now, meter: passMeter, buyers });
  return [
    ...publicSessions({ engine, events, sessionIds, passes, tickets }),
    ...publicAdmission({ engine, events, policies, mode, openEvents }),
    ...publicUnits({ engine, events }),
    ...publicCheckouts({ pool, engine, events, sessionIds, now }),
    ...checkoutCodes({ pool, engine, sessionIds, now }),
    ...queue({ engine, events, tickets, random: Math.random }),
    ...counterSessions({ engine, events, sessionIds }),
    ...privateSessions({
      engine,
      events,
      sessionIds,
      now,
      listSessions: async (query) => {
        await router.settle(await findUnsettled(pool, [query.eventNumber]));
        return listSessions(pool, query);
      },
    }),
  ];
}
