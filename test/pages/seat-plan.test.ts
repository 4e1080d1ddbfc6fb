/**
 * The parts of the pages that need no browser: the arrow keys, the grid of seats, the offer as it changes, and the
 * words for seats, times and refusals.
 */
import { demoLayout } from '../../src/demo-venue.ts';
import { venueTime } from '../../src/pages/console/format.ts';
import { Offer, unknownPrice } from '../../src/pages/map/offer.ts';
import { explain } from '../../src/pages/map/refusals.ts';
import { clockText, seatInSection, seatNames, totalText } from '../../src/pages/map/words.ts';
import { measure } from '../../src/pages/shared/geometry.ts';
import { distanceTo, hullOf } from '../../src/pages/shared/hull.ts';
import { readPlan } from '../../src/pages/shared/plan.ts';
import { SeatGrid } from '../../src/pages/shared/seat-grid.ts';
import { type Direction, stepFrom, stepOut } from '../../src/pages/shared/steps.ts';
import { noUnits } from '../../src/pages/shared/units.ts';
import { mapOfBody } from '../support/map-picture.ts';

const plan = readPlan(mapOfBody({ ...(demoLayout(1) as object), venueId: undefined }));
const geometry = measure(plan);
const hall = { plan, geometry, grid: new SeatGrid(plan, geometry.extent) };
const directions: readonly Direction[] = ['left', 'right', 'up', 'down'];

describe('the arrow keys', () => {
  test('lead from the first seat to every seat of a curved hall', () => {
    const reached = new Set([0]);
    for (const seat of reached) {
      for (const direction of directions) {
        const next = stepFrom(hall, seat, direction);
        if (next !== null) reached.add(next);
      }
    }
    expect(reached.size).toBe(plan.seatCount);
  });

  test('go along a row to its end, and back', () => {
    const { seats } = plan.rows[0] as (typeof plan.rows)[number];
    const there = seats.slice(1).map((_, at) => stepFrom(hall, seats[at] as number, 'right'));
    expect(there).toEqual(seats.slice(1));
    expect(stepFrom(hall, seats[5] as number, 'left')).toBe(seats[4]);
  });
});

test('the arrow keys lead out of a unit, in the direction of the key', () => {
  const [front, back] = plan.rows as unknown as [(typeof plan.rows)[number], (typeof plan.rows)[number]];
  const unit = front.seats.slice(2, 6);
  const from = unit[1] as number;
  expect(stepOut(hall, unit, from, 'right')).toBe(front.seats[6]);
  expect(stepOut(hall, unit, from, 'left')).toBe(front.seats[1]);
  const behind = directions.map((direction) => stepOut(hall, front.seats, from, direction) ?? -1);
  expect(behind.some((seat) => back.seats.includes(seat))).toBe(true);
});

describe('the hull', () => {
  const hull = hullOf([0, 1, 2, 3, 4].flatMap((x) => [0, 1, 2].map((y) => [x, y] as const)));

  test('has the corners of a block, and the ends of a line', () => {
    expect(hull).toHaveLength(4);
    expect(hullOf([0, 2, 1].map((x) => [x, x] as const))).toEqual([
      [0, 0],
      [2, 2],
    ]);
    expect(hullOf([[3, 4]])).toEqual([[3, 4]]);
  });

  test('knows how far a point is from it', () => {
    expect(distanceTo(hull, [2, 1])).toBe(0);
    expect(distanceTo(hull, [7, 6])).toBe(5);
    expect(distanceTo([[3, 4]], [0, 0])).toBe(5);
  });
});

test('the grid finds each seat at its place', () => {
  const { xs, ys } = plan;
  const found = plan.names.map((_, seat) => hall.grid.nearest((xs[seat] as number) + 1, (ys[seat] as number) - 1, 5));
  expect(found).toEqual(plan.names.map((_, seat) => seat));
});

