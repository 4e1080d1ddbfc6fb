/** Many open sessions on one event, each with seats in its cart, as in an on-sale before the first checkouts. */

import type { HoldRecord, Target } from '../load/plan.ts';
import type { Client } from '../stand/client.ts';
import { makeSessions } from './holds.ts';

const together = 500;

/** Opens `count` sessions that hold the first `count` seats; resolves with what each of them holds. */
export async function makeSingleSeatCarts(visitor: Client, target: Target, count: number): Promise<HoldRecord[]> {
  return await makeCarts(visitor, target, count, 1);
}

/** Opens `count` sessions that hold `seatsEach` seats each, from the first seat on. */
export async function makeCarts(
  visitor: Client,
  target: Target,
  count: number,
  seatsEach: number,
): Promise<HoldRecord[]> {
  const records: HoldRecord[] = [];
  while (records.length < count) {
    const first = records.length;
    const sessionIds = await makeSessions(visitor, target, Math.min(together, count - first));
    const holding = sessionIds.map(async (sessionId, index): Promise<HoldRecord> => {
      const from = (first + index) * seatsEach;
      const seats = target.seats.slice(from, from + seatsEach);
      const path = `/api/public/v2.0/session/${sessionId}/lock`;
      await visitor.demand({ method: 'POST', path, body: { seats, groupOfSeats: [] } });
      return { eventId: target.eventId, sessionId, seats, pending: null };
    });
    for (const record of await Promise.all(holding)) records.push(record);
  }
  return records;
}

/** The same event without its first `taken` seats, which other sessions hold. */
export function withoutFirstSeats(target: Target, taken: number): Target {
  return { ...target, seats: target.seats.slice(taken) };
}
