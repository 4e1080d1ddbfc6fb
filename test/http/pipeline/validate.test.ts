/** Field errors and the shared field types. */
import { z } from 'zod';
import { check } from '#codec/check.ts';
import {
  booleanText,
  canonicalLocalDateTime,
  localDateTime,
  longId,
  longText,
  properties,
  text,
  uuid,
} from '#codec/fields.ts';
import { fieldErrorsMax } from '#domain/limits.ts';
import { invalidBodyOf, isInvalidBody, problemOfCheck } from '#http/pipeline/invalid-body.ts';

/** Properties as text, as a route passes them on. */
const sent = (value: unknown): string => JSON.stringify(value);

function errorsOf(schema: z.ZodType, value: unknown) {
  const result = check(schema, value);
  return result.ok ? [] : result.errors.map(({ field, code, rejectedValue }) => ({ field, code, rejectedValue }));
}

function accepted<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = check(schema, value);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.value;
}

const layout = z.object({
  name: text(1, 5),
  seats: z.array(z.object({ id: longId })).max(8),
  kind: z.enum(['A', 'B']),
  share: z.number().min(0).max(1),
});

describe('field errors', () => {
  test('have the path of the field, the violated constraint and the rejected value', () => {
    const body = { name: '', seats: [{ id: 1 }, { id: 'x' }, { id: null }, {}, 7], kind: 'C', share: 2 };
    expect(errorsOf(layout, body)).toEqual([
      { field: 'name', code: 'SIZE', rejectedValue: '' },
      { field: 'seats[1].id', code: 'TYPE', rejectedValue: 'x' },
      { field: 'seats[2].id', code: 'NOT_NULL', rejectedValue: null },
      { field: 'seats[3].id', code: 'NOT_NULL', rejectedValue: null },
      { field: 'seats[4]', code: 'TYPE', rejectedValue: 7 },
      { field: 'kind', code: 'UNKNOWN_VALUE', rejectedValue: 'C' },
      { field: 'share', code: 'MAX', rejectedValue: 2 },
    ]);
  });

  test('report missing members, negative numbers, and the body itself', () => {
    expect(errorsOf(layout, { seats: [], kind: 'A', share: -1 })).toEqual([
      { field: 'name', code: 'NOT_NULL', rejectedValue: null },
      { field: 'share', code: 'MIN', rejectedValue: -1 },
    ]);
    expect(errorsOf(layout, undefined)).toEqual([{ field: 'body', code: 'NOT_NULL', rejectedValue: null }]);
    expect(errorsOf(layout, [])).toEqual([{ field: 'body', code: 'TYPE', rejectedValue: [] }]);
    expect(errorsOf(z.array(layout), [null])).toEqual([{ field: '[0]', code: 'NOT_NULL', rejectedValue: null }]);
  });

  test('are not raised for unknown members, including __proto__', () => {
    const sent = JSON.parse('{"name":"a","seats":[],"kind":"A","share":0,"more":1,"__proto__":{"polluted":true}}');
    expect(accepted(layout, sent)).toEqual({ name: 'a', seats: [], kind: 'A', share: 0 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('never contain a password, a token or a large value', () => {
    const secret = z.object({
      password: z.int(),
      user: z.object({ organizationToken: z.int() }),
      list: z.int(),
      long: z.int(),
    });
    const sent = {
      password: 'hunter2',
      user: { organizationToken: 'hunter2' },
      list: Array.from({ length: 1000 }, () => 1),
      long: 'x'.repeat(100_000),
    };
    const errors = errorsOf(secret, sent);
    expect(errors.map(({ rejectedValue }) => rejectedValue)).toEqual([null, null, null, `${'x'.repeat(200)}…`]);
    expect(JSON.stringify(errorsOf(z.int(), sent))).not.toContain('hunter2');
  });

  test(`are at most ${fieldErrorsMax}`, () => {
    expect(
      errorsOf(
        z.array(z.int()),
        Array.from({ length: 5000 }, () => 'x'),
      ),
    ).toHaveLength(fieldErrorsMax);
  });

  test('can be carried in a command, if other checks come before those of the body', () => {
    const result = check(layout, { name: 5 });
    if (result.ok) throw new Error('5 is no name');
    const invalid = invalidBodyOf(problemOfCheck(result));
    expect(isInvalidBody(invalid)).toBe(true);
    expect(invalid.invalid).toBe('VALIDATION_FAILED');
    expect(isInvalidBody({ name: 'a' })).toBe(false);
  });
});

describe('ids in requests', () => {
  test.each([1, 0, -7, 2 ** 53 - 1])('%p is a Long', (value) => expect(accepted(longId, value)).toBe(value));

  test.each([
    [2 ** 53, 'MAX'],
    [1.5, 'TYPE'],
    ['1', 'TYPE'],
    [true, 'TYPE'],
    [null, 'NOT_NULL'],
  ])('%p is not a Long', (value, code) => expect(errorsOf(longId, value)[0]?.code).toBe(code));

  test('are read from paths and queries too', () => {
    expect(accepted(longText, '9007199254740991')).toBe(2 ** 53 - 1);
    expect(accepted(longText, '-3')).toBe(-3);
    for (const value of ['', 'abc', '1.5', '1e3', '0x10', ' 1', '99999999999999999', ['1', '2']]) {
      expect(errorsOf(longText, value)[0]?.code).toBe('TYPE');
    }
    expect(errorsOf(longText, '9007199254740992')[0]?.code).toBe('MAX');
  });

  test('may be UUIDs of any version, which are converted to lower case', () => {
    expect(accepted(uuid, '00000000-0000-0000-0000-00000000ABCD')).toBe('00000000-0000-0000-0000-00000000abcd');
    for (const value of ['', '7f9c24e83b124fef91d056d7b1f5a001', '{7f9c24e8-3b12-4fef-91d0-56d7b1f5a001}', 'x']) {
      expect(errorsOf(uuid, value)[0]?.code).toBe('PATTERN');
    }
  });
});

describe('local date-times in requests', () => {
  test.each([
    ['2027-05-01T19:30', '2027-05-01T19:30:00'],
    ['2027-05-01T19:30:05', '2027-05-01T19:30:05'],
    ['2027-05-01T19:30:05.123456789', '2027-05-01T19:30:05.123456789'],
    ['2027-05-01T19:30:05.120000000', '2027-05-01T19:30:05.12'],
    ['2027-05-01T19:30:05.000', '2027-05-01T19:30:05'],
    ['2028-02-29T00:00', '2028-02-29T00:00:00'],
    ['2000-02-29T23:59:59', '2000-02-29T23:59:59'],
  ])('%s reads as %s', (sent, canonical) => expect(accepted(localDateTime, sent)).toBe(canonical));

  test.each([
    '2027-02-29T10:00',
    '2100-02-29T10:00',
    '2027-04-31T10:00',
    '2027-13-01T10:00',
    '2027-00-01T10:00',
    '2027-01-00T10:00',
    '0000-01-01T10:00',
    '2027-05-01T24:00',
    '2027-05-01T10:60',
    '2027-05-01T10:00:60',
    '2027-05-01T10:00:00Z',
    '2027-05-01T10:00:00+02:00',
    '2027-05-01T10:00:00.',
    '2027-05-01T10:00:00.1234567891',
    '2027-05-01 10:00',
    '2027-05-01',
    '',
  ])('%p is not a local date-time', (value) => {
    expect(canonicalLocalDateTime(value)).toBeNull();
    expect(errorsOf(localDateTime, value)[0]?.code).toBe('PATTERN');
  });

  test('must be strings', () => expect(errorsOf(localDateTime, 5)[0]?.code).toBe('TYPE'));
});

describe('texts and properties in requests', () => {
  test('keep every script, and refuse NUL and unpaired surrogates', () => {
    expect(accepted(text(1, 20), 'Zoë 座席 🎫')).toBe('Zoë 座席 🎫');
    expect(errorsOf(text(1, 20), 'a\u0000b')[0]?.code).toBe('PATTERN');
    expect(errorsOf(text(1, 20), 'a\ud800')[0]?.code).toBe('PATTERN');
    expect(errorsOf(text(1, 3), 'abcd')[0]?.code).toBe('SIZE');
  });

  test('of 16 KB serialised are accepted, one byte more is PROPERTIES_TOO_LARGE', () => {
    const filler = 'x'.repeat(16 * 1024 - '{"a":""}'.length);
    expect(accepted(properties, sent({ a: filler }))).toBe(sent({ a: filler }));
    const larger = check(properties, sent({ a: `${filler}x` }));
    expect(larger.ok ? null : problemOfCheck(larger).code).toBe('PROPERTIES_TOO_LARGE');
    const inBytes = check(properties, sent({ a: 'é'.repeat(8 * 1024) }));
    expect(inBytes.ok ? null : problemOfCheck(inBytes).code).toBe('PROPERTIES_TOO_LARGE');
  });

  test('are VALIDATION_FAILED if other fields are invalid too', () => {
    const both = check(z.object({ reference: z.string(), properties }), {
      properties: sent({ a: 'x'.repeat(20_000) }),
    });
    expect(both.ok ? null : problemOfCheck(both).code).toBe('VALIDATION_FAILED');
  });

  test('must be objects if they are properties', () => {
    for (const value of [[], 'x', 1, true]) {
      expect(errorsOf(properties, sent(value))[0]?.code).toBe('TYPE');
    }
    expect(errorsOf(properties, sent({ a: ['\u0000'] }))[0]?.code).toBe('PATTERN');
    expect(errorsOf(properties, sent({ '\ud800': 1 }))[0]?.code).toBe('PATTERN');
  });

  test('may be true or false if they are flags of a query', () => {
    expect(accepted(booleanText, 'true')).toBe(true);
    expect(accepted(booleanText, 'false')).toBe(false);
    expect(errorsOf(booleanText, 'yes')[0]?.code).toBe('UNKNOWN_VALUE');
  });
});
