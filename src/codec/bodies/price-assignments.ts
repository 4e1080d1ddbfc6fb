/**
 * The body that assigns prices to seats, areas and pricing zones (contract: Prices): its schema and its columns. Does not
 * know what the ids name. 200,000 seats take about 0.1 s, so a worker thread parses large bodies.
 */
import { z } from 'zod';
import type { AreaAssignment } from '#domain/pricing/pricing-command.ts';
import { type SeatLines, SeatLinesBuilder } from '#domain/pricing/seat-lines.ts';
import { longId, properties } from '../fields.ts';
import { activeCount, areasOf, linesMax } from './assignment-lines.ts';

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

/** The same as columns of seats. */
export function priceColumns(sent: z.output<typeof priceAssignments>): PriceAssignments {
  const seats = sent.seats ?? [];
  const lines = new SeatLinesBuilder(seats.length);
  for (const { objectId, assignmentId, properties: text } of seats) lines.add(objectId, assignmentId, text ?? null);
  return {
    seats: lines.lines(),
    groupOfSeats: areasOf(sent.groupOfSeats),
    pricingZones: areasOf(sent.pricingZones),
  };
}
