/** Bodies that are told by hand: how a form of theirs is held against the schema that it spares. */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { check } from '#http/validate.ts';

const bodiesTried = 5_000;

/** Asserts that the schema makes of every body what `recognise` makes of it, if anything; returns how many it told. */
export function recognisedAsBySchema(
  recognise: (body: unknown) => unknown,
  schema: z.ZodType,
  bodies: fc.Arbitrary<unknown>,
): number {
  let told = 0;
  const property = fc.property(bodies, (body) => {
    const value = recognise(body);
    if (value === undefined) return;
    told++;
    expect(check(schema, body)).toEqual({ ok: true, value });
  });
  fc.assert(property, { numRuns: bodiesTried });
  return told;
}
