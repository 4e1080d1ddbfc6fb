/**
 * The schema of the body that creates a layout. Owns what one body must hold: names are unique inside their parent, areas
 * have a capacity and no rows, rows have seats or a count. `layout.ts` makes columns of it.
 */
import { z } from 'zod';
import { curveMax } from '#domain/layout/geometry/block.ts';
import { areaCapacityMax, seatsPerSchemaMax, sectionsPerSchemaMax } from '#domain/layout/layout.ts';
import { isAbsent, issue } from '../constraint.ts';
import { partName, shownAs, storableJson, text } from '../fields.ts';
import { notNull } from '../messages.ts';
import { featureMembers } from '../seat-features.ts';
import { decorationsPerSchemaMax, isUnplacedStage, newDecoration } from './decorations.ts';
import { fittingUnits, newUnits } from './new-units.ts';

const measure = z.number().nullish();
const label = text(0, 255).nullish();
const flag = z.boolean().nullish();
const kind = { accessible: flag, marked: flag, ...featureMembers(flag) };
const newSeat = z.object({ name: partName, x: z.number(), y: z.number(), ...kind });

const uniqueWords = 'must be unique in its parent';

/** Each may name all seats of a row: more would hold a thread for a large one. */
const flagsPerRowMax = 50;

const seatNumber = z.int().min(1).max(seatsPerSchemaMax);

/** Numbered seats that are not ordinary. */
const seatFlags = z
  .object({
    from: seatNumber.meta({ description: 'Number of the first seat.' }),
    to: seatNumber.meta({ description: 'Number of the last seat.' }),
    ...kind,
  })
  .check(({ value: { from, to }, issues }) => {
    if (to < from) issues.push(issue('MIN', 'must not be less than from', ['to'], to));
  })
  .meta({ id: 'SeatFlags', description: 'What the seats with the numbers `from` to `to` are.' });

const newRow = z
  .object({
    name: partName,
    x: measure,
    y: measure,
    seats: z
      .array(newSeat)
      .min(1)
      .max(seatsPerSchemaMax)
      .nullish()
      .meta({ description: 'Either `seats`, `seatCount` or `seatNames`.' }),
    seatCount: z.int().min(1).max(seatsPerSchemaMax).nullish().meta({
      description: 'Number of seats, numbered from 1; the service places a row that has neither `x` nor `y`.',
    }),
    seatNames: z
      .array(partName)
      .min(1)
      .max(seatsPerSchemaMax)
      .nullish()
      .meta({ description: 'Instead of `seatCount`: the names of seats that the service places.' }),
    seatFlags: z.array(seatFlags).max(flagsPerRowMax).nullish().meta({
      description: 'Only with `seatCount` or `seatNames`: what some of the seats are, by their numbers from 1.',
    }),
  })
  .check(({ value: { seats, seatCount, seatNames, seatFlags: flags }, issues }) => {
    for (const [at, { to }] of (flags ?? []).entries()) {
      if (to <= (seatCount ?? seatNames?.length ?? 0)) continue;
      issues.push(issue('MAX', 'must be a seat of seatCount', ['seatFlags', at, 'to'], to));
      break;
    }
    const isListed = !isAbsent(seats);
    for (const [member, value, isForbidden] of [
      ['seatCount', seatCount, isListed],
      ['seatNames', seatNames, isListed || !isAbsent(seatCount)],
    ] as const) {
      if (isForbidden && !isAbsent(value)) {
        issues.push(issue('NULL', `must be absent when seats are ${isListed ? 'listed' : 'counted'}`, [member], value));
      }
    }
    if (!isListed && isAbsent(seatCount) && isAbsent(seatNames))
      issues.push(issue('NOT_NULL', notNull, ['seats'], null));
    const names = new Set<string>();
    for (const [at, name] of (seatNames ?? []).entries()) {
      if (names.has(name)) issues.push(issue('DUPLICATE', uniqueWords, ['seatNames', at], name));
      names.add(name);
    }
  }, uniqueNames('seats'));

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
  shapes: z.array(z.record(z.string(), z.unknown())).max(seatsPerSchemaMax).check(storableJson).nullish(),
};

const newArea = z
  .object({
    ...inSection,
    ga: z.literal(true).meta({ description: 'A general-admission area.' }),
    capacity: capacity.meta({
      description: 'Places. 0: every event sets its own capacity with the `activeCount` of a price assignment.',
    }),
    rows: z
      .array(newRow)
      .max(0, 'must be absent or empty in a general-admission area')
      .nullish()
      .meta({ description: 'An area has no rows.' }),
  })
  .meta({ id: 'NewArea', description: 'A general-admission area: places without seats.' });

