/**
 * Layouts of the legacy interface (contract: Schema v1, Legacy v1): list, details, and the metadata with the keys that
 * the booking calls take.
 */
import { z } from 'zod';
import { LayoutEncoder, type LayoutShape } from '#codec/answers/layout-encoder.ts';
import { constraint } from '#codec/constraint.ts';
import { booleanText, longId, longText, shownAs } from '#codec/fields.ts';
import type { SeatRecord, SectionRecord } from '#codec/layout-records.ts';
import { numberedNames } from '#domain/layout/section-numbers.ts';
import { findSchema as findOwned, listSchemas } from '#storage/catalog/legacy-catalog.ts';
import type { SchemaRecord } from '#storage/catalog/schemas.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import type { Layouts } from '#storage/layouts/layouts.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { windowFields } from './events.ts';
import { foreignObject, legacyPrefix, unknownObject } from './legacy.ts';

export interface LegacySchemaDeps {
  readonly pool: DatabasePool;
  readonly layouts: Pick<Layouts, 'sections' | 'seats'>;
}

const path = `${legacyPrefix}/venues/schemas/`;
const shared = { tag: 'Legacy v1', caller: 'legacy' } as const;
const byId = z.object({ schemaId: longText });

const schema = z
  .object({
    id: longId,
    capacity: z.int().nullable(),
    name: z.string(),
    venueId: longId.nullable(),
    eventId: z.uuid().nullable().meta({ description: 'Always null: a layout does not belong to a single event.' }),
  })
  .meta({ id: 'LegacySchema' });

const measure = z.number().nullable();
const seat = z.object({
  key: z.string(),
  name: z.string(),
  x: z.number(),
  y: z.number(),
  ix: z.int().meta({ description: 'Place in the row, from 0.' }),
  iy: z.int().meta({ description: 'Place of the row in the sector, from 0.' }),
});
const row = z.object({ key: z.string(), name: z.string(), seats: z.array(seat) });
const sector = z.object({
  key: z.string(),
  name: z.string(),
  x: measure,
  y: measure,
  width: measure,
  height: measure,
  angle: measure,
  guid: z.uuid(),
  id: longId,
  shapes: z.array(z.record(z.string(), z.unknown())).nullable(),
  labelOffsetX: measure,
  labelOffsetY: measure,
  labelStyle: z.string().nullable(),
  labelVisible: z.boolean(),
  rows: z.array(row).meta({ description: 'Empty for a GA area.' }),
});
const metadata = z.object({ sectors: z.array(sector) }).meta({ id: 'LegacySchemaMetadata' });

const example = { id: 7, capacity: 301, name: 'Main hall', venueId: 3, eventId: null };
const metadataExample: z.output<typeof metadata> = {
  sectors: [
    {
      key: 'Stalls',
      name: 'Stalls',
      x: 0,
      y: 0,
      width: null,
      height: null,
      angle: null,
      guid: '0d6f7a0e-4c1b-4a55-9a4e-0a4f1d9b2c11',
      id: 11,
      shapes: null,
      labelOffsetX: null,
      labelOffsetY: null,
      labelStyle: null,
      labelVisible: true,
      rows: [{ key: 'A', name: 'A', seats: [{ key: '1', name: '1', x: 0, y: 0, ix: 0, iy: 0 }] }],
    },
  ],
};

// An unescaped plus sign in a query reads as a space.
const momentShape = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[ +-]\d{2}:\d{2})?$/;

/** Milliseconds since 1970, or null; a local date-time is read as UTC. */
function momentOf(value: string): number | null {
  const [, local = '', offset = 'Z'] = momentShape.exec(value) ?? [];
  const moment = `${local.replace(/(\.\d{3})\d+$/, '$1')}${offset.replace(' ', '+')}`;
  const time = Date.parse(moment);
  // `Date` turns the 31st of February into a day of March: refuse dates that do not exist.
  const day = local.slice(0, 10);
  const isReal = !Number.isNaN(time) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return isReal ? time : null;
}

const moment = z
  .string()
  .transform((value, context) => {
    const read = momentOf(value);
    if (read !== null) return read;
    const message = 'must be a date-time such as 2027-05-01T19:30:00 or 2027-05-01T19:30:00+02:00';
    context.addIssue({ code: 'custom', message, params: constraint('PATTERN') });
    return z.NEVER;
  })
  .meta({
    ...shownAs({ type: 'string', format: 'date-time' }),
    description: 'Only schemas changed after this time; without an offset it is UTC.',
  });

