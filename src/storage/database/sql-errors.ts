/**
 * Classifies the errors of statements. Only Postgres' answer about the statement itself is a definite refusal; a lost
 * connection, a server that shuts down and errors outside SQL leave the outcome unknown.
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
 * Lost connection, failed login, missing database, no resources, a server that starts or stops, a failing disk, a
 * revoked right: these say nothing about the statement.
 */
const notAboutTheStatement = /^(08|28|3D|53|57P|58|42501$)/;

/** A read-only server, such as a standby before its promotion. */
const readOnlyServer = '25006';

/** True when Postgres surely changed nothing and the error is about the statement itself. */
export function isDefiniteRefusal(error: unknown): boolean {
  // For a value that is invalid for its type Slonik drops the cause.
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

/** How the drivers refuse a statement on a connection that was lost before it: by their words alone. */
const lostBefore =
  /^Client (?:is pending destroy|is destroyed|has encountered a connection error|was closed and is not queryable)\b/;

/** How the operating system reports a connection that is lost while a statement runs. */
const lostMeanwhile: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** True when Postgres is unreachable, went away or is read-only: a temporary outage that no request has caused. */
export function isOutage(error: unknown): boolean {
  if (outages.some((kind) => error instanceof kind)) return true;
  const { message, code } = (error ?? {}) as { readonly message?: unknown; readonly code?: unknown };
  if (lostMeanwhile.has(code) || (typeof message === 'string' && lostBefore.test(message))) return true;
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
