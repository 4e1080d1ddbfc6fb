/**
 * The registry of error codes: every code that can be answered, from the rules, the actors and HTTP itself. Makes the
 * one error body of all families, application/problem+json. Never reveals internals.
 */
import { STATUS_CODES } from 'node:http';
import { type Fault, type FaultCode, faultCodes } from '#actors/fault.ts';
import type { FieldError, Refusal } from '#domain/refusal.ts';
import { type CodeDefinition, type RefusalCode, refusalCodes } from '#domain/refusal-codes.ts';

/** What only HTTP answers. */
const ownCodes = {
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'The token of a login is missing, unknown or expired: renew the login, then repeat the call.',
  },
  ACCESS_DENIED: { status: 403, meaning: 'The key is missing or wrong, or has no access to this organization.' },
  ROLE_NOT_ALLOWED: {
    status: 403,
    meaning: 'The role of the person who has logged in may not make this call; docs/people.md says which may.',
  },
  EVENT_NOT_ALLOWED: {
    status: 403,
    meaning: 'The person is limited to some events, and the call is about another one, or about all of them.',
  },
  LAST_OWNER: { status: 409, meaning: 'Nobody else of the organization is OWNER and can log in.' },
  SIGN_ON_REFUSED: {
    status: 403,
    meaning: 'The sign-on does not open a login; `detail` says why. Nothing was stored.',
  },
  SIGN_ON_UNTRIED: {
    status: 409,
    meaning: 'Passwords can be switched off once an OWNER has signed on with the settings as they are.',
  },
  SIGN_ON_PROVIDER: {
    status: 422,
    meaning: 'The provider of the sign-on cannot be used, or does not answer as it should; `detail` says why.',
  },
  LOW_CONTRAST: {
    status: 422,
    meaning:
      'Buyers could not read text in the colours of the brand; `errors` names each pair with its contrast. Nothing was stored.',
  },
  NOT_FOUND: { status: 404, meaning: 'There is no such route.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support this method; `Allow` lists the methods that it supports.',
  },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time; the connection ends.' },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    meaning: 'The first call with this Idempotency-Key is still running; repeat the call after `Retry-After` seconds.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    meaning:
      'Changes after the cursor are no longer kept. Read the present state, then go on from now or from `start`.',
  },
  CURSOR_LOST: {
    status: 410,
    meaning:
      'The database was restored to a moment before the cursor: changes that the reader has got are undone. Read the ' +
      'present state and undo what it does not have, then go on from now or from `start`.',
  },
  HISTORY_TRIMMED: {
    status: 410,
    meaning:
      'The journal is not kept back to this moment of the event; `detail` names the first record that can be read.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than this route accepts.' },
  EXPECTATION_FAILED: { status: 417, meaning: '`Expect` asks for something other than `100-continue`.' },
  INVALID_SERIES_TEMPLATE: {
    status: 400,
    meaning: 'The template is not published, is part of a series itself or uses another schema.',
  },
  SERIES_NOT_BOOKABLE: { status: 409, meaning: 'A paused or archived series gets no new events.' },
  EVENT_BOUND_TO_SERIES: { status: 409, meaning: 'The start of an event of a series cannot be changed.' },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'Too many calls of this kind from one address or on one session; nothing was done. Repeat it after `Retry-After` seconds; ' +
      '`RateLimit` and `RateLimit-Policy` name the limit.',
  },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'URL and headers exceed 16 KB, or there are more than 100 headers.' },
} as const satisfies Record<string, CodeDefinition>;

export type ErrorCode = RefusalCode | FaultCode | keyof typeof ownCodes;

export const problems: Readonly<Record<ErrorCode, CodeDefinition>> = { ...refusalCodes, ...ownCodes, ...faultCodes };

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
export function problemOfFault({ code, message, retryAfterSeconds }: Fault): Problem {
  // The operator writes this message for callers. The messages of other faults are for the log.
  const detail = code === 'READ_ONLY' ? message : problems[code].meaning;
  return { code, detail, retryAfterSeconds };
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
    opensAt: problem.opensAt === undefined ? undefined : new Date(problem.opensAt).toISOString(),
    priceId: problem.priceId,
    ticketType: problem.ticketType,
    left: problem.left,
    conflicts: problem.conflicts,
    orphanSeats: problem.orphanSeats,
    units: problem.units,
    rest: problem.rest,
    largestTogether: problem.largestTogether,
    alternatives: problem.alternatives,
    sessionId: problem.sessionId,
  });
}
