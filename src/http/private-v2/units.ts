/**
 * Units (docs/selling-rules.md): tables, boxes and booths of a layout, and how an event books them. The units of a layout
 * are a part of it: setting them makes its next version, which the events on it adopt.
 */
import { z } from 'zod';
import { notFinalized } from '#actors/fault.ts';
import {
  eventUnitsExample,
  eventUnitsSchema,
  presentEventUnit,
  presentUnit,
  unitsExample,
  unitsSchema,
} from '#codec/answers/units.ts';
import { layoutUnits, layoutUnitsExample, termsOf, unitOverrides, unitOverridesExample } from '#codec/bodies/units.ts';
import { longText, uuid } from '#codec/fields.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { UnitsReply } from '#domain/units/decide-units.ts';
import { planUnits } from '#domain/units/plan-units.ts';
import type { LayoutUnit } from '#domain/units/unit.ts';
import { find as findSchema } from '#storage/catalog/schemas.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { allocateUnitIds } from '#storage/layouts/unit-ids.ts';
import type { LayoutChanges } from '#workflows/layout-change.ts';
import { refusedChange } from '../editor/refused-change.ts';
import { askOwnEvent, type EventAccess } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteSuccess } from '../pipeline/route.ts';
import { invalid, unknownSchema } from '../refusals.ts';

export interface LayoutUnitDeps {
  readonly pool: DatabasePool;
  readonly seatMap: (schemaId: number) => Promise<SeatMap>;
  readonly layouts: Pick<LayoutChanges, 'change'>;
  readonly clusterVersion: VersionInForce;
}

/** The cluster version that knows units. */
const since = 2;
const shared = { tag: 'Units', caller: 'organization' } as const;
const schemaPath = '/api/private/v2.0/schemas/{schemaId}/units/';
const eventPath = '/api/private/v2.0/events/{id}/units/';
const ofSchema = z.object({ schemaId: longText });
const ofEvent = z.object({ id: uuid });
const bodyBytesMax = 2 * 1024 * 1024;
const ofLayout = { description: 'All of them.', schema: unitsSchema, example: unitsExample };
const asBooked = { description: 'All of them.', schema: eventUnitsSchema, example: eventUnitsExample };

export function layoutUnitRoutes(deps: LayoutUnitDeps): readonly Route[] {
  return [read(deps), write(deps)];
}

export function eventUnitRoutes(deps: EventAccess): readonly Route[] {
  return [readOfEvent(deps), override(deps)];
}

export function knowsUnits({ current }: VersionInForce): boolean {
  return current >= since;
}

/** Throws while a node of the release before would leave units out. */
export function requireUnits(clusterVersion: VersionInForce): void {
  if (!knowsUnits(clusterVersion)) throw notFinalized;
}

function shown(map: SeatMap, units: readonly LayoutUnit[]): RouteSuccess {
  const withIds = units.map((unit) => ({ ...unit, seats: unit.seats.map((seat) => map.idAt(seat)) }));
  return { status: 200, body: { units: withIds.map(presentUnit) } };
}

function read({ pool, seatMap }: LayoutUnitDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: schemaPath,
    operationId: 'listUnits',
    access: may('VIEWER', 'shared'),
    summary: 'List the units of a layout',
    description: 'Tables, boxes and booths of the present version of the layout.',
    params: ofSchema,
    responses: { 200: ofLayout },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const schema = await findSchema(pool, organizationId, params.schemaId);
      if (schema === null) return unknownSchema;
      const map = await seatMap(schema.id);
      return shown(map, map.units?.list ?? []);
    },
  });
}

/** A layout that changes while its units are set is read again. */
const attemptsMax = 5;

function write(deps: LayoutUnitDeps): Route {
  const { pool, seatMap, layouts, clusterVersion } = deps;
  return defineRoute({
    ...shared,
    method: 'PUT',
    path: schemaPath,
    idempotency: 'transaction',
    operationId: 'setUnits',
    access: may('MANAGER', 'whole'),
    summary: 'Set the units of a layout',
    description:
      'Makes a new version of the layout. The body is the whole list. Carts and sales stay as they are. A unit of ' +
      'which only a part is sold can be taken when all of it is free.',
    params: ofSchema,
    body: layoutUnits,
    bodyLimitBytes: bodyBytesMax,
    requestExample: layoutUnitsExample,
    responses: { 200: ofLayout },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, body, organizationId, changes }) => {
      requireUnits(clusterVersion);
      const schema = await findSchema(pool, organizationId, params.schemaId);
      if (schema === null) return unknownSchema;
      const sent = body.units.map((unit) => {
        const { id = null, name, seats } = unit;
        return { id, name, seats, ...termsOf(unit) };
      });
      const newIds = await allocateUnitIds(pool, sent.filter(({ id }) => id === null).length);
      for (let attempt = 1; ; attempt++) {
        const map = await seatMap(schema.id);
        const planned = planUnits(map, sent, newIds);
        if ('errors' in planned) return invalid(...planned.errors);
        const { version } = map;
        const units = planned.units.map((unit) => ({ ...unit, seats: unit.seats.flatMap((seat) => [seat, 1]) }));
        const change = { ...nothingElse, plan: { units: units.length === 0 ? null : units } };
        const request = { organizationId, schemaId: schema.id, change, forceDelete: false, onlyVersion: version };
        const outcome = await layouts.change(changes, request);
        if (outcome.outcome === 'outdated' && attempt < attemptsMax) continue;
        if (outcome.outcome !== 'changed' && outcome.outcome !== 'unchanged') return refusedChange(outcome);
        return shown(map, planned.units);
      }
    },
  });
}

const same = { add: [], change: [], remove: [] };
const nothingElse = { sections: same, rows: same, seats: same, shapes: same };

function shownReply({ units }: UnitsReply): RouteSuccess {
  return { status: 200, body: { units: units.map(presentEventUnit) } };
}

function readOfEvent(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: eventPath,
    operationId: 'listEventUnits',
    access: may('VIEWER', 'params.id'),
    summary: 'List the units of an event',
    description: 'Tables, boxes and booths as the event books them.',
    params: ofEvent,
    responses: { 200: asBooked },
    errors: ['ENTITY_NOT_FOUND', 'UPGRADE_NOT_FINALIZED'],
    handle: (request) => askOwnEvent(deps, request, request.params.id, { kind: 'read-units' }, 'units', shownReply),
  });
}

function override(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    path: eventPath,
    operationId: 'overrideUnits',
    access: may('MANAGER', 'params.id'),
    summary: 'Book units of an event otherwise',
    description:
      'The body is the whole list: a unit that it does not name is booked as the layout says. Carts and sales stay as they are.',
    params: ofEvent,
    body: unitOverrides,
    bodyLimitBytes: bodyBytesMax,
    requestExample: unitOverridesExample,
    responses: { 200: asBooked },
    errors: ['ENTITY_NOT_FOUND'],
    handle: (request) => {
      const overrides = request.body.units.map((unit) => ({ id: unit.id, ...termsOf(unit) }));
      const command = { kind: 'override-units', overrides } as const;
      return askOwnEvent(deps, request, request.params.id, command, 'units', shownReply);
    },
  });
}
