/** A route checks a query once and answers the same query alike from then on. */
import { z } from 'zod';
import { uuid } from '#codec/fields.ts';
import { ProblemError } from '#http/pipeline/problem.ts';
import { queryCheckOf } from '#http/pipeline/query.ts';

const eventId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';

function watched() {
  const looked = jest.fn((value: string) => value);
  return { looked, check: queryCheckOf(z.object({ eventId: uuid.transform(looked) })) };
}

test('a repeated query has the same value and is checked once', () => {
  const { looked, check } = watched();
  const first = check(`/lock?eventId=${eventId.toUpperCase()}`);
  expect(first).toEqual({ eventId });
  expect(check(`/unlock?eventId=${eventId.toUpperCase()}`)).toBe(first);
  expect(looked).toHaveBeenCalledTimes(1);
});

test('nobody can change the value that calls share', () => {
  const shared = watched().check(`/?eventId=${eventId}`) as { eventId: string };
  expect(() => {
    shared.eventId = 'another';
  }).toThrow(TypeError);
});

test('a refused query is refused each time', () => {
  const { check } = watched();
  for (const target of ['/?eventId=seven', '/?eventId=seven', '/', '/?', `/?eventId=${eventId}%00`, undefined]) {
    expect(() => check(target)).toThrow(ProblemError);
  }
});

test('other queries are remembered in a bounded number, long ones never', () => {
  const looked = jest.fn((value: string) => value);
  const check = queryCheckOf(z.object({ name: z.string().transform(looked) }));
  for (let round = 0; round < 2; round++) check(`/?name=${'n'.repeat(200)}`);
  expect(looked).toHaveBeenCalledTimes(2);
  for (let number = 0; number < 10_000; number++) check(`/?name=${number}`);
  looked.mockClear();
  for (let number = 0; number < 10_000; number++) expect(check(`/?name=${number}`)).toEqual({ name: String(number) });
  expect(looked.mock.calls.length).toBeGreaterThan(9_000);
});

test('a route without a query gets none', () => {
  expect(queryCheckOf(undefined)(`/?eventId=${eventId}`)).toBeNull();
});

test('a missing member is said to belong in the query', () => {
  const refused = () => watched().check('/directsale');
  expect(refused).toThrow(ProblemError);
  try {
    refused();
  } catch (error) {
    const message = 'must be in the query (?eventId=…), not in the body';
    const errors = [{ field: 'eventId', code: 'NOT_NULL', message, rejectedValue: null }];
    expect(error).toMatchObject({ problem: { code: 'VALIDATION_FAILED', errors } });
  }
});
