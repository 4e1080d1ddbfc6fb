/**
 * Random histories of ticket types against a naive model: which locks are refused, what every cart has and costs, and how
 * many tickets of each type the event counts. The facts and a snapshot rebuild the same state.
 */
import fc from 'fast-check';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { TicketType } from '#domain/pricing/ticket-type.ts';
import { EventDriver, organizationId, outcomeOf, selectionOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { type NaivePrice, NaiveTicketTypes } from '../support/naive-ticket-types.ts';

const area = 9001;
const capacity = 6;
const seatTypes: readonly TicketType[] = [
  { id: 'child', name: 'Child', amount: 1_000, maxPerSession: 2 },
  { id: 'senior', name: 'Senior', amount: 3_000, eventMax: 3 },
  { id: 'member', name: 'Member', amount: 500, requiresPass: true },
];
const areaTypes: readonly TicketType[] = [
  { id: 'child', name: 'Child', amount: 100, eventMax: 4, maxPerSession: 3 },
  { id: 'senior', name: 'Senior', amount: 200 },
];

const type = fc.constantFrom('child', 'child', 'senior', 'senior', 'member', 'unknown', null);
const seat = fc.tuple(fc.integer({ min: 101, max: 106 }), fc.oneof(type, fc.constant(undefined)));
const total = fc.tuple(fc.constantFrom('child', 'child', 'senior', 'unknown', null), fc.nat(4));
const buyer = fc.nat(3);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('lock' as const),
      buyer,
      seats: fc.uniqueArray(seat, { maxLength: 3, selector: ([id]) => id }),
      totals: fc.uniqueArray(total, { maxLength: 2, selector: ([of]) => of }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('unlock' as const),
      buyer,
      seats: fc.array(fc.integer({ min: 101, max: 106 }), { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'expire' as const, 'buy' as const), buyer }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('revert' as const), seat: fc.integer({ min: 101, max: 106 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('prices' as const),
      kept: fc.subarray([...seatTypes]),
      amount: fc.nat(9),
    }),
  },
);

class Scene {
  readonly driver = new EventDriver({ rows: [6], areas: [capacity], prices: ['A', 'B', 'C'] });
  readonly naive: NaiveTicketTypes;
  readonly sold: string[] = [];
  readonly #names = ['', '', '', ''];
  #made = 0;

