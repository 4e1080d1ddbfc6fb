/** Claims about the registry of error codes and the one error body. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { encodeProblem, ProblemError, problems, statusOf, validationFailed } from '#http/problem.ts';

/** The contract's table of error codes, by status. */
const contract: Readonly<Record<string, number>> = {
  VALIDATION_FAILED: 400,
  PROPERTIES_TOO_LARGE: 400,
  NOT_ENABLED: 403,
  ENTITY_NOT_FOUND: 404,
  SEAT_CONFLICT: 409,
  SESSION_HELD: 409,
  SESSION_FROZEN: 409,
  SESSION_DEAD: 409,
  SESSION_NOT_CHECKED_OUT: 409,
  START_OVER_REQUIRED: 409,
  REFERENCE_TAKEN: 409,
  SESSION_NOT_CONFIRMED: 409,
  EMPTY_CART: 422,
  CAP_SEATS: 429,
};

/** Codes of the contract whose endpoints this version does not serve: series. */
const notYetServed = ['BOOKING_CLOSED', 'SERIES_NOT_BOOKABLE', 'EVENT_BOUND_TO_SERIES', 'INVALID_SERIES_TEMPLATE'];

/** Documented extensions of the contract. */
const extensions: Readonly<Record<string, number>> = {
  MALFORMED_REQUEST: 400,
  ACCESS_DENIED: 403,
  SALES_CONTROL_DISABLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DATA_INTEGRITY_VIOLATION: 409,
  EVENT_ARCHIVED: 410,
  PAYLOAD_TOO_LARGE: 413,
  ORPHAN_SEATS: 422,
  EVENT_NOT_PUBLISHED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
};

describe('the registry of error codes', () => {
  test('holds the codes of the contract and the documented extensions, with their statuses, and no other', () => {
    const registered = Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status]));
    expect(registered).toEqual({ ...contract, ...extensions });
  });

  test('does not hold codes of families that are not served yet', () => {
    expect(notYetServed.filter((code) => Object.hasOwn(problems, code))).toEqual([]);
  });

  test('holds every code that the rules refuse with', () => {
    const source = readFileSync(new URL('../../src/domain/refusal.ts', import.meta.url), 'utf8');
    const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map(([, code]) => code ?? '');
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !Object.hasOwn(problems, code))).toEqual([]);
  });
});

describe('the error body', () => {
  test('has the members of the contract, and those alone, when nothing else is known', () => {
    const body = JSON.parse(
      encodeProblem({ code: 'ENTITY_NOT_FOUND', detail: 'There is no such event.' }, '/a/b', 'r-1'),
    );
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no such event.',
      instance: '/a/b',
      path: '/a/b',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      errorCode: 'ENTITY_NOT_FOUND',
      requestId: 'r-1',
    });
  });

  test('carries what a session error knows', () => {
    const conflicts = { seats: [1, 2], groupOfSeats: [3] };
    const known = { state: 'PENDING_PAYMENT', maxSeats: 4, conflicts, orphanSeats: [5], sessionId: 's' } as const;
    const body = JSON.parse(encodeProblem({ code: 'SESSION_FROZEN', detail: 'x', ...known }, '/', 'r'));
    expect(body).toMatchObject(known);
    expect(body.status).toBe(statusOf('SESSION_FROZEN'));
  });

  test('names the field in its detail when there is one, and counts them when there are several', () => {
    const error = { field: 'name', message: 'must not be null', rejectedValue: null, code: 'NOT_NULL' };
    expect(validationFailed([error])).toEqual({
      code: 'VALIDATION_FAILED',
      detail: 'name: must not be null',
      errors: [error],
    });
    expect(validationFailed([error, error]).detail).toBe('2 fields are invalid');
  });

  test('can be thrown', () => {
    const error = new ProblemError({ code: 'NOT_FOUND', detail: 'gone' });
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toBe('NOT_FOUND: gone');
  });
});
