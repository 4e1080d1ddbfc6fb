/** The totals of an event in answers: how many seats, places, sessions and tickets are in each state. */
import { z } from 'zod';
import type { EventTotals } from '#domain/event-totals.ts';

const count = (description: string) => z.int().min(0).meta({ description });
const sold = count('Sold, by sessions or privately.');
const held = count('Held by sessions, or locked by the organization.');
const blocked = count('Blocked by the organization.');

export const eventTotals = z
  .object({
    seats: z
      .object({
        available: count('Neither held, sold nor blocked, with a price or without.'),
        held,
        sold,
        blocked,
      })
      .meta({ description: 'Numbered seats.' }),
    places: z
      .object({ available: count('Neither held, sold, blocked nor withheld from sale.'), held, sold, blocked })
      .meta({ description: 'Places of all GA areas.' }),
    sessions: z
      .object({
        active: count('Sessions that hold or choose: ACTIVE.'),
        pendingPayment: count('Sessions that are checked out: PENDING_PAYMENT.'),
      })
      .meta({ description: 'Live sessions.' }),
    queue: z
      .object({
        waiting: count('Tickets that are not admitted yet.'),
        admitted: count('Tickets that are admitted and can still open a session.'),
        claimed: count('Tickets that have opened a session.'),
        lapsed: count('Tickets that were admitted and not used in time.'),
      })
      .nullable()
      .meta({ description: 'Tickets of the queue; null while the event never had one.' }),
  })
  .meta({ id: 'EventTotals' });

export const eventTotalsExample = {
  seats: { available: 1_204, held: 96, sold: 700, blocked: 18 },
  places: { available: 240, held: 12, sold: 148, blocked: 0 },
  sessions: { active: 71, pendingPayment: 14 },
  queue: { waiting: 812, admitted: 6, claimed: 340, lapsed: 22 },
};

export function presentTotals({ seats, places, sessions, tickets }: EventTotals): z.output<typeof eventTotals> {
  return {
    seats: { available: seats.ACTIVE, held: seats.LOCKED, sold: seats.SOLD, blocked: seats.BLOCKED },
    places: {
      available: places.available,
      held: places.held + places.locked,
      sold: places.sold,
      blocked: places.blocked,
    },
    sessions: { active: sessions.ACTIVE, pendingPayment: sessions.PENDING_PAYMENT },
    queue:
      tickets === null
        ? null
        : { waiting: tickets.WAITING, admitted: tickets.ADMITTED, claimed: tickets.CLAIMED, lapsed: tickets.LAPSED },
  };
}
