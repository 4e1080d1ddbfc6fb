/** A random sale in the hall of the tests, one change at a time, and what its bulk read shows after each. */
import { sql } from 'slonik';
import { calls, floor, gallery, seat, service, show } from './hall.ts';
import type { SeededRandom } from './seeded-random.ts';
import { bookingOf } from './session-calls.ts';

export const eventNumber = async (): Promise<number> =>
  Number(await service.catalog.pool.oneFirst(sql.unsafe`select number from event where id = ${show.eventId}`));

export interface Seen {
  readonly sequence: number;
  readonly seats: Record<string, number[]>;
  readonly groupOfSeats: object[];
}

/** The inventory as the bulk read shows it now. */
export async function seen(): Promise<Seen> {
  const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
  const inState = (state: string) =>
    seatsOnEvent.flatMap((one: { id: number; state: string }) => (one.state === state ? [one.id] : []));
  const answer = await service.parts.router.ask(await eventNumber(), { kind: 'read-sequence' });
  const { seq = 0 } = answer.ok && answer.reply.kind === 'sequence' ? answer.reply : {};
  return {
    sequence: seq,
    seats: {
      AVAILABLE: inState('ACTIVE'),
      LOCKED: inState('LOCKED'),
      SOLD: inState('SOLD'),
      BLOCKED: inState('BLOCKED'),
    },
    groupOfSeats: groupsOnEvent.map((one: Record<string, number>) => ({
      id: one.id,
      available: one.activeCount,
      locked: (one.held as number) + (one.locked as number),
      sold: one.sold,
      blocked: one.blocked,
    })),
  };
}

/** One random change, or an attempt. */
export async function step(random: SeededRandom, open: string[]): Promise<void> {
  const some = [seat(random.below(18)), seat(random.below(18))];
  const places = [[random.chance(0.5) ? floor : gallery, 1 + random.below(3)]] as const;
  const id = open[random.below(open.length)] ?? '';
  switch (random.below(8)) {
    case 0:
      open.push(await calls.open());
      return;
    case 1:
    case 2:
      await calls.lock(id, some, places);
      return;
    case 3:
      await calls.checkout(id);
      await calls.confirm(id);
      return;
    case 4:
      await calls.release(id);
      return;
    case 5:
      await calls.book('directsale', bookingOf(some, places));
      return;
    case 6:
      await calls.book(random.chance(0.5) ? 'block' : 'unblock', bookingOf(some, places));
      return;
    default:
      service.clock.advance(200_000);
  }
}
