/** The body that names the seats and places of an allotment: its schema and its columns; and the same as an answer. Does not know what the ids name. */
import { z } from 'zod';
import type { AreaAmount } from '#domain/selection.ts';
import { longId } from '../fields.ts';

const seatsMax = 100_000;
const sectionsMax = 10_000;
const pricesMax = 1_000;
const areasMax = 1_000;

export const allotmentPlaces = z
  .object({
    seats: z.array(longId).max(seatsMax).nullish().meta({ description: 'Seat ids.' }),
    sections: z.array(longId).max(sectionsMax).nullish().meta({ description: 'Every seat of these sections.' }),
    prices: z.array(longId).max(pricesMax).nullish().meta({ description: 'Every seat that has one of these prices.' }),
    groupOfSeats: z
      .array(z.object({ id: longId, capacity: z.int().min(0).max(1_000_000) }))
      .max(areasMax)
      .nullish()
      .meta({ description: 'Places of GA areas, each area once.' }),
  })
  .meta({ id: 'AllotmentPlaces' });

/** As an answer: every seat by its id. */
export const shownAllotmentPlaces = z
  .object({
    seats: z.array(longId).meta({ description: 'Seat ids.' }),
    groupOfSeats: z
      .array(z.object({ id: longId, capacity: z.int().min(0) }))
      .meta({ description: 'Places of GA areas.' }),
  })
  .meta({ id: 'ShownAllotmentPlaces' });

export const shownAllotmentPlacesExample = { seats: [1042, 1043], groupOfSeats: [{ id: 77, capacity: 50 }] };

export const allotmentPlacesExample = {
  seats: [1042, 1043],
  sections: [],
  prices: [],
  groupOfSeats: [{ id: 77, capacity: 50 }],
};

export interface AllotmentPlaces {
  readonly seats: Float64Array;
  readonly sectionIds: readonly number[];
  readonly priceIds: readonly number[];
  readonly groupOfSeats: readonly AreaAmount[];
}

/** The same as columns. */
export function placesOf(sent: z.output<typeof allotmentPlaces>): AllotmentPlaces {
  const { seats, sections, prices, groupOfSeats } = sent;
  return {
    seats: Float64Array.from(seats ?? []),
    sectionIds: sections ?? [],
    priceIds: prices ?? [],
    groupOfSeats: groupOfSeats ?? [],
  };
}
