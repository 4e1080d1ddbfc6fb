/** The schema of a drawing in a request. `read-drawing.ts` then reads it against the stored layout. */
import { z } from 'zod';
import { areaCapacityMax, seatsPerSchemaMax, sectionsPerSchemaMax } from '#domain/layout/layout.ts';
import { shapePurposes } from '#domain/layout/layout-change.ts';
import { unitSeatsMax, unitsPerSchemaMax } from '#domain/units/unit.ts';
import { issue } from '../../constraint.ts';
import { partName, shownAs, storableJson, text, uuid } from '../../fields.ts';
import { drawnFeatureMembers } from '../../seat-features.ts';
import { differentUnits, fittingGuests, termMembers } from '../units.ts';
import { sectorMembers } from './sector-members.ts';

/** A drawing that replaces a whole layout also contains the old seats. */
const seatsPerDrawingMax = 2 * seatsPerSchemaMax;

/** Characters of the background as JSON text. */
const drawingLengthMax = 2_000_000;
const viewBoxLengthMax = 1_000;

const label = text(0, 255).nullish();
const measure = z.number().nullish();
const storedId = z
  .int()
  .min(1)
  .nullish()
  .meta(shownAs({ type: ['integer', 'null'], format: 'int64', minimum: 1 }));
const id = storedId.meta({ description: 'Absent: the item is new.' });
const guid = uuid.nullish().meta({ description: 'Lets other items of the same request refer to a new item.' });
const toRemove = z.boolean().nullish();

export const sector = z
  .looseObject({
    id,
    guid,
    toRemove: toRemove.meta({ description: 'Removes the sector with its rows and seats.' }),
    name: partName.optional(),
    ga: z.boolean().nullish().meta({ description: 'An area without seats; cannot be changed later.' }),
    capacity: z
      .int()
      .min(0)
      .max(areaCapacityMax)
      .nullish()
      .meta({ description: 'Places of an area; a new area without it gets the schema’s `gaCapacity`.' }),
    ...sectorMembers(label, measure),
  })
  .check(storableJson)
  .meta({ id: 'SentSector', description: 'Members beyond these are kept as they are.' });

export const row = z
  .object({
    id,
    guid,
    toRemove: toRemove.meta({ description: 'Removes the row with its seats.' }),
    sectorId: storedId,
    sectorGuid: uuid.nullish().meta({ description: 'Instead of `sectorId`; needed for a new sector.' }),
    name: label.meta({ description: 'The noun; "Row" when absent.' }),
    rowNumber: partName.optional().meta({ description: 'The row’s label.' }),
    seatName: label.meta({ description: 'The noun for its seats; "Seat" when absent.' }),
  })
  .meta({ id: 'SentRow' });

/** Reads contain it, and maps that were read are put back. */
const ofRow = z.unknown().optional().meta({ description: 'Follows from the row and is not read.' });

export const seat = z
  .object({
    id,
    guid,
    toRemove,
    rowId: storedId,
    rowGuid: uuid.nullish().meta({ description: 'Instead of `rowId`; needed for a new row.' }),
    sectorId: ofRow,
    sectorGuid: ofRow,
    name: partName.optional(),
    x: measure.meta({ description: 'Relative to the sector; needed without `ax`.' }),
    y: measure.meta({ description: 'Relative to the sector; needed without `ay`.' }),
    ax: measure.meta({ description: 'On the plan: where the seat is drawn.' }),
    ay: measure.meta({ description: 'On the plan: where the seat is drawn.' }),
    angle: measure,
    isAccessible: z.boolean().nullish(),
    isMarked: z.boolean().nullish(),
    isHidden: z.boolean().nullish(),
    ...drawnFeatureMembers(z.boolean().nullish()),
    place: z.number().nullish().meta({
      description:
        'Position among the seats of its row, from 0: 1.5 is between the second and the third. Absent: at the end.',
    }),
  })
  .meta({ id: 'SentSeat' });

export const shape = z
  .looseObject({
    id: uuid.nullish().meta({ description: 'The shape’s own guid; an unknown guid makes a new shape.' }),
    toRemove,
    type: label,
    shapeType: label.meta({ description: 'Such as RECT, CIRCLE, LINE, POLYGON.' }),
    purpose: z.enum(shapePurposes).nullish(),
    groupOfSeatsGuid: uuid.nullish().meta({ description: 'The guid of the sector that it belongs to.' }),
    left: z.number().optional(),
    top: z.number().optional(),
    width: measure,
    height: measure,
    angle: measure,
    order: z.number().nullish(),
    text: label,
    fill: label,
  })
  .check(storableJson)
  .meta({ id: 'SentShape', description: 'Members beyond these are kept as they are.' });

const unit = z
  .object({
    id: storedId.meta({ description: 'Of a unit that the layout has; absent: a new one.' }),
    name: text(1, 255),
    seatGuids: z
      .array(uuid)
      .min(1)
      .max(unitSeatsMax)
      .meta({ description: 'Guids of its seats, also of new ones, in the order in which guests fill them.' }),
    ...termMembers,
  })
  .check(fittingGuests)
  .meta({ id: 'SentDrawnUnit' });

