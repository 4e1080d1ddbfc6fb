/**
 * The selection that the box office locks, sells or gives back (contract: Booking operations): the schema of the body,
 * and a hand-written parser for the most frequent form.
 */
import { z } from 'zod';
import { longId, text, uuid } from '../fields.ts';

const list = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .nullish()
    .transform((entries) => entries ?? []);

export const stateSelection = z
  .object({
    sessionId: uuid.nullish().meta({ description: 'A label of the caller’s own; recorded, never returned.' }),
    seats: list(z.object({ id: longId, capacity: z.int().nullish() })),
    groupOfSeats: list(z.object({ id: longId, capacity: z.int().min(0) })),
    holdType: text(1, 64).nullish().meta({ description: 'null: the default expiry. RESERVED never expires.' }),
    cartSeatIds: z.unknown().optional(),
  })
  .meta({ id: 'StateSelection' });

/**
 * Fast path for seats with nothing but their ids and without areas, label and hold type: returns the same as the
 * schema; undefined: the schema decides.
 */
export function seatsAlone(body: unknown): z.output<typeof stateSelection> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { seats, groupOfSeats, sessionId, holdType, cartSeatIds } = body as Readonly<Record<string, unknown>>;
  if (sessionId !== undefined || holdType !== undefined || cartSeatIds !== undefined) return undefined;
  const isAlone = groupOfSeats === undefined || (Array.isArray(groupOfSeats) && groupOfSeats.length === 0);
  if (!isAlone || !Array.isArray(seats)) return undefined;
  const ids: { id: number }[] = [];
  for (const seat of seats) {
    if (typeof seat !== 'object' || seat === null || Array.isArray(seat)) return undefined;
    if (!Number.isSafeInteger(seat.id) || seat.capacity !== undefined) return undefined;
    ids.push({ id: seat.id });
  }
  return { seats: ids, groupOfSeats: [] };
}
