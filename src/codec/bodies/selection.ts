/**
 * The selection that a caller holds or gives back (contract: Public sessions): the schema of the body, and a
 * hand-written parser for the form that frontends usually send.
 */
import { z } from 'zod';
import { selectionEntriesMax } from '#domain/limits.ts';
import { longId } from '../fields.ts';

const entries = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .max(selectionEntriesMax)
    .nullish()
    .transform((list) => list ?? []);

export const selection = z
  .object({
    seats: entries(longId),
    groupOfSeats: entries(z.object({ id: longId, capacity: z.int().min(0) })),
  })
  .meta({ id: 'Selection', description: 'Seat ids, and places of GA areas.' });

/** The selection of a lock, where a capacity is the wanted total: two totals for one area contradict each other. */
export const wantedSelection = selection
  .check(({ value, issues }) => {
    const seen = new Set<number>();
    for (const [at, { id }] of value.groupOfSeats.entries()) {
      const path = ['groupOfSeats', at, 'id'];
      const params = { code: 'DUPLICATE' };
      if (seen.has(id))
        issues.push({ code: 'custom', message: 'must not name an area twice', path, params, input: id });
      seen.add(id);
    }
  })
  .meta({ id: 'WantedSelection', description: 'Seat ids, and the wanted total of places in GA areas.' });

export const selectionExample = { seats: [1042, 1043], groupOfSeats: [{ id: 12, capacity: 2 }] };

/**
 * Fast path for seats without places of areas, the usual body: returns the same as the schema, which takes 3 % of a
 * hold; undefined: the schema decides.
 */
export function parseSeatsOnly(body: unknown): z.output<typeof selection> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { seats, groupOfSeats } = body as { readonly seats?: unknown; readonly groupOfSeats?: unknown };
  const isAlone = groupOfSeats === undefined || (Array.isArray(groupOfSeats) && groupOfSeats.length === 0);
  if (!isAlone || !Array.isArray(seats) || seats.length > selectionEntriesMax) return undefined;
  return seats.every(Number.isSafeInteger) ? { seats, groupOfSeats: [] } : undefined;
}
