/** Numbers as bytes: any whole number comes back, and bytes that end early are not read as a smaller number. */
import fc from 'fast-check';
import { VarintReader, VarintWriter } from '#collections/varints.ts';

test('whole numbers come back, with and without a sign', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.maxSafeNat(),
          fc.maxSafeInteger().filter((n) => Math.abs(n) < 2 ** 51),
        ),
      ),
      (pairs) => {
        const writer = new VarintWriter();
        for (const [plain, signed] of pairs) {
          writer.add(plain);
          writer.addSigned(signed);
        }
        const reader = new VarintReader(writer.copy());
        for (const [plain, signed] of pairs) expect([reader.next(), reader.nextSigned()]).toEqual([plain, signed]);
        expect(reader.isAtEnd).toBe(true);
      },
    ),
  );
});

test('small numbers take one byte, and the rest of a number must be there', () => {
  const writer = new VarintWriter();
  writer.add(127);
  writer.addSigned(-64);
  writer.add(128);
  const bytes = writer.copy();
  expect([...bytes]).toEqual([127, 127, 128, 1]);
  const reader = new VarintReader(bytes.subarray(0, 3));
  expect([reader.next(), reader.nextSigned()]).toEqual([127, -64]);
  expect(() => reader.next()).toThrow('the bytes end');
});
