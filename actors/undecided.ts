/**
 * A command that could not be decided because the rules threw: a bug. The rules change nothing while they decide, so only
 * its caller is refused and the event goes on. A fact that throws while it is applied breaks the event instead.
 */
import type { Command } from '#domain/command.ts';
import { decide } from '#domain/decide.ts';
import type { Decision } from '#domain/decision.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Policy } from '#domain/policy.ts';
import { Fault } from './fault.ts';
import type { PendingCommand } from './mailbox.ts';
import type { Log } from './ports.ts';

class Undecided extends Fault {
  constructor(cause: unknown) {
    super('INTERNAL_ERROR', 'The command could not be decided.');
    this.cause = cause;
  }
}

/** As `decide`; what it throws becomes an error that `refuseUndecided` takes. */
export function decideSafely(
  state: EventState,
  command: Command,
  now: number,
  policy: Policy,
  isGone: boolean | undefined,
): Decision {
  try {
    return decide(state, command, now, policy, isGone);
  } catch (error) {
    throw new Undecided(error);
  }
}

/** Refuses the caller of a command that could not be decided. Throws every other error again. */
export function refuseUndecided(entry: PendingCommand, error: unknown, event: number, log: Log): void {
  if (!(error instanceof Undecided)) throw error;
  log.error({ event, command: entry.command.kind, err: error.cause }, 'a command could not be decided');
  entry.reject(error);
}
