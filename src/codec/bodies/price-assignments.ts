/**
 * The body that assigns prices to seats, areas and pricing zones (contract: Prices): its schema, and the parser that
 * makes columns of it. Does not know what the ids name. 200,000 seats take about 0.1 s, so a worker thread parses large
 * bodies.
 */
import { z } from 'zod';
import type { AreaAssignment } from '#domain/command.ts';
import { type SeatLines, SeatLinesBuilder } from '#domain/pricing/seat-lines.ts';
import type { FieldError } from '#domain/refusal.ts';
import { longId, properties } from '../fields.ts';
import { activeCount, linesMax, longOf, optionalList, readAreas } from './assignment-lines.ts';
import { JsonFields } from './json-fields.ts';

const priceId = longId.meta({ description: 'The price id.' });

export const priceAssignments = z
  .object({
    seats: z
      .array(z.object({ objectId: longId, assignmentId: priceId, properties: properties.nullish() }))
      .max(linesMax)
      .nullish()
      .meta({ description: '`properties` are the seat’s own properties; they replace earlier ones.' }),
    groupOfSeats: z
      .array(z.object({ objectId: longId, assignmentId: priceId, activeCount }))
      .max(linesMax)
      .nullish()
      .meta({
        description:
          '`activeCount`: number of places to make available; absent: all places that are neither held nor sold. For an area without a ' +
          'capacity in the layout it is the capacity; places that are held or sold stay so.',
      }),
    pricingZones: z
      .array(z.object({ objectId: longId, assignmentId: priceId, activeCount }))
      .max(linesMax)
      .nullish()
      .meta({ description: 'All seats and areas that are in the zones now and have no line of their own.' }),
  })
  .meta({ id: 'PriceAssignments' });

export const priceAssignmentsExample = {
  seats: [{ objectId: 1042, assignmentId: 501 }],
  groupOfSeats: [{ objectId: 12, assignmentId: 502, activeCount: 300 }],
};

export interface PriceAssignments {
  readonly seats: SeatLines;
  readonly groupOfSeats: readonly AreaAssignment[];
  /** `objectId` is the zone; `activeCount` is for each of its areas. */
  readonly pricingZones: readonly AreaAssignment[];
}

export type PriceAssignmentsCheck =
  | { readonly ok: true; readonly assignments: PriceAssignments }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Checks `{seats?, groupOfSeats?, pricingZones?}`, each `[{objectId, assignmentId, activeCount?, properties?}]`.
 * Properties have been lifted.
 */
export function checkPriceAssignments(body: unknown): PriceAssignmentsCheck {
  const fields = new JsonFields();
  const root = fields.object(body, 'body') ?? {};
  const seats = readSeats(fields, optionalList(fields, root.seats, 'seats'));
  const groupOfSeats = readAreas(fields, root, 'groupOfSeats');
  const pricingZones = readAreas(fields, root, 'pricingZones');
  if (fields.errors.length > 0) return { ok: false, errors: fields.errors };
  return { ok: true, assignments: { seats, groupOfSeats, pricingZones } };
}

function readSeats(fields: JsonFields, seats: readonly unknown[]): SeatLines {
  const lines = new SeatLinesBuilder(seats.length);
  for (let index = 0; index < seats.length && !fields.isFull; index++) {
    const field = `seats[${index}]`;
    const line = fields.object(seats[index], field);
    if (line === null) continue;
    const id = longOf(fields, line.objectId, `${field}.objectId`);
    const price = longOf(fields, line.assignmentId, `${field}.assignmentId`);
    lines.add(id, price, fields.properties(line.properties, `${field}.properties`));
  }
  return lines.lines();
}
