/** The offer, that is the available seats and places of the public map, for every state of an event. */
import { Bitmap } from '#collections/bitmap.ts';
import type { Offer } from '#domain/offer.ts';
import { EventDriver, type Hall } from '../support/event-driver.ts';
import { GrowingLayout } from '../support/growing-layout.ts';

function offerAt(driver: EventDriver, known: number | null = null): Offer {
  const answer = driver.ask({ kind: 'read-offer', known });
  if (!answer.ok || answer.reply.kind !== 'offer') throw new Error(JSON.stringify(answer));
  return answer.reply.offer;
}

/** How many seats are available, and the places of each area. */
function sizeOf({ available, priceSlots, areas }: Offer): unknown[] {
  return [new Bitmap(priceSlots.length, available).count(), ...areas.map(([id, , places]) => `${id}: ${places}`)];
}

const everything = [14, '9001: 20', '9002: 5'];

describe('an offer', () => {
  test('has the seats and places that are available and have a price', () => {
    const driver = new EventDriver();
    expect(sizeOf(offerAt(driver))).toEqual(everything);
    const id = driver.create();
    driver.lock(id, [101, 102], [[9002, 5]]);
    driver.book('sell-seats', [103], [[9001, 3]]);
    expect(sizeOf(offerAt(driver))).toEqual([11, '9001: 17', '9002: 0']);
    driver.cancel(id);
    expect(sizeOf(offerAt(driver))).toEqual([13, '9001: 17', '9002: 5']);
  });

  test('has sold-out areas, but no areas that were removed from the layout', () => {
    const driver = new EventDriver();
    driver.book('sell-seats', [], [[9002, 5]]);
    expect(sizeOf(offerAt(driver))).toEqual([14, '9001: 20', '9002: 0']);
    const layout = new GrowingLayout([10, 4], [20, 5]);
    layout.removeArea(0, 'when-free');
    layout.removeArea(1, 'when-free');
    driver.state.offer(layout.next());
    driver.ask({ kind: 'adopt-layout' });
    expect(sizeOf(offerAt(driver))).toEqual([14]);
  });

  test('has neither seats nor areas without a price', () => {
    const { areas, priceSlots, prices } = offerAt(new EventDriver({ prices: [] }));
    expect([areas, [...priceSlots].filter((slot) => slot > 0), prices]).toEqual([[], [], []]);
  });

  test.each(['DRAFT', 'ARCHIVED'] as const)('of an event that is %s has nothing but its prices', (status) => {
    const offer = offerAt(new EventDriver({ status } as Hall));
    expect([sizeOf(offer), offer.isOpen, offer.closesAt]).toEqual([[0], false, null]);
  });

  test('is empty from the closing time on, which it names before', () => {
    const driver = new EventDriver();
    driver.state.closesAt = driver.now + 1_000;
    const open = offerAt(driver);
    expect([sizeOf(open), open.isOpen, open.closesAt]).toEqual([everything, true, driver.now + 1_000]);
    driver.now += 999;
    expect(offerAt(driver).isOpen).toBe(true);
    driver.now += 1;
    const closed = offerAt(driver);
    expect([sizeOf(closed), closed.isOpen, closed.closesAt, closed.seq]).toEqual([[0], false, null, open.seq]);
  });

  test('is not changed by later commands', () => {
    const driver = new EventDriver();
    const offer = offerAt(driver);
    driver.lock(driver.create(), [101], [[9001, 2]]);
    expect(sizeOf(offer)).toEqual(everything);
  });

  test('is not made again for a reader that knows the last record', () => {
    const driver = new EventDriver();
    const { seq } = offerAt(driver);
    expect(driver.ask({ kind: 'read-offer', known: seq })).toMatchObject({ reply: { kind: 'sequence', seq } });
    driver.lock(driver.create(), [101]);
    expect(offerAt(driver, seq).seq).toBeGreaterThan(seq);
  });
});
