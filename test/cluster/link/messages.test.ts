/** Calls and answers between nodes are read as they were written; other frames are refused. */
import fc from 'fast-check';
import {
  AnswersWriter,
  CallsWriter,
  emptyFrame,
  type LinkAnswer,
  type LinkCall,
  readAnswers,
  readCalls,
} from '#cluster/link/messages.ts';
import type { Envelope, Notice, PeerReply } from '#cluster/ports.ts';
import { hopsMax } from '#cluster/router.ts';
import { UnreadableValue, ValueReader } from '#codec/values/value-reader.ts';
import type { Command } from '#domain/command.ts';
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import type { Session } from '#domain/session/session.ts';
import { anySession } from '../../support/random-sessions.ts';
import { seatLines } from '../../support/seat-lines.ts';

const runs = { numRuns: Number(process.env.RANDOM_BODIES ?? 300) };
const id = '0000000c-5b1e-8a07-9d3f-2a6f0c1b7e44';
const invalid = { invalid: 'VALIDATION_FAILED', detail: 'é', errors: [] } as const;
const best = { count: 2, accessible: 0, priceIds: null, sectionIds: null, together: true };
const lines = seatLines([
  { objectId: 2 ** 53 - 1, assignmentId: 7, properties: '{"rate":0.10}' },
  { objectId: -5, assignmentId: 8 },
]);
const many = { seats: Float64Array.of(4, 5), groupOfSeats: [], holdType: null, label: null };

const commands: readonly Command[] = [
  { kind: 'get-session', sessionId: id, key: { keyHash: 'half of a pair: \ud800', bodyHash: '' } },
  { kind: 'lock-session', sessionId: id, selection: { seats: [1, 2 ** 53 - 1], groupOfSeats: [], suggest: true } },
  { kind: 'lock-session', sessionId: id, selection: { seats: [], groupOfSeats: [{ id: 5, capacity: 2 }], best } },
  { kind: 'lock-session', sessionId: id, selection: invalid },
  { kind: 'cancel-session', sessionId: id, body: { startOver: false } },
  { kind: 'create-session', sessionId: id, keyHash: 'k', pass: { kind: 'ticket', ticket: 3 } },
  {
    kind: 'confirm-session',
    organizationId: 1,
    sessionId: id,
    body: { reference: 'é', properties: '{"a": 1.0}', reclaim: false },
    trace: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
  { kind: 'assign-prices', seats: lines, groupOfSeats: [] },
  { kind: 'unassign-prices', seats: noSeatLines, groupOfSeats: [] },
  { kind: 'assign-amounts', isClean: true, prices: [{ id: 1, name: '5' }], seats: lines, groupOfSeats: [] },
  { kind: 'clear-prices', seats: Float64Array.of(1, 2), groupOfSeats: [3] },
  { kind: 'lock-seats', key: null, selection: many },
  { kind: 'read-prices' },
];

function envelopeOf(command: Command, more: Partial<Envelope> = {}): Envelope {
  const request = { kind: 'ask', eventNumber: 2 ** 32 - 1, command } as const;
  return { target: 'me', hop: 1, remainingMs: 2_512.5, request, ...more };
}

function passOn(...calls: readonly LinkCall[]): readonly LinkCall[] {
  const writer = new CallsWriter();
  for (const [number, call] of calls.entries()) writer.add(number, call);
  const read = readCalls(new ValueReader(), Buffer.from(writer.take(7)), 'me', hopsMax);
  expect([read.time, read.calls.map(({ number }) => number)]).toEqual([7, [...calls.keys()]]);
  return read.calls.map(({ message }) => message);
}

function passBack(...answers: readonly LinkAnswer[]): readonly unknown[] {
  const writer = new AnswersWriter();
  for (const [number, answer] of answers.entries()) writer.add(number, answer);
  const read = readAnswers(new ValueReader(), Buffer.from(writer.take(7)));
  expect([read.time, read.isGoodbye]).toEqual([7, false]);
  return read.answers.map(({ message }) => message);
}

const asked = (envelope: Envelope): LinkCall => ({ kind: 'envelope', envelope });
const told = (notice: unknown): LinkCall => ({ kind: 'notice', notice: notice as Notice });
const node = { id: 'a', host: 'h', port: 1 };

test('calls are read as they were written, all of one frame', () => {
  const calls: LinkCall[] = [
    ...commands.map((command) => asked(envelopeOf(command))),
    { kind: 'ping' },
    asked(envelopeOf({ kind: 'read-prices' }, { request: { kind: 'settle', eventNumber: 3 } })),
    asked(envelopeOf({ kind: 'read-prices' }, { request: { kind: 'read-samples', eventNumber: 3 } })),
    told({ kind: 'joined', node: { ...node, front: 'f:1' } }),
    told({ kind: 'changed', node, events: [3, 4] }),
  ];
  expect(passOn(...calls)).toStrictEqual(calls);
});

test.each<Partial<Envelope>>([{ hop: 2 }, { relayTo: 'the other' }])(
  'a call keeps its way: %j, and is refused when it has been forwarded too often',
  (way) => {
    const envelope = envelopeOf({ kind: 'get-session', sessionId: id }, way);
    expect(passOn(asked(envelope))).toStrictEqual([asked(envelope)]);
    expect(() => passOn(asked({ ...envelope, hop: (way.hop ?? 1) + 1 }))).toThrow(UnreadableValue);
  },
);

test.each<[string, LinkCall]>([
  ['an envelope without an event', asked(envelopeOf({ kind: 'read-prices' }, { request: {} as never }))],
  ['an envelope with a text as its time', asked(envelopeOf({ kind: 'read-prices' }, { remainingMs: 'me' as never }))],
  ['an envelope with a number as its next node', asked(envelopeOf({ kind: 'read-prices' }, { relayTo: 5 as never }))],
  ['an unknown notice', told({ kind: 'unknown', node })],
  ['a notice of no node', told({ kind: 'joined', node: { id: 1 } })],
  ['a notice of no events', told({ kind: 'changed', node, events: ['3'] })],
  ['another call', { kind: 'other' } as never],
])('%s is refused', (_, call) => {
  expect(() => passOn(call)).toThrow(UnreadableValue);
});

const answerWith = (reply: unknown, around: object = {}): PeerReply => ({
  kind: 'answer',
  answer: { ok: true, reply, ...around } as never,
});
const inventory = {
  seq: 7,
  order: null,
  states: Uint8Array.of(1, 2, 3),
  owners: Int32Array.of(-1, 2 ** 31 - 1),
  priceSlots: Uint16Array.of(65_535),
  rows: new Uint32Array(0),
  properties: [[1, '{"view":"pillar"}']],
};

test('answers are read as they were written, all of one frame', () => {
  const conflicts = { seats: [1], groupOfSeats: [] };
  const answers: LinkAnswer[] = [
    { kind: 'alive' },
    { kind: 'cut-off' },
    { kind: 'stale' },
    { kind: 'done' },
    { kind: 'lost' },
    { kind: 'samples', samples: Uint32Array.of(0, 2 ** 32 - 1) },
    { kind: 'samples', samples: new Uint32Array(0) },
    { kind: 'not-owner', hint: { id: 'n', host: 'h', port: 1 } },
    { kind: 'not-owner', hint: null },
    { kind: 'fault', code: 'UNAVAILABLE', message: 'é', retryAfterSeconds: 60 },
    { kind: 'answer', answer: { ok: false, refusal: { code: 'SEAT_CONFLICT', detail: 'no', conflicts } } },
    answerWith({ kind: 'inventory', inventory }),
    answerWith({ kind: 'done' }, { timing: { queueMs: 1, decideMs: 0.5, proof: 'append', proofMs: 2 } }),
  ];
  expect(passBack(...answers)).toStrictEqual(answers);
});

test('sessions with any members are read as they were written', () => {
  const shown = fc.record(
    { isNew: fc.boolean(), maxSeats: fc.nat(), ttlSeconds: fc.nat() },
    { requiredKeys: [], noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(anySession, shown, fc.boolean()), { minLength: 1, maxLength: 6 }), (replies) => {
      const answers = replies.map(([session, more, isReplay]) =>
        answerWith({ kind: 'session', eventId: id, session, now: 5, ...more }, isReplay ? { isReplay } : {}),
      );
      expect(passBack(...answers)).toStrictEqual(answers);
    }),
    runs,
  );
});

