/** Parameters of a path: a schema that accepts any text is skipped, and every other one is asked. */
import { z } from 'zod';
import { longText, uuid } from '#codec/fields.ts';
import { pathCheckOf } from '#http/pipeline/path-params.ts';
import { ProblemError } from '#http/pipeline/problem.ts';
import { sessionPath } from '#http/sessions/session-call.ts';

const anyTexts = ['', '0', 'a b', 'é\u{1f3ad}', '../..', '__proto__'];

test('the parameters of a session’s path are any texts, and the same that its schema makes', () => {
  for (const id of anyTexts) {
    expect(pathCheckOf(sessionPath)({ id })).toEqual({ id });
    expect(sessionPath.parse({ id })).toEqual({ id });
  }
});

test.each([
  [{ id: longText }, '12', 12],
  [{ id: uuid }, '7F9C24E8-3B12-4FEF-91D0-56D7B1F5A001', '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001'],
  [{ id: z.string().max(2) }, 'ab', 'ab'],
  [{ id: z.string().trim() }, ' a ', 'a'],
  [{ id: z.string().transform((text) => text.length) }, 'abc', 3],
  [{ id: z.string().default('x') }, 'a', 'a'],
])('other parameters are what their schema makes of them: %#', (shape, sent, made) => {
  const schema = z.object(shape);
  expect(pathCheckOf(schema)({ id: sent })).toEqual({ id: made });
  expect(schema.parse({ id: sent })).toEqual({ id: made });
});

test.each([{ id: longText }, { id: uuid }, { id: z.string().max(2) }])('and are refused by it: %#', (shape) => {
  expect(() => pathCheckOf(z.object(shape))({ id: 'not this' })).toThrow(ProblemError);
});

test('nor is a check of all parameters together skipped', () => {
  const schema = z.object({ from: z.string(), to: z.string() }).refine(({ from, to }) => from !== to);
  expect(pathCheckOf(schema)({ from: 'a', to: 'b' })).toEqual({ from: 'a', to: 'b' });
  expect(() => pathCheckOf(schema)({ from: 'a', to: 'a' })).toThrow(ProblemError);
});

test('a path without parameters has none', () => {
  expect(pathCheckOf(undefined)({})).toBeNull();
});
