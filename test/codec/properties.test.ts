/** Properties as text: they are cut out of a body, checked, and returned with every digit and name. */
import fc from 'fast-check';
import { checkProperties, liftProperties } from '#codec/properties.ts';
import { propertiesDepthMax } from '#domain/limits.ts';
import { restoredProperties, withProperties } from '#domain/properties.ts';

function taken(sent: string): string {
  const check = checkProperties(sent);
  if (!check.ok) throw new Error(`${check.code} ${check.message}`);
  return check.text;
}

function refusal(sent: string): string {
  const check = checkProperties(sent);
  return check.ok ? 'taken' : `${check.code} ${check.message}${check.isTooLarge ? ', too large' : ''}`;
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const large = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;

describe('an accepted text', () => {
  test.each([
    '{}',
    '{"n":12345678901234567890123,"m":0.10000000000000000000001,"z":1.50,"e":1E+2,"o":-0}',
    '{"__proto__":{"a":1},"constructor":null,"toString":[],"":""}',
    '{"10":1,"9":2,"b":3,"a":4}',
    '{"a":1,"a":2}',
    '{"properties":{"properties":[{"properties":1}]}}',
    '{"e":1e308,"small":1e-400}',
    nested(propertiesDepthMax),
    large(16 * 1024),
  ])('stays as it is: %s', (sent) => {
    expect(taken(sent)).toBe(sent);
  });

  test('loses only the white space between its tokens, and has its strings in canonical form', () => {
    expect(taken('{ "a b" :\t[ 1 ,\r\n "x \\u00e9\\/" , true ] }')).toBe('{"a b":[1,"x é/",true]}');
  });

  test('has the same meaning as before, for random JSON', () => {
    const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(object, fc.nat(3), (value, indent) => {
        const check = checkProperties(JSON.stringify(value, null, indent));
        if (check.ok) expect(check.text).toBe(JSON.stringify(value));
        else expect(JSON.stringify(value)).toMatch(/\\u0000/);
      }),
    );
  });
});

test.each([
  ['[1]', 'TYPE must be an object'],
  ['"x"', 'TYPE must be an object'],
  ['{"a":1e400}', 'MAX must not contain a number beyond 1.8e308'],
  ['{"a":[-1E+309]}', 'MAX must not contain a number beyond 1.8e308'],
  [nested(propertiesDepthMax + 1), 'SIZE must not be nested more than 100 levels deep'],
  ['{"a":"\\u0000"}', 'PATTERN must not contain U+0000 or unpaired surrogates'],
  ['{"\\ud800":1}', 'PATTERN must not contain U+0000 or unpaired surrogates'],
  [large(16 * 1024 + 1), 'SIZE must be at most 16384 bytes serialised, too large'],
  [`{"a":"${'é'.repeat(8 * 1024)}"}`, 'SIZE must be at most 16384 bytes serialised, too large'],
])('%.40s is refused', (sent, why) => {
  expect(refusal(sent)).toBe(why);
});

describe('lifting', () => {
  const lifted = (body: string): unknown => JSON.parse(liftProperties(body));

  test.each([
    ['{"reference":"R","properties":{"a": 1.0}}', { reference: 'R', properties: '{"a": 1.0}' }],
    ['{"properties" : [1,{"b":"]}\\""}] , "x":2}', { properties: '[1,{"b":"]}\\""}]', x: 2 }],
    ['{"properties":null}', { properties: null }],
    ['{"properties":12345678901234567890}', { properties: '12345678901234567890' }],
    ['{"prop\\u0065rties":{}}', { properties: '{}' }],
    ['{"a":"properties","b":"\\"properties\\":{}"}', { a: 'properties', b: '"properties":{}' }],
    [
      '[{"properties":{"properties":{}}},{"properties":{"x":1}}]',
      [{ properties: '{"properties":{}}' }, { properties: '{"x":1}' }],
    ],
    ['{"properties":1,"properties":{"a":2}}', { properties: '{"a":2}' }],
  ])('makes %s a text', (body, expected) => {
    expect(lifted(body)).toEqual(expected);
  });

  test('accepts no body that is not JSON, and never loses data of a valid one', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"properties"',
      '"a',
      '"',
      '\\',
      '1',
      '1e',
      'null',
      ' ',
      '"x"',
      'nul',
    ];
    const bodies = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          bodies,
          fc.jsonValue().map((value) => JSON.stringify({ properties: value })),
        ),
        (body) => {
          let isJson = true;
          let isLifted = true;
          try {
            JSON.parse(body);
          } catch {
            isJson = false;
          }
          try {
            lifted(body);
          } catch {
            isLifted = false;
          }
          expect([body, isLifted]).toEqual([body, isJson]);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

test('objects that older versions stored become text', () => {
  expect(restoredProperties({ gate: 4, list: [1.5] })).toBe('{"gate":4,"list":[1.5]}');
  expect(restoredProperties('{"n":1.0}')).toBe('{"n":1.0}');
  expect(restoredProperties(null)).toBeNull();
});

test('an answer shows the text itself, or an empty object', () => {
  expect(withProperties({ id: 1 }, '{"n":1.0}')).toBe('{"id":1,"properties":{"n":1.0}}');
  expect(withProperties({ id: 1 }, null)).toBe('{"id":1,"properties":{}}');
});
