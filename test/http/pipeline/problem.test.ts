/** The common problem body. */
import { encodeProblem, ProblemError, statusOf, validationFailed } from '#http/pipeline/problem.ts';

describe('the problem body', () => {
  test('has only the members of the contract if there are no further details', () => {
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

  test('has the extra members of session errors', () => {
    const conflicts = { seats: [1, 2], groupOfSeats: [3] };
    const known = { state: 'PENDING_PAYMENT', maxSeats: 4, conflicts, orphanSeats: [5], sessionId: 's' } as const;
    const body = JSON.parse(encodeProblem({ code: 'SESSION_FROZEN', detail: 'x', ...known }, '/', 'r'));
    expect(body).toMatchObject(known);
    expect(body.status).toBe(statusOf('SESSION_FROZEN'));
  });

  test('names a single invalid field in its detail, and the number of several ones', () => {
    const error = { field: 'name', message: 'must not be null', rejectedValue: null, code: 'NOT_NULL' } as const;
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
