/**
 * The `pass` of a create: a pass that the organization has signed, or an admitted ticket of the event's queue. It is
 * verified here, before the event is asked; the event decides whether it still opens a session.
 */
import type { Pass } from '#domain/command.ts';
import type { PassEvent } from '../passes/pass-checks.ts';
import type { TicketMint } from './tickets.ts';

/** Verifies what an organization has signed. */
export interface PassChecker {
  check(event: PassEvent, token: string): Promise<Pass>;
}

export interface PassWorld {
  readonly passes: PassChecker;
  readonly tickets: TicketMint;
}

const invalid: Pass = { kind: 'invalid' };

/** The pass of the command; null when the body has none. A ticket is read at once, a signed pass is verified by a thread. */
export function passOf(
  { passes, tickets }: PassWorld,
  event: PassEvent,
  shown: string | null | undefined,
): Pass | null | Promise<Pass> {
  if (shown === undefined || shown === null) return null;
  // The parts of a JSON Web Token are separated by dots; a ticket has none.
  if (shown.includes('.')) return passes.check(event, shown);
  const read = tickets.read(shown);
  return read?.eventNumber === event.eventNumber ? { kind: 'ticket', ticket: read.ticket } : invalid;
}
