/** The body that names the seats of an allotment: its schema and its columns. Does not know what the ids name. */
import { z } from 'zod';
import { longId } from '../fields.ts';

const seatsMax = 100_000;
const pricesMax = 1_000;

export const allotmentPlaces = z
  .object({
    seats: z.array(longId).max(seatsMax).nullish().meta({ description: 'Seat ids.' }),
    prices: z.array(longId).max(pricesMax).nullish().meta({ description: 'Every seat that has one of these prices.' }),
  })
  .meta({ id: 'AllotmentPlaces' });

export const allotmentPlacesExample = { seats: [1042, 1043], prices: [] };

export interface AllotmentPlaces {
  readonly seats: Float64Array;
  readonly priceIds: readonly number[];
}

/** The same as columns. */
export function placesOf({ seats, prices }: z.output<typeof allotmentPlaces>): AllotmentPlaces {
  return { seats: Float64Array.from(seats ?? []), priceIds: prices ?? [] };
}
