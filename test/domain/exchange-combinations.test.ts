/**
 * Every exchange on a hall of three seats and an area of two places, for every way in which buyer, another and nobody own
 * them, with and without the orphan rule: the answer and the state afterwards are those of the naive model.
 */
import { decide } from '#domain/decide.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Policy } from '#domain/policy.ts';
import { EventDriver, organizationId, policy, selectionOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { NaiveEvent } from '../support/naive-event.ts';
import type { NaiveSide } from '../support/naive-exchange.ts';

const hall = { rows: [3], areas: [2], prices: ['50 EUR', '12.50', '7'] };
const ids = [101, 102, 103];
const area = 9001;
/** Fewer than the largest purchase has. */
const maxSeats = 3;

/** Who owns each seat, and how many places the buyer and the other have. */
interface Owned {
  readonly seats: readonly ('buyer' | 'other' | null)[];
  readonly buyer: number;
  readonly other: number;
}

const sides: readonly NaiveSide[] = Array.from({ length: 8 }, (_, mask) =>
  ids.filter((_id, at) => (mask >> at) & 1),
).flatMap((seats) => [0, 1, 2].map((amount) => ({ seats, places: amount === 0 ? [] : [[area, amount] as const] })));

function everyOwner(): Owned[] {
  const owners = ['buyer', 'other', null] as const;
  const rows = owners.flatMap((a) => owners.flatMap((b) => owners.map((c) => [a, b, c])));
  const places = [0, 1, 2].flatMap((buyer) => [0, 1, 2].map((other) => ({ buyer, other })));
  return rows.flatMap((seats) =>
    places
      .filter(({ buyer, other }) => buyer + other <= 2 && (buyer > 0 || seats.includes('buyer')))
      .map((rest) => ({ seats, ...rest })),
  );
}

/** The same purchases in both models. The rules begin afterwards, so that every pattern can be bought. */
function scene(owned: Owned, orphanSeatPrevention: boolean): { driver: EventDriver; model: NaiveEvent } {
  const rules: Policy = { ...policy };
  const driver = new EventDriver({ ...hall, policy: rules });
  const model = new NaiveEvent(hall, rules);
  for (const id of ['buyer', 'other'] as const) {
    driver.create(id);
    model.create(id, id, driver.now);
    const seats = ids.filter((_id, at) => owned.seats[at] === id);
    const places = owned[id] === 0 ? [] : [[area, owned[id]] as const];
    if (seats.length + places.length === 0) continue;
    driver.lock(id, seats, places);
    driver.checkout(id);
    driver.confirm(id);
    model.lock(id, seats, places, driver.now);
    model.lock(id, [], [], driver.now, { isLast: true });
    expect([driver.session(id).state, model.confirm(id, null)]).toEqual(['CONFIRMED', 'CONFIRMED']);
  }
  Object.assign(rules, { orphanSeatPrevention, maxSeats });
  driver.policy = rules;
  return { driver, model };
}

function viewOf({ seats, areas, sessions }: NaiveEvent): unknown {
  const { seats: lines, areas: places } = sessions.get('buyer') as NonNullable<ReturnType<typeof sessions.get>>;
  return {
    seats: ids.map((id) => [seats.get(id)?.state, seats.get(id)?.holder ?? null]),
    free: areas.get(area)?.available,
    cart: [[...lines.keys()].sort(), [...places].map(([id, { amount }]) => [id, amount])],
  };
}

function viewOfDriver(driver: EventDriver): unknown {
  const { seats: lines, areas: places } = driver.session('buyer');
  const holderOf = (seat: number): string | null =>
    driver.state.sessionsByOrdinal.get(driver.state.seats.ownerOf(seat))?.id ?? null;
  return {
    seats: ids.map((id, seat) => [driver.seat(id), holderOf(seat)]),
    free: driver.state.areaAt(0).available,
    cart: [lines.map(({ id }) => id).sort(), places.map(({ id, capacity }) => [id, capacity])],
  };
}

test.each([false, true])('every exchange is decided as the naive model does (orphan rule: %p)', (isOrphanRuleOn) => {
  const told = new Map<string, number>();
  const wrong: unknown[] = [];
  for (const owned of everyOwner()) {
    let { driver, model } = scene(owned, isOrphanRuleOn);
    for (const release of sides) {
      for (const take of sides) {
        const body = {
          release: selectionOf(release.seats, release.places),
          take: selectionOf(take.seats, take.places),
        };
        const command = { kind: 'exchange-session', organizationId, sessionId: 'buyer', body } as const;
        const decision = decide(driver.state, command, driver.now, driver.policy);
        const outcome = decision.ok ? 'CONFIRMED' : decision.refusal.code;
        const expected = model.exchange('buyer', release, take, 0);
        told.set(outcome, (told.get(outcome) ?? 0) + 1);
        if (outcome !== expected) wrong.push({ owned, release, take, outcome, expected });
        if (outcome !== expected) ({ driver, model } = scene(owned, isOrphanRuleOn));
        if (!decision.ok || outcome !== expected) continue;
        driver.ask(command);
        const image = driver.image();
        expect(viewOfDriver(driver)).toEqual(viewOf(model));
        expect(brokenRules(driver.state, policy.maxSeats)).toEqual([]);
        expect(imageOf(stateOf(image, driver.state.seatMap))).toEqual(image);
        ({ driver, model } = scene(owned, isOrphanRuleOn));
      }
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  const codes = ['CAP_SEATS', 'CONFIRMED', 'SEAT_CONFLICT', 'VALIDATION_FAILED'];
  expect([...told.keys()].sort()).toEqual([...codes, ...(isOrphanRuleOn ? ['ORPHAN_SEATS'] : [])].sort());
});
