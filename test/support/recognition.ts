/** Compares a hand-written parser of the usual form of a body with the zod schema that it replaces for that form. */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { check } from '#codec/check.ts';

const bodiesTried = 5_000;

/** Asserts that the schema parses every body that `recognise` accepts to the same value; returns their number. */
export function recognisedAsBySchema(
  recognise: (body: unknown) => unknown,
  schema: z.ZodType,
  bodies: fc.Arbitrary<unknown>,
): number {
  let recognised = 0;
  const property = fc.property(bodies, (body) => {
    const value = recognise(body);
    if (value === undefined) return;
    recognised++;
    expect(check(schema, body)).toEqual({ ok: true, value });
  });
  fc.assert(property, { numRuns: bodiesTried });
  return recognised;
}
