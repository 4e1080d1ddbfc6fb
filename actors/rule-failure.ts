/**
 * A command whose rule or reply threw: a bug. Neither changes anything, so only its caller is refused and the event goes
 * on, with the facts that were applied before the reply. A fact that throws while it is applied breaks the event instead.
 * Also refused alone: a command whose facts may not be written before an upgrade is finalized.
 */
import type { Command } from '#domain/command.ts';
import type { Reply } from '#domain/commands/registry.ts';
import { decide, replyOf } from '#domain/decide.ts';
import type { Accepted, Decision } from '#domain/decision.ts';
import type { EventState } from '#domain/event-state.ts';
import { areFactsAhead } from '#domain/not-yet.ts';
import type { Policy } from '#domain/policy.ts';
import { Fault, type FaultCode, notFinalized } from './fault.ts';
import type { PendingCommand } from './mailbox.ts';
import type { Log } from './ports.ts';

class RuleFailure extends Fault {
  constructor(code: FaultCode, message: string, cause: unknown) {
    super(code, message);
    this.cause = cause;
  }
}

/** As `decide`; what it throws becomes an error that `refuseFailed` takes. So do facts that may not be written yet. */
export function decideSafely(
  state: EventState,
  command: Command,
  now: number,
  policy: Policy,
  isGone: boolean | undefined,
): Decision {
  const decision = decideOrFail(state, command, now, policy, isGone);
  if (areFactsAhead(decision.facts, policy.clusterVersion)) throw notFinalized;
  return decision;
}

function decideOrFail(...call: Parameters<typeof decide>): Decision {
  try {
    return decide(...call);
  } catch (error) {
    throw new RuleFailure('INTERNAL_ERROR', 'The command could not be decided.', error);
  }
}

/** As `replyOf`; what it throws becomes an error that `refuseFailed` takes. The facts of the decision will be durable. */
export function replySafely(
  state: EventState,
  command: Command,
  decision: Accepted<unknown>,
  now: number,
  policy: Policy,
): Reply {
  try {
    return replyOf(state, command, decision, now, policy);
  } catch (error) {
    const code = decision.facts.length === 0 ? 'INTERNAL_ERROR' : 'OUTCOME_UNKNOWN';
    throw new RuleFailure(code, 'The reply could not be built.', error);
  }
}

/** Refuses the caller of a command that could not be decided or answered. Throws every other error again. */
export function refuseFailed(entry: PendingCommand, error: unknown, event: number, log: Log): void {
  if (error === notFinalized) {
    entry.reject(notFinalized);
    return;
  }
  if (!(error instanceof RuleFailure)) throw error;
  log.error({ event, command: entry.command.kind, err: error.cause }, error.message);
  entry.reject(error);
}
