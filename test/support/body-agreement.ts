/**
 * Holds the parser of a body to the schema that documents it: both get the same generated JSON, valid and mutated, and
 * must accept or refuse alike; what they accept must be the same value.
 */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { check } from '#codec/check.ts';
import { liftProperties } from '#codec/properties.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { FieldError } from '#domain/refusal.ts';

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
  /** An error of the schema in a member that does not count, such as a parent's guid beside its id. */
  readonly isUnread?: (error: FieldError, body: unknown) => boolean;
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
      if (!bySchema.ok) expect(bySchema.errors.filter((error) => subject.isUnread?.(error, body) !== true)).toEqual([]);
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

/** Values at the edges of what fields take, by the type of the value that they replace. */
const edges: Readonly<Record<string, readonly unknown[]>> = {
  number: [0, -1, 1, 0.5, 1e-7, 256, 1_000_001, 2e9, 1e12, 2 ** 53, -(2 ** 53), '1', null],
  string: ['', 'x', 'A;;B', '\0', '\ud800', 'x'.repeat(255), 'x'.repeat(256), 'teal', '#12', 5, null],
  boolean: [true, false, null, 0, 'true'],
};
const others: readonly unknown[] = [null, true, 0, 'x', [], {}, [null], [[]], { id: 1 }];

/** The body with one to three members replaced, removed, repeated or added. */
function mutated(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    place: fc.nat(),
    act: fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'add'),
    isOfItsType: fc.boolean(),
    choice: fc.nat(),
  });
  return fc.tuple(bodies, fc.array(change, { minLength: 1, maxLength: 3 })).map(([body, changes]) => {
    const holder = { body: structuredClone(body) };
    for (const { place, act, isOfItsType, choice } of changes) {
      const places = placesIn(holder);
      const found = places[place % places.length];
      if (found === undefined) continue;
      const [parent, name] = found;
      const values = (isOfItsType ? edges[typeof parent[name]] : undefined) ?? others;
      alter(found, act, structuredClone(values[choice % values.length]));
    }
    return holder.body ?? null;
  });
}

type Holder = Record<string, unknown>;
type Place = readonly [parent: Holder, name: string];

function alter([parent, name]: Place, act: string, value: unknown): void {
  if (act === 'replace') parent[name] = value;
  else if (act === 'add') parent[`${name}x`] = value;
  else if (!Array.isArray(parent)) delete parent[name];
  else if (act === 'repeat') parent.push(structuredClone(parent[Number(name)]));
  else parent.splice(Number(name), 1);
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]): Place[] => [[value as Holder, name], ...placesIn(part)]);
}
