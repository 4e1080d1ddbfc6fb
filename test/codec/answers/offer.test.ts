/** The text of the prices read, from the columns of an event. */
import { encodeOffer, offerSchema } from '#codec/answers/offer.ts';
import { Bitmap } from '#collections/bitmap.ts';
import type { Offer } from '#domain/offer.ts';

function offerOf(size: number, more: Partial<Offer> = {}): Offer {
  const available = new Bitmap(size);
  available.fill();
  return {
    ...{ seq: 1, epoch: 1, isOpen: true, closesAt: null, idRuns: [[1000, 0, size]], available: available.words },
    ...{ priceSlots: new Uint16Array(size).fill(1), priceIds: [null, 501, null, 503], prices: [], areas: [], ...more },
  };
}

const decode = (offer: Offer) => offerSchema.parse(JSON.parse(encodeOffer(offer)));

test('every available seat with a price has its id and the price id, whatever the runs of ids are', () => {
  const idRuns = [
    [5000, 0, 2],
    [1000, 2, 3],
    [2 ** 53 - 2, 5, 2],
  ] as const;
  const available = new Bitmap(7);
  for (const seat of [0, 2, 3, 4, 6]) available.add(seat);
  const priceSlots = Uint16Array.of(1, 1, 3, 0, 2, 1, 3);
  const text = decode(offerOf(7, { idRuns, available: available.words, priceSlots }));
  // Slot 0 is no price, slot 2 one that is gone.
  expect(text.seats).toEqual([
    [5000, 501],
    [1000, 503],
    [2 ** 53 - 1, 503],
  ]);
});

test('areas and prices have all their values', () => {
  const areas = [[12, 503, 4]] as const;
  const prices = [{ id: 501, name: '"45" €' }];
  expect(decode(offerOf(0, { areas, prices, available: new Uint32Array(0) }))).toEqual({
    seats: [],
    groupOfSeats: areas,
    prices,
  });
});

test('a large event has all its seats', () => {
  const { seats } = decode(offerOf(50_000));
  expect([seats.length, seats[0], seats.at(-1)]).toEqual([50_000, [1000, 501], [50_999, 501]]);
});
