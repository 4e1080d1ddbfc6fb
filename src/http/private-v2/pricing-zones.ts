/**
 * Pricing zones of a schema (contract: PricingZone, Pricing zones): create, rename, list, read, delete, and assign
 * seats and areas to them. A zone applies to every event on the schema.
 */
import { z } from 'zod';
import { zoneAssignments, zoneAssignmentsExample } from '#codec/bodies/zone-assignments.ts';
import { fieldError } from '#codec/check.ts';
import { absentId, longId, longText, text } from '#codec/fields.ts';
import type { InvalidBody } from '#domain/command.ts';
import { placeZones, unknownZoneErrors, type ZoneAssignments } from '#domain/pricing/zone-assignments.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import * as zones from '#storage/catalog/pricing-zones.ts';
import { find as findSchema } from '#storage/catalog/schemas.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer, pageSchema, pagingQuery } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { conflict, invalid, noSuch, unknownSchema } from '../refusals.ts';

export interface PricingZoneDeps {
  readonly pool: DatabasePool;
  readonly seatMap: (schemaId: number) => Promise<SeatMap>;
  /** Transfers the bytes to a thread: the caller cannot use them afterwards. */
  readonly parseZoneAssignments: (bytes: Uint8Array) => Promise<ZoneAssignments | InvalidBody>;
}

const path = '/api/private/v2.0/schemas/{schemaId}/pricing_zones/';
const shared = { tag: 'Pricing zones', caller: 'organization' } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;
const bodyBytesMax = 64 * 1024 * 1024;
const namesBytesMax = 4 * 1024 * 1024;
const zonesPerCallMax = 10_000;
const unknownZone = noSuch('pricing zone');
const takenName = conflict('The schema already has a pricing zone with one of these names.');
const assignedZone = conflict('Seats or areas are assigned to the pricing zone.');

const params = z.object({ schemaId: longText });
const zoneParams = z.object({ schemaId: longText, id: longText });
const name = text(1, 255);
const ofSchema = longId.nullish().meta({ description: 'The schema of the path.' });
const newZone = z
  .object({ id: absentId('must be null on create'), name, schemaId: ofSchema })
  .meta({ id: 'NewPricingZone' });
const changedZone = z.object({ id: longId, name, schemaId: ofSchema }).meta({ id: 'ChangedPricingZone' });
const zone = z.object({ id: longId, name: z.string(), schemaId: longId }).meta({ id: 'PricingZone' });
const requestExample = [
  { name: 'Front', schemaId: 7 },
  { name: 'Back', schemaId: 7 },
];
const example = requestExample.map((one, index) => ({ id: 31 + index, ...one }));

export function pricingZones(deps: PricingZoneDeps): readonly Route[] {
  return [create(), rename(), list(deps), read(deps), remove(), assign(deps)];
}

function create(): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path,
    operationId: 'createPricingZones',
    access: may('MANAGER', 'whole'),
    summary: 'Create pricing zones',
    description: 'All or nothing. Names are unique within their schema.',
    params,
    body: z.array(newZone).max(zonesPerCallMax),
    bodyLimitBytes: namesBytesMax,
    requestExample,
    responses: { 201: { description: 'The zones in the order sent.', schema: z.array(zone), example } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params: { schemaId }, body, organizationId, changes }) => {
      const foreign = foreignSchemas(body, schemaId);
      if (foreign.length > 0) return invalid(...foreign);
      const names = body.map((one) => one.name);
      const made = await zones.create(changes, organizationId, schemaId, names);
      if (made === 'unknown') return unknownSchema;
      return made === 'taken' ? takenName : { status: 201, body: made };
    },
  });
}

function rename(): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path,
    operationId: 'updatePricingZones',
    access: may('MANAGER', 'whole'),
    summary: 'Rename pricing zones',
    description: 'All or nothing. Assignments stay as they are.',
    params,
    body: z.array(changedZone).max(zonesPerCallMax),
    bodyLimitBytes: namesBytesMax,
    requestExample: example,
    responses: { 200: { description: 'The zones in the order sent.', schema: z.array(zone), example } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params: { schemaId }, body, organizationId, changes }) => {
      const errors = [...foreignSchemas(body, schemaId), ...repeatedIds(body)];
      if (errors.length > 0) return invalid(...errors);
      const renamed = body.map(({ id, name }) => ({ id, name, schemaId }));
      const outcome = await zones.rename(changes, organizationId, schemaId, renamed);
      if (outcome === 'unknown') return unknownSchema;
      if (outcome === 'missing') return unknownZone;
      return outcome === 'taken' ? takenName : { status: 200, body: renamed };
    },
  });
}

