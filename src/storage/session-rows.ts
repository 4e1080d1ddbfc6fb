/**
 * How a session stands in `session_record`, both ways. The cart is one JSON text; a reference is kept as JSON spells it,
 * because Postgres' text cannot hold everything that a JSON string can.
 */
import { z } from 'zod';
import type { PriceCapture } from '#domain/pricing/price.ts';
import type { AreaLine, LostLines, Properties, SeatLine, Session } from '#domain/session/session.ts';

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

type StoredPrice = readonly [id: number, name: string, cents: number];

interface StoredCart {
  readonly seats: readonly (readonly [seat: number, id: number, ...price: StoredPrice])[];
  readonly areas: readonly (readonly [area: number, id: number, capacity: number, ...price: StoredPrice])[];
  readonly lost?: LostLines;
}

/** The text that stands for a reference in the tables; equal exactly when the references are. */
export function storedReference(reference: string): string {
  return JSON.stringify(reference).slice(1, -1);
}

export function readReference(stored: string): string {
  return JSON.parse(`"${stored}"`);
}

export function storedCart(session: Session): string {
  const cart: StoredCart = {
    seats: session.seats.map(({ seat, id, price }) => [seat, id, price.id, price.name, price.cents] as const),
    areas: session.areas.map(
      ({ area, id, capacity, price }) => [area, id, capacity, price.id, price.name, price.cents] as const,
    ),
    ...(session.lost === undefined ? {} : { lost: session.lost }),
  };
  return JSON.stringify(cart);
}

export function sessionOf(row: z.infer<typeof sessionRow>): Session {
  const cart: StoredCart = JSON.parse(row.cart);
  return {
    id: row.id,
    ordinal: row.ordinal,
    state: row.state,
    seats: cart.seats.map(([seat, id, ...price]): SeatLine => ({ seat, id, price: captureOf(price) })),
    areas: cart.areas.map(
      ([area, id, capacity, ...price]): AreaLine => ({ area, id, capacity, price: captureOf(price) }),
    ),
    ...(cart.lost === undefined ? {} : { lost: cart.lost }),
    createdAt: row.createdAt,
    deadline: row.deadline,
    reference: row.reference === null ? null : readReference(row.reference),
    properties: row.properties === null ? null : (JSON.parse(row.properties) as Properties),
    seq: row.seq,
  };
}

function captureOf([id, name, cents]: StoredPrice): PriceCapture {
  return { id, name, cents };
}
