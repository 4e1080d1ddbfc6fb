/** The units of a selection, by id, and how many guests sit at them. */
import { z } from 'zod';
import type { UnitGuests } from '#domain/units/occupancy.ts';
import { unitSeatsMax } from '#domain/units/unit.ts';
import { longId, shownAs } from '../fields.ts';

const unitsPerCallMax = 100;

export const namedUnits = z
  .array(longId)
  .max(unitsPerCallMax)
  .nullish()
  .meta({ description: 'Ids of tables, boxes and booths: all their seats, beside those in `seats`.' });

export const unitGuests = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/, 'must be the id of a unit'), z.int().min(1).max(unitSeatsMax))
  .nullish()
  .meta({
    ...shownAs({ type: 'object', additionalProperties: { type: 'integer', minimum: 1 } }),
    description:
      'Guests by unit id, of units that the call takes or the session holds: the buyer holds all seats and pays for these. ' +
      'Without it a new unit has as many as it may have.',
  });

interface Sent {
  readonly units?: readonly number[] | null | undefined;
  readonly guests?: Readonly<Record<string, number>> | null | undefined;
}

/** The members of the selection; none when none were sent. */
export function unitsOf({ units, guests }: Sent): { readonly units?: readonly number[]; readonly guests?: UnitGuests } {
  const named = units === undefined || units === null || units.length === 0 ? {} : { units };
  const entries = Object.entries(guests ?? {}).map(([unit, count]) => [Number(unit), count] as const);
  return entries.length === 0 ? named : { ...named, guests: entries };
}
