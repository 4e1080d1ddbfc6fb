/** Checks a value that a client sent, and throws what is wrong with it as a problem. */
import type { z } from 'zod';
import { check } from '#codec/check.ts';
import { problemOfCheck } from './invalid-body.ts';
import { ProblemError } from './problem.ts';

/** The value that the schema makes; throws `ProblemError`. */
export function checked(schema: z.ZodType, value: unknown): unknown {
  const result = check(schema, value);
  if (!result.ok) throw new ProblemError(problemOfCheck(result));
  return result.value;
}
