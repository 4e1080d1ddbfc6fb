/**
 * Compares what was acknowledged to the load generator with an event's replayed journal: nothing missing or duplicated.
 */
import type { EventState } from '#domain/event-state.ts';
import type { Session } from '#domain/session/session.ts';
import type { BookingRecord, HoldRecord, PurchaseRecord, TicketRecord } from '../load/plan.ts';

/**
 * Every acknowledged purchase is there exactly once, and there are no others; one that was refused is not there. A
 * purchase with an unknown outcome may be there, unless another session has its reference.
 */
export function comparePurchases(records: readonly PurchaseRecord[], state: EventState): string[] {
  const found: string[] = [];
  const confirmed = new Map<string, Session[]>();
  for (const session of state.sessions.values()) {
    if (session.state !== 'CONFIRMED') continue;
    const reference = session.reference ?? '';
    confirmed.set(reference, [...(confirmed.get(reference) ?? []), session]);
  }
  for (const record of records) {
    const [session, double] = confirmed.get(record.reference) ?? [];
    if (record.outcome === 'unknown' && session?.id !== record.sessionId) continue;
    confirmed.delete(record.reference);
    if (double !== undefined) found.push(`purchase ${record.reference} is there twice`);
    if (session === undefined) {
      if (record.outcome === 'confirmed') found.push(`purchase ${record.reference} was acknowledged and is missing`);
      continue;
    }
    if (record.outcome === 'refused') found.push(`purchase ${record.reference} was refused and is there`);
    const places = session.areas.reduce((sum, { capacity }) => sum + capacity, 0);
    const seats = session.seats.map(({ id }) => id);
    const isSame = session.id === record.sessionId && places === record.places && isSameSet(seats, record.seats);
    if (!isSame) found.push(`purchase ${record.reference} is not what was bought`);
  }
  for (const reference of confirmed.keys()) found.push(`purchase ${reference} was made by no buyer`);
  return found;
}

/**
 * Every session holds what was last acknowledged, with or without the call in flight; doubtful seats are not compared.
 */
export function compareHolds(records: readonly HoldRecord[], state: EventState): string[] {
  return records.flatMap(({ sessionId, seats: all, pending, places, doubtful = [] }) => {
    const session = state.sessions.get(sessionId);
    if (session === undefined) return ['a session was acknowledged and is missing'];
    const isSure = (seat: number) => !doubtful.includes(seat);
    const cart = session.seats.map(({ id }) => id).filter(isSure);
    const seats = all.filter(isSure);
    const possible = [seats];
    if (pending?.step === 'lock') possible.push([...seats, ...pending.seats.filter(isSure)]);
    if (pending?.step === 'unlock') possible.push(seats.filter((seat) => !pending.seats.includes(seat)));
    const standing = session.areas.reduce((sum, { capacity }) => sum + capacity, 0);
    return possible.some((set) => isSameSet(cart, set)) && (places?.includes(standing) ?? true)
      ? []
      : [`session ${session.ordinal} holds what it never asked for`];
  });
}

/**
 * No ticket was acknowledged twice and no two have one place. Every session that a ticket opened is there, and its turn
 * had come. The queue has at least the acknowledged tickets and opened at least the acknowledged sessions.
 */
export function compareTickets(records: readonly TicketRecord[], state: EventState): string[] {
  if (records.length === 0) return [];
  const { queue } = state;
  if (queue === null) return [`${records.length} tickets were acknowledged and the event has no queue`];
  const found: string[] = [];
  const places = records.flatMap(({ position }) => position ?? []);
  const opened = records.filter(({ sessionId }) => sessionId !== null);
  if (new Set(records.map(({ ticket }) => ticket)).size < records.length) found.push('two joins got one ticket');
  if (new Set(places).size < places.length) found.push('two tickets have one place');
  if (queue.keys.count < records.length) found.push(`the queue has ${queue.keys.count} of ${records.length} tickets`);
  if (queue.claimed < opened.length) found.push(`${opened.length} tickets opened a session, ${queue.claimed} are used`);
  for (const { sessionId, position } of opened) {
    if (!state.sessions.has(sessionId as string)) found.push('a session of a ticket was acknowledged and is missing');
    if (position === null || position > queue.admitted)
      found.push(`place ${position} opened a session before its turn`);
  }
  return found;
}

/** Every seat of the box office is in a state in which its last calls can have left it, and no session has it. */
export function compareBookings(records: readonly BookingRecord[], state: EventState): string[] {
  const possible = new Map<number, Set<string>>();
  for (const { seats, states } of records) {
    for (const id of seats) possible.set(id, new Set([...(possible.get(id) ?? []), ...states]));
  }
  return [...possible].flatMap(([id, states]) => {
    const seat = state.seatMap.indexOf(id);
    const isSessions = state.seats.ownerOf(seat) > 0;
    const told = `${state.seats.stateOf(seat) ?? 'unknown'}${isSessions ? ' for a session' : ''}`;
    return states.has(told) ? [] : [`seat ${id} is ${told}, the box office left it ${[...states].join(' or ')}`];
  });
}

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}
