/**
 * Holds the parser of a body to the schema that documents it: both get the same generated JSON, valid and mutated, and
 * must accept or refuse alike; what they accept must be the same value.
 */
import fc from 'fast-check';
import type { z } from 'zod';
import { check } from '#codec/check.ts';
import { liftProperties } from '#codec/properties.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { FieldError } from '#domain/refusal.ts';
import { mutated } from './mutated-bodies.ts';

export interface BodyUnderTest<Parsed extends object> {
  readonly schema: z.ZodType;
  readonly bodies: fc.Arbitrary<unknown>;
  readonly parse: (bytes: Uint8Array) => Parsed | InvalidBody;
  /** The parsed body in the terms of the schema, as far as the schema says something of it. */
  readonly shown: (parsed: Parsed) => object;
  /** The same of what the schema makes of the body. */
  readonly expected: (value: never) => object;
  /** An error by a rule that spans several members or refers to stored items, which no schema can state. */
  readonly isAcrossFields?: (error: FieldError, body: unknown) => boolean;
}

const bodiesTried = Number(process.env.RANDOM_BODIES ?? 1_000);
const utf8 = new TextEncoder();

/** Asserts that both agree; returns how many bodies were accepted and how many refused. */
export function agreement<Parsed extends object>(
  subject: BodyUnderTest<Parsed>,
): { accepted: number; refused: number } {
  const seen = { accepted: 0, refused: 0 };
  const property = fc.property(fc.oneof(subject.bodies, { weight: 3, arbitrary: mutated(subject.bodies) }), (body) => {
    const text = JSON.stringify(body);
    const bySchema = check(subject.schema, JSON.parse(liftProperties(text)));
    const parsed = subject.parse(utf8.encode(text));
    if (!('invalid' in parsed)) {
      seen.accepted++;
      if (!bySchema.ok) expect(bySchema.errors).toEqual([]);
      else expect(subject.shown(parsed)).toMatchObject(subject.expected(bySchema.value as never));
      return;
    }
    seen.refused++;
    if (!bySchema.ok) return;
    expect(parsed.errors.filter((error) => subject.isAcrossFields?.(error, body) !== true)).toEqual([]);
  });
  fc.assert(property, { numRuns: bodiesTried });
  return seen;
}