  constructor() {
    const price = (amount: number, types: readonly TicketType[]): NaivePrice => ({ amount, types });
    this.naive = new NaiveTicketTypes(price(5_000, seatTypes), price(400, areaTypes), capacity);
    this.define(seatTypes, 5_000);
    const prices = [{ id: 3, name: 'C', amount: 400, currency: 'EUR', ticketTypes: areaTypes }];
    this.driver.ask({ kind: 'rename-prices', prices });
    for (const at of this.#names.keys()) this.open(at);
  }

  define(types: readonly TicketType[], amount: number): void {
    this.naive.seatPrice.types = types;
    const prices = [{ id: 1, name: 'A', amount, currency: 'EUR', ticketTypes: types }];
    this.driver.ask({ kind: 'rename-prices', prices });
  }

  /** The last buyer has a pass. */
  open(at: number): void {
    const name = `b${++this.#made}`;
    this.#names[at] = name;
    this.driver.create(name);
    if (at !== 3) return;
    this.naive.withPass.add(name);
    const session = this.driver.session(name);
    this.driver.state.putSession({ ...session, withPass: true });
  }

  expire(): void {
    this.driver.now += this.driver.policy.holdMs;
    this.driver.sweep();
    for (const [at, name] of this.#names.entries()) {
      this.naive.free(name);
      this.open(at);
    }
  }

  buy(at: number): void {
    const name = this.nameOf(at);
    if (outcomeOf(this.driver.checkout(name)) === 'EMPTY_CART') return;
    this.driver.confirm(name);
    this.sold.push(name);
    this.open(at);
  }

  nameOf(at: number): string {
    return this.#names[at] as string;
  }
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Does the step in both, and returns the answer with the answers that are right. */
function run(scene: Scene, one: Step): readonly [string, readonly string[]] | null {
  const { driver, naive } = scene;
  switch (one.kind) {
    case 'lock': {
      const name = scene.nameOf(one.buyer);
      const ticketTypes = one.seats.flatMap(([id, of]) => (of === undefined ? [] : [[id, of] as const]));
      const selection = {
        seats: one.seats.map(([id]) => id),
        groupOfSeats: one.totals.map(([ticketType, places]) => ({ id: area, capacity: places, ticketType })),
        ...(ticketTypes.length > 0 ? { ticketTypes } : {}),
      };
      const answer = outcomeOf(driver.ask({ kind: 'lock-session', sessionId: name, selection }));
      return [answer, naive.lock(name, one.seats, one.totals)];
    }
    case 'unlock':
      driver.unlock(scene.nameOf(one.buyer), one.seats);
      naive.unlock(scene.nameOf(one.buyer), one.seats);
      return null;
    case 'cancel':
      driver.cancel(scene.nameOf(one.buyer));
      naive.free(scene.nameOf(one.buyer));
      scene.open(one.buyer);
      return null;
    case 'expire':
      scene.expire();
      return null;
    case 'buy':
      scene.buy(one.buyer);
      return null;
    case 'release': {
      const name = scene.sold.pop();
      if (name === undefined) return null;
      driver.ask({ kind: 'release-session', organizationId, sessionId: name });
      naive.free(name);
      return null;
    }
    case 'revert': {
      if (driver.seat(one.seat) !== 'SOLD') return null;
      driver.ask({
        kind: 'revert-sales',
        selection: { ...selectionOf([one.seat]), holdType: null, label: null },
        key: null,
      });
      naive.tickets = naive.tickets.filter((ticket) => ticket.seat !== one.seat);
      return null;
    }
    case 'prices':
      scene.define(
        one.kept.map((kept) => ({ ...kept, amount: kept.amount + one.amount })),
        5_000,
      );
      return null;
  }
}

function cartIn(driver: EventDriver, name: string): string[] {
  const { seats, areas } = driver.session(name);
  const lines = [
    ...seats.map(({ id, price }) => `${id} ${price.ticketType?.id ?? null} ${price.amount}`),
    ...areas.flatMap(({ capacity: places, price }) =>
      Array<string>(places).fill(`0 ${price.ticketType?.id ?? null} ${price.amount}`),
    ),
  ];
  return lines.toSorted();
}

test('the event answers and counts as the naive model does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const scene = new Scene();
      const { driver, naive } = scene;
      for (const one of steps) {
        const before = driver.image();
        const outcome = run(scene, one);
        if (outcome !== null) {
          expect(outcome[1]).toContain(outcome[0]);
          if (outcome[0] !== 'ACTIVE') expect(driver.image()).toEqual(before);
        }
        for (const at of [0, 1, 2, 3]) expect(cartIn(driver, scene.nameOf(at))).toEqual(naive.cart(scene.nameOf(at)));
        for (const id of ['child', 'senior', 'member']) {
          expect(driver.state.tickets.countOf(1, id)).toBe(naive.ofType(true, id));
          expect(driver.state.tickets.countOf(3, id)).toBe(naive.ofType(false, id));
        }
        expect(brokenRules(driver.state, driver.policy.maxSeats)).toEqual([]);
      }
      expect(imageOf(stateOf(structuredClone(driver.image()), driver.state.seatMap))).toEqual(driver.image());
      const replayed = new EventState(driver.state.seatMap);
      for (const record of JSON.parse(JSON.stringify(driver.records))) replay(replayed, record);
      expect(imageOf(replayed).head.tickets).toEqual(driver.image().head.tickets);
    }),
    { numRuns: 300 },
  );
});
