/**
 * Encodes and decodes the columns of `session_record`. The cart is one JSON text. A reference is stored JSON-escaped,
 * because Postgres' text cannot hold every JSON string.
 */
import { z } from 'zod';
import { captureOf } from '#domain/pricing/price.ts';
import type { AreaLine, LostLines, SeatLine, Session } from '#domain/session/session.ts';

const sessionStates = ['ACTIVE', 'PENDING_PAYMENT', 'CONFIRMED', 'CANCELLED', 'EXPIRED'] as const;

export const sessionStateColumn = z.enum(sessionStates);

export const sessionRow = z.object({
  id: z.string(),
  ordinal: z.int(),
  state: sessionStateColumn,
  reference: z.string().nullable(),
  properties: z.string().nullable(),
  cart: z.string(),
  createdAt: z.int(),
  deadline: z.int().nullable(),
  seq: z.int(),
});

/** Older rows have an amount after the name, which is ignored. */
type StoredPrice = readonly [id: number, name: string];

interface StoredCart {
  readonly seats: readonly (readonly [seat: number, id: number, ...price: StoredPrice])[];
  readonly areas: readonly (readonly [area: number, id: number, capacity: number, ...price: StoredPrice])[];
  readonly lost?: LostLines;
}

/** The stored form of a reference; two are equal exactly when the references are. */
export function storedReference(reference: string): string {
  return JSON.stringify(reference).slice(1, -1);
}

export function readReference(stored: string): string {
  return JSON.parse(`"${stored}"`);
}

export function storedCart(session: Session): string {
  const cart: StoredCart = {
    seats: session.seats.map(({ seat, id, price }) => [seat, id, price.id, price.name] as const),
    areas: session.areas.map(({ area, id, capacity, price }) => [area, id, capacity, price.id, price.name] as const),
    ...(session.lost === undefined ? {} : { lost: session.lost }),
  };
  return JSON.stringify(cart);
}

/** The lines of a cart as `storedCart` wrote it. */
export function linesOf(stored: string): Pick<Session, 'seats' | 'areas' | 'lost'> {
  const { seats, areas, lost }: StoredCart = JSON.parse(stored);
  return {
    seats: seats.map(([seat, id, ...price]): SeatLine => ({ seat, id, price: captureOf(...price) })),
    areas: areas.map(
      ([area, id, capacity, ...price]): AreaLine => ({ area, id, capacity, price: captureOf(...price) }),
    ),
    ...(lost === undefined ? {} : { lost }),
  };
}

export function sessionOf(row: z.infer<typeof sessionRow>): Session {
  return {
    id: row.id,
    ordinal: row.ordinal,
    state: row.state,
    ...linesOf(row.cart),
    createdAt: row.createdAt,
    deadline: row.deadline,
    reference: row.reference === null ? null : readReference(row.reference),
    properties: row.properties,
    seq: row.seq,
  };
}
