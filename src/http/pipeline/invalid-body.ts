/**
 * Converts the errors of an invalid body to a problem that answers the call, or to a value inside a command where the
 * contract puts other checks first.
 */
import type { InvalidBody } from '#domain/command.ts';
import type { FieldError } from '#domain/refusal.ts';
import { type Problem, validationFailed } from './problem.ts';

/** The problem that answers a failed check. */
export function problemOfCheck(failed: {
  readonly errors: readonly FieldError[];
  readonly isPropertiesTooLarge: boolean;
}): Problem {
  const problem = validationFailed(failed.errors);
  return failed.isPropertiesTooLarge ? { ...problem, code: 'PROPERTIES_TOO_LARGE' } : problem;
}

/** Checked by identity: a client may send an object that looks like one. */
const invalidBodies = new WeakSet<object>();

/** The problem as a value inside a command, for calls that check other things before the body. */
export function invalidBodyOf(problem: Problem): InvalidBody {
  const invalid =
    problem.code === 'PROPERTIES_TOO_LARGE' || problem.code === 'MALFORMED_REQUEST'
      ? problem.code
      : 'VALIDATION_FAILED';
  const body = { invalid, detail: problem.detail, errors: problem.errors ?? [] } as const;
  invalidBodies.add(body);
  return body;
}

/** Whether a body is one that failed validation. */
export function isInvalidBody(body: unknown): body is InvalidBody {
  return typeof body === 'object' && body !== null && invalidBodies.has(body);
}
