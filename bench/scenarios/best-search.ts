/**
 * Study: the search for the best seats alone, in this process, on 100,000 seats, empty and sold to 95 %, with every filter
 * and in the worst cases. Seats are taken and freed between the searches.
 */

import { apply, sealRecord } from '#domain/apply.ts';
import { chooseBest } from '#domain/best/choose-best.ts';
import { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import type { BestWish } from '#domain/selection.ts';
import type { ApartDefinition } from './definition.ts';
import type { Check, Study } from './study.ts';

const seatCount = 100_000;
const rowSeats = 100;
const seatsPerSection = 5_000;
const searches = 3_000;
const changesBetween = 4;
const now = 1_800_000_000_000;
const medianMax = 500;
const slowMax = 2_000;

const cases: Readonly<Record<string, Partial<BestWish>>> = {
  'two together': { count: 2 },
  'four together': { count: 4 },
  'of one price': { count: 2, priceIds: [2] },
  'of a price that no seat has': { count: 2, priceIds: [3] },
  'in the last section': { count: 2, sectionIds: [seatCount / seatsPerSection] },
  'accessible only': { count: 2, accessible: 2 },
  'more than any row has': { count: 1000 },
  'ten spread over rows': { count: 10, together: false },
  'a thousand spread over rows': { count: 1000, together: false },
};

export const bestSearch: ApartDefinition = {
  kind: 'apart',
  name: 'best-search',
  about: 'The choice of the best seats alone, on 100,000 seats, empty and sold to 95 %: filters and worst cases',
  unit: 'µs',
  isEssential: true,
  async run({ isQuick, tell }): Promise<Study> {
    const rows: (string | number)[][] = [];
    for (const share of [0.95, 0]) {
      for (const [name, wish] of Object.entries(cases)) {
        tell(name);
        rows.push([name, share * 100, ...timesOf(share, wish, isQuick ? searches / 10 : searches)]);
      }
    }
    return present(rows);
  },
};

/** Median, 99th percentile and first search, in microseconds. */
function timesOf(share: number, limits: Partial<BestWish>, count: number): readonly number[] {
  const random = generator();
  const state = openHall(share, random);
  const wish = { count: 2, accessible: 0, priceIds: null, sectionIds: null, together: true, ...limits };
  const times: number[] = [];
  for (let search = 0; search < count; search++) {
    const startedAt = performance.now();
    const choice = chooseBest(state, null, wish, false);
    times.push((performance.now() - startedAt) * 1000);
    if (choice.ok) for (const seat of choice.seats) state.seats.move(seat, 'ACTIVE', 'SOLD', 0);
    for (let change = 0; change < changesBetween; change++)
      toggle(state, Math.floor(random() * seatCount), share, random);
  }
  const [first = 0, ...later] = times;
  later.sort((a, b) => a - b);
  return [later[later.length >> 1] ?? 0, later[Math.floor(later.length * 0.99)] ?? 0, first];
}

/** Sells a free seat or frees a sold one, so that the share of sold seats stays about the same. */
function toggle({ seats }: EventState, seat: number, share: number, random: () => number): void {
  const from = seats.stateOf(seat) === 'SOLD' ? 'SOLD' : 'ACTIVE';
  if (random() < (from === 'SOLD' ? 1 - share : share)) seats.move(seat, from, from === 'SOLD' ? 'ACTIVE' : 'SOLD', 0);
}

/** Two accessible seats in each row; the first half of the hall has one price, the second another. */
function openHall(share: number, random: () => number): EventState {
  const rowFirsts = Array.from({ length: seatCount / rowSeats }, (_, row) => row * rowSeats);
  const hall = SeatMap.from({ size: seatCount, idRuns: [[1, 0, seatCount]], rowFirsts, areas: [] });
  const column = (value: (seat: number) => number) =>
    Float64Array.from({ length: seatCount }, (_, seat) => value(seat));
  hall.place({
    xs: column((seat) => seat % rowSeats),
    ys: column((seat) => Math.floor(seat / rowSeats)),
    kinds: Uint8Array.from({ length: seatCount }, (_, seat) => (seat % rowSeats < 2 ? 1 : 0)),
    sections: column((seat) => 1 + Math.floor(seat / seatsPerSection)),
    focalPoint: null,
  });
  const state = new EventState(hall);
  const prices = [1, 2, 3].map((id) => ({ id, name: `${id} EUR`, externalId: null }));
  const story: readonly Fact[] = [
    { type: 'opened', event: '0c9f2f0e-6a52-4d3e-9d5b-0a6c1f0e7a11', status: 'PUBLISHED' },
    { type: 'prices-defined', prices },
    { type: 'priced', price: 1, seats: [0, seatCount / 2] },
    { type: 'priced', price: 2, seats: [seatCount / 2, seatCount / 2] },
  ];
  for (const fact of story) apply(state, fact, now, 1);
  sealRecord(state, 1, 1, now);
  for (let seat = 0; seat < seatCount; seat++) if (random() < share) state.seats.move(seat, 'ACTIVE', 'SOLD', 0);
  return state;
}

/** The same numbers from 0 to 1 each time. */
function generator(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

function present(rows: readonly (readonly (string | number)[])[]): Study {
  const checks = rows.flatMap(([name, share, median, slow]): Check[] => [
    {
      says: `${name}, ${share} % sold: at most ${medianMax} µs at the median`,
      figure: Number(median),
      isKept: Number(median) <= medianMax,
    },
    {
      says: `${name}, ${share} % sold: at most ${slowMax} µs at p99`,
      figure: Number(slow),
      isKept: Number(slow) <= slowMax,
    },
  ]);
  return {
    title: 'The best available seats',
    about: `In one process, without HTTP and Postgres: ${seatCount} seats in rows of ${rowSeats}; ${changesBetween} random seats change between two searches.`,
    figures: Object.fromEntries(rows.map(([name, share, median]) => [`${name}, ${share} % sold, µs`, Number(median)])),
    tables: [{ columns: ['wish', '% sold', 'median µs', 'p99 µs', 'first µs'], rows }],
    plots: [],
    checks,
  };
}
