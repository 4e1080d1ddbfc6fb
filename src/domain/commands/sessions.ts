/** The commands on sessions: the buyers' calls and the organization's. */
import { firstVersion } from '../cluster-version.ts';
import type { InvalidBody, PrivateSessionCommand, PublicSessionCommand } from '../command.ts';
import { accept } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { exchange } from '../exchange/decide-exchange.ts';
import { needsOfSelection } from '../needs-of-selection.ts';
import type { Policy } from '../policy.ts';
import type { Selection } from '../selection.ts';
import { moveHold, policyFor } from '../session/counter.ts';
import { confirm, release, replaceProperties, withdraw } from '../session/decide-private.ts';
import { cancel, checkout, lock, read, type SessionCall, unlock } from '../session/decide-public.ts';
import { decideErase } from '../session/erase.ts';
import { create } from '../session/open-session.ts';
import { notEnabled, unknownSession } from '../session/refusals.ts';
import { goneSession, type Session } from '../session/session.ts';
import { type SessionDecision, type SessionPlan, type SessionReply, sessionReply } from '../session/session-reply.ts';
import type { CommandDefinitions } from './definition.ts';

type SessionRule<Command> = (
  state: EventState,
  session: Session,
  command: Command,
  now: number,
  policy: Policy,
) => SessionDecision;

/** What a selection needs; one that is invalid is refused by every release. */
function ofSelection({ selection }: { readonly selection: Selection | InvalidBody }): number {
  return 'invalid' in selection ? firstVersion : needsOfSelection(selection);
}

const answersSession = { reply: sessionReply, remembers: 'session' } as const;

/** A buyer's call on a session. A session that made room for another one and was removed was cancelled, to its buyer. */
function ofBuyer<Command extends SessionCall>(rule: SessionRule<Command>) {
  return {
    decide(state: EventState, command: Command, now: number, policy: Policy): SessionDecision {
      const session = state.sessions.get(command.sessionId);
      if (session === undefined) return unknownSession();
      const own = policyFor(session, policy, now);
      return own.publicSessionsEnabled ? rule(state, session, command, now, own) : notEnabled();
    },
    decideGone(state: EventState, command: Command, now: number, policy: Policy): SessionDecision {
      if (!policy.publicSessionsEnabled) return notEnabled();
      const session = goneSession(command.sessionId, now);
      const decision = rule(state, session, command, now, policy);
      return decision.ok ? accept([], { kind: 'show-recorded', session, at: now }) : decision;
    },
    ...answersSession,
  };
}

/** An organization's call on a session. A session of another organization counts as unknown. */
function ofOrganization<Command extends PrivateSessionCommand>(rule: SessionRule<Command>) {
  return {
    decide(state: EventState, command: Command, now: number, policy: Policy): SessionDecision {
      const session = state.sessions.get(command.sessionId);
      if (session === undefined || command.organizationId !== policy.organizationId) return unknownSession();
      return rule(state, session, command, now, policyFor(session, policy, now));
    },
    ...answersSession,
  };
}

export const sessionCommands: CommandDefinitions<
  PublicSessionCommand | PrivateSessionCommand,
  SessionPlan,
  SessionReply
> = {
  'create-session': {
    takes: () => true,
    needs: ({ counter }) => (counter === undefined ? firstVersion : 2),
    decide: create,
    ...answersSession,
  },
  'get-session': { isRead: true, ...ofBuyer(read) },
  'lock-session': {
    takes: () => true,
    needs: ofSelection,
    // A second run would choose further seats.
    isRetryable: ({ selection }) =>
      'invalid' in selection || (selection.best === undefined && selection.need === undefined),
    ...ofBuyer(lock),
  },
  'unlock-session': {
    needs: ofSelection,
    isRetryable: ({ selection }) => 'invalid' in selection || !givesPlacesBack(selection),
    ...ofBuyer(unlock),
  },
  'checkout-session': { takes: namesLines, needs: ofSelection, ...ofBuyer(checkout) },
  'cancel-session': ofBuyer(cancel),
  'read-session': { isRead: true, ...ofOrganization(read) },
  'confirm-session': ofOrganization(confirm),
  'withdraw-session': ofOrganization(withdraw),
  'release-session': ofOrganization(release),
  // A second run would not find what it gives back.
  'exchange-session': {
    takes: () => true,
    since: 2,
    isRetryable: ({ body }) => 'invalid' in body,
    ...ofOrganization(exchange),
  },
  'move-hold': { since: 2, ...ofOrganization(moveHold) },
  'replace-properties': ofOrganization(replaceProperties),
  'erase-session': ofOrganization(decideErase),
};

/** Whether a checkout takes more than the session holds. */
function namesLines({ selection }: { readonly selection: Selection | InvalidBody }): boolean {
  if ('invalid' in selection) return false;
  const { seats, groupOfSeats, units = [] } = selection;
  return seats.length + groupOfSeats.length + units.length > 0;
}

/** GA capacities of an unlock are amounts, not totals: a second unlock gives back more. */
function givesPlacesBack({ groupOfSeats }: Selection): boolean {
  return groupOfSeats.some(({ capacity }) => capacity > 0);
}
