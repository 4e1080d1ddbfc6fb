/**
 * Tells what an error says about the statement that ended with it. Only an answer of Postgres about this one statement
 * is a definite no; a lost connection, a server going down and whatever is not SQL leave the outcome unknown.
 */
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  InvalidInputError,
  StatementTimeoutError,
} from 'slonik';

const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Lost connection, no login, no such database, no room, a server that starts or stops, a failing disk, a right that was
 * taken away: says nothing about the statement.
 */
const notAboutTheStatement = /^(08|28|3D|53|57P|58|42501$)/;

/** A server that does not write (yet or any more), such as a standby before its promotion. */
const readOnlyServer = '25006';

/** True when Postgres surely did nothing and would refuse the statement again or for a reason of its own. */
export function isDefiniteRefusal(error: unknown): boolean {
  // Slonik drops the cause when a value is not in its type's form.
  if (error instanceof InvalidInputError) return true;
  const state = sqlStateOf(error);
  return state !== null && state !== readOnlyServer && !notAboutTheStatement.test(state);
}

const outages = [
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  StatementTimeoutError,
] as const;

/**
 * True when Postgres could not be reached, went away or does not write: it passes, and nobody's request is to blame.
 */
export function isOutage(error: unknown): boolean {
  if (outages.some((kind) => error instanceof kind)) return true;
  const state = sqlStateOf(error);
  return state !== null && (state === readOnlyServer || notAboutTheStatement.test(state));
}

function sqlStateOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Errors of the operating system have a code too, such as EPIPE, but no severity.
    const { code, severity } = cause as { code?: unknown; severity?: unknown };
    if (typeof code === 'string' && typeof severity === 'string' && sqlState.test(code)) return code;
  }
  return null;
}
