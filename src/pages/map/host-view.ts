/** The order, the offer and the refusals as the page that embeds this one is told of them. Pure. */
import type { Alternative, NamedSeat, Order, OrderLine, ShownPrice, Told } from '../../component/order.ts';
import type { Cart, CartArea, CartSeat } from './answers.ts';
import type { ServerClock } from './server-clock.ts';
import { cartOf, cartSize, type RefusedChoice, type ShopState } from './shop.ts';
import { text } from './texts.ts';
import { orderTotalText, priceText, seatName, sectionName } from './words.ts';

export function orderOf(state: ShopState, clock: ServerClock): Order {
  const { session, maxSeats } = state;
  const cart = cartOf(state);
  return {
    sessionId: session?.sessionId ?? null,
    state: session?.state ?? null,
    lines: linesOf(state, cart),
    count: cartSize(state),
    maxSeats,
    amount: session?.amount ?? null,
    currency: session?.amount === undefined ? null : (session.currency ?? null),
    formatted: orderTotalText(state),
    expiresAt: session?.expiresAt ?? null,
    expiresInSeconds: session?.expiresAt == null ? null : clock.secondsUntil(session.expiresAt),
  };
}

export function toldOf(state: ShopState, clock: ServerClock): Told {
  const order = orderOf(state, clock);
  return { serverTime: new Date(clock.now()).toISOString(), expiresAt: order.expiresAt, order };
}

export function linesOf(state: ShopState, { seats, groupOfSeats }: Cart): OrderLine[] {
  return [...seats.map((line) => seatLine(state, line)), ...groupOfSeats.map((line) => areaLine(state, line))];
}

function seatLine(state: ShopState, line: CartSeat): OrderLine {
  const seat = state.plan?.seatById.get(line.id);
  const section = state.plan === null || seat === undefined ? '' : sectionName(state.plan, seat);
  const { label } = namedSeat(state, line.id);
  return { kind: 'seat', id: line.id, label, section, places: 1, ...costOf(line) };
}

function areaLine(state: ShopState, line: CartArea): OrderLine {
  const sector = state.plan?.sectorById.get(line.id) ?? -1;
  const section = state.plan?.sectors[sector]?.name ?? '';
  return { kind: 'area', id: line.id, label: section, section, places: line.capacity, ...costOf(line) };
}

function costOf(line: CartSeat) {
  const amount = line.unoccupied === true && line.amount !== undefined ? 0 : (line.amount ?? null);
  const { priceId, priceName, ticketType = null } = line;
  const currency = amount === null ? null : (line.currency ?? null);
  return {
    priceId,
    priceName,
    ticketType,
    amount,
    currency,
    formatted: priceText({ ...line, amount: amount ?? undefined }),
  };
}

export function namedSeat({ plan }: ShopState, id: number): NamedSeat {
  const seat = plan?.seatById.get(id);
  return {
    id,
    label: plan === null || seat === undefined ? text('seatLabel', { label: String(id) }) : seatName(plan, seat),
  };
}

export function pricesOf({ offer }: ShopState): ShownPrice[] {
  return (offer?.prices ?? []).map(({ id, name, minorUnits, currency }, place) => {
    const places = offer?.areas.reduce((sum, area) => sum + (area.priceId === id ? area.places : 0), 0) ?? 0;
    const formatted = priceText({ priceName: name, amount: minorUnits, currency });
    const left = (offer?.left[place] ?? 0) + places;
    return { id, name, amount: minorUnits ?? null, currency: currency ?? null, formatted, left };
  });
}

export function refusalOf(state: ShopState, { problem, text: message, alternatives }: RefusedChoice) {
  const named = (ids: readonly number[]): NamedSeat[] => ids.map((id) => namedSeat(state, id));
  const conflicts = named(problem.conflicts?.seats ?? []);
  const others: Alternative[] = alternatives
    .filter(({ seats }) => seats.length > 0)
    .map(({ label, seats }) => ({ label, seats: named(seats.map((seat) => state.plan?.ids[seat] ?? -1)) }));
  return { code: problem.errorCode, message, conflicts, alternatives: others };
}
