/** The commands on sessions: the buyers' calls and the organization's. */
import type { PrivateSessionCommand, PublicSessionCommand, Selection } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Policy } from '../policy.ts';
import { decidePrivate } from '../session/decide-private.ts';
import { decidePublic } from '../session/decide-public.ts';
import { unknownSession } from '../session/refusals.ts';
import type { CommandDefinitions } from './definition.ts';

type SessionCommand = PublicSessionCommand | PrivateSessionCommand;

export const sessionCommands: CommandDefinitions<SessionCommand> = {
  'create-session': { decide: decidePublic },
  'get-session': { isRead: true, decide: decidePublic },
  'lock-session': {
    // A second run would choose further seats.
    isRepeatable: ({ selection }) => 'invalid' in selection || selection.best === undefined,
    decide: decidePublic,
  },
  'unlock-session': {
    isRepeatable: ({ selection }) => 'invalid' in selection || !givesPlacesBack(selection),
    decide: decidePublic,
  },
  'checkout-session': { decide: decidePublic },
  'cancel-session': { decide: decidePublic },
  'read-session': { isRead: true, decide: decideOwn },
  'confirm-session': { decide: decideOwn },
  'withdraw-session': { decide: decideOwn },
  'release-session': { decide: decideOwn },
  'replace-properties': { decide: decideOwn },
};

/** A session of another organization counts as unknown. */
function decideOwn(state: EventState, command: PrivateSessionCommand, now: number, policy: Policy): Decision {
  return command.organizationId === policy.organizationId ? decidePrivate(state, command, now) : unknownSession();
}

/** GA capacities of an unlock are amounts, not totals: a second unlock gives back more. */
function givesPlacesBack({ groupOfSeats }: Selection): boolean {
  return groupOfSeats.some(({ capacity }) => capacity > 0);
}
