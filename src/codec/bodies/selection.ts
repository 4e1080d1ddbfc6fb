/** The selections that a caller holds or gives back (contract: Public sessions). */
import { z } from 'zod';
import { selectionEntriesMax } from '#domain/limits.ts';
import type { Selection } from '#domain/selection.ts';
import { absentId, longId } from '../fields.ts';
import { bestAvailable, eitherSeatsOrBest } from './best-available.ts';
import {
  areaTicketType,
  noLineTwice,
  type SentTypes,
  seatTicketTypes,
  typesOf,
  typesOfNamedSeats,
} from './ticket-types.ts';

const entries = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .max(selectionEntriesMax)
    .nullish()
    .transform((list) => list ?? []);

const lines = z.object({
  seats: entries(longId),
  groupOfSeats: entries(z.object({ id: longId, capacity: z.int().min(0), ticketType: areaTicketType })),
});

/** Ignoring a wish would answer 200 without an effect, so a call that cannot choose refuses it. */
const namedLines = z.object({
  ...lines.shape,
  bestAvailable: absentId('must be absent: only lock chooses seats'),
});

const withoutWish = ({ seats, groupOfSeats }: z.output<typeof namedLines>): z.output<typeof lines> => ({
  seats,
  groupOfSeats,
});

export const selection = namedLines
  .transform(withoutWish)
  .meta({ id: 'Selection', description: 'Seat ids, and places of GA areas.' });

/** A check for the selections that take something. */
const typesOfSeats = typesOfNamedSeats<z.output<typeof lines> & { readonly ticketTypes?: SentTypes }>(
  ({ seats }) => seats,
);

/** The selection of a checkout, where a capacity is the wanted total. */
export const wantedSelection = z
  .object({ ...namedLines.shape, ticketTypes: seatTicketTypes })
  .check(noLineTwice, typesOfSeats)
  .transform((sent): Selection => ({ ...withoutWish(sent), ...typesOf(sent.ticketTypes) }))
  .meta({ id: 'WantedSelection', description: 'Seat ids, and the wanted total of places in GA areas.' });

/** The selection of a lock: seats that the caller names, or a wish for which the event chooses them. */
export const lockSelection = z
  .object({
    ...lines.shape,
    ticketTypes: seatTicketTypes,
    bestAvailable: bestAvailable.nullish(),
    suggest: z
      .boolean()
      .nullish()
      .meta({ description: 'true: a refusal because of seats carries `alternatives` that could be locked instead.' }),
  })
  .check(noLineTwice, typesOfSeats, eitherSeatsOrBest)
  .transform(
    ({ seats, groupOfSeats, ticketTypes, bestAvailable: best, suggest }): Selection => ({
      seats,
      groupOfSeats,
      ...(best === undefined || best === null ? {} : { best }),
      ...(suggest === true ? { suggest } : {}),
      ...typesOf(ticketTypes),
    }),
  )
  .meta({
    id: 'LockSelection',
    description: 'Seat ids or `bestAvailable`, and the wanted total of places in GA areas.',
  });

export const selectionExample = { seats: [1042, 1043], groupOfSeats: [{ id: 12, capacity: 2 }] };
