/**
 * The entry point of the rules: `decide` reads the state and answers with a refusal or with facts; it never changes
 * anything. The reply is built after the facts have been applied.
 */
import { type Author, authorsSince } from './author.ts';
import type { Command } from './command.ts';
import { definitionOf, keyOf, type Reply } from './commands/registry.ts';
import type { Accepted, Decision, Refused } from './decision.ts';
import type { EventState } from './event-state.ts';
import type { Fact } from './fact.ts';
import { isTold } from './facts/registry.ts';
import { decideOnce } from './keys/decide-once.ts';
import type { Policy } from './policy.ts';
import { unknownEvent, unknownSession } from './session/refusals.ts';

/**
 * Decides a command at actor time `now` under the organization's policy. `isGone`: the service has issued the command's
 * session id, and the session is neither in memory nor stored.
 */
export function decide(state: EventState, command: Command, now: number, policy: Policy, isGone = false): Decision {
  if (policy.isOrganizationDeleted === true && command.kind !== 'expire') return unknownWith(command);
  const definition = definitionOf(command);
  if (isGone && definition.decideGone !== undefined && missingSession(state, command) !== null) {
    return definition.decideGone(state, command, now, policy);
  }
  const key = keyOf(command);
  const { remembers } = definition;
  if (key === null || remembers === undefined)
    return marked(command, definition.decide(state, command, now, policy), policy);
  const decideNew = (): Decision => definition.decide(state, command, now, policy);
  return marked(command, decideOnce(state, { command, key, remembers, decideNew }, policy), policy);
}

/**
 * Facts carry who asked for them, and those that the organization is told of the trace of the call, so that every owner tells
 * the same.
 */
function marked(command: Command, decision: Decision, { clusterVersion }: Policy): Decision {
  const trace = 'trace' in command ? command.trace : undefined;
  const by = clusterVersion.current >= authorsSince ? command.by : undefined;
  if ((trace ?? by) === undefined || decision.facts.length === 0) return decision;
  return { ...decision, facts: decision.facts.map((fact) => markedFact(fact, trace, by)) };
}

/** A remembered answer only follows the facts of its call. */
function markedFact(fact: Fact, trace: string | undefined, by: Author | undefined): Fact {
  const isAnswer = fact.type === 'answered' || fact.type === 'session-answered';
  return {
    ...fact,
    ...(trace === undefined || !isTold(fact) ? {} : { trace }),
    ...(by === undefined || isAnswer ? {} : { by }),
  };
}

/** The refusal of every call while the event's organization is being deleted. */
function unknownWith(command: Command): Refused {
  if ('sessionId' in command && command.kind !== 'create-session') return unknownSession();
  return unknownEvent();
}

/** The reply to an accepted command, from the state after its facts. */
export function replyOf(
  state: EventState,
  command: Command,
  { plan }: Accepted<unknown>,
  now: number,
  policy: Policy,
): Reply {
  return definitionOf(command).reply(state, plan, now, policy);
}

const needLooksAt: ReadonlySet<string> = new Set(['lock-session', 'checkout-session', 'exchange-session']);

/** Whether the command needs the geometry of the layout, which has not been read yet. */
export function needsSeating({ seatMap, allotments }: EventState, command: Command): boolean {
  if (seatMap.seating !== null) return false;
  // A refusal tells places that are reserved for a need from others.
  if (needLooksAt.has(command.kind) && allotments?.hasNeed === true) return true;
  // Any command may sell the last seat of a section.
  if (allotments?.waitsForSections === true) return true;
  if (command.kind === 'fill-allotment') return command.sectionIds.length > 0;
  if (!('selection' in command)) return false;
  const { selection } = command;
  return 'best' in selection || 'suggest' in selection || 'need' in selection;
}

/** The id of the session that a command needs and that is not in memory, or null. */
export function missingSession(state: EventState, command: Command): string | null {
  const sessionId =
    command.kind === 'create-session'
      ? state.keys.creates.get(command.keyHash)?.sessionId
      : 'sessionId' in command
        ? command.sessionId
        : undefined;
  return sessionId === undefined || state.sessions.has(sessionId) ? null : sessionId;
}
