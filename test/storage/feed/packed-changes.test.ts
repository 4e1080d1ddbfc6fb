/** How changes of the feed are stored: they come back as they were, and a format that is not known is refused. */
import { changesOf, packed, separator } from '#storage/feed/packed-changes.ts';

const change = (place: number) =>
  JSON.stringify({
    id: `b-2-${place}`,
    data: { state: 'CONFIRMED', reference: `Zoë\t\u0000\ud800 ${place}`, total: 100 },
  });

test('packed changes come back as they were, and take a fraction of their bytes', () => {
  const changes = Array.from({ length: 250 }, (_, place) => change(place));
  const text = changes.join(separator);
  const bytes = packed(text);
  expect(changesOf({ changes: null, packed: bytes })).toEqual(changes);
  expect(bytes.length * 5).toBeLessThan(Buffer.byteLength(text));
});

test('changes of the release before are read as they are', () => {
  expect(changesOf({ changes: [change(1), change(2)].join(separator), packed: null })).toEqual([change(1), change(2)]);
});

test.each([
  ['of a later format', () => Buffer.concat([Buffer.of(2), packed(change(1)).subarray(1)]), 'unknown format 2'],
  ['that is cut', () => packed(change(1)).subarray(0, -3), 'unexpected end of file'],
])('a row %s is an error, and no change is made up', (_, bytes, message) => {
  expect(() => changesOf({ changes: null, packed: bytes() })).toThrow(message);
});
