/** Checks an answer against its documented schema. */
import type { z } from 'zod';

/** Expects a valid value that has no member beyond those of the schema. A zod record leaves out a member `__proto__`. */
export function expectValid(schema: z.ZodType, shown: unknown): void {
  expect(withoutProto(schema.parse(shown))).toEqual(withoutProto(shown));
}

function withoutProto(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member) => (name === '__proto__' ? undefined : member));
}
