/** The looks of a buyer's seats: as a plain rule says, whatever the state, and not looked at when nothing of them changed. */
import { demoLayout } from '../../src/demo-venue.ts';
import { noWishes } from '../../src/pages/map/host-wishes.ts';
import { mayLookOtherwise, writeLooks } from '../../src/pages/map/look-numbers.ts';
import { Offer } from '../../src/pages/map/offer.ts';
import { Shop, type ShopState } from '../../src/pages/map/shop.ts';
import { type PlacesById, readPlan } from '../../src/pages/shared/plan.ts';
import { mapOfBody } from '../support/map-picture.ts';

const map = mapOfBody({ ...(demoLayout(1) as object), venueId: undefined });
const plan = readPlan(map);
const idAt = (seat: number): number => plan.ids[seat] as number;
const sectionOf = (seat: number): number => plan.sectors[plan.sectorOf[seat] as number]?.id ?? -1;

/** Every third seat is sold, and of the others the price of every seventh is not known. */
function offered(): Offer {
  const seats = Array.from(plan.ids, (id, at) => [id, 1 + (at % 2)] as const).filter((_, at) => at % 3 > 0);
  const known = seats.filter((_, at) => at % 7 > 0);
  const offer = new Offer(plan, {
    ...{ seats: known, groupOfSeats: [] },
    prices: [
      { id: 1, name: '20.00 EUR' },
      { id: 2, name: '95.00 EUR' },
    ],
  });
  offer.apply({ freed: seats.filter((_, at) => at % 7 === 0).map(([id]) => id), taken: [], areas: [] });
  return offer;
}

const start: ShopState = { ...new Shop().state, stage: 'choosing', plan, offer: offered() };
const cart = { seats: [{ id: idAt(4), priceId: 1, priceName: '' }], groupOfSeats: [] };
const session = { sessionId: '', state: 'ACTIVE', cart, total: 0, expiresAt: null, serverTime: '' } as const;

const states: Readonly<Record<string, Partial<ShopState>>> = {
  'nothing chosen': {},
  'an order': { session, pending: new Set([5, 6]), suggested: [6, 7, 4] },
  'a filter of prices': { filter: new Set([2]) },
  'the wishes of a page': { wishes: { ...noWishes, prices: new Set([1]), sections: new Set([sectionOf(0)]) } },
  'seats of a page': { wishes: { ...noWishes, seats: new Set([idAt(1), idAt(2)]) }, filter: new Set([1]) },
  'seats pointed at': { wishes: { ...noWishes, pointedAt: [idAt(10), -5] }, session },
};

/** As it is said in one sentence for each state of a seat. */
function plainLook(state: ShopState, seat: number): number {
  const { offer, filter, wishes, session: own, pending, suggested } = state;
  const accessible = plan.accessible[seat] as number;
  if (pending.has(seat)) return 4 + accessible;
  if (own?.cart.seats.some(({ id }) => id === idAt(seat)) === true) return 2 + accessible;
  if (suggested.includes(seat)) return 6 + accessible;
  if (wishes.pointedAt.includes(idAt(seat))) return 2 + accessible;
  if (offer?.bookable[seat] !== 1) return accessible;
  const price = offer.price(seat);
  if (price === null) return 8 + accessible;
  const isWanted =
    (filter.size === 0 || filter.has(price.id)) &&
    wishes.pointedAt.length === 0 &&
    (wishes.seats?.has(idAt(seat)) ?? true) &&
    (wishes.prices?.has(price.id) ?? true) &&
    (wishes.sections?.has(sectionOf(seat)) ?? true);
  return 10 + 4 * offer.prices.indexOf(price) + (isWanted ? 0 : 2) + accessible;
}

test.each(Object.entries(states))(
  '%s: every seat has the look of the rule, and changed seats are told once',
  (_, part) => {
    const state = { ...start, ...part };
    const looks = new Uint8Array(plan.seatCount);
    writeLooks(looks, start);
    const before = looks.slice();
    const changed = writeLooks(looks, state);
    expect([...looks]).toEqual(Array.from(looks, (_, seat) => plainLook(state, seat)));
    const differing = [...looks.keys()].filter((seat) => looks[seat] !== before[seat]);
    expect(changed.toSorted((one, other) => one - other)).toEqual(differing);
    expect(writeLooks(looks, state)).toEqual([]);
  },
);

test('words, notices and pages of the order leave the looks alone', () => {
  const other: Partial<ShopState> = {
    announcement: 'Seat 4',
    isBusy: true,
    selected: 3,
    spotlight: [1],
    isOffline: true,
  };
  expect(mayLookOtherwise({ ...start, ...other }, start)).toBe(false);
  expect(mayLookOtherwise({ ...start, offerVersion: 7 }, start)).toBe(true);
  for (const part of Object.values(states).slice(1)) expect(mayLookOtherwise({ ...start, ...part }, start)).toBe(true);
});

test('ids lead to their places, in one range and scattered', () => {
  const scattered = {
    ...map,
    plainSeats: { ...map.plainSeats, ids: map.plainSeats.ids.map((step: number) => 1_000 * step) },
  };
  for (const [own, times] of [
    [plan, 1],
    [readPlan(scattered), 1_000],
  ] as const) {
    const places: PlacesById = own.seatById;
    expect(Array.from(plan.ids, (id) => places.get(times * id))).toEqual([...plan.ids.keys()]);
    for (const id of [-1, 0.5, times * (idAt(0) - 1), times * (plan.ids.length + 1) + 1, Number.NaN]) {
      expect(places.get(id)).toBeUndefined();
    }
  }
});
