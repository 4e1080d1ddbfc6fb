/** Texts that are compressed once and sent with different endings: decoding gives the text and the ending. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { CompressedText } from '#http/pipeline/compressed-text.ts';

const decode = { br: brotliDecompressSync, gzip: gunzipSync } as const;

async function readAll(text: CompressedText, ending?: Buffer): Promise<Buffer[]> {
  const all = async (coding: 'br' | 'gzip' | null) => Buffer.concat([...(await text.pieces(coding, ending))]);
  return [await all(null), decode.br(await all('br')), decode.gzip(await all('gzip'))];
}

test('a compressed text is decoded to the original in every coding, with and without an ending', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
  const endings = fc.oneof(
    fc.constant(undefined),
    fc.uint8Array({ maxLength: 300 }),
    fc.constant(new Uint8Array(0xffff).fill(7)),
  );
  await fc.assert(
    fc.asyncProperty(
      bytes,
      endings,
      fc.constantFrom('brief' as const, 'lasting' as const),
      async (text, more, lasts) => {
        const ending = more === undefined ? undefined : Buffer.from(more);
        const whole = Buffer.concat([text, ending ?? Buffer.alloc(0)]);
        for (const read of await readAll(await CompressedText.of(text, lasts), ending))
          expect(read.equals(whole)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test('one compressed text serves many endings concurrently', async () => {
  const text = await CompressedText.of(Buffer.from('{"eventName":'.repeat(1000)), 'lasting');
  const names = ['"A"}', '"B"}', '"Größe 😀"}'];
  const read = await Promise.all(names.map((name) => readAll(text, Buffer.from(name))));
  for (const [at, copies] of read.entries()) {
    for (const copy of copies) expect(copy.toString().endsWith(`{"eventName":${names[at]}`)).toBe(true);
  }
});

test('concurrent readers of the uncompressed text share its bytes', async () => {
  const text = await CompressedText.of(Buffer.from('x'.repeat(10_000)), 'brief');
  const [first] = await text.pieces(null);
  const [second] = await text.pieces(null);
  expect(second).toBe(first);
});

test('an ending of a compressed text that is too long for one block is refused', async () => {
  const text = await CompressedText.of(Buffer.from('x'), 'brief');
  await expect(text.pieces('br', Buffer.alloc(0x10000))).rejects.toThrow('too long');
});
