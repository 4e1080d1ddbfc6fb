/**
 * A session as stored in facts and snapshots. Older versions stored parsed properties and rounded amounts: both are
 * rebuilt, so that every session in memory has the form of this version.
 */
import { captureOf } from '../pricing/price.ts';
import { restoredProperties, type StoredProperties } from '../properties.ts';
import type { Session } from './session.ts';

export type StoredSession = Omit<Session, 'properties'> & { readonly properties: StoredProperties | null };

export function restoredSession(stored: StoredSession): Session {
  const { lastCart } = stored;
  return {
    ...stored,
    ...restoredLines(stored),
    ...(lastCart === undefined ? {} : { lastCart: { ...lastCart, ...restoredLines(lastCart) } }),
    properties: restoredProperties(stored.properties),
  };
}

function restoredLines({ seats, areas }: Pick<Session, 'seats' | 'areas'>): Pick<Session, 'seats' | 'areas'> {
  return {
    seats: seats.map((line) => ({ ...line, price: captureOf(line.price.id, line.price.name) })),
    areas: areas.map((line) => ({ ...line, price: captureOf(line.price.id, line.price.name) })),
  };
}
