/**
 * The seat map of a schema as flat elements (contract: the service element, Schemas): its sections, rows or seats,
 * written in pieces so that a large layout neither blocks the event loop nor fills the memory.
 */
import { z } from 'zod';
import { longId, longText } from '#codec/fields.ts';
import { find } from '#storage/catalog/schemas.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { type ElementRecord, type ElementType, elementsOf } from '#storage/layouts/layout-elements.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { unknownSchema } from '../refusals.ts';

const types = ['SECTION', 'ROW', 'SEAT', 'TABLE'] as const;

const measure = z.number().nullable();

const element = z
  .object({
    id: longId,
    name: z.string(),
    prefix: z.string().nullable(),
    seatPrefix: z.string().nullable(),
    parentId: longId.nullable().meta({ description: 'For a seat its row, for a row its section; null for a section.' }),
    type: z.enum(types),
    ga: z.boolean(),
    schemaId: longId,
    pricingZoneId: longId.nullable(),
    guid: z.uuid(),
    externalId: z.string().nullable(),
    shapes: z.array(z.record(z.string(), z.unknown())).nullable(),
    width: measure,
    height: measure,
    left: measure,
    top: measure,
    angle: measure,
  })
  .meta({ id: 'Element' });

const example = [
  {
    id: 11,
    name: 'Stalls',
    prefix: null,
    seatPrefix: null,
    parentId: null,
    type: 'SECTION',
    ga: false,
    schemaId: 7,
    pricingZoneId: 31,
    guid: '0d6f7a0e-4c1b-4a55-9a4e-0a4f1d9b2c11',
    externalId: null,
    shapes: null,
    width: null,
    height: null,
    left: 0,
    top: 0,
    angle: null,
  },
];

export function seatmaps(pool: DatabasePool): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/private/v2.0/schemas/{schemaId}/seatmaps/',
      operationId: 'getSeatMap',
      access: may('VIEWER', 'shared'),
      summary: 'Read the sections, rows or seats of a schema',
      description: 'All elements of one type in layout order. A layout has no tables, so TABLE returns an empty list.',
      tag: 'Schemas',
      caller: 'organization',
      params: z.object({ schemaId: longText }),
      query: z.object({ type: z.enum(types).default('SECTION') }),
      responses: { 200: { description: 'The elements.', schema: z.array(element), example } },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ params, query, organizationId }) => {
        const schema = await find(pool, organizationId, params.schemaId);
        if (schema === null) return unknownSchema;
        if (query.type === 'TABLE') return { status: 200, body: [] };
        return { status: 200, content: elementChunks(schema.id, query.type, elementsOf(pool, schema.id, query.type)) };
      },
    }),
  ];
}

async function* elementChunks(
  schemaId: number,
  type: ElementType,
  pages: AsyncIterable<readonly ElementRecord[]>,
): AsyncGenerator<string> {
  let lead = '[';
  for await (const page of pages) {
    const text = page.map((record) => JSON.stringify(presentElement(schemaId, type, record))).join(',');
    yield `${lead}${text}`;
    lead = ',';
  }
  yield lead === '[' ? '[]' : ']';
}

function presentElement(schemaId: number, type: ElementType, record: ElementRecord): z.input<typeof element> {
  const { place: _, id, name, prefix, seatPrefix, parentId, x, y, angle, ...rest } = record;
  return { id, name, prefix, seatPrefix, parentId, type, schemaId, ...rest, left: x, top: y, angle };
}
