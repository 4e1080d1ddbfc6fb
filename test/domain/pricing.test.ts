/** Prices: what a name is worth, defining, assigning and taking away, and what is refused while somebody holds or bought. */
import { describe, expect, test } from '@jest/globals';
import { centsOf } from '#domain/pricing/price.ts';
import type { Answer } from '#domain/reply.ts';
import { outcomeOf, Rehearsal, refusalOf } from '../support/rehearsal.ts';

type Lines = readonly (readonly [objectId: number, assignmentId: number])[];

function change(
  play: Rehearsal,
  kind: 'assign-prices' | 'unassign-prices',
  seats: Lines,
  areas: readonly (readonly [objectId: number, assignmentId: number, activeCount?: number])[] = [],
): Answer {
  return play.ask({
    kind,
    seats: seats.map(([objectId, assignmentId]) => ({ objectId, assignmentId })),
    groupOfSeats: areas.map(([objectId, assignmentId, count]) => ({
      objectId,
      assignmentId,
      activeCount: count ?? null,
    })),
  });
}

const priceOf = (play: Rehearsal, seat: number): string | undefined =>
  play.state.prices.bySlot(play.state.seats.priceSlotOf(play.state.seatMap.indexOf(seat)))?.name;

describe('the amount of a price', () => {
  test.each([
    ['50', 5000],
    ['12.50 EUR', 1250],
    ['12.5', 1250],
    ['  7,50', 700],
    ['0.1', 10],
    ['0.29', 29],
    ['1.500', 150],
    ['999999999999.99', 99_999_999_999_999],
    ['4006381333931 VIP', 400_638_133_393_100],
    ['0000000000000000012', 1200],
    ['EUR 50', 0],
    ['-5', 0],
    ['.5', 0],
    ['', 0],
    ['5.', 500],
    ['5.x', 500],
    ['007', 700],
  ])('"%s" is %d hundredths', (name, cents) => {
    expect(centsOf(name)).toBe(cents);
  });

  test.each(['1.005', '0.001', '10000000000000', '12345678901234567890'])('"%s" is summed from its digits', (name) => {
    expect(centsOf(name)).toBeNull();
  });

  test('of every amount below 100 is exact', () => {
    const wrong = Array.from({ length: 10_000 }, (_, cents) => cents).filter(
      (cents) => centsOf((cents / 100).toFixed(2)) !== cents,
    );
    expect(wrong).toEqual([]);
  });
});

describe('defining prices', () => {
  const define = (play: Rehearsal, ...names: string[]): Answer =>
    play.ask({
      kind: 'define-prices',
      prices: names.map((name, at) => ({ id: 100 + at + play.state.prices.count, name, externalId: null })),
    });

  test('makes them readable in order of their ids', () => {
    const play = new Rehearsal({ prices: [] });
    play.ask({ kind: 'define-prices', prices: [{ id: 9, name: 'B', externalId: 'x' }] });
    play.ask({ kind: 'define-prices', prices: [{ id: 4, name: '5 A', externalId: null }] });
    expect(play.ask({ kind: 'read-prices' })).toMatchObject({
      reply: {
        prices: [
          { id: 4, capture: { cents: 500 } },
          { id: 9, name: 'B', externalId: 'x' },
        ],
      },
    });
  });

  test.each([
    ['a name that the event has', ['new', '50 EUR']],
    ['a name twice in one body', ['new', 'new']],
  ])('%s is refused, and nothing is defined', (_, names) => {
    const play = new Rehearsal();
    const before = play.image();
    expect(outcomeOf(define(play, ...names))).toBe('DATA_INTEGRITY_VIOLATION');
    expect(play.image()).toEqual(before);
  });

  test('stops at ten thousand an event', () => {
    const play = new Rehearsal({ prices: [] });
    const names = Array.from({ length: 10_000 }, (_, at) => `price ${at}`);
    expect(outcomeOf(define(play, ...names))).toBe('done');
    expect(outcomeOf(define(play, 'one more'))).toBe('DATA_INTEGRITY_VIOLATION');
  });
});

