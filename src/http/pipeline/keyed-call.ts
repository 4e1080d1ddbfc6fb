/**
 * A call with an idempotency key whose answer no event records: claims the key, runs the call, and records status and
 * body; a repetition gets them again. Not recorded, and run again: 429 and 5xx, and requests that fail before the call
 * begins. Problems keep their members; their `timestamp` and `requestId` are those of the request that is answered.
 */
import { z } from 'zod';
import type { RequestKey } from '#domain/call-context.ts';
import type { CallRecords, Claim } from '#storage/catalog/call-records.ts';
import { ClaimLost } from '#storage/catalog/call-records.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { Caller } from './caller.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type Problem, ProblemError, statusOf } from './problem.ts';
import type { Idempotency, Route, RouteResult } from './route.ts';

/** How the header works on this route; null: it has no meaning here. */
export function idempotencyOf({ method, idempotency, caller }: Route): Exclude<Idempotency, 'none'> | null {
  if (idempotency !== undefined) return idempotency === 'none' ? null : idempotency;
  return method === 'GET' || caller === 'anonymous' ? null : 'recorded';
}

/** The headers that the route declares, and the key. */
export function requestHeadersOf(route: Route): z.ZodObject | undefined {
  const use = idempotencyOf(route);
  if (use === null || use === 'own') return route.requestHeaders;
  return (route.requestHeaders ?? z.object({})).extend({ 'Idempotency-Key': idempotencyKey.optional() });
}

/** Keys of different callers have nothing to do with each other. */
export function scopeOf(caller: Caller): string {
  if (caller.kind === 'tenant') return `tenant:${caller.tenantId}`;
  if (caller.kind === 'login' && caller.organizationId === 0) return `account:${caller.accountId}`;
  if (caller.kind === 'anonymous') throw new TypeError('an anonymous caller has no scope of keys');
  return `organization:${caller.organizationId}`;
}

const reused: Problem = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  detail: 'The Idempotency-Key was used for another request.',
};
const inUse: Problem = {
  code: 'IDEMPOTENCY_KEY_IN_USE',
  detail: 'The first call with this Idempotency-Key is still running.',
  retryAfterSeconds: 1,
};

/** The recorded part of an answer. */
interface Recorded {
  readonly text: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly problem?: Problem;
  /** Instead of the text: what the route makes the answer from, again. */
  readonly again?: unknown;
}

export type KeyRecords = Pick<CallRecords, 'claim' | 'record' | 'recordWith' | 'release' | 'unkeyed'>;

export interface KeyedCall {
  readonly records: KeyRecords;
  readonly use: 'recorded' | 'transaction';
  readonly scope: string;
  readonly key: RequestKey;
  readonly handle: (claim: Claim, changes: CallChanges) => Promise<RouteResult>;
  /** The answer of a run that has taken effect, from what it has noted; see `Route.again`. */
  readonly again: (noted: unknown) => Promise<RouteResult>;
}

/** The answer of the call, or of the call that had the key before. */
export async function callOnce(call: KeyedCall): Promise<RouteResult> {
  const outcome = await call.records.claim(call.scope, call.key);
  switch (outcome.state) {
    case 'reused':
      return { problem: reused };
    case 'running':
      return { problem: inUse };
    case 'recorded':
      return repeated(call, outcome.status, JSON.parse(outcome.answer));
    case 'claimed': {
      const { claim, done } = outcome;
      return run(call, claim, (changes) =>
        done === null ? call.handle(claim, changes) : call.again(JSON.parse(done)),
      );
    }
  }
}

async function repeated(
  call: KeyedCall,
  status: number,
  { text, headers, problem, again }: Recorded,
): Promise<RouteResult> {
  if (again !== undefined) return { ...(await call.again(again)), isReplay: true };
  if (problem !== undefined) return { problem, isReplay: true };
  return {
    status,
    isReplay: true,
    ...(text === null ? {} : { content: text }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** The answer must not be recorded; undoes the transaction. */
class Temporary extends Error {
  readonly result: RouteResult;

  constructor(result: RouteResult) {
    super('an answer that is not recorded');
    this.result = result;
  }
}

async function run(
  { records, use }: KeyedCall,
  claim: Claim,
  handle: (changes: CallChanges) => Promise<RouteResult>,
): Promise<RouteResult> {
  const work = async (changes: CallChanges) => {
    const result = await answered(() => handle(changes));
    const status = 'problem' in result ? statusOf(result.problem.code) : result.status;
    if (status === 429 || status >= 500) throw new Temporary(result);
    return { result, status, answer: JSON.stringify(recordOf(result)) };
  };
  try {
    if (use === 'transaction') return await records.recordWith(claim, work);
    const { result, status, answer } = await work(records.unkeyed);
    await records.record(claim, status, answer);
    return result;
  } catch (error) {
    if (error instanceof Temporary) return error.result;
    if (error instanceof ClaimLost) return { problem: inUse };
    throw error;
  } finally {
    await records.release(claim);
  }
}

/** A problem that was thrown is an answer like one that was returned. */
async function answered(handle: () => Promise<RouteResult>): Promise<RouteResult> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem };
    throw error;
  }
}

function recordOf(result: RouteResult): Recorded {
  if ('problem' in result) return { text: null, problem: result.problem };
  const { content, body, headers, again } = result;
  if (again !== undefined) return { text: null, again };
  const text = content ?? (body === undefined ? null : JSON.stringify(body));
  if (text !== null && typeof text !== 'string') throw new TypeError('an answer in pieces cannot be recorded');
  return { text, ...(headers === undefined ? {} : { headers }) };
}
