/**
 * A session as it is stored: in a snapshot as an array, in the projection as a row of `session_record`. Owns every
 * stored field, in both directions: a field of the domain's session that is not declared here does not compile. What
 * older versions have stored stays readable. Facts keep sessions in the domain's own form.
 */
import { z } from 'zod';
import { captureOf, type PriceCapture } from '#domain/pricing/price.ts';
import { restoredProperties, type StoredProperties } from '#domain/properties.ts';
import type { AreaLine, LastCart, SeatLine, Session, SessionState } from '#domain/session/session.ts';

/** The fields that every version has stored. In the projection `seats` and `areas` are in the cart, the others are columns. */
type FirstField =
  | 'id'
  | 'ordinal'
  | 'state'
  | 'seats'
  | 'areas'
  | 'createdAt'
  | 'deadline'
  | 'reference'
  | 'properties'
  | 'seq';

const firstFieldCount = 10;

type LaterField = Exclude<keyof Session, FirstField>;

/** How a field of a later version is stored. */
interface LaterStorage<Value> {
  /**
   * The value of a session that was stored without the field, and so of every session of an older version; undefined:
   * the session has no such member.
   */
  readonly absent: null extends Value ? null : Value;
  /**
   * Whether the projection has it, in the cart's text. False only for what ACTIVE sessions alone have: a session is read
   * from the projection after its end.
   */
  readonly isProjected: boolean;
  /** The stored form, unless the value is stored as it is. */
  readonly form?: {
    readonly store: (value: NonNullable<Value>) => unknown;
    readonly restore: (stored: unknown) => Value;
  };
}

/** As the lines of the cart are stored. */
const lastCartForm = {
  store: (cart: LastCart): StoredLines & { readonly at: number } => ({ ...storedLines(cart), at: cart.at }),
  restore: (stored: unknown): LastCart => {
    const { at, ...lines } = stored as StoredLines & { readonly at: number };
    return { ...restoredLines(lines), at };
  },
};

/** By their place in a snapshot's array, after the first fields: a new field comes last. */
const laterFields: { readonly [Field in LaterField]-?: LaterStorage<Session[Field]> } = {
  lost: { absent: undefined, isProjected: true },
  givenBack: { absent: undefined, isProjected: false },
  lastCart: { absent: undefined, isProjected: true, form: lastCartForm },
  reclaimed: { absent: undefined, isProjected: true },
  maxSeats: { absent: undefined, isProjected: true },
};

const asItIs: NonNullable<LaterStorage<unknown>['form']> = { store: (value) => value, restore: (stored) => stored };

const laterNames = Object.keys(laterFields) as readonly LaterField[];

/** Where the later fields are in a snapshot's array, and in the cart of the projection. */
const packed = laterNames.map((name, place) => {
  const { form, ...storage } = laterFields[name] as LaterStorage<unknown>;
  return { name, key: firstFieldCount + place, ...storage, form: form ?? asItIs };
});
const projected = packed.filter(({ isProjected }) => isProjected).map((field) => ({ ...field, key: field.name }));

interface LaterPlace<Key> {
  readonly name: LaterField;
  readonly key: Key;
  readonly absent: unknown;
  readonly form: NonNullable<LaterStorage<unknown>['form']>;
}

/** Adds the later fields to a new object. Changes it: a copy of each session would make restoring a snapshot slower. */
function withLater<First extends object, Key extends PropertyKey>(
  first: First,
  fields: readonly LaterPlace<Key>[],
  stored: { readonly [Place in Key]?: unknown },
): First & Pick<Session, LaterField> {
  for (const { name, key, absent, form } of fields) {
    const found = stored[key] ?? undefined;
    const value = found === undefined ? absent : form.restore(found);
    if (value !== undefined) Object.assign(first, { [name]: value });
  }
  return first as First & Pick<Session, LaterField>;
}

/** Older snapshots and rows have an amount after the name, which is ignored. */
type StoredPrice = readonly [id: number, name: string];

/** Ends with the last later field that the session has. */
type PackedSession = readonly [
  id: string,
  ordinal: number,
  state: SessionState,
  /** Seat, id and price of each line, flat; a price is an index into the slice's prices. */
  seats: readonly number[],
  /** Area, id, capacity and price of each line, flat. */
  areas: readonly number[],
  createdAt: number,
  deadline: number | null,
  reference: string | null,
  properties: StoredProperties | null,
  seq: number,
  ...later: readonly unknown[],
];

/** Sessions of a snapshot. Every captured price is stored once. */
export interface SessionSlice {
  readonly prices: readonly StoredPrice[];
  readonly sessions: readonly PackedSession[];
}

