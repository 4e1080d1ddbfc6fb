/** The commands on sessions: the buyers' calls and the organization's. */
import type { PrivateSessionCommand, PublicSessionCommand, Selection } from '../command.ts';
import { decidePrivate } from '../session/decide-private.ts';
import { decidePublic } from '../session/decide-public.ts';
import { type SessionPlan, type SessionReply, sessionReply } from '../session/session-reply.ts';
import type { CommandDefinitions } from './definition.ts';

const ofBuyer = { decide: decidePublic, reply: sessionReply, remembers: 'session' } as const;
const ofOrganization = { decide: decidePrivate, reply: sessionReply, remembers: 'session' } as const;

export const sessionCommands: CommandDefinitions<
  PublicSessionCommand | PrivateSessionCommand,
  SessionPlan,
  SessionReply
> = {
  'create-session': ofBuyer,
  'get-session': { isRead: true, ...ofBuyer },
  'lock-session': {
    // A second run would choose further seats.
    isRetryable: ({ selection }) => 'invalid' in selection || selection.best === undefined,
    ...ofBuyer,
  },
  'unlock-session': {
    isRetryable: ({ selection }) => 'invalid' in selection || !givesPlacesBack(selection),
    ...ofBuyer,
  },
  'checkout-session': ofBuyer,
  'cancel-session': ofBuyer,
  'read-session': { isRead: true, ...ofOrganization },
  'confirm-session': ofOrganization,
  'withdraw-session': ofOrganization,
  'release-session': ofOrganization,
  'replace-properties': ofOrganization,
};

/** GA capacities of an unlock are amounts, not totals: a second unlock gives back more. */
function givesPlacesBack({ groupOfSeats }: Selection): boolean {
  return groupOfSeats.some(({ capacity }) => capacity > 0);
}
