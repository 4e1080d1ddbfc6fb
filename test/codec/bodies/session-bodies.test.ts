/** The hand-written parsers of the bodies that open and confirm a session give the same results as the schemas. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { confirmBody, createBody, parseConfirm, parseCreate } from '#codec/bodies/session-bodies.ts';
import { referenceLengthMax } from '#domain/limits.ts';
import { expectSameAsSchema } from '../../support/fast-parser.ts';

const odd = fc.constantFrom(null, 7, '', [], {}, true);
const absent = { requiredKeys: [] };

test('every opening that the fast parser accepts is the same by the schema', () => {
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.uuid() },
    fc.uuid().map((text) => text.toUpperCase()),
    odd,
  );
  const pass = fc.oneof(fc.string(), odd);
  const bodies = fc.oneof(
    { weight: 9, arbitrary: fc.record({ eventId: id, publicKey: id, pass, other: fc.jsonValue() }, absent) },
    { weight: 9, arbitrary: fc.record({ eventId: id, publicKey: id, other: fc.jsonValue() }) },
    fc.jsonValue(),
  );
  expect(expectSameAsSchema(parseCreate, createBody, bodies)).toBeGreaterThan(100);
});

test('an opening with a pass, with capitals or without a key is left to the schema', () => {
  const eventId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
  const body = { eventId, publicKey: eventId };
  expect(parseCreate(body)).toEqual(body);
  for (const other of [
    { ...body, pass: null },
    { ...body, eventId: eventId.toUpperCase() },
    { eventId },
    [body],
    null,
  ]) {
    expect(parseCreate(other)).toBeUndefined();
  }
});

test('every confirm that the fast parser accepts is the same by the schema', () => {
  const reference = fc.oneof({ weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) }, odd);
  const member = fc.oneof(odd, fc.constant(undefined));
  const bodies = fc.oneof(
    { weight: 9, arbitrary: fc.record({ reference, other: fc.jsonValue() }, absent) },
    { weight: 3, arbitrary: fc.record({ reference, properties: member, reclaim: member }, absent) },
    fc.jsonValue(),
  );
  expect(expectSameAsSchema(parseConfirm, confirmBody, bodies)).toBeGreaterThan(100);
});

test('a confirm with more than a storable reference is left to the schema', () => {
  const longest = 'r'.repeat(referenceLengthMax);
  expect(parseConfirm({ reference: longest })).toEqual({ reference: longest });
  const others = [
    ...['\u0000', '\ud800', `${longest}r`, null, 7].map((reference) => ({ reference })),
    ...[{ properties: '{}' }, { reclaim: true }, { reclaim: null }].map((more) => ({ reference: 'paid', ...more })),
  ];
  for (const body of [...others, {}, [], null]) expect(parseConfirm(body)).toBeUndefined();
});
