/**
 * The audit of calls: which calls leave an entry, and what it says. Calls that change the catalog write the entry in the
 * transaction of the change. An entry of a call that asks an event is there before the event is asked, so that no change is without one;
 * its outcome follows. Promises that no secret, and nothing that a buyer or the organization's server has said of a buyer, is in an
 * entry. Calls that sell are not here: the events' own records tell them.
 */
import { Fault } from '#actors/fault.ts';
import { isUuidInLowerCase } from '#codec/fields.ts';
import type { AuditEntries, AuditEntry, AuditOutcome } from '#storage/catalog/audit-entries.ts';
import { shownState } from './audited-state.ts';
import type { Exchange } from './exchange.ts';
import { idempotencyOf } from './keyed-call.ts';
import type { Call } from './made-call.ts';
import { ProblemError, statusOf } from './problem.ts';
import type { Route, RouteResult } from './route.ts';
import type { ReadBefore } from './sibling-reads.ts';

export type AuditRecords = Pick<AuditEntries, 'begin' | 'end' | 'write' | 'together'>;

/** Ids are shorter; a session's may be any text. */
const targetLengthMax = 512;

/** Calls that change something and leave no entry, each with the reason. */
export const unaudited: Readonly<Record<string, string>> = {
  confirmSession: 'It sells; the session and the feed tell it.',
  replaceSessionProperties: 'It says something of the buyer, which the audit must not keep.',
  exchangeCheckoutCode: 'It sells.',
  createCounterSession: 'It books; the session tells it.',
  moveHold: 'It books; the session tells it.',
  lockSeats: 'It books; the history of the seat tells it.',
  unlockSeats: 'It books; the history of the seat tells it.',
  sellSeatsDirectly: 'It sells; the history of the seat tells it.',
  sellLockedSeats: 'It sells; the history of the seat tells it.',
  lockLegacyPlaces: 'It books; the history of the seat tells it.',
  sellLegacyPlaces: 'It sells; the history of the seat tells it.',
  unlockLegacyPlaces: 'It books; the history of the seat tells it.',
};

/** Calls of the operator are in no organization, so no organization has an audit of them. */
export function isAudited({ method, caller, operationId }: Route): boolean {
  return method !== 'GET' && caller !== 'anonymous' && caller !== 'tenant' && !Object.hasOwn(unaudited, operationId);
}

export type Handle = (exchange: Exchange, call: Call) => Promise<RouteResult>;

/** The handler of a route with its audit. `eventNumberOf`: the event of a session, by the session's id. */
export function auditedHandle(
  route: Route,
  records: AuditRecords,
  readBefore: ReadBefore,
  eventNumberOf: (sessionId: string) => number | null,
): Handle {
  const entryOf = async (exchange: Exchange, call: Call): Promise<AuditEntry> => ({
    organizationId: call.organizationId,
    author: call.by ?? 'KEY:organization-token',
    address: call.knownAddress,
    operation: route.operationId,
    target: `${route.method} ${exchange.state.path}`.slice(0, targetLengthMax),
    event: eventOf(route, call, eventNumberOf),
    requestId: call.requestId,
    before: shownState(await readBefore(exchange, call)),
  });
  const around = idempotencyOf(route) === 'transaction' ? inTransaction : aroundEvent;
  return async (exchange, call) => {
    // A person who is in no organization changes nothing of one.
    if (call.organizationId === 0) return route.handle(call);
    return around(route, records, call, await entryOf(exchange, call));
  };
}

/** A refusal has changed nothing and leaves no entry. */
function inTransaction(route: Route, records: AuditRecords, call: Call, entry: AuditEntry): Promise<RouteResult> {
  const run = async (): Promise<RouteResult> => {
    const result = await route.handle(call);
    if (!('problem' in result)) await records.write(call.changes, entry, outcomeOf(route, call, result));
    return result;
  };
  if (call.claim !== null) return run();
  return records.together((changes) => {
    call.keyed(null, changes);
    return run();
  });
}

async function aroundEvent(route: Route, records: AuditRecords, call: Call, entry: AuditEntry): Promise<RouteResult> {
  const id = await records.begin(entry);
  try {
    const result = await route.handle(call);
    await records.end(id, outcomeOf(route, call, result));
    return result;
  } catch (error) {
    const status = statusOfThrown(error);
    // Whether the event has made the change is not known then, and the entry says so.
    if (status !== null) await records.end(id, { status, after: null, isRepeated: false });
    throw error;
  }
}

function outcomeOf(route: Route, { body }: Call, result: RouteResult): AuditOutcome {
  const isRepeated = result.isReplay === true;
  if ('problem' in result) return { status: statusOf(result.problem.code), after: null, isRepeated };
  if (route.method === 'DELETE') return { status: result.status, after: null, isRepeated };
  return { status: result.status, after: shownState(answered(result) ?? body), isRepeated };
}

/** A longer answer would not be kept. */
const readLengthMax = 64 * 1024;

/** Null: the answer tells no state, such as `true`, is long, or comes in pieces. */
function answered({ body, content }: Extract<RouteResult, { status: number }>): unknown {
  const value = typeof content === 'string' && content.length <= readLengthMax ? JSON.parse(content) : body;
  return typeof value === 'object' ? value : null;
}

/** Null: the outcome of the call is unknown. */
function statusOfThrown(error: unknown): number | null {
  if (error instanceof ProblemError) return statusOf(error.problem.code);
  return error instanceof Fault && error.code !== 'OUTCOME_UNKNOWN' ? statusOf(error.code) : null;
}

function eventOf(
  { access }: Route,
  call: Call,
  eventNumberOf: (sessionId: string) => number | null,
): string | number | null {
  const scope = access?.events;
  if (scope === 'session') return eventNumberOf((call.params as { readonly id: string }).id.toLowerCase());
  if (typeof scope !== 'object') return null;
  const value = (call[scope.in] as Readonly<Record<string, unknown>> | null | undefined)?.[scope.member];
  return isUuidInLowerCase(value) ? value : null;
}
