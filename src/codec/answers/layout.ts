/**
 * Encodes a layout as JSON in pieces, one per page of seats, so that a large layout neither blocks the event loop nor
 * fills the memory. Sections, rows and seats are nested and in layout order; areas are listed a second time by
 * themselves.
 */
import { z } from 'zod';
import { namedFeatures } from '#domain/layout/seat-features.ts';
import type { FocalPoint, SeatRecord, SectionRecord, ShapeRecord } from '../layout-records.ts';
import { featureMembers } from '../seat-features.ts';
import { LayoutEncoder, type LayoutShape } from './layout-encoder.ts';

const measure = z.number().nullable();

const seat = z.object({
  id: z.int(),
  name: z.string(),
  x: z.number(),
  y: z.number(),
  accessible: z.boolean(),
  marked: z.boolean(),
  ...featureMembers(z.literal(true).optional()),
});

const row = z.object({ id: z.int(), name: z.string(), x: z.number(), y: z.number(), seats: z.array(seat) });

const section = z.object({
  id: z.int().meta({ description: 'For a GA area: the id that selections use.' }),
  name: z.string(),
  prefix: z.string().nullable(),
  seatPrefix: z.string().nullable(),
  ga: z.boolean(),
  capacity: z.int(),
  guid: z.uuid(),
  shapes: z.array(z.record(z.string(), z.unknown())).nullable(),
  x: measure,
  y: measure,
  width: measure,
  height: measure,
  angle: measure,
  rows: z.array(row),
});

const decoration = z
  .looseObject({
    type: z.string(),
    shapeType: z.string().nullable(),
    x: z.number(),
    y: z.number(),
    width: measure,
    height: measure,
    angle: measure,
    text: z.string().nullable(),
    fill: z.string().nullable(),
  })
  .meta({ id: 'Decoration', description: 'Drawn on the map and not booked.' });

/** The schema of what `layoutChunks` encodes, for the OpenAPI document. */
export const layoutSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    venueId: z.int().nullable(),
    capacity: z.int(),
    sections: z.array(section),
    areas: z.array(z.object({ id: z.int(), name: z.string(), capacity: z.int() })),
    shapes: z.array(decoration),
    focalPoint: z
      .object({ x: z.number(), y: z.number() })
      .nullable()
      .meta({ description: 'The point that seats face; null: not set.' }),
  })
  .meta({ id: 'Layout' });

export const layoutExample = {
  id: 7,
  name: 'Main hall',
  venueId: 3,
  capacity: 301,
  sections: [
    {
      id: 11,
      name: 'Stalls',
      prefix: null,
      seatPrefix: null,
      ga: false,
      capacity: 1,
      guid: '0d6f7a0e-4c1b-4a55-9a4e-0a4f1d9b2c11',
      shapes: null,
      x: 0,
      y: 0,
      width: null,
      height: null,
      angle: null,
      rows: [
        {
          id: 21,
          name: 'A',
          x: 0,
          y: 0,
          seats: [{ id: 1042, name: '1', x: 0, y: 0, accessible: true, marked: false }],
        },
      ],
    },
  ],
  areas: [{ id: 12, name: 'Floor', capacity: 300 }],
  shapes: [
    {
      type: 'stage',
      shapeType: 'RECT',
      ...{ x: -150, y: -120, width: 300, height: 80, angle: null },
      ...{ text: 'Stage', fill: '#e5e7eb' },
    },
  ],
  focalPoint: { x: 0, y: -40 },
};

const shape: LayoutShape = {
  section: (section) => section,
  row: ({ rowId, rowName, rowX, rowY }) => ({ id: rowId, name: rowName, x: rowX, y: rowY }),
  seat: ({ id, name, x, y, accessible, marked, features }) => ({
    ...{ id, name, x, y, accessible, marked },
    ...namedFeatures(features),
  }),
};

type LayoutHead = Pick<z.output<typeof layoutSchema>, 'id' | 'name' | 'venueId' | 'capacity'>;

/** The parts of a layout other than its seats. */
interface LayoutFrame {
  readonly sections: readonly SectionRecord[];
  readonly decorations: readonly ShapeRecord[];
  readonly focalPoint: FocalPoint | null;
}

function presentDecoration({ rest, left, top, ...shape }: ShapeRecord): z.output<typeof decoration> {
  const { type, shapeType, width, height, angle, text, fill } = shape;
  return { ...rest, type, shapeType, x: left, y: top, width, height, angle, text, fill };
}

/** The encoded layout. `pages`: all its seats in layout order. */
export async function* layoutChunks(
  { id, name, venueId, capacity }: LayoutHead,
  { sections, decorations, focalPoint }: LayoutFrame,
  pages: AsyncIterable<readonly SeatRecord[]>,
): AsyncGenerator<string> {
  const encoder = new LayoutEncoder(sections, shape);
  const head: LayoutHead = { id, name, venueId, capacity };
  yield `${JSON.stringify(head).slice(0, -1)},"sections":[`;
  for await (const page of pages) yield encoder.encode(page);
  const areas = sections.filter(({ ga }) => ga).map(({ id, name, capacity }) => ({ id, name, capacity }));
  const shapes = JSON.stringify(decorations.map(presentDecoration));
  yield `${encoder.end()}],"areas":${JSON.stringify(areas)},"shapes":${shapes},"focalPoint":${JSON.stringify(focalPoint)}}`;
}
