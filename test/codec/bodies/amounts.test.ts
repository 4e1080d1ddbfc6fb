/** The body of legacy price assignments: parsed to columns of lines, with amounts as canonical price names. */
import type { AmountLines } from '#codec/bodies/amounts.ts';
import { parseBulk } from '#codec/bodies/bulk-bodies.ts';
import { unpackText } from '#domain/layout/layout.ts';

/** Parses a body as a worker thread does. */
const parsed = (body: unknown) => parseBulk('amounts', Buffer.from(JSON.stringify(body)));

function linesOf(body: unknown): AmountLines {
  const lines = parsed(body);
  if ('invalid' in lines) throw new Error(JSON.stringify(lines.errors));
  return lines;
}

function namesOf(...amounts: number[]): readonly string[] {
  return linesOf(amounts.map((price) => ({ compositeKey: 'x', price }))).names;
}

describe('an amount', () => {
  test('gets the canonical decimal as its price name', () => {
    expect(namesOf(5.5, 12, 0, 0.1, 999_999_999_999)).toEqual(['5.5', '12', '0', '0.1', '999999999999']);
    expect(namesOf(-0)).toEqual(['0']);
    expect(namesOf(0.000_001)).toEqual(['0.000001']);
  });

  test('has one price name, even if it is sent several times', () => {
    expect(namesOf(5.5, 5.5, 5, 5.0)).toEqual(['5.5', '5']);
  });
});

describe('lines', () => {
  test('become columns in their order', () => {
    const { count, keys, capacities, prices, properties } = linesOf([
      { compositeKey: 'A;;1;;2', price: 2, capacity: null, properties: null },
      { compositeKey: 'Floor', price: 3, capacity: 7, properties: { a: 1 } },
    ]);
    expect([count, unpackText(keys, 0, count)]).toEqual([2, ['A;;1;;2', 'Floor']]);
    expect([[...capacities], [...prices], properties]).toEqual([[-1, 7], [0, 1], [[1, '{"a":1}']]]);
  });

  test.each([
    [null, 'body', 'NOT_NULL'],
    [{}, 'body', 'TYPE'],
    [[5], '[0]', 'TYPE'],
    [[{ price: 1 }], '[0].compositeKey', 'NOT_NULL'],
    [[{ compositeKey: 5, price: 1 }], '[0].compositeKey', 'TYPE'],
    [[{ compositeKey: 'x' }], '[0].price', 'NOT_NULL'],
    [[{ compositeKey: 'x', price: -1 }], '[0].price', 'MIN'],
    [[{ compositeKey: 'x', price: 1e-7 }], '[0].price', 'MIN'],
    [[{ compositeKey: 'x', price: 1e12 }], '[0].price', 'MAX'],
    [[{ compositeKey: 'x', price: 1, capacity: -1 }], '[0].capacity', 'MIN'],
    [[{ compositeKey: 'x', price: 1, properties: 'p' }], '[0].properties', 'TYPE'],
    [[{ compositeKey: 'x', price: 1, properties: { p: 'x'.repeat(20_000) } }], '[0].properties', 'SIZE'],
    [[{ compositeKey: 'x', price: 1, properties: { p: '\0' } }], '[0].properties', 'PATTERN'],
  ])('%j is wrong at %s', (body, field, code) => {
    const lines = parsed(body);
    expect('invalid' in lines ? lines.errors.map((error) => [error.field, error.code]) : []).toEqual([[field, code]]);
  });

  test('with a key of any length are read; one that is too long to be a key matches nothing', () => {
    expect(unpackText(linesOf([{ compositeKey: 'x'.repeat(3_000), price: 1 }]).keys, 0, 1)).toEqual(['']);
  });
});