const newSeatedSection = z
  .object({
    ...inSection,
    ga: z.literal(false).nullish().meta({ description: 'Not a general-admission area.' }),
    capacity: capacity.nullish().meta({ description: 'Ignored: the seats are counted.' }),
    rows: z.array(newRow).max(seatsPerSchemaMax).nullish(),
  })
  .check(uniqueNames('rows'))
  .meta({ id: 'NewSeatedSection', description: 'A section with rows of seats.' });

const newSection = z.discriminatedUnion('ga', [newArea, newSeatedSection], 'must be true or false').meta({
  // OpenAPI knows only discriminators that are texts and always present.
  override({ jsonSchema }: { readonly jsonSchema: { anyOf?: unknown; oneOf?: unknown; discriminator?: unknown } }) {
    jsonSchema.anyOf = jsonSchema.oneOf;
    delete jsonSchema.oneOf;
    delete jsonSchema.discriminator;
  },
});

const layout = z.object({
  name: text(1, 255),
  venueId: z
    .int()
    .min(1)
    .nullish()
    .meta(shownAs({ type: ['integer', 'null'], format: 'int64', minimum: 1 })),
  sections: z.array(newSection).min(1).max(sectionsPerSchemaMax),
  shapes: z.array(newDecoration).max(decorationsPerSchemaMax).nullish(),
  units: newUnits,
  focalPoint: z.object({ x: z.number(), y: z.number() }).nullish().meta({ description: 'The point that seats face.' }),
});

export const newLayout = layout
  .check(uniqueNames('sections'), fewEnoughSeats, oneUnplacedStage, fittingUnits)
  .meta({ id: 'NewSchema', description: 'Names are unique inside their parent and contain no `;;`.' });

export type NewLayout = z.output<typeof layout>;

/** A check that the entries of a list of the object have different names. */
function uniqueNames<List extends string>(list: List) {
  type Named = { readonly [Name in List]?: readonly { readonly name: string }[] | null | undefined };
  return ({ value, issues }: z.core.ParsePayload<Named>): void => {
    const names = new Set<string>();
    value[list]?.forEach(({ name }, at) => {
      if (names.has(name)) issues.push(issue('DUPLICATE', uniqueWords, [list, at, 'name'], name));
      names.add(name);
    });
  };
}

/** A short body can name any number of seats by counts. */
function fewEnoughSeats({ value: { sections }, issues }: z.core.ParsePayload<NewLayout>): void {
  let seats = 0;
  for (const [section, { rows }] of sections.entries()) {
    for (const [row, { seats: listed, seatCount, seatNames }] of (rows ?? []).entries()) {
      const count = seatCount ?? seatNames?.length ?? listed?.length ?? 0;
      seats += count;
      if (seats <= seatsPerSchemaMax) continue;
      const path = [
        'sections',
        section,
        'rows',
        row,
        isAbsent(seatCount) ? (isAbsent(seatNames) ? 'seats' : 'seatNames') : 'seatCount',
      ];
      issues.push(issue('MAX', `must leave the schema with at most ${seatsPerSchemaMax} seats`, path, count));
      return;
    }
  }
}

function oneUnplacedStage({ value: { shapes }, issues }: z.core.ParsePayload<NewLayout>): void {
  const unplaced = [...(shapes ?? []).entries()].filter(([, shape]) => isUnplacedStage(shape));
  for (const [at] of unplaced.slice(1)) issues.push(issue('NOT_NULL', notNull, ['shapes', at, 'x'], null));
}

export const newLayoutExample = {
  name: 'Main hall',
  venueId: 3,
  sections: [
    { name: 'Stalls', rows: [{ name: 'A', seats: [{ name: '1', x: 0, y: 0, accessible: true }] }] },
    { name: 'Circle', curve: 40, rows: [{ name: 'A', seatCount: 30 }] },
    { name: 'Floor', ga: true, capacity: 300 },
  ],
  shapes: [{ type: 'stage', text: 'Stage', x: -150, y: -120, width: 300, height: 80, fill: '#e5e7eb' }],
  units: [
    { name: 'Box 1', booking: 'WHOLE', seats: [{ section: 'Circle', row: 'A', from: 1, to: 4 }], min: 2, max: 4 },
  ],
  focalPoint: { x: 0, y: -40 },
};
