/** The bodies that open a session and confirm it (contract: Public sessions, Private sessions). */
import { z } from 'zod';
import { referenceLengthMax } from '#domain/limits.ts';
import { properties, text, uuid } from '../fields.ts';
import { selection, selectionExample, wantedSelection } from './selection.ts';

/** A longer text is an invalid request, not an invalid pass. */
const passLengthMax = 8192;

const pass = z
  .string()
  .min(1)
  .max(passLengthMax)
  .nullish()
  .meta({
    description:
      'Only for events whose admission is not OPEN: a pass of the organization (PASS) or an admitted ticket (QUEUE). ' +
      'Other events ignore it.',
  });

export const createBody = z.object({ eventId: uuid, publicKey: uuid, pass });

export const confirmBody = z.object({
  reference: text(0, referenceLengthMax).nullish(),
  properties: properties.nullish(),
  reclaim: z
    .boolean()
    .nullish()
    .meta({ description: 'Takes the cart of an expired session again if all of it is free' }),
});

export const exchangeBody = z
  .object({ release: selection, take: wantedSelection })
  .meta({ id: 'Exchange', description: 'Lines of the purchase, and what it takes for them. Capacities are amounts.' });

export const exchangeExample = { release: { seats: [1042] }, take: selectionExample };
