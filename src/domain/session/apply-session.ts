/**
 * Changes the state as the facts of sessions do. A session record is replaced, never changed. The seats' owner column
 * and the areas' counters change with it, so that carts and inventory cannot drift apart.
 */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { Fact, SessionFact } from '../fact.ts';
import { captureWith } from '../pricing/price.ts';
import type { SeatTypes } from '../pricing/ticket-type.ts';
import { restoredProperties } from '../properties.ts';
import { movePlaces } from '../seats/areas.ts';
import { indicesOf, typeOf, withAreaTotals } from './apply-area-lines.ts';
import { setOccupancy } from './apply-occupancy.ts';
import { freeReference } from './erase.ts';
import { withGivenBack } from './given-back.ts';
import { lostLinesOf, withLost } from './lost-lines.ts';
import { isEmptyHanded, isLive, placesByArea, type SeatLine, type Session } from './session.ts';
import { restoredSession } from './stored-session.ts';

type HeldFact = Extract<Fact, { type: 'held' }>;

/** All but the first fact of a session. */
type LaterFact = Exclude<SessionFact, { type: 'session-created' }>;

/** Replaces the session of a fact by what `change` makes of it. */
export function changing<Changing extends LaterFact>(
  change: (state: EventState, session: Session, fact: Changing, at: number, seq: number) => Session,
): (state: EventState, fact: Changing, at: number, seq: number) => void {
  return (state, fact, at, seq) => {
    const session = sessionBefore(state, fact);
    state.changes.sessions.add(fact.session);
    const next = change(state, session, fact, at, seq);
    // Carts of sessions that are no longer ACTIVE do not change.
    state.putSession({ ...(next.state === 'ACTIVE' ? next : withGivenBack(next, [])), seq });
    if (!isLive(next)) state.keys.ofSessions.delete(fact.session);
  };
}

/** Removes a session that made room for a new one: nothing of it is kept. */
export function evict(state: EventState, ordinal: number): void {
  const session = state.sessionAt(ordinal);
  assert(isEmptyHanded(session), 'a session that holds something is not evicted');
  state.removeSession(session);
}

/** Facts about ended sessions contain the session, for a replay that begins after it left memory. */
function sessionBefore(state: EventState, fact: LaterFact): Session {
  if (!('was' in fact)) return state.sessionAt(fact.session);
  assert(
    fact.was.ordinal === fact.session,
    () => `a fact of session ${fact.session} contains session ${fact.was.ordinal}`,
  );
  return state.sessionsByOrdinal.get(fact.session) ?? restoredSession(fact.was);
}

/** Shared by all empty carts, because most sessions of an on-sale have one. */
const noLines: readonly never[] = [];

export function createSession(
  state: EventState,
  fact: Extract<Fact, { type: 'session-created' }>,
  at: number,
  seq: number,
): void {
  assert(fact.session === state.lastOrdinal + 1, () => `ordinal ${fact.session} cannot follow ${state.lastOrdinal}`);
  assert(!state.sessions.has(fact.id) && !state.keys.creates.has(fact.key), 'a session is created once');
  state.lastOrdinal = fact.session;
  state.keys.creates.add({ keyHash: fact.key, sessionId: fact.id, ordinal: fact.session, at });
  state.changes.sessions.add(fact.session);
  if (fact.pass !== undefined) state.passes.add(fact.pass);
  state.putSession({
    id: fact.id,
    ordinal: fact.session,
    state: 'ACTIVE',
    seats: noLines,
    areas: noLines,
    createdAt: at,
    deadline: fact.deadline,
    reference: null,
    properties: fact.properties === undefined ? null : restoredProperties(fact.properties),
    seq,
    ...(fact.maxSeats === undefined ? {} : { maxSeats: fact.maxSeats }),
    ...(fact.allotments === undefined ? {} : { allotments: fact.allotments }),
    ...(fact.buyer === undefined ? {} : { buyer: fact.buyer }),
    ...(fact.pass === undefined ? {} : { withPass: true as const }),
    ...(fact.counter === undefined ? {} : { counter: fact.counter }),
  });
}

