/** Compares the naive model of an event with its state, seat by seat and area by area. */

import type { PlaceRelease } from '#domain/allotments/part-releases.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Inventory } from '#domain/inventory-copy.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import { seatStates } from '#domain/seats/inventory.ts';
import { isLive, moneyOf, totalCents } from '#domain/session/session.ts';
import type { SessionReply } from '#domain/session/session-reply.ts';
import type { NaiveEvent } from '../support/naive-event.ts';
import { sum } from '../support/naive-hall.ts';
import { takenOf } from '../support/naive-places.ts';
import type { NaiveSession } from '../support/naive-session.ts';
import { cartText, dueMoney, type NaiveTicket } from '../support/naive-tickets.ts';

/** The first difference, or null. `shown`: an inventory to compare instead of the state's seats and areas. */
export function firstDifference(naive: NaiveEvent, state: EventState, shown: Inventory | null): string | null {
  return (
    seatDifference(naive, state, shown) ??
    areaDifference(naive, state, shown) ??
    sessionDifference(naive, state) ??
    allotmentDifference(naive, state) ??
    typeDifference(naive, state)
  );
}

function seatDifference(naive: NaiveEvent, state: EventState, shown: Inventory | null): string | null {
  for (const [id, seat] of naive.seats) {
    const index = state.seatMap.indexOf(id);
    const found = shown === null ? state.seats.stateOf(index) : seatStates[shown.states[index] as number];
    if (found !== seat.state) return `seat ${id} is ${found} where ${seat.state} was due`;
    const owner = shown === null ? state.seats.ownerOf(index) : (shown.owners[index] as number);
    const holder = owner > 0 ? (state.sessionsByOrdinal.get(owner)?.id ?? null) : null;
    if (seat.state !== 'ACTIVE' && seat.holder !== holder)
      return `seat ${id} is ${holder}'s where ${seat.holder} was due`;
  }
  return null;
}

function areaDifference(naive: NaiveEvent, state: EventState, shown: Inventory | null): string | null {
  const live = [...naive.sessions.values()].filter(({ deadline }) => deadline !== null);
  for (const [index, { id }] of state.areas.entries()) {
    const found = shown?.areas[index] ?? state.areaAt(index);
    const area = naive.areas.get(id);
    if (area === undefined) return `area ${id} should not be there`;
    const due = {
      available: area.available,
      held: sum(live.map(({ areas }) => areas.get(id)?.amount ?? 0)),
      sold: naive.soldIn(id),
    };
    for (const [counter, amount] of Object.entries(due)) {
      const there = found[counter as keyof typeof due];
      if (there !== amount) return `area ${id} has ${there} ${counter} where ${amount} was due`;
    }
  }
  return null;
}

function sessionDifference(naive: NaiveEvent, state: EventState): string | null {
  if (state.sessions.size > naive.sessions.size)
    return `there are ${state.sessions.size} sessions, not ${naive.sessions.size}`;
  for (const [id, due] of naive.sessions) {
    const found = state.sessions.get(id);
    if (found?.state !== due.state) return `session ${id} is ${found?.state} where ${due.state} was due`;
    if (!isLive(found)) continue;
    if (found.deadline !== due.deadline) return `session ${id} ends at ${found.deadline}, not ${due.deadline}`;
    if (found.seats.some((line) => !due.seats.has(line.seat === -1 ? -1 : line.id)))
      return `session ${id} has another cart`;
    if (found.seats.length !== due.seats.size) return `session ${id} has another cart`;
  }
  return null;
}

/** How many tickets of each type are held and sold. */
function typeDifference({ tickets: due }: NaiveEvent, { tickets, prices }: EventState): string | null {
  for (const [price, { ticketTypes = [] }] of due.terms) {
    for (const { id } of ticketTypes) {
      const [found, expected] = [tickets.countOf(prices.byName(price)?.id ?? 0, id), due.countOf(price, id)];
      if (found !== expected) return `${found} tickets ${id} of ${price} are counted where ${expected} were due`;
    }
  }
  return null;
}

