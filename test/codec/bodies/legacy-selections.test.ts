/** A large body of places named by key is parsed in a thread: to the same columns and text as a small one. */
import fc from 'fast-check';
import { z } from 'zod';
import { parseBulk } from '#codec/bodies/bulk-bodies.ts';
import {
  capacityAt,
  countOf,
  keyAt,
  legacySelections,
  type SelectionColumns,
  type SelectionLines,
  textOf,
} from '#codec/bodies/legacy-selections.ts';
import { agreement, type BodyUnderTest } from '../../support/body-agreement.ts';

const capacity = fc.option(fc.oneof(fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER)));
const compositeKey = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Stalls;;A;;1', '\ud800', ''));
const line = fc.record({ capacity, compositeKey }, { requiredKeys: ['compositeKey'], noNullPrototype: true });
const bodies = fc.array(line, { maxLength: 5 });

const columns = (lines: SelectionLines) => ({
  count: countOf(lines),
  lines: Array.from({ length: countOf(lines) }, (_, at) => [keyAt(lines, at), capacityAt(lines, at)]),
});

const bookings: BodyUnderTest<SelectionLines> = {
  schema: legacySelections,
  parse: (bytes) => parseBulk('legacyBooking', bytes),
  bodies,
  shown: (lines) => ({ ...columns(lines), text: textOf(lines) }),
  expected: (lines: SelectionLines) => ({ ...columns(lines), text: textOf(lines) }),
};

const cleared: BodyUnderTest<SelectionLines> = {
  schema: legacySelections,
  parse: (bytes) => parseBulk('legacySelections', bytes),
  bodies,
  shown: columns,
  expected: columns,
};

test('a booking by keys is parsed as its schema says', () => {
  const { accepted, refused } = agreement(bookings);
  expect(Math.min(accepted, refused)).toBeGreaterThan(100);
});

test('a removal by keys is parsed as its schema says', () => {
  const { accepted, refused } = agreement(cleared);
  expect(Math.min(accepted, refused)).toBeGreaterThan(100);
});

test('the columns and the text say what was sent', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const parsed = parseBulk('legacyBooking', new TextEncoder().encode(JSON.stringify(body)));
      if ('invalid' in parsed) throw new Error(parsed.detail);
      const sent = body.map((one) => [one.compositeKey, one.capacity ?? null]);
      expect(columns(parsed)).toEqual({ count: body.length, lines: sent });
      expect(JSON.parse(textOf(parsed))).toEqual(body);
    }),
  );
});

test('a schema that forgets a capacity is found', () => {
  const schema = z.array(z.object({ compositeKey: z.string() })).transform((body) => ({
    ...parsedLines(body),
    capacities: new Float64Array(body.length).fill(-1),
    text: JSON.stringify(body),
  }));
  expect(() => agreement({ ...bookings, schema })).toThrow(/Property failed/);
});

function parsedLines(body: unknown): SelectionColumns {
  const parsed = parseBulk('legacySelections', new TextEncoder().encode(JSON.stringify(body)));
  if ('invalid' in parsed) throw new Error(parsed.detail);
  return parsed;
}
