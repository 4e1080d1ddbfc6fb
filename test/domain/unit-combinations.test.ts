/**
 * Every call on a table and the seats beside it, for every way in which buyers and the organization have taken
 * them, for tables that are booked as a whole, by seats, and for some number of guests: the answer and the state afterwards
 * are those of the naive model.
 */
import type { BookingCommand, Command } from '#domain/command.ts';
import { decide } from '#domain/decide.ts';
import type { Policy } from '#domain/policy.ts';
import type { SeatRuns } from '#domain/seats/seat-runs.ts';
import { totalCents } from '#domain/session/session.ts';
import type { PlannedUnit, UnitTerms } from '#domain/units/unit.ts';
import { EventDriver, organizationId, outcomeOf, policy, selectionOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { NaiveEvent } from '../support/naive-event.ts';

const ids = [101, 102, 103, 104];
/** The seats of the table, of which guests fill the last one first, and how it is booked. */
interface Table extends UnitTerms {
  readonly seats: SeatRuns;
}

const three: SeatRuns = [2, 1, 0, 2];
const two: SeatRuns = [1, 1, 0, 1];
const tables: readonly (readonly [string, Table])[] = [
  ['of three, as a whole', { seats: three, booking: 'WHOLE', min: null, max: null }],
  ['of three, for one or two guests', { seats: three, booking: 'WHOLE', min: 1, max: 2 }],
  ['of three, by seats', { seats: three, booking: 'SEATS', min: 1, max: 2 }],
  ['of two, for one guest or more', { seats: two, booking: 'WHOLE', min: 1, max: null }],
];
const guests = [undefined, [[7, 1]], [[7, 2]], [[7, 3]], [[8, 1]]] as const;

type Owner = 'buyer' | 'other' | 'locked' | 'blocked' | 'sold' | null;
type Owners = readonly Owner[];

/** What a call names. */
interface Named {
  readonly seats: readonly number[];
  readonly units?: readonly number[];
}

const subsets: readonly Named[] = Array.from({ length: 16 }, (_, mask) => ({
  seats: ids.filter((_id, at) => (mask >> at) & 1),
}));
/** Each set of seats; the table, also beside one of its seats and beside the other seat; and one that is not there. */
const named: readonly Named[] = [
  ...subsets,
  { seats: [], units: [7] },
  { seats: [102], units: [7] },
  { seats: [104], units: [7, 7] },
  { seats: [104], units: [8] },
];

function* everyWay(owners: readonly Owner[]): Iterable<Owners> {
  for (let number = 0; number < owners.length ** ids.length; number++) {
    yield ids.map((_, at) => owners[Math.floor(number / owners.length ** at) % owners.length] as Owner);
  }
}

class Scene {
  readonly driver: EventDriver;
  readonly model: NaiveEvent;

  /** Both have these owners, from the time when the seats were booked one by one. */
  constructor(owners: Owners, { seats, ...own }: Table, orphanSeatPrevention: boolean, isBought: boolean) {
    const rules: Policy = { ...policy };
    const unit: PlannedUnit = { id: 7, name: 'Table', seats, booking: 'SEATS', min: null, max: null };
    const hall = { rows: [4], areas: [], prices: ['50 EUR'], units: [unit] };
    this.driver = new EventDriver({ ...hall, policy: rules });
    this.model = new NaiveEvent(hall, rules);
    const of = (owner: Owner): number[] => ids.filter((_, at) => owners[at] === owner);
    for (const id of ['buyer', 'other'] as const) {
      this.driver.create(id);
      this.model.create(id, id, this.driver.now);
      if (of(id).length > 0) this.#take(id, of(id), isBought);
    }
    for (const [owner, kind] of [
      ['locked', 'lock-seats'],
      ['blocked', 'block-seats'],
      ['sold', 'sell-seats'],
    ] as const) {
      this.driver.book(kind, of(owner));
      this.model.book(kind, of(owner), [], null, null, this.driver.now);
    }
    this.driver.ask({ kind: 'override-units', overrides: [{ id: 7, ...own }] });
    this.model.units.override([{ id: 7, ...own }]);
    Object.assign(rules, { orphanSeatPrevention });
    this.driver.policy = rules;
  }

  #take(id: string, seats: readonly number[], isBought: boolean): void {
    this.driver.lock(id, seats);
    this.model.lock(id, seats, [], this.driver.now);
    if (!isBought) return;
    this.driver.checkout(id);
    this.driver.confirm(id);
    this.model.lock(id, [], [], this.driver.now, { isLast: true });
    this.model.confirm(id, null);
  }

  /** Both states as text. */
  get views(): readonly [string, string] {
    const { state } = this.driver;
    const { seats, empty } = this.model.sessions.get('buyer') as NonNullable<ReturnType<NaiveEvent['sessions']['get']>>;
    const session = this.driver.session('buyer');
    const holderOf = (seat: number): string | undefined => state.sessionsByOrdinal.get(state.seats.ownerOf(seat))?.id;
    const unoccupied = session.seats.filter(({ price }) => price.unoccupied === true).map(({ id }) => id);
    const cart = session.seats.map(({ id }) => id);
    return [
      viewOf((id, seat) => [this.driver.seat(id), holderOf(seat)], cart, unoccupied, totalCents(session)),
      viewOf(
        (id) => [this.model.seats.get(id)?.state, this.model.seats.get(id)?.holder ?? undefined],
        [...seats.keys()],
        [...empty],
        5_000 * (seats.size - empty.size),
      ),
    ];
  }
}

