/**
 * The registry of error codes: every code that can be answered, with its status and its meaning. Makes the one error
 * body of all families, application/problem+json. Never reveals internals.
 */
import { STATUS_CODES } from 'node:http';
import type { Fault } from '#actors/fault.ts';
import type { FieldError, Refusal, RefusalCode } from '#domain/refusal.ts';

interface ProblemKind {
  readonly status: number;
  /** When the code is answered; shown in the OpenAPI document. */
  readonly meaning: string;
}

export const problems = {
  VALIDATION_FAILED: { status: 400, meaning: 'The request fails validation; `errors` lists the fields.' },
  MALFORMED_REQUEST: {
    status: 400,
    meaning: 'The body is no valid JSON or has another Content-Type, or the URL or the request itself is malformed.',
  },
  PROPERTIES_TOO_LARGE: { status: 400, meaning: '`properties` exceeds 16 KB serialised.' },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'The token of a login is missing, unknown or expired: renew the login, then repeat the call.',
  },
  ACCESS_DENIED: { status: 403, meaning: 'The key is missing or wrong, or has no access to this organization.' },
  NOT_ENABLED: { status: 403, meaning: 'Public sessions are not enabled for the organization.' },
  PASS_REQUIRED: {
    status: 403,
    meaning:
      'The event admits only with a `pass`: with one of the organization, or with an admitted ticket of its queue.',
  },
  PASS_EXPIRED: { status: 403, meaning: 'The `pass` has expired, or the ticket was not used in time.' },
  NO_QUEUE: { status: 409, meaning: 'The event has no queue now: create a session without a ticket.' },
  QUEUE_FULL: { status: 409, meaning: 'The queue has had as many tickets as the service keeps for one event.' },
  PASS_INVALID: { status: 403, meaning: 'The `pass` is not valid for this event.' },
  SALES_CONTROL_DISABLED: { status: 403, meaning: 'The organization has switched sales control off.' },
  ENTITY_NOT_FOUND: { status: 404, meaning: 'There is no such object, or it belongs to another organization.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such route.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support this method; `Allow` lists the methods that it supports.',
  },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time; the connection ends.' },
  SEAT_CONFLICT: {
    status: 409,
    meaning: 'A seat or area cannot be acquired or can no longer be sold; nothing was changed. `conflicts` lists them.',
  },
  NO_SUITABLE_SEATS: {
    status: 409,
    meaning:
      'No seats that fit `bestAvailable` are left; nothing was changed. `largestTogether` is the largest number that could be ' +
      'had in one row.',
  },
  PASS_USED: {
    status: 409,
    meaning: 'The `pass` has opened a session already. Only the same Idempotency-Key returns that session again.',
  },
  PASSES_EXHAUSTED: {
    status: 409,
    meaning: 'The event has recorded four million spent passes, the most it can; it admits no more passes.',
  },
  SESSION_HELD: { status: 409, meaning: 'A live session holds a seat; `conflicts.seats` names the seats.' },
  SESSION_FROZEN: { status: 409, meaning: 'The session is frozen for payment; carries `state`.' },
  SESSION_DEAD: { status: 409, meaning: 'The session has ended or its hold has expired; carries `state`.' },
  SESSION_NOT_CHECKED_OUT: { status: 409, meaning: 'Only a checked-out session can be confirmed; carries `state`.' },
  SESSION_NOT_CONFIRMED: { status: 409, meaning: 'Release and properties need a confirmed session.' },
  START_OVER_REQUIRED: {
    status: 409,
    meaning: 'Cancelling a frozen session needs `startOver: true`; carries `state`.',
  },
  REFERENCE_TAKEN: {
    status: 409,
    meaning: 'Another confirmed session of the event holds the reference; `sessionId` names it when known.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    meaning: 'The first call with this Idempotency-Key is still running; repeat the call after `Retry-After` seconds.',
  },
  DATA_INTEGRITY_VIOLATION: {
    status: 409,
    meaning: 'The request contradicts stored data, for example a name that is already used.',
  },
  EVENT_ARCHIVED: { status: 410, meaning: 'The event is archived.' },
  CURSOR_EXPIRED: {
    status: 410,
    meaning:
      'Changes after the cursor are no longer kept. Read the present state, then go on from now or from `start`.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than this route accepts.' },
  EXPECTATION_FAILED: { status: 417, meaning: '`Expect` asks for something other than `100-continue`.' },
  EMPTY_CART: { status: 422, meaning: 'The session holds nothing, so it cannot be checked out.' },
  ORPHAN_SEATS: {
    status: 422,
    meaning:
      'Single seats would be left alone: `conflicts.seats` lists the refused seats, `orphanSeats` those left alone.',
  },
  EVENT_NOT_PUBLISHED: { status: 422, meaning: 'The event is a draft.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'The Idempotency-Key was used for another request: another body, path or method.',
  },
  INVALID_SERIES_TEMPLATE: {
    status: 400,
    meaning: 'The template is not published, is part of a series itself or uses another schema.',
  },
  BOOKING_CLOSED: { status: 409, meaning: 'The event is one of a series and has started.' },
  SERIES_NOT_BOOKABLE: { status: 409, meaning: 'A paused or archived series gets no new events.' },
  EVENT_BOUND_TO_SERIES: { status: 409, meaning: 'The start of an event of a series cannot be changed.' },
  CAP_SEATS: { status: 429, meaning: 'The session would exceed `maxSeats`.' },
  KEYS_EXHAUSTED: {
    status: 429,
    meaning:
      'The session has used 4,096 Idempotency-Keys, the most that can be recognized (32 while the sessions of its event have used ' +
      'four million); nothing was done. Go on without a key, or with a new session.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'Too many calls of this kind from one address or on one session; nothing was done. Repeat it after `Retry-After` seconds; ' +
      '`RateLimit` and `RateLimit-Policy` name the limit.',
  },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'URL and headers exceed 16 KB, or there are more than 100 headers.' },
  INTERNAL_ERROR: { status: 500, meaning: 'Unexpected server error; quote `requestId` when reporting it.' },
  UNAVAILABLE: { status: 503, meaning: 'The call did not run; repeat it after `Retry-After` seconds.' },
  OUTCOME_UNKNOWN: { status: 503, meaning: 'The call may have run; read the state before you repeat it.' },
} as const satisfies Record<RefusalCode, ProblemKind> & Record<string, ProblemKind>;

