/**
 * Encodes a drawn layout as JSON in pieces, one per page of rows and seats, so that a large layout neither blocks the
 * event loop nor fills the memory. If the layout changes while it is read, the answer fails: the pieces would not fit
 * together.
 */
import { z } from 'zod';
import { Fault } from '#actors/fault.ts';
import { unitSchema } from '#codec/answers/units.ts';
import { sectorMembers } from '#codec/bodies/drawing/sector-members.ts';
import { longId } from '#codec/fields.ts';
import { asDrawn, drawnFeatureMembers } from '#codec/seat-features.ts';
import { placeInSection } from '#domain/layout/drawing.ts';
import { shapePurposes } from '#domain/layout/layout-change.ts';
import { namedFeatures } from '#domain/layout/seat-features.ts';
import type { DrawingRecord, Drawings, DrawnSeatRecord, DrawnSectionRecord } from '#storage/layouts/drawings.ts';
import { warnings } from '../pipeline/unknown-members.ts';

const measure = z.number().nullable();
const label = z.string().nullable();

const sector = z
  .looseObject({
    id: longId.meta({ description: 'For a GA area: the id that selections use.' }),
    guid: z.uuid(),
    name: z.string(),
    ga: z.boolean(),
    capacity: z.int().nullable().meta({ description: 'Places of an area; null for sections with seats.' }),
    ...sectorMembers(label, measure),
  })
  .meta({ id: 'DrawnSector' });

const row = z
  .object({
    id: longId,
    guid: z.uuid(),
    sectorId: longId,
    sectorGuid: z.uuid(),
    name: z.string().meta({ description: 'The noun, such as "Row".' }),
    rowNumber: z.string().meta({ description: 'The row’s label.' }),
    seatName: z.string().meta({ description: 'The noun for its seats, such as "Seat".' }),
  })
  .meta({ id: 'DrawnRow' });

const seat = z
  .object({
    id: longId,
    guid: z.uuid(),
    rowId: longId,
    rowGuid: z.uuid(),
    sectorId: longId,
    name: z.string(),
    x: z.number().meta({ description: 'Relative to the sector.' }),
    y: z.number().meta({ description: 'Relative to the sector.' }),
    ax: z.number().meta({ description: 'On the plan: where the seat is drawn.' }),
    ay: z.number().meta({ description: 'On the plan: where the seat is drawn.' }),
    angle: measure,
    isAccessible: z.boolean(),
    isMarked: z.boolean(),
    isHidden: z.boolean(),
    ...drawnFeatureMembers(z.literal(true).optional()),
  })
  .meta({ id: 'DrawnSeat' });

const shape = z
  .looseObject({
    id: z.uuid(),
    type: z.string(),
    shapeType: label,
    purpose: z.enum(shapePurposes),
    groupOfSeatsGuid: z.uuid().nullable().meta({ description: 'The guid of the sector that it belongs to.' }),
    left: z.number(),
    top: z.number(),
    width: measure,
    height: measure,
    angle: measure,
    order: z.number().meta({ description: 'Drawing order: shapes with a lower value are drawn first.' }),
    text: label,
    fill: label,
  })
  .meta({ id: 'DrawnShape' });

const unit = unitSchema
  .omit({ seats: true })
  .extend({
    seatGuids: z.array(z.uuid()).meta({ description: 'Of its seats, in the order in which guests fill them.' }),
  })
  .meta({ id: 'DrawnUnit', description: 'A table, a box or a booth.' });

/** The schema of what `drawingChunks` encodes, for the OpenAPI document. */
export const drawingSchema = z
  .object({
    id: longId,
    name: z.string(),
    venueId: longId.nullable(),
    version: z.int().meta({ description: 'Increases with every change.' }),
    warnings,
    sectors: z.array(sector),
    rows: z.array(row),
    seats: z.array(seat),
    shapes: z.array(shape),
    units: z.array(unit).optional().meta({ description: 'Absent: the layout has none.' }),
    vectorBackground: z.looseObject({}).nullable().meta({ description: 'A drawing under the seats, as it was sent.' }),
    clientViewBox: z
      .looseObject({})
      .nullable()
      .meta({ description: 'The part of the plan that visitors see first, as it was sent.' }),
    focalPoint: z
      .object({ x: z.number(), y: z.number() })
      .nullable()
      .meta({ description: 'The point that the seats face.' }),
  })
  .meta({ id: 'Drawing' });

/** The encoded layout. Throws when its version has changed by the end. */
export async function* drawingChunks(
  drawing: DrawingRecord,
  drawings: Omit<Drawings, 'find'>,
  currentVersion: () => Promise<number | undefined>,
  unread: readonly string[] = [],
): AsyncGenerator<string> {
  const { id, name, venueId, version } = drawing;
  const [sections, shapes, units, plan] = await Promise.all([
    drawings.sections(id),
    drawings.shapes(id),
    drawings.units(id),
    drawings.plan(id),
  ]);
  const byId = new Map(sections.map((section) => [section.id, section]));
  const guidOf = (sectionId: number | null) => (sectionId === null ? null : (byId.get(sectionId)?.guid ?? null));
  const head = { id, name, venueId, version, ...(unread.length > 0 ? { warnings: unread } : {}) };
  yield `${JSON.stringify({ ...head, sectors: sections.map(presentSector) }).slice(0, -1)},"rows":[`;
  yield* listed(drawings.rows(id), ({ id, guid, sectionId, rowNoun, name, seatNoun }) => ({
    id,
    guid,
    sectorId: sectionId,
    sectorGuid: guidOf(sectionId),
    name: rowNoun,
    rowNumber: name,
    seatName: seatNoun,
  }));
  yield '],"seats":[';
  yield* listed(drawings.seats(id), (seat) => presentSeat(seat, byId.get(seat.sectionId)));
  const shown = shapes.map(({ id: _, sectionId, guid, rest, ...shape }) => ({
    ...rest,
    ...shape,
    id: guid,
    groupOfSeatsGuid: guidOf(sectionId),
  }));
  if ((await currentVersion()) !== version) throw new Fault('UNAVAILABLE', 'The layout changed while it was read.');
  yield `],"shapes":${JSON.stringify(shown)},${JSON.stringify({ ...(units.length === 0 ? {} : { units }), ...plan }).slice(1)}`;
}

async function* listed<Item>(
  pages: AsyncIterable<readonly Item[]>,
  present: (item: Item) => object,
): AsyncGenerator<string> {
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((item) => JSON.stringify(present(item))).join(',');
    separator = ',';
  }
}

function presentSector({ capacity, rest, ...section }: DrawnSectionRecord): z.output<typeof sector> {
  return { ...rest, ...section, capacity: section.ga ? capacity : null };
}

function presentSeat(record: DrawnSeatRecord, section: DrawnSectionRecord | undefined): z.output<typeof seat> {
  const { id, guid, rowId, rowGuid, sectionId, name, x, y, angle, accessible, marked, hidden, features } = record;
  const { sectionX, sectionY } = record;
  return {
    id,
    guid,
    rowId,
    rowGuid,
    sectorId: sectionId,
    name,
    x: sectionX ?? placeInSection(x, section?.x ?? 0),
    y: sectionY ?? placeInSection(y, section?.y ?? 0),
    ax: x,
    ay: y,
    angle,
    isAccessible: accessible,
    isMarked: marked,
    isHidden: hidden,
    ...asDrawn(namedFeatures(features)),
  };
}
