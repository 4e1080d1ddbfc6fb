/**
 * The common parts of the public map reads: an id and the organization's public key in the query, which must belong
 * together, an `ETag`, and no other credential.
 */
import { z } from 'zod';
import { uuid } from '#codec/fields.ts';
import type { EventAddress, EventDirectory } from '#storage/catalog/events.ts';
import { unlessArchived } from '../event-call.ts';
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

/** The event with this id and key; null: there is none. Throws the problem when its rows are in an archive. */
export async function findPublicEvent(
  events: Pick<EventDirectory, 'find'>,
  eventId: string,
  key: string,
): Promise<EventAddress | null> {
  const event = await events.find(eventId);
  return event?.publicKey === key ? unlessArchived(event) : null;
}