export type ErrorCode = keyof typeof problems;

/** One failure, independent of the request that it answers. */
export interface Problem extends Omit<Refusal, 'code'> {
  readonly code: ErrorCode;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The limit that refused, sent as `RateLimit` and `RateLimit-Policy`. */
  readonly limit?: { readonly name: string; readonly quota: number; readonly windowSeconds: number };
  /** Sent as `Allow`. */
  readonly allow?: string;
}

/** A problem to be thrown where returning it would be awkward; the app answers it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** A failure of the system, without its internals. */
export function problemOfFault({ code, retryAfterSeconds }: Fault): Problem {
  return { code, detail: problems[code].meaning, retryAfterSeconds };
}

/** 400 VALIDATION_FAILED that names its fields. */
export function validationFailed(errors: readonly FieldError[]): Problem {
  const detail =
    errors.length === 1 ? `${errors[0]?.field}: ${errors[0]?.message}` : `${errors.length} fields are invalid`;
  return { code: 'VALIDATION_FAILED', detail, errors };
}

/** The HTTP status that a code is answered with. */
export function statusOf(code: ErrorCode): number {
  return problems[code].status;
}

/**
 * Encodes the error body (contract: ProblemDetail). `path` is the request path without its query. Without a `path`,
 * when no request could be read, `instance` and `path` are absent.
 */
export function encodeProblem(problem: Problem, path: string | undefined, requestId: string): string {
  const { status } = problems[problem.code];
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: problem.detail,
    instance: path,
    path,
    timestamp: new Date().toISOString(),
    errorCode: problem.code,
    errors: problem.errors,
    requestId,
    state: problem.state,
    maxSeats: problem.maxSeats,
    conflicts: problem.conflicts,
    orphanSeats: problem.orphanSeats,
    largestTogether: problem.largestTogether,
    alternatives: problem.alternatives,
    sessionId: problem.sessionId,
  });
}
