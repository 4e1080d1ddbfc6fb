/** Which bodies are parsed on the event loop: those that are short and ask for little. */
import { inlineBytesMax, isShort } from '#codec/bodies/bulk-bodies.ts';

const bytesOf = (body: unknown): Uint8Array => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const hall = (...counts: readonly unknown[]) => ({
  name: 'Hall',
  sections: [{ name: 'Stalls', rows: counts.map((seatCount, at) => ({ name: `${at}`, seatCount })) }],
});

test.each([
  ['a small hall', hall(2_000, 3_000), true],
  ['a large hall in a few words', hall(500_000), false],
  ['many rows of some seats', hall(...Array.from({ length: 51 }, () => 100)), false],
  ['a large row beside negative ones', hall(500_000, -500_000), false],
  ['a name that is written with escapes', JSON.stringify(hall(500_000)).replace('seatCount', 'seat\\u0043ount'), false],
  ['no JSON', '{"sections":[{"rows":[{"seatCount":500000}]}', true],
  ['nothing of the kind', [null, { sections: [null, 7, { rows: [null, 'x', { seatCount: 'x' }] }] }], true],
  ['null', null, true],
])('a layout with %s: %#', (_, body, isInline) => {
  expect(isShort('layout', bytesOf(body))).toBe(isInline);
});

test('other bodies by their length alone', () => {
  expect(isShort('booking', bytesOf(hall(500_000)))).toBe(true);
  for (const name of ['booking', 'layout'] as const) {
    expect(isShort(name, new Uint8Array(inlineBytesMax))).toBe(true);
    expect(isShort(name, new Uint8Array(inlineBytesMax + 1))).toBe(false);
  }
});
