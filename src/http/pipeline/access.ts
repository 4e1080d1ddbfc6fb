/**
 * The calls that people may make: each route names the least role, and which event the call is about. The pipeline asks here, and
 * nowhere else: the role when the caller is known, the event when the request is. A route that names nothing is refused to
 * people. Keys act for the whole organization.
 */
import { mayAs, type Role } from '#storage/catalog/roles.ts';
import type { Caller } from './caller.ts';
import { type Problem, ProblemError } from './problem.ts';

/** The event that a call is about, for people who are limited to events. */
export type EventScope =
  /** The event whose id is this member of the path, the query or the body. */
  | { readonly in: 'params' | 'query' | 'body'; readonly member: string }
  /** The event of the session that the path names. */
  | 'session'
  /** The answer shows the events of the person only. */
  | 'filtered'
  /** None: layouts and settings, which a person with a limit may read. */
  | 'shared'
  /** The whole organization: a person with a limit is refused. */
  | 'whole';

export interface Access {
  readonly role: Role;
  readonly events: EventScope;
}

/** The role and those above it. The text names a member, such as `query.eventId`. */
export function may(
  role: Role,
  scope: Extract<EventScope, string> | `${'params' | 'query' | 'body'}.${string}`,
): Access {
  const [place = '', member] = scope.split('.');
  if (member === undefined) return { role, events: scope as Extract<EventScope, string> };
  return { role, events: { in: place as 'params' | 'query' | 'body', member } };
}

/** Whether a person with a limit may call it about anything. */
export function isForAll(scope: EventScope): scope is 'filtered' | 'shared' {
  return scope === 'filtered' || scope === 'shared';
}

/** The checked parts of a request. */
interface Said {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Throws when the person's role may not call the route. */
export function checkRole(access: Access | undefined, caller: Caller): void {
  if (caller.kind !== 'login') return;
  const { role, events } = caller;
  if (access === undefined || !mayAs(role, access.role)) {
    throw new ProblemError({ code: 'ROLE_NOT_ALLOWED', detail: `The role ${role} may not make this call.` });
  }
  if (events !== null && access.events === 'whole') throw new ProblemError(notAllowed);
}

/** The refusal of a call about another event than the person's, which may not even exist; null: there is none. */
export function refusalOfEvent(
  access: Access | undefined,
  caller: Caller,
  said: Said,
  eventNumberOf: (sessionId: string) => number | null,
): Problem | null {
  if (caller.kind !== 'login' || caller.events === null || access === undefined) return null;
  const { events: scope } = access;
  if (isForAll(scope)) return null;
  if (scope === 'session') {
    const { id } = said.params as { readonly id: string };
    const eventNumber = eventNumberOf(id.toLowerCase());
    return eventNumber !== null && caller.eventNumbers.includes(eventNumber) ? null : notAllowed;
  }
  const named = scope === 'whole' ? null : (said[scope.in] as Readonly<Record<string, unknown>> | null)?.[scope.member];
  return typeof named === 'string' && caller.events.includes(named.toLowerCase()) ? null : notAllowed;
}

const notAllowed: Problem = {
  code: 'EVENT_NOT_ALLOWED',
  detail: 'The person is limited to other events than this call is about.',
};
