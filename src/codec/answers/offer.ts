/** The answer of the public prices read: the seats and places of an event that can be booked now. */
import { z } from 'zod';
import { Bitmap } from '#collections/bitmap.ts';
import type { Offer } from '#domain/offer.ts';
import { longId } from '../fields.ts';
import { presentTerms, shownTicketType, termsShape } from './price.ts';

/** How many tickets of a type the organization sells in all is not for buyers. */
const offeredTerms = termsShape.extend({ ticketTypes: z.array(shownTicketType.omit({ eventMax: true })).optional() });

export const offerSchema = z
  .object({
    seats: z
      .array(z.tuple([longId, longId]))
      .meta({ description: '`[seat id, price id]` of every seat that can be booked now.' }),
    groupOfSeats: z.array(z.tuple([longId, longId, z.int()])).meta({
      description: '`[section id, price id, places]` of every GA area with a price; 0 places: it is sold out.',
    }),
    prices: z
      .array(z.object({ id: longId, name: z.string(), ...offeredTerms.shape }))
      .meta({ description: 'All prices of the event.' }),
  })
  .meta({ id: 'MapPrices' });

export const offerExample: z.output<typeof offerSchema> = {
  seats: [
    [1042, 501],
    [1043, 501],
  ],
  groupOfSeats: [[12, 502, 296]],
  prices: [
    { id: 501, name: '45.00 EUR' },
    { id: 502, name: '29.50 EUR' },
  ],
};

/** JSON; seats in layout order. */
export function encodeOffer(offer: Offer): string {
  const { areas } = offer;
  const prices = offer.prices.map(offeredPrice);
  return `{"seats":[${seatPairs(offer)}],"groupOfSeats":${JSON.stringify(areas)},"prices":${JSON.stringify(prices)}}`;
}

function offeredPrice({ id, name, terms }: Offer['prices'][number]): z.output<typeof offerSchema>['prices'][number] {
  if (terms === undefined) return { id, name };
  const { ticketTypes, ...money } = presentTerms(terms);
  if (ticketTypes === undefined) return { id, name, ...money };
  return { id, name, ...money, ticketTypes: ticketTypes.map(({ eventMax: _, ...type }) => type) };
}

/** `[seat id, price id]` of every available seat that has a price. */
function seatPairs({ available, priceSlots, priceIds, idRuns }: Offer): string {
  const endings = priceIds.map((id) => (id === null ? null : `,${id}]`));
  const runs = idRuns.values();
  let shift = 0;
  let runEnd = 0;
  let text = '';
  new Bitmap(priceSlots.length, available).forEach((seat) => {
    while (seat >= runEnd) {
      const [firstId, firstIndex, count] = runs.next().value ?? [0, seat, 1];
      shift = firstId - firstIndex;
      runEnd = firstIndex + count;
    }
    const ending = endings[priceSlots[seat] ?? 0] ?? null;
    if (ending !== null) text += `${text === '' ? '[' : ',['}${seat + shift}${ending}`;
  });
  return text;
}
