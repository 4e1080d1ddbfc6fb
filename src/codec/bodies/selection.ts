/** The selections that a caller holds or gives back (contract: Public sessions). */
import { z } from 'zod';
import { selectionEntriesMax } from '#domain/limits.ts';
import { type AccessibleNeed, companionsMax, type Selection, wheelchairsMax } from '#domain/selection.ts';
import { isAbsent, issue } from '../constraint.ts';
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
import { namedUnits, unitGuests, unitsOf } from './unit-lines.ts';

const entries = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .max(selectionEntriesMax)
    .nullish()
    .transform((list) => list ?? []);

const lines = z.object({
  seats: entries(longId),
  groupOfSeats: entries(z.object({ id: longId, capacity: z.int().min(0), ticketType: areaTicketType })),
  units: namedUnits,
});

/** Ignoring a wish would answer 200 without an effect, so a call that cannot choose refuses it. */
const namedLines = z.object({
  ...lines.shape,
  bestAvailable: absentId('must be absent: only lock chooses seats'),
});

const withoutWish = ({ seats, groupOfSeats, units }: z.output<typeof namedLines>): Selection => ({
  seats,
  groupOfSeats,
  ...unitsOf({ units }),
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
  .object({ ...namedLines.shape, ticketTypes: seatTicketTypes, guests: unitGuests })
  .check(noLineTwice, typesOfSeats)
  .transform((sent): Selection => ({ ...withoutWish(sent), ...unitsOf(sent), ...typesOf(sent.ticketTypes) }))
  .meta({ id: 'WantedSelection', description: 'Seat ids, and the wanted total of places in GA areas.' });

const accessible = z
  .object({
    wheelchairs: z.int().min(1).max(wheelchairsMax).meta({ description: 'How many wheelchair places.' }),
    companions: z
      .int()
      .min(0)
      .nullish()
      .meta({ description: `Seats beside them, shared out evenly; at most ${companionsMax} for each. Default 0.` }),
  })
  .check(({ value: { wheelchairs, companions }, issues }) => {
    if ((companions ?? 0) <= companionsMax * wheelchairs) return;
    issues.push(issue('MAX', `must be at most ${companionsMax} for each wheelchair`, ['companions'], companions));
  })
  .transform(({ wheelchairs, companions }): AccessibleNeed => ({ wheelchairs, companions: companions ?? 0 }))
  .meta({ id: 'AccessibleNeed', description: 'The buyer needs wheelchair places; the event chooses and holds them.' });

interface WithNeed {
  readonly seats: readonly unknown[];
  readonly bestAvailable?: unknown;
  readonly accessible?: unknown;
  readonly units?: readonly unknown[] | null | undefined;
  readonly guests?: unknown;
}

/** A wish and a need choose all seats of the call, and how many guests sit there. */
function noUnitsBesideChoice({ value, issues }: z.core.ParsePayload<WithNeed>): void {
  if (isAbsent(value.accessible) && isAbsent(value.bestAvailable)) return;
  const message = 'must be absent or empty where the event chooses';
  if ((value.units ?? []).length > 0) issues.push(issue('SIZE', message, ['units'], value.units));
  if (!isAbsent(value.guests)) issues.push(issue('NULL', message, ['guests'], value.guests));
}

/** `accessible` comes alone: the event chooses all seats of the call. */
function needAlone({ value, issues }: z.core.ParsePayload<WithNeed>): void {
  if (isAbsent(value.accessible)) return;
  const message = 'must be absent or empty beside accessible';
  if (value.seats.length > 0) issues.push(issue('SIZE', message, ['seats'], value.seats));
  if (!isAbsent(value.bestAvailable)) issues.push(issue('NULL', message, ['bestAvailable'], value.bestAvailable));
}

/** The selection of a lock: seats that the caller names, or a wish for which the event chooses them. */
export const lockSelection = z
  .object({
    ...lines.shape,
    ticketTypes: seatTicketTypes,
    guests: unitGuests,
    bestAvailable: bestAvailable.nullish(),
    accessible: accessible.nullish(),
    suggest: z
      .boolean()
      .nullish()
      .meta({ description: 'true: a refusal because of seats carries `alternatives` that could be locked instead.' }),
  })
  .check(noLineTwice, typesOfSeats, eitherSeatsOrBest, needAlone, noUnitsBesideChoice)
  .transform(
    ({ seats, groupOfSeats, ticketTypes, bestAvailable: best, accessible: need, suggest, ...units }): Selection => ({
      seats,
      groupOfSeats,
      ...(best === undefined || best === null ? {} : { best }),
      ...(need === undefined || need === null ? {} : { need }),
      ...(suggest === true ? { suggest } : {}),
      ...typesOf(ticketTypes),
      ...unitsOf(units),
    }),
  )
  .meta({
    id: 'LockSelection',
    description: 'Seat ids, `bestAvailable` or `accessible`, and the wanted total of places in GA areas.',
  });

export const selectionExample = { seats: [1042, 1043], groupOfSeats: [{ id: 12, capacity: 2 }] };
