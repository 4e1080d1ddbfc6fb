/**
 * The selection that the box office locks, sells or gives back (contract: Booking operations): the schema of the body,
 * and a hand-written parser for the most frequent form.
 */
import { z } from 'zod';
import type { BookingSelection, InvalidBody } from '#domain/command.ts';
import { check } from '../check.ts';
import { longId, text, uuid } from '../fields.ts';
import { MalformedJson, parseSentJson } from '../json.ts';
import { bestAvailable, eitherSeatsOrBest } from './best-available.ts';
import { invalidFields } from './parse-body.ts';

const list = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .nullish()
    .transform((entries) => entries ?? []);

const stateSelection = z
  .object({
    sessionId: uuid.nullish().meta({ description: 'A label of the caller’s own; recorded, never returned.' }),
    seats: list(z.object({ id: longId, capacity: z.int().nullish() })),
    groupOfSeats: list(z.object({ id: longId, capacity: z.int().min(0) })),
    holdType: text(1, 64).nullish().meta({ description: 'null: the default expiry. RESERVED never expires.' }),
    bestAvailable: bestAvailable
      .nullish()
      .meta({ description: 'Only in `lock` and `directsale`, instead of `seats`.' }),
    cartSeatIds: z.unknown().optional(),
  })
  .check(eitherSeatsOrBest)
  .meta({ id: 'StateSelection' });

/** A parsed booking body; `text`: its selection as JSON, where a thread has made it, because a key needs its hash. */
export interface BookingBody {
  readonly selection: BookingSelection;
  readonly text: string | null;
}

export const bookingExample = { seats: [{ id: 1042 }], groupOfSeats: [{ id: 12, capacity: 2 }], holdType: null };

export const bookingBody = stateSelection.transform((sent): BookingBody => {
  const { seats, groupOfSeats, holdType, sessionId, bestAvailable: best } = sent;
  const selection = {
    seats: seats.map(({ id }) => id),
    groupOfSeats,
    holdType: holdType ?? null,
    label: sessionId ?? null,
    ...(best === undefined || best === null ? {} : { best }),
  };
  return { selection, text: null };
});

/** Parses a body that is too large for the event loop: the seats become a column. */
export function parseBooking(bytes: Uint8Array): BookingBody | InvalidBody {
  let sent: unknown;
  try {
    sent = parseSentJson(bytes);
  } catch (error) {
    if (error instanceof MalformedJson) return { invalid: 'MALFORMED_REQUEST', detail: error.message, errors: [] };
    throw error;
  }
  const parsedFast = parseSeatsOnly(sent);
  const checked = parsedFast === undefined ? check(bookingBody, sent) : { ok: true as const, value: parsedFast };
  if (!checked.ok) return invalidFields(checked.errors);
  const { selection } = checked.value;
  return { selection: { ...selection, seats: Float64Array.from(selection.seats) }, text: JSON.stringify(selection) };
}

/**
 * Fast path for seats with nothing but their ids and without areas, label and hold type: returns the same as the
 * schema; undefined: the schema decides.
 */
export function parseSeatsOnly(body: unknown): BookingBody | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const {
    seats,
    groupOfSeats,
    sessionId,
    holdType,
    cartSeatIds,
    bestAvailable: best,
  } = body as Readonly<Record<string, unknown>>;
  if (!isAbsent(sessionId) || !isAbsent(holdType) || !isAbsent(cartSeatIds) || !isAbsent(best)) return undefined;
  const isAlone = groupOfSeats === undefined || (Array.isArray(groupOfSeats) && groupOfSeats.length === 0);
  if (!isAlone || !Array.isArray(seats)) return undefined;
  const ids: number[] = [];
  for (const seat of seats) {
    if (typeof seat !== 'object' || seat === null || Array.isArray(seat)) return undefined;
    if (!Number.isSafeInteger(seat.id) || seat.capacity !== undefined) return undefined;
    ids.push(seat.id);
  }
  return { selection: { seats: ids, groupOfSeats: [], holdType: null, label: null }, text: null };
}

function isAbsent(value: unknown): boolean {
  return value === undefined;
}
