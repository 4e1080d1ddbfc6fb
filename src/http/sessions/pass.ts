/**
 * The `pass` of a create: an admitted ticket of the event's queue. It is verified here, before the event is asked; the
 * event decides whether it still opens a session.
 */
import { z } from 'zod';
import type { Pass } from '#domain/command.ts';

/** A longer pass is invalid, not a pass. */
const passLengthMax = 8192;

export const pass = z
  .string()
  .min(1)
  .max(passLengthMax)
  .nullish()
  .meta({
    description:
      'Only for events whose admission is not OPEN: a pass of the organization (PASS) or an admitted ticket (QUEUE). ' +
      'Other events ignore it.',
  });

const none = {};
const invalid: { readonly pass: Pass } = { pass: { kind: 'invalid' } };

/** The member `pass` of the command; empty when the body has none. */
export function passOf(_eventNumber: number, shown: string | null | undefined): { readonly pass?: Pass } {
  if (shown === undefined || shown === null) return none;
  return invalid;
}
