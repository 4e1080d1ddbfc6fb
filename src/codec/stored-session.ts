/**
 * A session as the projection stores it, as a row of `session_record`. Owns every stored field in both directions: a
 * field of the domain's session that is not declared here does not compile. Rows of older versions stay
 * readable. Snapshots and facts keep sessions in the domain's own form.
 */
import { z } from 'zod';
import { type CapturedTerms, captureOf, type PriceCapture } from '#domain/pricing/price.ts';
import { type AreaLine, type LastCart, type SeatLine, type Session, sessionStates } from '#domain/session/session.ts';

/** The columns of `session_record`. */
export const sessionRow = z.object({
  id: z.string(),
  ordinal: z.int(),
  state: z.enum(sessionStates),
  reference: z.string().nullable(),
  properties: z.string().nullable(),
  cart: z.string(),
  createdAt: z.int(),
  deadline: z.int().nullable(),
  seq: z.int(),
});

type SessionRow = z.infer<typeof sessionRow>;

/** The columns of a session. One function each, because a write collects columns, not rows. */
export const sessionCells: { readonly [Column in keyof SessionRow]: (session: Session) => SessionRow[Column] } = {
  id: ({ id }) => id,
  ordinal: ({ ordinal }) => ordinal,
  state: ({ state }) => state,
  reference: ({ reference }) => (reference === null ? null : storedReference(reference)),
  properties: ({ properties }) => properties,
  cart: storedCart,
  createdAt: ({ createdAt }) => createdAt,
  deadline: ({ deadline }) => deadline,
  seq: ({ seq }) => seq,
};

export function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    ordinal: row.ordinal,
    state: row.state,
    ...cartOf(row.cart),
    createdAt: row.createdAt,
    deadline: row.deadline,
    reference: row.reference === null ? null : readReference(row.reference),
    properties: row.properties,
    seq: row.seq,
  };
}

/**
 * The stored form of a reference: JSON-escaped, because Postgres' text cannot hold every JSON string. Two are equal
 * exactly when the references are.
 */
export function storedReference(reference: string): string {
  return JSON.stringify(reference).slice(1, -1);
}

export function readReference(stored: string): string {
  return JSON.parse(`"${stored}"`);
}

/** Older rows have a number after the name, which is ignored. */
export type StoredPrice = readonly [id: number, name: string, terms?: CapturedTerms | number];

export interface StoredCart {
  readonly seats: readonly (readonly [seat: number, id: number, ...price: StoredPrice])[];
  readonly areas: readonly (readonly [area: number, id: number, capacity: number, ...price: StoredPrice])[];
}

/** The fields that have no column: they stand in the cart's text, beside its lines. */
type CartField = Exclude<keyof Session, keyof SessionRow | 'seats' | 'areas'>;

interface CartForm<Value> {
  readonly store: (value: NonNullable<Value>) => unknown;
  readonly restore: (stored: never) => Value;
}

const asItIs = { store: <T>(value: T): T => value, restore: <T>(stored: T): T => stored };

export const storedLastCart = {
  store: (cart: LastCart): StoredCart & { readonly at: number } => ({ ...storedLines(cart), at: cart.at }),
  restore: ({ at, ...lines }: StoredCart & { readonly at: number }): LastCart => ({ ...restoredLines(lines), at }),
};

/** Null only for what ACTIVE sessions alone have: a session is read from the projection after its end. */
const cartFields: { readonly [Field in CartField]-?: CartForm<Session[Field]> | null } = {
  lost: asItIs,
  givenBack: null,
  lastCart: storedLastCart,
  reclaimed: asItIs,
  exchanged: asItIs,
  erased: asItIs,
  maxSeats: asItIs,
  allotments: asItIs,
  buyer: asItIs,
  declaredNeed: asItIs,
  withPass: asItIs,
  counter: asItIs,
};

const cartForms = Object.entries(cartFields) as unknown as readonly (readonly [CartField, CartForm<unknown> | null])[];

function storedLines({ seats, areas }: Pick<Session, 'seats' | 'areas'>): StoredCart {
  return {
    seats: seats.map(({ seat, id, price }) => [seat, id, ...storedPrice(price)] as const),
    areas: areas.map(({ area, id, capacity, price }) => [area, id, capacity, ...storedPrice(price)] as const),
  };
}

export function storedPrice({ id, name, amount, currency, ticketType, unoccupied }: PriceCapture): StoredPrice {
  const free = unoccupied === undefined ? {} : { unoccupied };
  if (amount === undefined || currency === undefined) return unoccupied === undefined ? [id, name] : [id, name, free];
  return [id, name, { amount, currency, ...(ticketType === undefined ? {} : { ticketType }), ...free }];
}

export function restoredPrice([id, name, terms]: StoredPrice): PriceCapture {
  return captureOf(id, name, typeof terms === 'number' ? undefined : terms);
}

function restoredLines({ seats, areas }: StoredCart): Pick<Session, 'seats' | 'areas'> {
  return {
    seats: seats.map(([seat, id, ...price]): SeatLine => ({ seat, id, price: restoredPrice(price) })),
    areas: areas.map(
      ([area, id, capacity, ...price]): AreaLine => ({ area, id, capacity, price: restoredPrice(price) }),
    ),
  };
}

/** One JSON text. */
function storedCart(session: Session): string {
  const cart: StoredCart & Partial<Record<CartField, unknown>> = storedLines(session);
  for (const [name, form] of cartForms) {
    const value = session[name];
    if (form !== null && value !== undefined) cart[name] = form.store(value);
  }
  return JSON.stringify(cart);
}

/** The fields in a cart of this version or an older one. */
export function cartOf(stored: string): Pick<Session, 'seats' | 'areas' | CartField> {
  const cart = JSON.parse(stored);
  const fields = restoredLines(cart);
  for (const [name, form] of cartForms) {
    const value = cart[name] ?? undefined;
    if (form !== null && value !== undefined) Object.assign(fields, { [name]: form.restore(value as never) });
  }
  return fields;
}
