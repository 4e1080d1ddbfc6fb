/** Every value comes back as it was written; other bytes are refused with one kind of error, whatever they are. */
import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { decodeValue, UnreadableValue, ValueReader } from '#codec/values/value-reader.ts';
import { encodeValue, ValueWriter } from '#codec/values/value-writer.ts';

const runs = { numRuns: Number(process.env.RANDOM_BODIES ?? 300) };

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 90 }), fc.constant('half of a pair: \ud800'));
const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.constantFrom(-0, 239, 240, 65_535, 65_536));
const name = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', '', '7'), fc.string({ maxLength: 5 }));
const column = fc.oneof(fc.uint8Array(), fc.uint16Array(), fc.uint32Array(), fc.int32Array(), fc.float64Array());

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    number,
    text,
    column,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
}));

test('any value is read as it was written, alone and among others', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), (values) => {
      const writer = new ValueWriter();
      const reader = new ValueReader();
      for (const one of values) writer.add(one);
      deepStrictEqual(reader.read(Buffer.from(writer.take())), values);
      // The writer keeps parts of a message. They must not change the next one.
      for (const one of values) writer.add(one);
      deepStrictEqual(reader.read(Buffer.from(writer.take())), values);
      deepStrictEqual(
        values.map((one) => decodeValue(encodeValue(one))),
        values,
      );
    }),
    runs,
  );
});

test('members that are undefined are left out, and undefined in a list is null, as in JSON', () => {
  expect(decodeValue(encodeValue({ a: undefined, b: [undefined], c: 1 }))).toStrictEqual({ b: [null], c: 1 });
});

test.each([1n, () => 1, Symbol('s'), new BigInt64Array(1)])('a value of another kind is not written: %p', (odd) => {
  expect(() => encodeValue({ odd })).toThrow(TypeError);
});

test('an object that repeats is one object again, and its names are written once', () => {
  const price = { id: 7, name: '45.00 EUR' };
  const bytes = encodeValue([{ price }, { price: { ...price } }, { price }, { price }]);
  expect(bytes.toString('latin1').split('price')).toHaveLength(2);
  const [first, second, third, fourth] = decodeValue(bytes) as { price: unknown }[];
  expect(second).toEqual(first);
  expect([second?.price === first?.price, third?.price === second?.price, fourth?.price === third?.price]).toEqual([
    false,
    false,
    true,
  ]);
});

test('objects with many names, and messages with very many shapes, are read as they were written', () => {
  const long = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`name ${at}`, { at, text: 'same' }]));
  const shapes = Array.from({ length: 9_000 }, (_, at) => ({ [`name ${at}`]: 'same', end: { at, text: 'same' } }));
  const writer = new ValueWriter();
  const reader = new ValueReader();
  for (let message = 0; message < 3; message++) {
    for (const one of [long, shapes, long]) writer.add(one);
    expect(reader.read(Buffer.from(writer.take()))).toStrictEqual([long, shapes, long]);
  }
});

test('columns are independent copies, at any offset', () => {
  const sent = { doubles: Float64Array.of(0.5), words: Uint16Array.of(65_535), none: new Uint32Array(0) };
  const bytes = Buffer.from([9, ...encodeValue(sent)]).subarray(1);
  const received = decodeValue(bytes);
  bytes.fill(0);
  expect(received).toStrictEqual(sent);
});

test('a shape is written once for all messages of a writer', () => {
  const writer = new ValueWriter();
  const reader = new ValueReader();
  writer.add({ reference: 'a', deadline: 1 });
  expect(reader.read(writer.take())).toStrictEqual([{ reference: 'a', deadline: 1 }]);
  writer.add({ reference: 'a', deadline: 2 });
  const second = writer.take();
  expect(second.toString('latin1')).not.toContain('reference');
  expect(reader.read(second)).toStrictEqual([{ reference: 'a', deadline: 2 }]);
});

test('what was taken back leaves no trace in the message', () => {
  const writer = new ValueWriter();
  const kept = { kind: 'x', more: { a: 'text' } };
  writer.add(kept);
  const { length } = writer;
  writer.add({ kind: 'y', more: { a: 'other', b: 1 } });
  writer.cutTo(length);
  writer.add({ kind: 'y', more: { a: 'other' } });
  expect(new ValueReader().read(writer.take())).toStrictEqual([kept, { kind: 'y', more: { a: 'other' } }]);
});

describe('bytes that are no message are refused:', () => {
  const whole = encodeValue({ a: [1, -1, 0.5, 70_000, 'text', 'é'], b: { a: Uint32Array.of(1, 2) }, c: null });

  function read(bytes: Buffer): void {
    try {
      new ValueReader().read(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableValue);
    }
  }

  test('those that end too early, at any length', () => {
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodeValue(whole.subarray(0, length))).toThrow(UnreadableValue);
    }
  });

  test('those of another version, and those with more than one value', () => {
    expect(() => new ValueReader().read(Buffer.concat([Buffer.of(2), whole.subarray(1)]))).toThrow(UnreadableValue);
    const writer = new ValueWriter();
    writer.add(1);
    writer.add(2);
    expect(() => decodeValue(writer.take())).toThrow(UnreadableValue);
  });

  test('any others, unless they happen to be values', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.uint8Array({ maxLength: 40 }), (at, byte, noise) => {
        const changed = Buffer.from(whole);
        changed[at] = byte;
        read(changed);
        const head = Buffer.alloc(6);
        head.writeUInt32LE(6 + Math.floor(noise.length / 2), 2);
        head[0] = 1;
        read(Buffer.concat([head, noise]));
      }),
      { numRuns: 10 * runs.numRuns },
    );
  });

  test('a list that claims more values than there are bytes, and one that is nested without end', () => {
    const claim = Buffer.from(encodeValue([1, 2]));
    claim.writeUInt32LE(0xffff_ffff, 7);
    expect(() => new ValueReader().read(claim)).toThrow(UnreadableValue);
    const nested = Buffer.concat(Array.from({ length: 50_000 }, () => Buffer.of(10, 1, 0, 0, 0)));
    const head = Buffer.of(1, 0, 0, 0, 0, 0);
    head.writeUInt32LE(head.length + nested.length, 2);
    expect(() => new ValueReader().read(Buffer.concat([head, nested]))).toThrow(UnreadableValue);
  });
});
