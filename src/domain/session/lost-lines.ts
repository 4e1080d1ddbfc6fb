/**
 * Lines that a live session has lost, because the organization took the seats or places away. The cart keeps the line
 * and marks it, so that the buyer sees what was wanted and confirm can name it. The session no longer owns the
 * inventory.
 */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { Conflicts } from '../refusal.ts';
import { movePlaces } from '../seats/areas.ts';
import { isLive, type LostLines, type Session } from './session.ts';

const none: LostLines = { seats: [], areas: [] };

export function lostLinesOf(session: Session): LostLines {
  return session.lost ?? none;
}

/** The session with exactly these lost lines; the mark is absent when there are none. */
export function withLost({ lost: _, ...session }: Session, { seats, areas }: LostLines): Session {
  return seats.length + areas.length === 0 ? session : { ...session, lost: { seats, areas } };
}

/** Ids of the lines that the session cannot buy any more; null when it holds its whole cart. */
export function lostConflicts(session: Session): Conflicts | null {
  if (session.lost === undefined) return null;
  const seats = new Set(session.lost.seats);
  const areas = new Set(session.lost.areas);
  return {
    seats: session.seats.filter((line) => seats.has(line.seat)).map((line) => line.id),
    groupOfSeats: [...new Set(session.areas.filter((line) => areas.has(line.area)).map((line) => line.id))],
  };
}

/**
 * Takes these seats, and all held places of these areas, away from live sessions: they become ACTIVE and available, and
 * the lines are marked as lost. Seats that no live session holds are skipped. Called by `apply`, for a fact of the
 * record with number `seq`.
 */
export function loseLines(state: EventState, seats: Iterable<number>, areas: Iterable<number>, seq: number): void {
  const lostSeats = new Map<number, number[]>();
  for (const seat of seats) {
    const owner = state.seats.ownerOf(seat);
    if (owner <= 0 || !state.seats.locked.has(seat)) continue;
    state.seats.move(seat, 'LOCKED', 'ACTIVE', 0);
    state.changes.seats.add(seat);
    const known = lostSeats.get(owner);
    if (known === undefined) lostSeats.set(owner, [seat]);
    else known.push(seat);
  }
  const lostAreas = losePlaces(state, new Set(areas));
  for (const ordinal of new Set([...lostSeats.keys(), ...lostAreas.keys()])) {
    const session = state.sessionAt(ordinal);
    assert(isLive(session), () => `session ${ordinal} held seats and is ${session.state}`);
    const before = lostLinesOf(session);
    const lost = {
      seats: [...before.seats, ...(lostSeats.get(ordinal) ?? [])],
      areas: [...before.areas, ...(lostAreas.get(ordinal) ?? [])],
    };
    state.putSession({ ...withLost(session, lost), seq });
    state.changes.sessions.add(ordinal);
  }
}

/** By session ordinal: the areas that it loses. */
function losePlaces(state: EventState, areas: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
  const lost = new Map<number, readonly number[]>();
  if (areas.size === 0) return lost;
  for (const session of state.sessions.values()) {
    if (!isLive(session)) continue;
    const gone = new Set(lostLinesOf(session).areas);
    const lines = session.areas.filter(({ area }) => areas.has(area) && !gone.has(area));
    for (const { area, capacity } of lines) {
      movePlaces(state.areaAt(area), 'held', 'available', capacity);
      state.allotments?.shares.give(area, session.ordinal, capacity);
      state.buyers.give(session.ordinal, capacity);
      state.tickets.dropPlaces(area, session.ordinal);
      state.areaChanged(area);
    }
    if (lines.length > 0) lost.set(session.ordinal, [...new Set(lines.map(({ area }) => area))]);
  }
  return lost;
}
