/** The offer, that is the available seats and places of the public map, for every state of an event. */
import { describe, expect, test } from '@jest/globals';
import type { Offer } from '#domain/offer.ts';
import { Bitmap } from '#domain/seats/bitmap.ts';
import { GrowingLayout } from '../support/growing-layout.ts';
import { type House, Rehearsal } from '../support/rehearsal.ts';

function offerAt(rehearsal: Rehearsal, known: number | null = null): Offer {
  const answer = rehearsal.ask({ kind: 'read-offer', known });
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
    const rehearsal = new Rehearsal();
    expect(sizeOf(offerAt(rehearsal))).toEqual(everything);
    const id = rehearsal.create();
    rehearsal.lock(id, [101, 102], [[9002, 5]]);
    rehearsal.book('sell-seats', [103], [[9001, 3]]);
    expect(sizeOf(offerAt(rehearsal))).toEqual([11, '9001: 17', '9002: 0']);
    rehearsal.cancel(id);
    expect(sizeOf(offerAt(rehearsal))).toEqual([13, '9001: 17', '9002: 5']);
  });

  test('has sold-out areas, but no areas that were removed from the layout', () => {
    const rehearsal = new Rehearsal();
    rehearsal.book('sell-seats', [], [[9002, 5]]);
    expect(sizeOf(offerAt(rehearsal))).toEqual([14, '9001: 20', '9002: 0']);
    const layout = new GrowingLayout([10, 4], [20, 5]);
    layout.removeArea(0, 'when-free');
    layout.removeArea(1, 'when-free');
    rehearsal.state.offer(layout.next());
    rehearsal.ask({ kind: 'adopt-layout' });
    expect(sizeOf(offerAt(rehearsal))).toEqual([14]);
  });

  test('has neither seats nor areas without a price', () => {
    const { areas, priceSlots, prices } = offerAt(new Rehearsal({ prices: [] }));
    expect([areas, [...priceSlots].filter((slot) => slot > 0), prices]).toEqual([[], [], []]);
  });

  test.each(['DRAFT', 'ARCHIVED'] as const)('of an event that is %s has nothing but its prices', (status) => {
    const offer = offerAt(new Rehearsal({ status } as House));
    expect([sizeOf(offer), offer.isOpen, offer.closesAt]).toEqual([[0], false, null]);
  });

  test('is empty from the closing time on, which it names before', () => {
    const rehearsal = new Rehearsal();
    rehearsal.state.closesAt = rehearsal.now + 1_000;
    const open = offerAt(rehearsal);
    expect([sizeOf(open), open.isOpen, open.closesAt]).toEqual([everything, true, rehearsal.now + 1_000]);
    rehearsal.now += 999;
    expect(offerAt(rehearsal).isOpen).toBe(true);
    rehearsal.now += 1;
    const closed = offerAt(rehearsal);
    expect([sizeOf(closed), closed.isOpen, closed.closesAt, closed.seq]).toEqual([[0], false, null, open.seq]);
  });

  test('is not changed by later commands', () => {
    const rehearsal = new Rehearsal();
    const offer = offerAt(rehearsal);
    rehearsal.lock(rehearsal.create(), [101], [[9001, 2]]);
    expect(sizeOf(offer)).toEqual(everything);
  });

  test('is not made again for a reader that knows the last record', () => {
    const rehearsal = new Rehearsal();
    const { seq } = offerAt(rehearsal);
    expect(rehearsal.ask({ kind: 'read-offer', known: seq })).toMatchObject({ reply: { kind: 'sequence', seq } });
    rehearsal.lock(rehearsal.create(), [101]);
    expect(offerAt(rehearsal, seq).seq).toBeGreaterThan(seq);
  });
});