function list({ pool }: PricingZoneDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listPricingZones',
    access: may('VIEWER', 'shared'),
    summary: 'List the pricing zones of a schema',
    description: 'In the requested order, by default by id.',
    params,
    query: pagingQuery(['id', 'name']),
    responses: pageAnswer('A page of pricing zones.', pageSchema('PagePricingZone', zone), example),
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { schemaId }, query, organizationId }) => {
      if ((await findSchema(pool, organizationId, schemaId)) === null) return unknownSchema;
      return answerPage(await zones.list(pool, organizationId, schemaId, query), query);
    },
  });
}

function read({ pool }: PricingZoneDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${path}{id}`,
    operationId: 'getPricingZone',
    access: may('VIEWER', 'shared'),
    summary: 'Read a pricing zone',
    description: 'The zone with its name; read its seats from the seat map.',
    params: zoneParams,
    responses: { 200: { description: 'The zone.', schema: zone, example: example[0] } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params: { schemaId, id }, organizationId }) => {
      const found = await zones.find(pool, organizationId, schemaId, id);
      return found === null ? unknownZone : { status: 200, body: found };
    },
  });
}

function remove(): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${path}{id}`,
    operationId: 'deletePricingZone',
    access: may('MANAGER', 'whole'),
    summary: 'Delete a pricing zone',
    description: 'Refused while seats or areas are assigned to it.',
    params: zoneParams,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params: { schemaId, id }, organizationId, changes }) => {
      const outcome = await zones.remove(changes, organizationId, schemaId, id);
      if (outcome === 'assigned') return assignedZone;
      return outcome === 'removed' ? { status: 204 } : unknownZone;
    },
  });
}

function assign({ pool, seatMap, parseZoneAssignments }: PricingZoneDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: `${path}assignments/`,
    operationId: 'assignPricingZones',
    access: may('MANAGER', 'whole'),
    summary: 'Assign seats and areas to pricing zones',
    description: 'All or nothing; overwrites earlier assignments. Existing prices of events stay as they are.',
    params,
    body: zoneAssignments,
    rawBody: true,
    bodyLimitBytes: bodyBytesMax,
    requestExample: zoneAssignmentsExample,
    responses: { 200: { description: 'Done.', schema: z.boolean(), example: true } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params: { schemaId }, rawBody, organizationId, changes }) => {
      const body = await parseZoneAssignments(rawBody);
      if ('invalid' in body) return { problem: { ...body, code: body.invalid } };
      if ((await findSchema(pool, organizationId, schemaId)) === null) return unknownSchema;
      const placement = placeZones(await seatMap(schemaId), body);
      if (!placement.ok) return invalid(...placement.errors);
      const outcome = await zones.assign(changes, organizationId, schemaId, placement.placed);
      if (outcome === 'unknown') return unknownSchema;
      const errors = unknownZoneErrors(body, outcome.unknownZones);
      return errors.length > 0 ? invalid(...errors) : { status: 200, body: true };
    },
  });
}

function foreignSchemas(body: readonly { readonly schemaId?: number | null | undefined }[], schemaId: number) {
  return body.flatMap((one, index) =>
    one.schemaId === undefined || one.schemaId === null || one.schemaId === schemaId
      ? []
      : [fieldError(`[${index}].schemaId`, 'UNKNOWN_VALUE', 'must be the schema of the path', one.schemaId)],
  );
}

function repeatedIds(body: readonly { readonly id: number }[]) {
  const seen = new Set<number>();
  return body.flatMap(({ id }, index) => {
    if (seen.has(id)) return [fieldError(`[${index}].id`, 'INVALID', 'must not be repeated', id)];
    seen.add(id);
    return [];
  });
}
