/**
 * Rebuilds an event from its journal alone: every record from the first, applied by the same code as in the service.
 * Detects gaps in the journal and contradictions in the state.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import type { Change } from '#domain/feed/change.ts';
import { ChangeLog } from '#domain/feed/change-log.ts';
import { isSoldOut } from '#domain/feed/sold-out.ts';
import { isLive } from '#domain/session/session.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';

export interface ReplayedEvent {
  readonly eventNumber: number;
  readonly state: EventState;
  readonly records: number;
  /** The changes of the feed that follow from its records. */
  readonly changes: readonly Change[];
}

const eventRow = z.object({ eventNumber: z.int(), schemaId: z.int(), headSeq: z.int() });
const recordRow = z.object({ seq: z.int(), epoch: z.int(), at: z.int(), facts: z.string() });
const recordsPerPage = 500;

/**
 * Replays an event. Throws when the journal has a gap, does not end at the owner's head, or holds an impossible fact.
 */
export async function replayEvent(pool: DatabasePool, eventId: string): Promise<ReplayedEvent> {
  const { eventNumber, schemaId, headSeq } = await pool.one(sql.type(eventRow)`
    select number as "eventNumber", schema_id as "schemaId", head_seq as "headSeq"
    from event join event_owner on event_number = number
    where id = ${eventId}
  `);
  const state = new EventState(await new SeatMaps(pool).get(schemaId));
  while (state.seq < headSeq) {
    const page = await pool.any(sql.type(recordRow)`
      select seq, epoch, at, facts from journal
      where event_number = ${eventNumber} and seq > ${state.seq} order by seq limit ${recordsPerPage}
    `);
    if (page.length === 0) throw new Error(`the journal ends at ${state.seq} and its head is ${headSeq}`);
    for (const { seq, epoch, at, facts } of page) {
      replay(state, { seq, epoch, at, facts: JSON.parse(facts) });
      // The catalog tells of the first record itself.
      state.changeLog ??= new ChangeLog(isSoldOut(state));
    }
  }
  return { eventNumber, state, records: state.seq, changes: state.changeLog?.take() ?? [] };
}

/** Contradictions between owners and carts, in states of seats, in counters of areas. Empty when there are none. */
export function contradictions(state: EventState): string[] {
  const found: string[] = [];
  const owners = new Map<number, number>();
  const held = state.areas.map(() => 0);
  const sold = state.areas.map((area) => area.soldPrivately);
  for (const session of state.sessions.values()) {
    const isSold = session.state === 'CONFIRMED';
    if (!isSold && !isLive(session)) continue;
    for (const { seat } of session.seats) {
      if (session.lost?.seats.includes(seat)) continue;
      // A reverted sale keeps its cart as a record.
      if (isSold && state.seats.ownerOf(seat) !== session.ordinal) continue;
      if (owners.has(seat)) found.push(`seat ${seat} has two owners`);
      owners.set(seat, session.ordinal);
      if (state.seats.ownerOf(seat) !== session.ordinal) found.push(`seat ${seat} is in a cart that does not own it`);
      const mustBe = isSold ? 'SOLD' : 'LOCKED';
      if (state.seats.stateOf(seat) !== mustBe) found.push(`seat ${seat} is not ${mustBe} as its session says`);
    }
    for (const { area, capacity } of session.areas) {
      if (session.lost?.areas.includes(area)) continue;
      const counters = isSold ? sold : held;
      const places = isSold ? state.areaAt(area).purchases.placesOf(session.ordinal) : capacity;
      if (places > capacity) found.push(`session ${session.id} owns ${places} places and bought ${capacity}`);
      counters[area] = (counters[area] ?? 0) + places;
    }
  }
  for (let seat = 0; seat < state.seats.size; seat++) {
    if (state.seats.ownerOf(seat) > 0 && !owners.has(seat)) found.push(`seat ${seat} is owned and in no cart`);
  }
  state.areas.forEach((area, index) => {
    if (area.held !== held[index]) found.push(`area ${area.id}: ${area.held} held, its lines say ${held[index]}`);
    if (area.sold !== sold[index]) found.push(`area ${area.id}: ${area.sold} sold, its lines say ${sold[index]}`);
    const total = area.available + area.held + area.locked + area.blocked + area.sold + area.withheld;
    const places = area.capacity + area.leaving;
    if (total !== places) found.push(`area ${area.id}: counters make ${total} of ${places} places`);
  });
  return found;
}