export function legacySchemas(deps: LegacySchemaDeps): readonly Route[] {
  return [list(deps), details(deps), read(deps)];
}

function present({ id, capacity, name, venueId }: SchemaRecord): z.output<typeof schema> {
  return { id, capacity, name, venueId, eventId: null };
}

function list({ pool }: LegacySchemaDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listLegacySchemas',
    access: may('VIEWER', 'shared'),
    summary: 'List the layouts with the legacy fields',
    description: 'Sorted by id.',
    query: z.object({ ...windowFields, venueId: longText.optional(), lastUpdated: moment.optional() }),
    responses: { 200: { description: 'The layouts.', schema: z.array(schema), example: [example] } },
    errors: [],
    handle: async ({ query, organizationId }) => {
      const { venueId = null, lastUpdated: updatedAfter = null } = query;
      const schemas = await listSchemas(pool, organizationId, { venueId, updatedAfter }, query);
      return { status: 200, body: schemas.map(present) };
    },
  });
}

async function findSchema({ pool }: LegacySchemaDeps, organizationId: number, schemaId: number) {
  const found = await findOwned(pool, schemaId);
  if (found === null) return unknownObject('schemaId', schemaId, 'a schema');
  return found.organizationId === organizationId ? found : foreignObject('this schema');
}

function details(deps: LegacySchemaDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${path}{schemaId}/details/`,
    operationId: 'getLegacySchemaDetails',
    access: may('VIEWER', 'shared'),
    summary: 'Read one layout with the legacy fields',
    description: 'The same entry as in the list.',
    params: byId,
    responses: { 200: { description: 'The layout.', schema, example } },
    errors: ['VALIDATION_FAILED'],
    handle: async ({ params, organizationId }) => {
      const found = await findSchema(deps, organizationId, params.schemaId);
      return 'problem' in found ? found : { status: 200, body: present(found) };
    },
  });
}

function read(deps: LegacySchemaDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${path}{schemaId}/`,
    operationId: 'getLegacySchema',
    access: may('VIEWER', 'shared'),
    summary: 'Read the sectors, rows and seats of a layout with their keys',
    description:
      'The composite key of a seat is the keys of its sector, row and seat joined by ;; and that of a GA area is the key of its sector. With ' +
      '`numberedSections` sectors with the same name get a running number; without it their seats may have the same ' +
      'key, and such a key books nothing. With `useInternalIds` keys are the numeric ids. The booking calls accept all of these forms.',
    params: byId,
    query: z.object({
      numberedSections: booleanText.default(false),
      useInternalIds: booleanText.default(false),
    }),
    responses: { 200: { description: 'The sectors in layout order.', schema: metadata, example: metadataExample } },
    errors: ['VALIDATION_FAILED'],
    handle: async ({ params, query, organizationId }) => {
      const found = await findSchema(deps, organizationId, params.schemaId);
      if ('problem' in found) return found;
      const sections = await deps.layouts.sections(found.id);
      return { status: 200, content: metadataChunks(sections, deps.layouts.seats(found.id), query) };
    },
  });
}

interface KeyForm {
  readonly numberedSections: boolean;
  readonly useInternalIds: boolean;
}

async function* metadataChunks(
  sections: readonly SectionRecord[],
  pages: AsyncIterable<readonly SeatRecord[]>,
  form: KeyForm,
): AsyncGenerator<string> {
  const encoder = new LayoutEncoder(sections, shapeOf(sections, form));
  yield '{"sectors":[';
  for await (const page of pages) yield encoder.encode(page);
  yield `${encoder.end()}]}`;
}

function shapeOf(sections: readonly SectionRecord[], { numberedSections, useInternalIds }: KeyForm): LayoutShape {
  const plain = sections.map(({ name }) => name);
  const names = numberedSections ? numberedNames(plain) : plain;
  const keyOf = (id: number, name: string): string => (useInternalIds ? String(id) : name);
  return {
    section: ({ id, x, y, width, height, angle, guid, shapes }, position) => {
      const name = names[position] as string;
      const frame = { x, y, width, height, angle, guid, id, shapes };
      const label = { labelOffsetX: null, labelOffsetY: null, labelStyle: null, labelVisible: true };
      return { key: keyOf(id, name), name, ...frame, ...label };
    },
    row: ({ rowId, rowName }) => ({ key: keyOf(rowId, rowName), name: rowName }),
    seat: ({ id, name, x, y }, ix, iy) => ({ key: keyOf(id, name), name, x, y, ix, iy }),
  };
}
