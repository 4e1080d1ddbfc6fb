/** The schema of the body that creates a layout, for the document. The body itself is parsed by `layout.ts`. */
import { z } from 'zod';
import { curveMax } from '#domain/layout/geometry/block.ts';
import { areaCapacityMax, seatsPerSchemaMax, sectionsPerSchemaMax } from '#domain/layout/layout.ts';
import { constraint } from '../constraint.ts';
import { shownAs, text } from '../fields.ts';
import { decorationsPerSchemaMax, newDecoration } from './decorations.ts';
import { isStorableJson } from './json-fields.ts';

const measure = z.number().nullish();
const label = text(0, 255).nullish();
const partName = text(1, 255).refine((name) => !name.includes(';;'), {
  message: "must not contain ';;'",
  params: constraint('PATTERN'),
});
const storable = { message: 'must not contain U+0000 or unpaired surrogates', params: constraint('PATTERN') };

const newSeat = z.object({
  name: partName,
  x: z.number(),
  y: z.number(),
  accessible: z.boolean().nullish(),
  marked: z.boolean().nullish(),
});

const newRow = z.object({
  name: partName,
  x: measure,
  y: measure,
  seats: z
    .array(newSeat)
    .min(1)
    .max(seatsPerSchemaMax)
    .nullish()
    .meta({ description: 'Either `seats` or `seatCount`.' }),
  seatCount: z.int().min(1).max(seatsPerSchemaMax).nullish().meta({
    description: 'Number of seats, numbered from 1; the service places a row that has neither `x` nor `y`.',
  }),
});

const capacity = z.int().min(0).max(areaCapacityMax);

const inSection = {
  name: partName,
  prefix: label,
  seatPrefix: label,
  x: measure,
  y: measure,
  width: measure,
  height: measure,
  angle: measure.meta({
    description:
      'Degrees clockwise. Rotates what the service places: rows with a `seatCount`, and an area without shapes.',
  }),
  curve: z
    .number()
    .min(0)
    .max(curveMax)
    .nullish()
    .meta({ description: 'Degrees of the arc in which rows with a `seatCount` bend around the stage; 0: straight.' }),
  shapes: z.array(z.record(z.string(), z.unknown())).max(seatsPerSchemaMax).refine(isStorableJson, storable).nullish(),
};

const newArea = z
  .object({
    ...inSection,
    ga: z.literal(true).meta({ description: 'A general-admission area.' }),
    capacity: capacity.meta({
      description: 'Places. 0: every event sets its own capacity with the `activeCount` of a price assignment.',
    }),
    rows: z.array(newRow).max(0).nullish().meta({ description: 'An area has no rows.' }),
  })
  .meta({ id: 'NewArea', description: 'A general-admission area: places without seats.' });

const newSeatedSection = z
  .object({
    ...inSection,
    ga: z.literal(false).nullish().meta({ description: 'Not a general-admission area.' }),
    capacity: capacity.nullish().meta({ description: 'Ignored: the seats are counted.' }),
    rows: z.array(newRow).max(seatsPerSchemaMax).nullish(),
  })
  .meta({ id: 'NewSeatedSection', description: 'A section with rows of seats.' });

const newSection = z.union([newArea, newSeatedSection]);

export const newLayout = z
  .object({
    name: text(1, 255),
    venueId: z
      .int()
      .min(1)
      .nullish()
      .meta(shownAs({ type: ['integer', 'null'], format: 'int64', minimum: 1 })),
    sections: z.array(newSection).min(1).max(sectionsPerSchemaMax),
    shapes: z.array(newDecoration).max(decorationsPerSchemaMax).nullish(),
    focalPoint: z
      .object({ x: z.number(), y: z.number() })
      .nullish()
      .meta({ description: 'The point that seats face.' }),
  })
  .meta({ id: 'NewSchema', description: 'Names are unique inside their parent and contain no `;;`.' });

export const newLayoutExample = {
  name: 'Main hall',
  venueId: 3,
  sections: [
    { name: 'Stalls', rows: [{ name: 'A', seats: [{ name: '1', x: 0, y: 0, accessible: true }] }] },
    { name: 'Circle', curve: 40, rows: [{ name: 'A', seatCount: 30 }] },
    { name: 'Floor', ga: true, capacity: 300 },
  ],
  shapes: [{ type: 'stage', text: 'Stage', x: -150, y: -120, width: 300, height: 80, fill: '#e5e7eb' }],
  focalPoint: { x: 0, y: -40 },
};
