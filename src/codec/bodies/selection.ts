/** The selections that a caller holds or gives back (contract: Public sessions). */
import { z } from 'zod';
import type { Selection } from '#domain/command.ts';
import { selectionEntriesMax } from '#domain/limits.ts';
import { constraint } from '../constraint.ts';
import { absentId, longId } from '../fields.ts';
import { bestAvailable, eitherSeatsOrBest } from './best-available.ts';

const entries = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .max(selectionEntriesMax)
    .nullish()
    .transform((list) => list ?? []);

const lines = z.object({
  seats: entries(longId),
  groupOfSeats: entries(z.object({ id: longId, capacity: z.int().min(0) })),
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

/** The selection of a lock, where a capacity is the wanted total: two totals for one area contradict each other. */
export const wantedSelection = namedLines
  .check(noAreaTwice)
  .transform(withoutWish)
  .meta({ id: 'WantedSelection', description: 'Seat ids, and the wanted total of places in GA areas.' });

/** The selection of a lock: seats that the caller names, or a wish for which the event chooses them. */
export const lockSelection = z
  .object({
    ...lines.shape,
    bestAvailable: bestAvailable.nullish(),
    suggest: z
      .boolean()
      .nullish()
      .meta({ description: 'true: a refusal because of seats carries `alternatives` that could be locked instead.' }),
  })
  .check(noAreaTwice, eitherSeatsOrBest)
  .transform(
    ({ seats, groupOfSeats, bestAvailable: best, suggest }): Selection => ({
      seats,
      groupOfSeats,
      ...(best === undefined || best === null ? {} : { best }),
      ...(suggest === true ? { suggest } : {}),
    }),
  )
  .meta({
    id: 'LockSelection',
    description: 'Seat ids or `bestAvailable`, and the wanted total of places in GA areas.',
  });

function noAreaTwice({ value, issues }: z.core.ParsePayload<z.output<typeof lines>>): void {
  const seen = new Set<number>();
  for (const [at, { id }] of value.groupOfSeats.entries()) {
    const path = ['groupOfSeats', at, 'id'];
    const params = constraint('DUPLICATE');
    if (seen.has(id)) issues.push({ code: 'custom', message: 'must not name an area twice', path, params, input: id });
    seen.add(id);
  }
}

export const selectionExample = { seats: [1042, 1043], groupOfSeats: [{ id: 12, capacity: 2 }] };