export function hold(
  state: EventState,
  session: Session,
  { seats = [], areas = [], seatTypes, areaTypes = [], need, unoccupied, occupied }: Omit<HeldFact, 'type' | 'session'>,
): Session {
  const seatLines: SeatLine[] = session.seats.slice();
  for (const seat of lostLinesOf(session).seats) {
    if (seats.includes(seat))
      seatLines.splice(
        seatLines.findIndex((line) => line.seat === seat),
        1,
      );
  }
  for (const seat of seats) {
    state.seats.move(seat, 'ACTIVE', 'LOCKED', session.ordinal);
    state.changes.seats.add(seat);
    const price = state.prices.bySlot(state.seats.priceSlotOf(seat));
    assert(price !== null, () => `seat ${seat} has no price`);
    seatLines.push({ seat, id: state.seatMap.idAt(seat), price: price.capture });
  }
  state.buyers.take(session, seats.length);
  // A seat on which somebody sits again captures the price itself: its type comes afterwards.
  if ((unoccupied ?? occupied) !== undefined) setOccupancy(state, seatLines, unoccupied ?? [], occupied ?? []);
  if (seatTypes !== undefined) setTypes(state, seatLines, seatTypes);
  const held = {
    ...session,
    seats: seatLines,
    areas: withAreaTotals(state, { ...session, seats: seatLines }, areas, areaTypes),
    ...(need === undefined ? {} : { declaredNeed: need }),
  };
  return session.lost === undefined ? held : withoutLost(held, seats, indicesOf(areas, areaTypes));
}

/** The lines of these seats capture the present amount of the type, or of the price itself. */
function setTypes(state: EventState, lines: SeatLine[], types: SeatTypes): void {
  for (const [seat, type] of types) {
    const price = state.prices.bySlot(state.seats.priceSlotOf(seat));
    const position = lines.findIndex((line) => line.seat === seat);
    const line = lines[position];
    assert(price !== null && line !== undefined, () => `seat ${seat} is not the session's, or has no price`);
    const capture = captureWith(price, type);
    lines[position] = { ...line, price: capture };
    state.tickets.setSeat(seat, capture);
    state.changes.seats.add(seat);
  }
}

export function unhold(
  state: EventState,
  session: Session,
  { seats = [], areas = [], areaTypes = [] }: Pick<HeldFact, 'seats' | 'areas' | 'areaTypes'>,
): Session {
  const lost = lostLinesOf(session);
  for (const seat of seats) {
    if (lost.seats.includes(seat)) continue;
    assert(state.seats.ownerOf(seat) === session.ordinal, () => `seat ${seat} is not the session's`);
    state.seats.move(seat, 'LOCKED', 'ACTIVE', 0);
    state.changes.seats.add(seat);
  }
  const kept = seats.length === 0 ? session.seats : session.seats.filter((line) => !seats.includes(line.seat));
  const isHeld = ([area]: readonly [number, ...unknown[]]): boolean => !lost.areas.includes(area);
  const lines = withAreaTotals(state, session, areas.filter(isHeld), areaTypes.filter(isHeld));
  const left = { ...session, seats: kept, areas: lines };
  if (session.lost === undefined) return left;
  const shorter = shrunk(left, [...areas.map(([area, total]) => [area, total, null] as const), ...areaTypes]);
  const gone = lost.areas.filter((area) => !shorter.areas.some((line) => line.area === area));
  return withoutLost(shorter, seats, gone);
}

