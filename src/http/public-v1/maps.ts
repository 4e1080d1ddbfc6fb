/**
 * The public map reads: the layout of an event or of a schema in the form that map renderers take, and the labels of
 * its rows. Nothing here shows what is sold.
 */

import { z } from 'zod';
import { longId, longText } from '#codec/fields.ts';
import { featureMembers } from '#codec/seat-features.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import type { SchemaDirectory } from '#storage/catalog/schema-directory.ts';
import { tagHeaders, tagOfText, unchanged } from '../pipeline/entity-tag.ts';
import { type CompressedContent, defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import {
  eventQuery,
  findPublicEvent,
  mapHeaders,
  mapPrefix,
  mapTag,
  publicKey,
  unchangedResponse,
  unknownIdOrKey,
} from './map-query.ts';
import type { SchemaMap, SchemaMaps } from './schema-maps.ts';

export interface MapDeps {
  readonly events: EventDirectory;
  readonly schemas: SchemaDirectory;
  readonly maps: SchemaMaps;
}

/** A new layout must be seen at once, so caches revalidate before every use; an unchanged layout costs a 304. */
const caching = 'no-cache';
const svgType = 'image/svg+xml; charset=utf-8';

const deltas = z
  .array(z.number())
  .meta({ description: 'The first value, then the difference of each value to the one before it.' });
const idStep = longId.meta({
  description: 'The id of the first entry, for the others the difference to the entry before.',
});

const schemaObject = z
  .object({
    plainSeats: z
      .object({ ids: deltas, x: deltas, y: deltas, rowIds: deltas, sectorIds: deltas, names: z.array(z.string()) })
      .meta({ description: 'Parallel arrays with one entry per seat; hidden seats are left out.' }),
    rows: z.array(
      z.object({
        id: idStep,
        rowNumber: z.string().meta({ description: 'The row’s label.' }),
        sectorId: longId,
        name: z.string().meta({ description: 'The noun for rows in this section.' }),
        seatName: z.string().meta({ description: 'The noun for seats in this section.' }),
      }),
    ),
    sectors: z.array(
      z.object({
        id: idStep,
        guid: z.uuid(),
        name: z.string(),
        isGa: z.boolean(),
        angle: z.number(),
        type: z.string(),
      }),
    ),
    background: z.object({
      svg: z.string().meta({ description: 'Shapes of a GA area carry its section id as `data-gos-id`.' }),
      viewBox: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    }),
    configuration: z.object({
      accessible: z.array(longId).meta({ description: 'Ids, not differences.' }),
      marked: z.array(longId),
      ...featureMembers(z.array(longId).optional()),
      hasUnits: z
        .literal(true)
        .optional()
        .meta({ description: 'Some seats are booked together: read the units of the event.' }),
      eventName: z.string().nullable().meta({ description: 'Null when the schema is read without an event.' }),
    }),
  })
  .meta({ id: 'MapSchema' });

const svgExample =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -40 240 180"><rect data-gos-id="12" fill="#e5e7eb" ' +
  'stroke="#9ca3af" rx="8" x="0" y="20" width="160" height="80"/></svg>';
const labelsExample =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-27 -12 15 24"><text x="-15" y="0" font-size="12" fill="#374151" ' +
  'text-anchor="end" dominant-baseline="central">A</text></svg>';

const example = {
  plainSeats: { ids: [1042, 1], x: [0, 20], y: [0, 0], rowIds: [21, 0], sectorIds: [11, 0], names: ['1', '2'] },
  rows: [{ id: 21, rowNumber: 'A', sectorId: 11, name: 'Row', seatName: 'Seat' }],
  sectors: [
    { id: 11, guid: '0d6f7a0e-4c1b-4a55-9a4e-0a4f1d9b2c11', name: 'Stalls', isGa: false, angle: 0, type: 'SECTION' },
    { id: 1, guid: '4b8f0e8a-94a5-4d8e-8d86-6f0d1f1a7c12', name: 'Floor', isGa: true, angle: 0, type: 'SECTION' },
  ],
  background: { svg: svgExample, viewBox: { x: -40, y: -40, width: 240, height: 180 } },
  configuration: { accessible: [1042], marked: [], eventName: 'Opening night' },
};

const shared = { method: 'GET', tag: mapTag, caller: 'anonymous', requestHeaders: mapHeaders } as const;

export function maps(deps: MapDeps): readonly Route[] {
  return [eventMap(deps), rowLabels(deps), schemaMap(deps)];
}

function eventMap(deps: MapDeps): Route {
  return defineRoute({
    ...shared,
    path: mapPrefix,
    operationId: 'getEventMap',
    summary: 'Read the map of an event',
    description: 'The current layout of the event’s schema, also for drafts and archived events.',
    query: eventQuery,
    responses: { 200: { description: 'The schema object.', schema: schemaObject, example }, 304: unchangedResponse },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async (request) => {
      const found = await findMap(deps, request.query);
      return found === null ? unknownIdOrKey : presentMap(request.header('if-none-match'), found.map, found.name);
    },
  });
}

function schemaMap({ schemas, maps }: MapDeps): Route {
  return defineRoute({
    ...shared,
    path: `${mapPrefix}schema/`,
    operationId: 'getSchemaMap',
    summary: 'Read the map of a schema',
    description: 'The current layout, without an event.',
    query: z.object({ id: longText.meta({ description: 'The schema.' }), publicKey }),
    responses: {
      200: {
        description: 'The schema object.',
        schema: schemaObject,
        example: { ...example, configuration: { ...example.configuration, eventName: null } },
      },
      304: unchangedResponse,
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async (request) => {
      const schema = await schemas.find(request.query.id);
      if (schema === null || schema.publicKey !== request.query.publicKey) return unknownIdOrKey;
      return presentMap(request.header('if-none-match'), await maps.get(schema), null);
    },
  });
}

function rowLabels(deps: MapDeps): Route {
  return defineRoute({
    ...shared,
    path: `${mapPrefix}schema/rows/`,
    operationId: 'getRowLabels',
    summary: 'Read the row labels of an event’s map',
    description: 'For renderers that read the labels separately from the background.',
    query: eventQuery,
    responses: {
      200: {
        description: 'SVG with a text beside the first seat of every row, in the coordinates of the map.',
        type: 'image/svg+xml',
        schema: z.string(),
        example: labelsExample,
      },
      304: unchangedResponse,
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async (request) => {
      const found = await findMap(deps, request.query);
      if (found === null) return unknownIdOrKey;
      const { rowLabels: text, digest } = found.map;
      return present(request.header('if-none-match'), tagOfText(`${digest} rows`), { text, type: svgType });
    },
  });
}

/** The map of the event's schema and the event's name; null: there is no such event. */
async function findMap({ events, schemas, maps }: MapDeps, { id, publicKey: key }: z.output<typeof eventQuery>) {
  const event = await findPublicEvent(events, id, key);
  const schema = event === null ? null : await schemas.find(event.schemaId);
  return event === null || schema === null ? null : { map: await maps.get(schema), name: event.name };
}

function presentMap(condition: string | undefined, { schema, digest }: SchemaMap, eventName: string | null) {
  const ending = Buffer.from(`${JSON.stringify(eventName)}}}`);
  return present(condition, tagOfText(`${digest} ${ending}`), { text: schema, ending });
}

function present(condition: string | undefined, tag: string, compressed: CompressedContent): RouteResult {
  return unchanged(condition, tag, caching) ?? { status: 200, headers: tagHeaders(tag, caching), content: compressed };
}
