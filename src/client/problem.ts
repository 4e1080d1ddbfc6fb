/**
 * Problems: the error body of all calls. The `errorCode` of a problem decides which other members it has, so comparing
 * the code, or calling `isProblem`, narrows the type.
 */
import type { components } from './openapi.d.ts';

type ProblemDetail = components['schemas']['ProblemDetail'];

/** Every code that the service answers. */
export type ErrorCode = ProblemDetail['errorCode'];

/** The members that a problem of a code always has. */
interface Carried {
  readonly VALIDATION_FAILED: 'errors';
  readonly SEAT_CONFLICT: 'conflicts';
  readonly NOT_ON_SALE: 'conflicts' | 'opensAt';
  readonly SESSION_HELD: 'conflicts';
  readonly ORPHAN_SEATS: 'conflicts' | 'orphanSeats';
  readonly NO_SUITABLE_SEATS: 'largestTogether';
  readonly SESSION_FROZEN: 'state';
  readonly SESSION_DEAD: 'state';
  readonly SESSION_NOT_CHECKED_OUT: 'state';
  readonly SESSION_NOT_CONFIRMED: 'state';
  readonly START_OVER_REQUIRED: 'state';
  readonly CAP_SEATS: 'maxSeats';
  readonly CAP_TICKET_TYPE: 'priceId' | 'ticketType' | 'left';
  readonly CAP_BUYER: 'maxSeats' | 'left';
  readonly ACCESSIBLE_RESERVED: 'conflicts';
  readonly UNIT_INCOMPLETE: 'units' | 'rest';
}

/** The members that a problem of a code may have. */
interface Possible {
  readonly SEAT_CONFLICT: 'alternatives';
  readonly NOT_ON_SALE: 'alternatives';
  readonly ACCESSIBLE_RESERVED: 'alternatives';
  readonly ORPHAN_SEATS: 'alternatives';
  /** The seats and places that a payment that came too late cannot get back. */
  readonly SESSION_DEAD: 'conflicts';
  readonly REFERENCE_TAKEN: 'sessionId';
}

type Common = Omit<
  ProblemDetail,
  | 'errorCode'
  | 'errors'
  | 'conflicts'
  | 'orphanSeats'
  | 'units'
  | 'rest'
  | 'largestTogether'
  | 'state'
  | 'maxSeats'
  | 'priceId'
  | 'ticketType'
  | 'left'
  | 'opensAt'
  | 'alternatives'
  | 'sessionId'
>;

/** The answer was no problem document: something between client and service gave it, such as a proxy. */
export type UnreadableCode = 'UNREADABLE_ANSWER';

/** A problem with this code. */
export type ProblemOf<Code extends ErrorCode | UnreadableCode> = Common & {
  readonly errorCode: Code;
} & (Code extends keyof Carried ? Required<Pick<ProblemDetail, Carried[Code]>> : unknown) &
  (Code extends keyof Possible ? Pick<ProblemDetail, Possible[Code]> : unknown);

export type Problem = { readonly [Code in ErrorCode | UnreadableCode]: ProblemOf<Code> }[ErrorCode | UnreadableCode];

/** Whether there is a problem with one of these codes. */
export function isProblem<Code extends ErrorCode | UnreadableCode>(
  problem: Problem | undefined,
  ...codes: readonly Code[]
): problem is Extract<Problem, { readonly errorCode: Code }> {
  return problem !== undefined && codes.some((code) => code === problem.errorCode);
}

/** A problem as an exception. Thrown by `dataOf` and by the followers. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.errorCode}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** The problem in a failed answer. `body`: the parsed body if it was JSON, otherwise its text or nothing. */
export function problemIn(response: Response, body: unknown): Problem {
  if (typeof body === 'object' && body !== null && 'errorCode' in body) return body as Problem;
  const { status, statusText, headers } = response;
  return {
    type: 'about:blank',
    title: statusText,
    status,
    detail: `The answer with status ${status} is no problem document; a proxy may have given it.`,
    instance: '',
    path: '',
    timestamp: new Date().toISOString(),
    requestId: headers.get('X-Request-Id') ?? '',
    errorCode: 'UNREADABLE_ANSWER',
  };
}