export function packSessions(sessions: readonly Session[]): SessionSlice {
  const prices: StoredPrice[] = [];
  const places = new Map<PriceCapture, number>();
  let latest: PriceCapture | null = null;
  let place = 0;
  const placeOf = (price: PriceCapture): number => {
    // Most lines of a cart have the price of the line before.
    if (price === latest) return place;
    latest = price;
    place = places.get(price) ?? prices.push([price.id, price.name]) - 1;
    places.set(price, place);
    return place;
  };
  const rows = sessions.map((session): PackedSession => {
    const seats: number[] = [];
    for (const line of session.seats) seats.push(line.seat, line.id, placeOf(line.price));
    const areas: number[] = [];
    for (const line of session.areas) areas.push(line.area, line.id, line.capacity, placeOf(line.price));
    const { id, ordinal, state, createdAt, deadline, reference, properties, seq } = session;
    const first = [id, ordinal, state, seats, areas, createdAt, deadline, reference, properties, seq] as const;
    const later = packLater(session);
    return later === null ? first : [...first, ...later];
  });
  return { prices, sessions: rows };
}

/** Null when the session has none of the later fields. */
function packLater(session: Session): unknown[] | null {
  let later: unknown[] | null = null;
  for (const { name, key, absent, form } of packed) {
    const value = session[name];
    if (value === undefined || value === absent) continue;
    later ??= [];
    while (firstFieldCount + later.length < key) later.push(null);
    later.push(form.store(value));
  }
  return later;
}

/** Restored sessions share their prices again, which saves most of their memory. */
export function unpackSessions(slice: SessionSlice): Session[] {
  const prices = slice.prices.map(([id, name]) => captureOf(id, name));
  const priceAt = (place: number | undefined) => {
    const price = place === undefined ? undefined : prices[place];
    if (price === undefined) throw new Error('A cart line of the snapshot has no price');
    return price;
  };
  return slice.sessions.map((row): Session => {
    const [id, ordinal, state, seats, areas, createdAt, deadline, reference, properties, seq] = row;
    const first = {
      id,
      ordinal,
      state,
      seats: seatLines(seats, priceAt),
      areas: areaLines(areas, priceAt),
      createdAt,
      deadline,
      reference,
      properties: restoredProperties(properties),
      seq,
    };
    return withLater(first, packed, row);
  });
}

function seatLines(flat: readonly number[], priceAt: (place: number | undefined) => PriceCapture): SeatLine[] {
  const lines: SeatLine[] = [];
  for (let at = 0; at < flat.length; at += 3) {
    lines.push({ seat: flat[at] as number, id: flat[at + 1] as number, price: priceAt(flat[at + 2]) });
  }
  return lines;
}

function areaLines(flat: readonly number[], priceAt: (place: number | undefined) => PriceCapture): AreaLine[] {
  const lines: AreaLine[] = [];
  for (let at = 0; at < flat.length; at += 4) {
    const [area, id, capacity, price] = flat.slice(at, at + 4) as [number, number, number, number];
    lines.push({ area, id, capacity, price: priceAt(price) });
  }
  return lines;
}

export const sessionStateColumn = z.enum(['ACTIVE', 'PENDING_PAYMENT', 'CONFIRMED', 'CANCELLED', 'EXPIRED']);

/** The columns of `session_record`. */
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

interface StoredLines {
  readonly seats: readonly (readonly [seat: number, id: number, ...price: StoredPrice])[];
  readonly areas: readonly (readonly [area: number, id: number, capacity: number, ...price: StoredPrice])[];
}

/** One JSON text. The projected later fields stand beside the lines. */
interface StoredCart extends StoredLines, Partial<Record<LaterField, unknown>> {}

function storedLines({ seats, areas }: Pick<Session, 'seats' | 'areas'>): StoredLines {
  return {
    seats: seats.map(({ seat, id, price }) => [seat, id, price.id, price.name] as const),
    areas: areas.map(({ area, id, capacity, price }) => [area, id, capacity, price.id, price.name] as const),
  };
}

function restoredLines({ seats, areas }: StoredLines): Pick<Session, 'seats' | 'areas'> {
  return {
    seats: seats.map(([seat, id, ...price]): SeatLine => ({ seat, id, price: captureOf(...price) })),
    areas: areas.map(
      ([area, id, capacity, ...price]): AreaLine => ({ area, id, capacity, price: captureOf(...price) }),
    ),
  };
}

function storedCart(session: Session): string {
  const cart: StoredCart = storedLines(session);
  for (const { name, absent, form } of projected) {
    const value = session[name];
    if (value !== undefined && value !== absent) cart[name] = form.store(value);
  }
  return JSON.stringify(cart);
}

/** The fields in a cart of this version or an older one. */
export function cartOf(stored: string): Pick<Session, 'seats' | 'areas' | LaterField> {
  const cart: StoredCart = JSON.parse(stored);
  return withLater(restoredLines(cart), projected, cart);
}