describe('the offer', () => {
  const [first, second, third] = plan.ids as unknown as [number, number, number];
  const area = plan.sectors.find(({ isArea }) => isArea)?.id as number;
  const prices = [
    { id: 1, name: '20.00 EUR' },
    { id: 2, name: '95.00 EUR' },
  ];
  const offered = () => {
    const seats = [[first, 2] as const, [second, 1] as const];
    return new Offer(plan, { seats, groupOfSeats: [[area, 1, 40]], prices });
  };

  test('begins with the dearest price and counts what is left of each', () => {
    const offer = offered();
    expect(offer.prices.map(({ amount }) => amount)).toEqual([95, 20]);
    expect(offer.left).toEqual([1, 1]);
    expect(offer.price(0)?.name).toBe('95.00 EUR');
  });

  test('follows changes, once however often they are told', () => {
    const offer = offered();
    const change = { freed: [], taken: [first], areas: [[area, 0]] as const };
    expect(offer.apply(change)).toEqual([0]);
    expect(offer.apply(change)).toEqual([]);
    expect(offer.left).toEqual([0, 1]);
    expect(offer.isSoldOut).toBe(false);
    offer.apply({ freed: [], taken: [second], areas: [] });
    expect(offer.isSoldOut).toBe(true);
  });

  test('takes over the price of a seat that was not on offer at first', () => {
    const offer = offered();
    offer.apply({ freed: [third], taken: [], areas: [] });
    expect(offer.priceOf[2]).toBe(unknownPrice);
    offer.learnPrices(new Offer(plan, { seats: [[third, 1]], groupOfSeats: [], prices }));
    expect(offer.price(2)?.name).toBe('20.00 EUR');
    expect(offer.left).toEqual([1, 2]);
  });
});

test('seats of one row are named together, and a total has the currency of its lines', () => {
  expect(seatNames(plan, [0, 1, 2])).toBe('Stalls, Row A, seats 1, 2 and 3');
  const boxSeat = plan.sectorOf.indexOf(1);
  expect(seatNames(plan, [boxSeat])).toBe('Boxes left, Box 1, Seat 1');
  expect(seatInSection(plan, boxSeat)).toBe('Box 1, Seat 1');
  expect(totalText(190, [{ priceName: '95.00 EUR' }, { priceName: '95 EUR reduced' }])).toBe('190.00 EUR');
  expect(totalText(30, [{ priceName: '20 €' }, { priceName: '10 USD' }])).toBe('30.00');
});

test('a countdown has hours when it is longer than one', () => {
  expect([59, 3_599, 93_845].map(clockText)).toEqual(['0:59', '59:59', '26:04:05']);
});

test('the time of a venue is shown as it was entered, also in an hour that the zone of the reader skips', () => {
  expect(venueTime('2027-03-28T02:30:00')).toBe('28 Mar 2027, 02:30');
});

describe('a refusal', () => {
  const [one, two] = plan.ids as unknown as [number, number];

  test('names all seats that are gone', () => {
    const conflicts = { seats: [one, two], groupOfSeats: [] };
    const gone = { errorCode: 'SEAT_CONFLICT', detail: '', conflicts };
    const { text } = explain(gone, { seats: [one, two] }, { plan, units: noUnits, room: 10 });
    expect(text).toBe('Somebody else has just taken Stalls, Row A, seats 1 and 2. Please choose others.');
  });

  test('offers no alternative where there is none', () => {
    const alone = { errorCode: 'ORPHAN_SEATS', detail: '', orphanSeats: [one] };
    const { alternatives, text } = explain(alone, { seats: [two] }, { plan, units: noUnits, room: 1 });
    expect(alternatives).toEqual([]);
    expect(text).toMatch(/^Stalls, Row A, Seat 1 would have no free neighbour.* Please choose other seats\.$/);
  });

  test('of a service that cannot answer is told without its technical words', () => {
    const detail = 'The answer with status 502 is no problem document; a proxy may have given it.';
    const codes = ['UNREADABLE_ANSWER', 'OUTCOME_UNKNOWN', 'UNAVAILABLE', 'NO_CONNECTION'];
    for (const errorCode of codes)
      expect(explain({ errorCode, detail }, {}, { plan, units: noUnits, room: 1 }).text).not.toContain('proxy');
  });
});