describe('assigning', () => {
  test('puts prices on seats and areas; the last line of a seat counts', () => {
    const play = new Rehearsal();
    change(
      play,
      'assign-prices',
      [
        [101, 2],
        [102, 2],
        [101, 3],
      ],
      [
        [9001, 1],
        [9001, 4, 3],
      ],
    );
    expect([101, 102, 103].map((seat) => priceOf(play, seat))).toEqual(['0.10 standing', '12.50', '50 EUR']);
    const area = play.state.areaAt(0);
    expect([play.state.prices.bySlot(area.priceSlot)?.name, area.available, area.withheld]).toEqual(['7', 3, 17]);
  });

  test('activeCount sets what is available; what is held and sold is counted apart', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [], [[9001, 2]]);
    play.book('sell-seats', [], [[9001, 3]]);
    const offer = (count?: number): string =>
      outcomeOf(change(play, 'assign-prices', [], [[9001, 3, count as number]]));
    const area = play.state.areaAt(0);
    expect([offer(4), area.available, area.withheld]).toEqual(['done', 4, 11]);
    expect([offer(0), area.available, area.held, area.sold]).toEqual(['done', 0, 2, 3]);
    expect(outcomeOf(play.lock('s1', [], [[9001, 3]]))).toBe('SEAT_CONFLICT');
    expect([offer(), area.available, area.withheld]).toEqual(['done', 15, 0]);
    expect(refusalOf(change(play, 'assign-prices', [], [[9001, 3, 16]]))).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'groupOfSeats[0].activeCount', code: 'MAX', rejectedValue: 16 }],
    });
  });

  test('unknown seats, areas and prices are named', () => {
    const refusal = refusalOf(
      change(
        new Rehearsal(),
        'assign-prices',
        [
          [101, 99],
          [999, 1],
        ],
        [[9999, 98]],
      ),
    );
    expect(refusal.errors?.map(({ field, code, rejectedValue }) => [field, code, rejectedValue])).toEqual([
      ['seats[0].assignmentId', 'UNKNOWN_VALUE', 99],
      ['seats[1].objectId', 'UNKNOWN_VALUE', 999],
      ['groupOfSeats[0].objectId', 'UNKNOWN_VALUE', 9999],
      ['groupOfSeats[0].assignmentId', 'UNKNOWN_VALUE', 98],
    ]);
  });

  test('keeps and replaces the properties of a seat', () => {
    const play = new Rehearsal();
    const describeSeat = (properties?: string): Answer =>
      play.ask({
        kind: 'assign-prices',
        seats: [{ objectId: 101, assignmentId: 1, ...(properties === undefined ? {} : { properties }) }],
        groupOfSeats: [],
      });
    describeSeat('{"view":"good"}');
    describeSeat();
    expect(play.state.seatProperties.get(0)).toBe('{"view":"good"}');
    describeSeat('{"legroom":1}');
    expect(play.state.seatProperties.get(0)).toBe('{"legroom":1}');
  });
});

describe('while somebody holds or bought', () => {
  const takes: Record<string, (play: Rehearsal) => unknown> = {
    'held by a session': (play) => play.lock(play.create(), [102], [[9001, 1]]),
    'bought by a session': (play) => {
      play.lock(play.create(), [102], [[9001, 1]]);
      play.checkout('s1');
      play.confirm('s1');
    },
    'locked privately': (play) => play.book('lock-seats', [102], [[9001, 1]]),
    'sold privately': (play) => play.book('sell-seats', [102], [[9001, 1]]),
  };

  test.each(Object.keys(takes))('%s: another price is refused, naming the lines; the same one is fine', (name) => {
    const play = new Rehearsal();
    takes[name]?.(play);
    const before = play.image();
    const conflicts = { seats: [102], groupOfSeats: [9001] };
    const refused = [
      change(
        play,
        'assign-prices',
        [
          [101, 2],
          [102, 2],
        ],
        [
          [9001, 1],
          [9002, 1],
        ],
      ),
      change(
        play,
        'unassign-prices',
        [
          [101, 1],
          [102, 1],
        ],
        [
          [9001, 3],
          [9002, 4],
        ],
      ),
    ];
    for (const answer of refused) {
      expect(refusalOf(answer)).toMatchObject({ code: 'DATA_INTEGRITY_VIOLATION', conflicts });
    }
    expect(play.image()).toEqual(before);
    expect(
      outcomeOf(
        change(
          play,
          'assign-prices',
          [
            [101, 2],
            [102, 1],
          ],
          [[9001, 3]],
        ),
      ),
    ).toBe('done');
  });
});

describe('taking prices away', () => {
  test('takes the named price, and no other', () => {
    const play = new Rehearsal();
    change(play, 'assign-prices', [[102, 2]]);
    expect(
      outcomeOf(
        change(
          play,
          'unassign-prices',
          [
            [101, 1],
            [102, 1],
          ],
          [
            [9001, 3],
            [9002, 3],
          ],
        ),
      ),
    ).toBe('done');
    expect([101, 102].map((seat) => priceOf(play, seat))).toEqual([undefined, '12.50']);
    expect(play.state.areas.map((area) => area.priceSlot)).toEqual([0, 4]);
    expect(refusalOf(play.lock(play.create(), [101, 102], [[9001, 1]])).conflicts).toEqual({
      seats: [101],
      groupOfSeats: [9001],
    });
  });

  test('again does nothing', () => {
    const play = new Rehearsal();
    change(play, 'unassign-prices', [[101, 1]]);
    const before = play.image();
    expect(outcomeOf(change(play, 'unassign-prices', [[101, 1]]))).toBe('done');
    expect(play.image()).toEqual(before);
  });
});