test('the price of a cart is sent once in a frame, and again in the next one', () => {
  const price = { id: 7, name: '45.00 EUR', cents: 4500 };
  const session = { id, seats: [1, 2].map((seat) => ({ seat, id: seat, price })) } as unknown as Session;
  const sent = answerWith({ kind: 'session', eventId: id, session, now: 5 });
  const writer = new AnswersWriter();
  const reader = new ValueReader();
  for (let frame = 0; frame < 2; frame++) {
    writer.add(1, sent);
    writer.add(2, sent);
    const content = Buffer.from(writer.take(0));
    expect(content.toString('latin1').split('45.00 EUR')).toHaveLength(2);
    expect(readAnswers(reader, content).answers.map(({ message }) => message)).toEqual([sent, sent]);
  }
});

test('a frame without messages has its time, and a goodbye is told from answers', () => {
  expect(readCalls(new ValueReader(), emptyFrame('calls', 4), 'me', hopsMax)).toEqual({ time: 4, calls: [] });
  expect(readAnswers(new ValueReader(), emptyFrame('goodbye', 4))).toEqual({ time: 4, isGoodbye: true, answers: [] });
});

test('a frame that ends too early, or too late, is refused at any length', () => {
  const writer = new CallsWriter();
  writer.add(1, asked(envelopeOf({ kind: 'get-session', sessionId: id })));
  writer.add(2, { kind: 'ping' });
  const content = Buffer.from(writer.take(0));
  for (let length = 0; length < content.length; length++) {
    expect(() => readCalls(new ValueReader(), content.subarray(0, length), 'me', hopsMax)).toThrow(UnreadableValue);
  }
  expect(() => readCalls(new ValueReader(), Buffer.concat([content, Buffer.alloc(1)]), 'me', hopsMax)).toThrow(
    UnreadableValue,
  );
  expect(() => readAnswers(new ValueReader(), content)).toThrow(UnreadableValue);
});
