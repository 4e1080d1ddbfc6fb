/** States of an event with carts, references and properties, built directly and of any size. */
import { randomUUID } from 'node:crypto';
import { EventState } from '#domain/event-state.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';

const stalls: PriceCapture = { id: 71, name: '35.50 Stalls', cents: 3550 };
const floor: PriceCapture = { id: 72, name: '20 Floor', cents: 2000 };

/** One row of `size` seats, ids from 1001, and an area of 300 places. */
export function oneRow(size: number): SeatMap {
  return SeatMap.from({
    size,
    idRuns: [[1001, 0, size]],
    rowFirsts: [0],
    areas: [{ id: 5, name: 'Floor', capacity: 300 }],
  });
}

/** An ACTIVE session with two seats; `members` override any member. */
export function sessionOf(ordinal: number, members: Partial<Session> = {}): Session {
  const seat = (ordinal - 1) * 2;
  return {
    id: randomUUID(),
    ordinal,
    state: 'ACTIVE',
    seats: [
      { seat, id: 1001 + seat, price: stalls },
      { seat: seat + 1, id: 1002 + seat, price: stalls },
    ],
    areas: ordinal % 10 === 0 ? [{ area: 0, id: 5, capacity: 1, price: floor }] : [],
    createdAt: 1_800_000_000_000 + ordinal,
    deadline: 1_800_000_600_000 + ordinal,
    reference: null,
    properties: null,
    seq: 2,
    ...members,
  };
}

/** A state in which `sessions` sessions hold two seats each; the other seats of `seatMap` are available. */
export function stateWith(seatMap: SeatMap, sessions: number, seq = 2): EventState {
  const state = new EventState(seatMap);
  Object.assign(state, {
    seq,
    at: 1_800_000_000_000,
    epoch: 1,
    status: 'PUBLISHED',
    isTouched: true,
    lastOrdinal: sessions,
  });
  for (let ordinal = 1; ordinal <= sessions; ordinal++) {
    const session = sessionOf(ordinal);
    for (const { seat } of session.seats) {
      state.seats.available.remove(seat);
      state.seats.locked.add(seat);
      state.seats.owners[seat] = ordinal;
    }
    state.putSession(session);
    const keyHash = `hash of ${ordinal}`;
    state.keys.creates.add({ keyHash, sessionId: session.id, ordinal, at: session.createdAt });
    state.references.set(`reference "${ordinal}"`, session.id);
  }
  state.areaAt(0).withheld = 10;
  state.areaAt(0).available = 290;
  state.seatProperties.set(1, '{"view":"pillar \\\\"}');
  return state;
}
