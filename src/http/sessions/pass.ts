/**
 * The `pass` of a create: a pass that the organization has signed, or an admitted ticket of the event's queue. It is
 * verified here, before the event is asked; the event decides whether it still opens a session.
 */
import { z } from 'zod';
import type { Pass } from '#domain/command.ts';
import type { PassEvent } from '../passes/pass-checks.ts';

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

/** Verifies what an organization has signed. */
export interface PassChecker {
  check(event: PassEvent, token: string): Promise<Pass>;
}

const none = {};
const invalid: { readonly pass: Pass } = { pass: { kind: 'invalid' } };

/** The member `pass` of the command; empty when the body has none. */
export async function passOf(
  checker: PassChecker,
  event: PassEvent,
  shown: string | null | undefined,
): Promise<{ readonly pass?: Pass }> {
  if (shown === undefined || shown === null) return none;
  // The parts of a JSON Web Token are separated by dots; a ticket has none.
  return shown.includes('.') ? { pass: await checker.check(event, shown) } : invalid;
}
