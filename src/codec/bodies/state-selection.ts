/** The selection that the box office locks, sells or gives back (contract: Booking operations). */
import { z } from 'zod';
import type { BookingSelection } from '#domain/selection.ts';
import { longId, text, uuid } from '../fields.ts';
import { bestAvailable, eitherSeatsOrBest } from './best-available.ts';
import { areaTicketType, seatTicketTypes, typesOf, typesOfNamedSeats } from './ticket-types.ts';
import { namedUnits, unitsOf } from './unit-lines.ts';

const list = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .nullish()
    .transform((entries) => entries ?? []);

const stateSelection = z
  .object({
    sessionId: uuid.nullish().meta({ description: 'A label of the caller’s own; recorded, never returned.' }),
    seats: list(z.object({ id: longId, capacity: z.int().nullish() })),
    groupOfSeats: list(z.object({ id: longId, capacity: z.int().min(0), ticketType: areaTicketType })),
    ticketTypes: seatTicketTypes,
    units: namedUnits,
    holdType: text(1, 64).nullish().meta({ description: 'null: the default expiry. RESERVED never expires.' }),
    bestAvailable: bestAvailable
      .nullish()
      .meta({ description: 'Only in `lock` and `directsale`, instead of `seats`.' }),
    cartSeatIds: z.unknown().optional(),
  })
  .check(
    typesOfNamedSeats(({ seats }) => seats.map(({ id }) => id)),
    eitherSeatsOrBest,
  )
  .meta({ id: 'StateSelection' });

/** A parsed booking body; `text`: its selection as JSON, where a thread has made it, because a key needs its hash. */
export interface BookingBody {
  readonly selection: BookingSelection;
  readonly text: string | null;
}

export const bookingExample = { seats: [{ id: 1042 }], groupOfSeats: [{ id: 12, capacity: 2 }], holdType: null };

export const bookingBody = stateSelection.transform((sent): BookingBody => {
  const { seats, groupOfSeats, ticketTypes, units, holdType, sessionId, bestAvailable: best } = sent;
  const selection = {
    seats: seats.map(({ id }) => id),
    groupOfSeats,
    holdType: holdType ?? null,
    label: sessionId ?? null,
    ...(best === undefined || best === null ? {} : { best }),
    ...typesOf(ticketTypes),
    ...unitsOf({ units }),
  };
  return { selection, text: null };
});

/** The same with the seats as a column, of a body that is too large for the event loop. */
export function bookingColumns({ selection }: BookingBody): BookingBody {
  return { selection: { ...selection, seats: Float64Array.from(selection.seats) }, text: JSON.stringify(selection) };
}
