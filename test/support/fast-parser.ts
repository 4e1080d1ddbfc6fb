/** Compares a hand-written parser of the usual form of a body with the zod schema that it replaces for that form. */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { check } from '#codec/check.ts';

const bodiesTried = 5_000;

/** Asserts that the schema parses every body that `fastParse` accepts to the same value; returns their number. */
export function expectSameAsSchema(
  fastParse: (body: unknown) => unknown,
  schema: z.ZodType,
  bodies: fc.Arbitrary<unknown>,
): number {
  let accepted = 0;
  const property = fc.property(bodies, (body) => {
    const value = fastParse(body);
    if (value === undefined) return;
    accepted++;
    expect(check(schema, body)).toEqual({ ok: true, value });
  });
  fc.assert(property, { numRuns: bodiesTried });
  return accepted;
}
