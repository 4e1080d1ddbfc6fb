/**
 * Sessions as compact JSON for snapshots: arrays instead of objects, and every captured price once per slice. Restored
 * sessions share their prices again, which saves most of their memory. The layout of the arrays is part of the snapshot
 * format.
 */
import { captureOf, type PriceCapture } from '#domain/pricing/price.ts';
import { restoredProperties, type StoredProperties } from '#domain/properties.ts';
import type { AreaLine, LostLines, SeatLine, Session, SessionState } from '#domain/session/session.ts';

/** Older snapshots have an amount after the name, which is ignored. */
type PackedPrice = readonly [id: number, name: string];

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
  lost?: LostLines | null,
  givenBack?: readonly number[],
];

export interface SessionSlice {
  readonly prices: readonly PackedPrice[];
  readonly sessions: readonly PackedSession[];
}

export function packSessions(sessions: readonly Session[]): SessionSlice {
  const prices: PackedPrice[] = [];
  const places = new Map<PriceCapture, number>();
  const placeOf = (price: PriceCapture) => {
    const known = places.get(price);
    if (known !== undefined) return known;
    places.set(price, prices.length);
    return prices.push([price.id, price.name]) - 1;
  };
  const packed = sessions.map((session): PackedSession => {
    const seats: number[] = [];
    for (const line of session.seats) seats.push(line.seat, line.id, placeOf(line.price));
    const areas: number[] = [];
    for (const line of session.areas) areas.push(line.area, line.id, line.capacity, placeOf(line.price));
    const { id, ordinal, state, createdAt, deadline, reference, properties, seq, lost, givenBack } = session;
    const row = [id, ordinal, state, seats, areas, createdAt, deadline, reference, properties, seq] as const;
    if (givenBack !== undefined) return [...row, lost ?? null, givenBack];
    return lost === undefined ? row : [...row, lost];
  });
  return { prices, sessions: packed };
}

export function unpackSessions(slice: SessionSlice): Session[] {
  const prices = slice.prices.map(([id, name]) => captureOf(id, name));
  const priceAt = (place: number | undefined) => {
    const price = place === undefined ? undefined : prices[place];
    if (price === undefined) throw new Error('A cart line of the snapshot has no price');
    return price;
  };
  return slice.sessions.map(
    ([
      id,
      ordinal,
      state,
      seats,
      areas,
      createdAt,
      deadline,
      reference,
      properties,
      seq,
      lost,
      givenBack,
    ]): Session => ({
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
      ...(lost === undefined || lost === null ? {} : { lost }),
      ...(givenBack === undefined ? {} : { givenBack }),
    }),
  );
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
