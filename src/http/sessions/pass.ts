/**
 * The `pass` of a create: a pass that the organization has signed, or an admitted ticket of the event's queue. It is
 * verified here, before the event is asked; the event decides whether it still opens a session.
 */
import { z } from 'zod';
import type { Pass } from '#domain/command.ts';
import type { PassEvent } from '../passes/pass-checks.ts';
import type { TicketMint } from './tickets.ts';

/** A longer text is an invalid request, not an invalid pass. */
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

export interface PassWorld {
  readonly passes: PassChecker;
  readonly tickets: TicketMint;
}

const none = {};
const invalid: Pass = { kind: 'invalid' };

/** The member `pass` of the command; empty when the body has none. */
export async function passOf(
  { passes, tickets }: PassWorld,
  event: PassEvent & { readonly eventNumber: number },
  shown: string | null | undefined,
): Promise<{ readonly pass?: Pass }> {
  if (shown === undefined || shown === null) return none;
  // The parts of a JSON Web Token are separated by dots; a ticket has none.
  if (shown.includes('.')) return { pass: await passes.check(event, shown) };
  const read = tickets.read(shown);
  return { pass: read?.eventNumber === event.eventNumber ? { kind: 'ticket', ticket: read.ticket } : invalid };
}
