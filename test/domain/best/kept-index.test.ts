/**
 * The index is derived: after every step of a random history it chooses what an index built again from a snapshot
 * chooses. The steps take and free seats in every way, change prices, and change the layout in mid-sale.
 */
import fc from 'fast-check';
import { chooseBest } from '#domain/best/choose-best.ts';
import { type SeatGeometry, seatKinds } from '#domain/best/seating.ts';
import type { EventState } from '#domain/event-state.ts';
import { stateOf } from '#domain/image.ts';
import type { BestWish } from '#domain/selection.ts';
import { EventDriver, outcomeOf, wishOf } from '../../support/event-driver.ts';
import { GrowingLayout } from '../../support/growing-layout.ts';
import { placeAt } from '../../support/hall-geometry.ts';
import { brokenRules } from '../../support/invariants.ts';
import { seatLines } from '../../support/seat-lines.ts';

const rows = [30, 25, 30, 6];
const wish = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  accessible: fc.constantFrom(0, 0, 0, 1),
  priceIds: fc.constantFrom(null, null, [1], [2, 1]),
  sectionIds: fc.constantFrom(null, null, [1]),
  together: fc.boolean(),
});
const at = fc.nat(120);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('best' as const), wish }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), at, length: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('revert' as const, 'lock' as const, 'unlock' as const), at }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('price' as const, 'unprice' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const, 'force' as const), at }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clean' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Every seventh seat is accessible. */
function geometryOfLayout(layout: GrowingLayout, size: number): SeatGeometry {
  const geometry = {
    xs: new Float64Array(size),
    ys: new Float64Array(size),
    kinds: Uint8Array.from({ length: size }, (_, seat) => (seat % 7 === 3 ? seatKinds.accessible : seatKinds.ordinary)),
    sections: new Float64Array(size).fill(1),
    focalPoint: null,
  };
  for (const [row, seats] of layout.rows.entries()) {
    for (const [place, seat] of seats.entries()) {
      const { x, y } = placeAt(row, place, seats.length);
      geometry.xs[seat] = x;
      geometry.ys[seat] = y;
    }
  }
  return geometry;
}

class History {
  readonly driver = new EventDriver({ rows, prices: ['50', '20'], areas: [] });
  readonly layout = new GrowingLayout(rows, []);
  readonly #sessions: string[] = [];

  take(one: Step): void {
    const { driver } = this;
    const ids = Array.from({ length: driver.state.seats.size }, (_, seat) => driver.state.seatMap.idAt(seat));
    const idAt = (place: number): number => ids[place % ids.length] as number;
    switch (one.kind) {
      case 'best':
        this.#sessions.push(driver.create());
        driver.lockBest(this.#sessions.at(-1) as string, one.wish);
        return;
      case 'sell':
        for (let offset = 0; offset < one.length; offset++) driver.book('sell-seats', [idAt(one.at + offset)]);
        return;
      case 'revert':
        driver.book('revert-sales', [idAt(one.at)]);
        return;
      case 'lock':
      case 'unlock':
        driver.book(`${one.kind}-seats`, [idAt(one.at)]);
        return;
      case 'cancel':
        driver.cancel(this.#sessions.shift() ?? 'nobody');
        return;
      case 'expire':
        driver.now += 600_000;
        driver.sweep();
        return;
      case 'price':
      case 'unprice': {
        const seats = seatLines([{ objectId: idAt(one.at), assignmentId: 1 }]);
        driver.ask({ kind: one.kind === 'price' ? 'assign-prices' : 'unassign-prices', seats, groupOfSeats: [] });
        return;
      }
      case 'clean':
        driver.ask({ kind: 'clean-assignments' });
        driver.ask({
          kind: 'assign-prices',
          seats: seatLines(
            ids.filter((id) => driver.seat(id) !== 'gone').map((objectId) => ({ objectId, assignmentId: 2 })),
          ),
          groupOfSeats: [],
        });
        return;
      default:
        this.#changeLayout(one.kind, one.at);
    }
  }

  #changeLayout(kind: 'add' | 'remove' | 'force', place: number): void {
    const { driver, layout } = this;
    if (kind === 'add') {
      const id = layout.addSeat(place % rows.length, place % 5);
      this.#adopt();
      driver.ask({ kind: 'assign-prices', seats: seatLines([{ objectId: id, assignmentId: 1 }]), groupOfSeats: [] });
      return;
    }
    layout.removeSeat(place % driver.state.seats.size, kind === 'force' ? 'forced' : 'when-free');
    this.#adopt();
  }

  #adopt(): void {
    const map = this.layout.next();
    map.place(geometryOfLayout(this.layout, map.size));
    this.driver.state.offer(map);
    expect(outcomeOf(this.driver.ask({ kind: 'adopt-layout' }))).toBe('done');
  }
}

const wishes = [
  {},
  { count: 2 },
  { count: 4, priceIds: [1] },
  { count: 3, accessible: 1 },
  { count: 9, together: false },
];

function choices(state: EventState): readonly unknown[] {
  return wishes.flatMap((one: Partial<BestWish>) => [
    chooseBest(state, null, wishOf(one), true),
    chooseBest(state, null, wishOf(one), false),
  ]);
}

test('an index that is kept up chooses as one that is built again', () => {
  let chosen = 0;
  const history = fc.array(step, { minLength: 10, maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(history, fc.boolean(), (steps, orphanSeatPrevention) => {
      const live = new History();
      live.driver.policy = { ...live.driver.policy, orphanSeatPrevention };
      for (const one of steps) {
        live.take(one);
        const kept = choices(live.driver.state);
        const restored = stateOf(live.driver.image(), live.driver.state.seatMap);
        expect(kept).toEqual(choices(restored));
        chosen += kept.length;
      }
      expect(brokenRules(live.driver.state, live.driver.policy.maxSeats)).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(chosen).toBeGreaterThan(5_000);
});