/** Which allotment each seat is in now, and which release brought it there, and how many places of each area were given to one and taken from it. */
function allotmentDifference(
  { seats, areas, allotments: due }: NaiveEvent,
  { allotments, seatMap }: EventState,
): string | null {
  for (const id of seats.keys()) {
    const slot = allotments?.slotOf(seatMap.indexOf(id)) ?? 0;
    const found = allotments?.bySlot(slot)?.id ?? null;
    if (found !== due.presentOf(id)) return `seat ${id} is in ${found} where ${due.presentOf(id)} was due`;
    const release = releaseText(allotments, allotments?.releaseOf(seatMap.indexOf(id)) ?? null);
    if (release !== due.releases.ofSeat(id))
      return `seat ${id} was released by ${release}, not by ${due.releases.ofSeat(id)}`;
  }
  for (const id of areas.keys()) {
    const found = (allotments?.shares.of(seatMap.areaIndexOf(id)) ?? []).map((share) => {
      const release = releaseText(allotments, allotments?.releaseOfShare(share) ?? null);
      return `${allotments?.at(share.slot).id}: ${share.takenTotal} of ${share.places}, ${release}`;
    });
    const expected = due.places.sharesOf(id).map((share) => {
      return `${share.of}: ${takenOf(share)} of ${share.places}, ${due.releases.ofShare(share)}`;
    });
    if (String(found) !== String(expected)) return `area ${id} gives ${found} where ${expected} was due`;
  }
  return null;
}

function releaseText(allotments: EventState['allotments'], release: PlaceRelease | null): string | null {
  return release === null ? null : `${release.cause} from ${allotments?.bySlot(release.slot)?.id}`;
}

/** Hundredths: of the seats on which somebody sits, and of the places. Their names begin with the amount. */
function centsOf({ seats, areas, empty }: NaiveSession): number {
  const cents = (price: string): number => Math.round(Number.parseFloat(price) * 100);
  const paid = [...seats].filter(([seat]) => !empty.has(seat)).map(([, price]) => cents(price));
  return sum([...paid, ...[...areas.values()].map(({ amount, price }) => amount * cents(price))]);
}

function shownLines({ seats, areas }: SessionReply['session']): string[] {
  const ticketOf = ({ name, ticketType, amount, currency }: PriceCapture): NaiveTicket => ({
    ...{ price: name, type: ticketType?.id ?? null, typeName: ticketType?.name ?? null },
    ...{ amount, currency },
  });
  return cartText({
    tickets: new Map(seats.map(({ id, price }) => [id, ticketOf(price)])),
    lines: areas.map(({ id, capacity, price }) => ({ area: id, count: capacity, ticket: ticketOf(price) })),
  });
}

/** What is wrong with a session that was shown, or null. */
export function sessionFault(due: NaiveSession, shown: SessionReply['session']): string | null {
  const { seats, areas, deadline, reference } = due;
  const isTheCart =
    shown.seats.length === seats.size &&
    [...seats.keys()].every((seat) => shown.seats.some(({ id }) => id === seat)) &&
    [...areas].every(
      ([area, { amount }]) => sum(shown.areas.filter(({ id }) => id === area).map((line) => line.capacity)) === amount,
    );
  if (!isTheCart) {
    const cart = JSON.stringify([[...seats.keys()], [...areas]]);
    return `the cart of ${JSON.stringify(shown)} was shown instead of ${cart}`;
  }
  const unoccupied = shown.seats.filter(({ price }) => price.unoccupied === true).map(({ id }) => id);
  if (String(unoccupied.toSorted()) !== String([...due.empty].toSorted()))
    return `nobody sits on ${unoccupied}, where ${[...due.empty]} were to be empty`;
  const [total, dueTotal] = [totalCents(shown), centsOf(due)];
  if (total !== dueTotal) return `${total} are to be paid instead of ${dueTotal}`;
  const [lines, dueLines] = [shownLines(shown), cartText(due)];
  if (String(lines) !== String(dueLines)) return `${lines.join('; ')} was shown instead of ${dueLines.join('; ')}`;
  const money = moneyOf(shown);
  if ((money && `${money.amount} ${money.currency}`) !== dueMoney(due))
    return `${JSON.stringify(money)} are to be paid instead of ${dueMoney(due)}`;
  const isSame = shown.reference === reference && shown.deadline === deadline;
  return isSame ? null : `another deadline or reference was shown than ${deadline}, ${reference}`;
}

/** A session or lock that was due before and is still there, as text, or null. */
export function overdueOwner({ sessions, locks }: EventState, dueBefore: number): string | null {
  for (const { ordinal, deadline } of [...sessions.values(), ...locks.values()]) {
    if (deadline !== null && deadline < dueBefore) return `ordinal ${ordinal} should have run out at ${deadline}`;
  }
  return null;
}