/** `seatOf`: the state and the holder of a seat. The numbers of a list may come in any order. */
function viewOf(
  seatOf: (id: number, place: number) => readonly [state: string | undefined, holder: string | undefined],
  cart: number[],
  empty: number[],
  cents: number | bigint,
): string {
  const seats = ids.map((id, place) => seatOf(id, place).join(' '));
  return `seats ${seats}, cart ${cart.sort()}, empty ${empty.sort()}, ${cents} cents`;
}

interface Call {
  readonly command: Command;
  readonly predict: (model: NaiveEvent, now: number) => string;
}

/** Asks everything of every scene. Returns how often each answer came. */
function compare(
  owners: readonly Owner[],
  own: Table,
  calls: readonly Call[],
  isBought = false,
): ReadonlyMap<string, number> {
  const told = new Map<string, number>();
  for (const isOrphanRuleOn of [false, true]) {
    for (const way of everyWay(owners)) {
      let scene = new Scene(way, own, isOrphanRuleOn, isBought);
      for (const { command, predict } of calls) {
        const { driver, model } = scene;
        const expected = predict(model, driver.now);
        const decision = decide(driver.state, command, driver.now, driver.policy);
        const isChanged = decision.facts.length > 0;
        const outcome = isChanged || decision.ok ? outcomeOf(driver.ask(command)) : decision.refusal.code;
        told.set(outcome, (told.get(outcome) ?? 0) + 1);
        const [found, due] = scene.views;
        if (outcome !== expected || found !== due)
          throw new Error(`${JSON.stringify({ way, command, isOrphanRuleOn, outcome, expected })}\n${found}\n${due}`);
        const broken = isChanged ? brokenRules(driver.state, policy.maxSeats) : [];
        // An `expect` takes as long as a call, and there are hundreds of thousands.
        if (broken.length > 0) throw new Error(`${JSON.stringify({ way, command })}\n${broken.join('\n')}`);
        if (isChanged) scene = new Scene(way, own, isOrphanRuleOn, isBought);
      }
    }
  }
  return told;
}

const selectionFor = ({ seats, units }: Named) => ({
  ...selectionOf(seats),
  ...(units === undefined ? {} : { units }),
});

const cartCalls: readonly Call[] = named.flatMap((names) => [
  ...guests.flatMap((wished): readonly Call[] => {
    const selection = { ...selectionFor(names), ...(wished === undefined ? {} : { guests: wished }) };
    return (['lock-session', 'checkout-session'] as const).map((kind) => ({
      command: { kind, sessionId: 'buyer', selection },
      predict: (model, now) => {
        const wish = { units: names.units, guests: wished };
        return model.lock('buyer', names.seats, [], now, { ...wish, isLast: kind === 'checkout-session' });
      },
    }));
  }),
  {
    command: { kind: 'unlock-session', sessionId: 'buyer', selection: selectionFor(names) },
    predict: (model, now) => model.unlock('buyer', names.seats, [], now, names.units),
  },
]);

const bookings: readonly BookingCommand['kind'][] = [
  ...(['lock-seats', 'unlock-seats', 'sell-seats', 'sell-locks', 'revert-sales', 'block-seats'] as const),
  'unblock-seats',
];

const bookingCalls: readonly Call[] = bookings.flatMap((kind) =>
  named.map((names) => ({
    command: { kind, selection: { ...selectionFor(names), holdType: null, label: null }, key: null },
    predict: (model, now) => model.book(kind, names.seats, [], null, null, now, names.units),
  })),
);

const exchangeCalls: readonly Call[] = named.flatMap((given) =>
  named.flatMap((taken) =>
    (taken.units === undefined ? [undefined] : guests).map((wished) => ({
      command: {
        kind: 'exchange-session',
        organizationId,
        sessionId: 'buyer',
        body: {
          release: selectionFor(given),
          take: { ...selectionFor(taken), ...(wished === undefined ? {} : { guests: wished }) },
        },
      },
      predict: (model, now) =>
        model.exchange('buyer', { ...given, places: [] }, { ...taken, places: [], guests: wished }, now),
    })),
  ),
);

function sorted(told: ReadonlyMap<string, number>): readonly string[] {
  return [...told.keys()].sort();
}

describe.each(tables)('a table %s', (_, own) => {
  // A single seat beside a table of three has no neighbour that the rule looks at.
  const ofOrphans = own.seats === two ? ['ORPHAN_SEATS'] : [];
  const ofWhole = own.booking === 'WHOLE' ? ['UNIT_INCOMPLETE'] : [];

  test('is taken and given back by buyers as the naive model says', () => {
    const told = compare(['buyer', 'other', null], own, cartCalls);
    const codes = ['ACTIVE', 'EMPTY_CART', 'PENDING_PAYMENT', 'SEAT_CONFLICT', 'VALIDATION_FAILED'];
    expect(sorted(told)).toEqual([...codes, ...ofWhole, ...ofOrphans].sort());
  });

  test('is booked by the organization as the naive model says', () => {
    const told = compare(['buyer', 'locked', 'blocked', 'sold', null], own, bookingCalls);
    expect(sorted(told)).toEqual(
      ['SESSION_HELD', 'VALIDATION_FAILED', 'false', 'true', ...ofWhole, ...ofOrphans].sort(),
    );
  });

  test('is exchanged as the naive model says', () => {
    const told = compare(['buyer', 'other', null], own, exchangeCalls, true);
    const codes = ['CONFIRMED', 'SEAT_CONFLICT', 'SESSION_NOT_CONFIRMED', 'VALIDATION_FAILED'];
    expect(sorted(told)).toEqual([...codes, ...ofWhole, ...ofOrphans].sort());
  });
});
