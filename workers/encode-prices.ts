/** Thread entry: encodes the offer of an event as the text of the public prices read. */
import type { Offer } from '#domain/offer.ts';
import { Bitmap } from '#domain/seats/bitmap.ts';

const utf8 = new TextEncoder();

/** JSON; seats in layout order. */
export default function encodePrices(offer: Offer): Uint8Array<ArrayBuffer> {
  const { areas, prices } = offer;
  return utf8.encode(
    `{"seats":[${seatPairs(offer)}],"groupOfSeats":${JSON.stringify(areas)},"prices":${JSON.stringify(prices)}}`,
  );
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