export const sentDrawing = z
  .object({
    sectors: z.array(sector).max(sectionsPerSchemaMax).nullish(),
    rows: z.array(row).max(seatsPerDrawingMax).nullish(),
    seats: z.array(seat).max(seatsPerDrawingMax).nullish(),
    shapes: z.array(shape).max(seatsPerSchemaMax).nullish(),
    units: z.array(unit).max(unitsPerSchemaMax).nullish().meta({
      description: 'All tables, boxes and booths: one that is left out is one no more. Absent: they stay; null: none.',
    }),
    vectorBackground: z
      .looseObject({
        backgroundSvg: z.string().nullish().meta({ description: 'The drawing: a complete SVG document.' }),
      })
      .check(storableUpTo(drawingLengthMax))
      .nullish()
      .meta({
        description:
          'A drawing under the seats: `backgroundSvg`, its `viewBox`, and `x`, `y`, `width`, `height` ' +
          'of its place on the plan. Up to 2,000,000 characters. Maps show only its plain drawing elements; null: no drawing.',
      }),
    clientViewBox: z
      .looseObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
      .check(storableUpTo(viewBoxLengthMax))
      .nullish()
      .meta({ description: 'The part of the plan that visitors see first; null: everything.' }),
    focalPoint: z
      .object({ x: z.number(), y: z.number() })
      .nullish()
      .meta({
        description:
          'The point on the plan that the seats face: the best available seats are the nearest ones. null: the middle of ' +
          'the side with the smallest y.',
      }),
    forceDelete: z.boolean().nullish().meta({ description: 'The same as `forceDelete` in the query.' }),
  })
  .check(differentUnits)
  .meta({ id: 'SentDrawing', description: 'Items that it does not name stay as they are.' });

export type SentDrawing = z.output<typeof sentDrawing>;
export type SentSector = z.output<typeof sector>;
export type SentRow = z.output<typeof row>;
export type SentSeat = z.output<typeof seat>;
export type SentShape = z.output<typeof shape>;

/** A check for an object that is kept as JSON text of at most `lengthMax` characters. */
function storableUpTo(lengthMax: number) {
  return (payload: z.core.ParsePayload<unknown>): void => {
    storableJson(payload);
    if (payload.issues.length > 0) return;
    const { length } = JSON.stringify(payload.value);
    if (length > lengthMax) {
      payload.issues.push(issue('SIZE', `must not be longer than ${lengthMax} characters`, [], length));
    }
  };
}

const stalls = '0d6f7a0e-4c1b-4a55-9a4e-0a4f1d9b2c11';
const floor = '5b1f6f0c-7f0e-4a8e-8a66-7d3a1f6f2c12';
const rowA = '8a2d9a52-3f57-4d0b-9f0e-2f6f6d1a7c13';
const seatA1 = 'c7f1d2b4-5a0c-4e9b-8d6f-1b2a3c4d5e14';
const shapeGuid = 'e3b0c442-98fc-4c14-9afb-f4c8996fb915';

const newSector = { guid: stalls, name: 'Stalls', ga: false, x: 100, y: 50 };
const newArea = { guid: floor, name: 'Floor', ga: true, capacity: 300, x: 0, y: 0 };
const newRow = { guid: rowA, sectorGuid: stalls, name: 'Row', rowNumber: 'A', seatName: 'Seat' };
const newSeat = { guid: seatA1, rowGuid: rowA, name: '1', x: 19, y: 19, ax: 119, ay: 69, isAccessible: true };
const newShape = {
  id: shapeGuid,
  type: 'shape',
  shapeType: 'RECT',
  purpose: 'GA' as const,
  groupOfSeatsGuid: floor,
  left: 0,
  top: 0,
  width: 250,
  height: 250,
  order: 0,
  text: 'Floor',
  fill: '#cccccc',
};

export const sentExample = {
  sectors: [newSector, newArea],
  rows: [newRow],
  seats: [newSeat],
  shapes: [newShape],
  units: [{ name: 'Box 1', seatGuids: [seatA1], booking: 'WHOLE' as const }],
};

const plain = { prefix: null, seatPrefix: null, type: null, externalId: null, width: null, height: null, angle: null };

/** The same drawing in an answer. */
export const drawingExample = {
  id: 7,
  name: 'Main hall',
  venueId: 3,
  version: 1,
  sectors: [
    { id: 11, capacity: null, ...newSector, ...plain },
    { id: 12, ...newArea, ...plain },
  ],
  rows: [{ id: 21, sectorId: 11, ...newRow }],
  seats: [{ id: 1042, rowId: 21, sectorId: 11, angle: null, isMarked: false, isHidden: false, ...newSeat }],
  shapes: [{ ...newShape, angle: null }],
  units: [{ id: 4, name: 'Box 1', seatGuids: [seatA1], booking: 'WHOLE', min: null, max: null }],
  vectorBackground: null,
  clientViewBox: { x: -80, y: -80, width: 700, height: 500, isControlledManually: false },
  focalPoint: null,
};
