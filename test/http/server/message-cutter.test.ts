/** The message cutter cuts the bytes of a connection at the end of each request, for any boundaries of packets. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MessageCutter } from '#http/server/message-cutter.ts';

interface Message {
  readonly head: string;
  /** A body with Content-Length; the cutter is told the length after it has seen the head. */
  readonly body: string;
}

const texts = fc.string({ unit: fc.constantFrom('x', '\r', '\n', '\r\n', '\r\n\r\n'), maxLength: 8 });
const messages: fc.Arbitrary<Message[]> = fc.array(
  fc.oneof(
    fc.record({ head: fc.constantFrom('GET / HTTP/1.1\r\nA: b\r\n\r\n', 'A\r\n\r\n', '\r\n\r\n'), body: texts }),
    // Chunked: the cutter is told no length, and the body ends with an empty line.
    fc.record({ head: fc.constant('POST\r\n\r\n5\r\n\r\n\r\n\r\n\r\n0\r\nA: b\r\n\r\n'), body: fc.constant('') }),
  ),
  { minLength: 1, maxLength: 5 },
);

/** The pieces of the packets, as the parser gets them. */
function piecesOf(sent: readonly Message[], packets: readonly Buffer[]): string[] {
  const cutter = new MessageCutter();
  const pieces: string[] = [];
  let seen = 0;
  const headEnds = new Map<number, number>();
  for (let at = 0, index = 0; index < sent.length; index++) {
    const { head, body } = sent[index]!;
    headEnds.set(at + head.length, body.length);
    at += head.length + body.length;
  }
  for (const packet of packets) {
    for (let from = 0; from < packet.length; ) {
      const end = cutter.endOfPiece(packet, from);
      pieces.push(packet.toString('latin1', from, end));
      seen += end - from;
      const length = headEnds.get(seen);
      if (length !== undefined && length > 0 && headEnds.delete(seen)) cutter.expectBody(length);
      from = end;
    }
  }
  return pieces;
}

test('the message cutter never returns the end of one request and the beginning of the next in one piece', () => {
  fc.assert(
    fc.property(messages, fc.array(fc.nat(200), { maxLength: 6 }), (sent, places) => {
      const bytes = Buffer.from(sent.map(({ head, body }) => head + body).join(''), 'latin1');
      const ends = [...places.map((place) => place % bytes.length), bytes.length].toSorted((a, b) => a - b);
      const packets = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end)).filter(({ length }) => length > 0);
      const pieces = piecesOf(sent, packets);
      expect(pieces.join('')).toBe(bytes.toString('latin1'));
      const cuts = new Set(pieces.map((_, at) => pieces.slice(0, at + 1).join('').length));
      let end = 0;
      for (const { head, body } of sent) {
        end += head.length + body.length;
        expect(cuts).toContain(end);
      }
    }),
    { numRuns: 500 },
  );
});

test('the message cutter cuts a long body of known length only at the ends of packets', () => {
  const cutter = new MessageCutter();
  cutter.expectBody(10_000);
  const packet = Buffer.from('\r\n\r\n'.repeat(2_000));
  expect(cutter.endOfPiece(packet, 0)).toBe(packet.length);
  expect(cutter.endOfPiece(packet, 0)).toBe(2_000);
});
