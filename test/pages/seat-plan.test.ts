/** The parts of the buyer's page that need no browser: the keyboard's way through a hall, and the offer as it changes. */
import { describe, expect, test } from '@jest/globals';
import { demoLayout } from '../../src/demo-venue.ts';
import { Offer, unknownPrice } from '../../src/pages/map/offer.ts';
import { seatInSection, seatNames, totalText } from '../../src/pages/map/words.ts';
import { measure } from '../../src/pages/shared/geometry.ts';
import { readPlan } from '../../src/pages/shared/plan.ts';
import { SeatGrid } from '../../src/pages/shared/seat-grid.ts';
import { type Direction, stepFrom } from '../../src/pages/shared/steps.ts';
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

  test('learns the price of a seat that was not on offer at first', () => {
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