/** Reduces area lines that are lost already: the cart changes, the inventory does not. */
function shrunk(session: Session, totals: readonly (readonly [number, number, string | null])[]): Session {
  const lost = lostLinesOf(session);
  const lines = session.areas.map((line) => {
    const given = totals.find(([area, , type]) => area === line.area && type === typeOf(line));
    return given === undefined || !lost.areas.includes(line.area) ? line : { ...line, capacity: given[1] };
  });
  return { ...session, areas: lines.filter(({ capacity }) => capacity > 0) };
}

/** The session without the lost mark on these lines: they are held again, or no longer in the cart. */
function withoutLost(session: Session, seats: readonly number[], areas: readonly number[]): Session {
  const lost = lostLinesOf(session);
  return withLost(session, {
    seats: lost.seats.filter((seat) => !seats.includes(seat)),
    areas: lost.areas.filter((area) => !areas.includes(area)),
  });
}

export function confirm(state: EventState, session: Session, fact: Extract<Fact, { type: 'confirmed' }>): Session {
  assert(session.state === 'PENDING_PAYMENT', () => `a ${session.state} session is not confirmed`);
  assert(session.lost === undefined, () => `session ${session.ordinal} has lost lines`);
  for (const line of session.seats) {
    assert(state.seats.ownerOf(line.seat) === session.ordinal, () => `seat ${line.seat} is not the session's`);
    state.seats.move(line.seat, 'LOCKED', 'SOLD', session.ordinal);
    state.changes.seats.add(line.seat);
  }
  for (const [index, places] of placesByArea(session.areas)) {
    const area = state.areaAt(index);
    movePlaces(area, 'held', 'sold', places);
    area.purchases.add(session.ordinal, places);
    state.areaChanged(index);
  }
  if (fact.reference !== null) {
    assert(!state.references.has(fact.reference), 'a reference holds one confirmed session');
    state.references.set(fact.reference, session.id);
  }
  const { reference } = fact;
  const properties = restoredProperties(fact.properties);
  return { ...session, state: 'CONFIRMED', deadline: null, reference, properties };
}

/** Ends a live session: everything it holds goes back. */
export function end(state: EventState, session: Session, ended: 'CANCELLED' | 'EXPIRED'): Session {
  const lost = lostLinesOf(session);
  for (const line of session.seats) {
    if (lost.seats.includes(line.seat)) continue;
    assert(state.seats.ownerOf(line.seat) === session.ordinal, () => `seat ${line.seat} is not the session's`);
    state.seats.move(line.seat, 'LOCKED', 'ACTIVE', 0);
    state.changes.seats.add(line.seat);
  }
  for (const line of session.areas) {
    if (lost.areas.includes(line.area)) continue;
    movePlaces(state.areaAt(line.area), 'held', 'available', line.capacity);
    state.allotments?.shares.give(line.area, session.ordinal, line.capacity);
    state.buyers.give(session.ordinal, line.capacity);
    state.tickets.changePlaces(line.area, session.ordinal, line.price, -line.capacity);
    state.areaChanged(line.area);
  }
  return { ...withLost(session, { seats: [], areas: [] }), state: ended, seats: [], areas: [], deadline: null };
}

/** Returns the seats and places that a confirmed session still owns; its reference is free again. */
export function release(state: EventState, session: Session): Session {
  for (const line of session.seats) {
    if (state.seats.ownerOf(line.seat) !== session.ordinal) continue;
    state.seats.move(line.seat, 'SOLD', 'ACTIVE', 0);
    state.changes.seats.add(line.seat);
  }
  for (const line of session.areas) {
    const area = state.areaAt(line.area);
    const owned = area.purchases.placesOf(session.ordinal);
    if (owned === 0) continue;
    movePlaces(area, 'sold', 'available', owned);
    area.purchases.take(session.ordinal, owned);
    state.allotments?.shares.give(line.area, session.ordinal, owned);
    state.buyers.give(session.ordinal, owned);
    state.tickets.dropPlaces(line.area, session.ordinal);
    state.areaChanged(line.area);
  }
  freeReference(state, session);
  return { ...session, state: 'CANCELLED', seats: [], areas: [] };
}
