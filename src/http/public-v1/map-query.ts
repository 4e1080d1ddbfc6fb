/**
 * The common parts of the public map reads: an id and the organization's public key in the query, which must belong
 * together, an `ETag`, and no other credential.
 */
import { z } from 'zod';
import { uuid } from '#codec/fields.ts';
import { ifNoneMatch } from '../pipeline/entity-tag.ts';
import type { ResponseSpec, RouteResult } from '../pipeline/route.ts';

export const mapPrefix = '/api/public/v1.0/event/';
export const mapTag = 'Public map';

export const publicKey = uuid.meta({ description: 'The organization’s public key.' });
export const eventQuery = z.object({ id: uuid.meta({ description: 'The event.' }), publicKey });
export const mapHeaders = z.object({ 'If-None-Match': ifNoneMatch });

export const unchangedResponse: ResponseSpec = {
  description: 'Not modified: `If-None-Match` names the current content.',
};

/** The same answer for a wrong id and for a wrong key. */
export const unknownIdOrKey: RouteResult = {
  problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is nothing with this id and publicKey.' },
};

export interface PublicEvent {
  readonly eventNumber: number;
  readonly schemaId: number;
  readonly publicKey: string;
  readonly name: string;
}

export interface EventFinder {
  find(eventId: string): Promise<PublicEvent | null>;
}

/** The event with this id and key; null: there is none. */
export async function findPublicEvent<Event extends { readonly publicKey: string }>(
  events: { find(eventId: string): Promise<Event | null> },
  eventId: string,
  key: string,
): Promise<Event | null> {
  const event = await events.find(eventId);
  return event?.publicKey === key ? event : null;
}
