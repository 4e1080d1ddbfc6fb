/** Calls and answers between nodes are read as they were written, in their compact form and as JSON. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isCompact } from '#cluster/link/compact-command.ts';
import { isCompactReply } from '#cluster/link/compact-session.ts';
import { AnswersWriter, CallsWriter, type LinkAnswer, readAnswers, readCalls } from '#cluster/link/messages.ts';
import type { Envelope, PeerReply } from '#cluster/ports.ts';
import { hopsMax } from '#cluster/router.ts';
import type { Command } from '#domain/command.ts';
import { captureOf } from '#domain/pricing/price.ts';
import type { Session } from '#domain/session/session.ts';

const runs = { numRuns: Number(process.env.RANDOM_BODIES ?? 300) };

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant('half of a pair: \ud800'));
const sessionId = fc.uuid();
const whole = fc.oneof(fc.nat(), fc.maxSafeInteger());
const key = fc.option(fc.record({ keyHash: text, bodyHash: text }), { nil: undefined });
const keyed = key.map((value) => (value === undefined ? {} : { key: value }));
const selection = fc
  .record({
    seats: fc.array(whole),
    groupOfSeats: fc.array(fc.record({ id: whole, capacity: whole })),
    suggest: fc.option(fc.constant(true as const), { nil: undefined }),
  })
  .map(({ suggest, ...rest }) => (suggest === undefined ? rest : { ...rest, suggest }));
const body = fc
  .record({
    reference: fc.option(text),
    properties: fc.option(fc.json()),
    reclaim: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map(({ reclaim, ...rest }) => (reclaim === undefined ? rest : { ...rest, reclaim }));

const shapes = fc.oneof(
  fc.record({ kind: fc.constant('get-session'), sessionId }),
  fc.record({ kind: fc.constantFrom('lock-session', 'unlock-session', 'checkout-session'), sessionId, selection }),
  fc.record({ kind: fc.constant('cancel-session'), sessionId, body: fc.record({ startOver: fc.boolean() }) }),
  fc.record({ kind: fc.constant('create-session'), sessionId, keyHash: text }),
  fc.record({ kind: fc.constant('confirm-session'), organizationId: whole, sessionId, body }),
  fc.record({
    kind: fc.constantFrom('read-session', 'release-session', 'withdraw-session'),
    organizationId: whole,
    sessionId,
  }),
);
const usual = fc.tuple(shapes, keyed).map(([command, more]) => ({ ...command, ...more }) as Command);

const invalid = { invalid: 'VALIDATION_FAILED', detail: 'é', errors: [] } as const;
const id = '0000000c-5b1e-8a07-9d3f-2a6f0c1b7e44';
const best = { count: 2, accessible: 0, priceIds: null, sectionIds: null, together: true };
const unusual: readonly Command[] = [
  { kind: 'lock-session', sessionId: id, selection: invalid },
  { kind: 'lock-session', sessionId: id, selection: { seats: [], groupOfSeats: [], best } },
  { kind: 'cancel-session', sessionId: id, body: invalid },
  { kind: 'confirm-session', organizationId: 1, sessionId: id, body: invalid },
  { kind: 'create-session', sessionId: id, keyHash: 'k', pass: { kind: 'ticket', ticket: 3 } },
  { kind: 'replace-properties', organizationId: 1, sessionId: id, body: { properties: '{}' } },
  { kind: 'read-prices' },
];

function envelopeOf(command: Command, more: Partial<Envelope> = {}): Envelope {
  const request = { kind: 'ask', eventNumber: 2 ** 32 - 1, command } as const;
  return { target: 'me', hop: 1, remainingMs: 2_512.5, request, ...more };
}

function passOn(...envelopes: readonly Envelope[]): readonly unknown[] {
  const writer = new CallsWriter();
  for (const [number, envelope] of envelopes.entries()) writer.add(number, { kind: 'envelope', envelope });
  const { time, calls } = readCalls(Buffer.from(writer.take(7)), 'me', hopsMax);
  expect([time, calls.map(({ number }) => number)]).toEqual([7, [...envelopes.keys()]]);
  return calls.map(({ message }) => message.kind === 'envelope' && message.envelope);
}

function passBack(...answers: readonly LinkAnswer[]): readonly unknown[] {
  const writer = new AnswersWriter();
  for (const [number, answer] of answers.entries()) writer.add(number, answer);
  const read = readAnswers(Buffer.from(writer.take(7)));
  expect([read.time, read.isGoodbye]).toEqual([7, false]);
  return read.answers.map(({ message }) => message);
}

test('every usual call of a buyer has a compact form, and is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(usual, { minLength: 1, maxLength: 6 }), (commands) => {
      expect(commands.every(isCompact)).toBe(true);
      const envelopes = commands.map((command) => envelopeOf(command));
      expect(passOn(...envelopes)).toEqual(envelopes);
    }),
    runs,
  );
});

test.each(unusual)('a command with more than the compact form carries is sent as JSON: $kind', (command) => {
  expect(isCompact(command)).toBe(false);
  const envelopes = [envelopeOf(command), envelopeOf({ kind: 'get-session', sessionId: id }), envelopeOf(command)];
  expect(passOn(...envelopes)).toStrictEqual(envelopes);
});

test.each<Partial<Envelope>>([{ hop: 2 }, { relayTo: 'the other' }])(
  'a compact call keeps its way: %j, and is refused when it has been forwarded too often',
  (way) => {
    const envelope = envelopeOf({ kind: 'get-session', sessionId: id }, way);
    expect(passOn(envelope)).toStrictEqual([envelope]);
    expect(() => passOn({ ...envelope, hop: (way.hop ?? 1) + 1 })).toThrow(TypeError);
  },
);

const prices = [captureOf(7, '45.00 EUR'), captureOf(8, 'free'), captureOf(9, `${'9'.repeat(30)}.5 \ud800`)];
const price = fc.constantFrom(...prices);
const session = fc
  .record(
    {
      id: sessionId,
      ordinal: fc.nat(),
      state: fc.constantFrom('ACTIVE', 'PENDING_PAYMENT', 'CONFIRMED', 'CANCELLED', 'EXPIRED'),
      seats: fc.array(fc.record({ seat: fc.nat(), id: whole, price })),
      areas: fc.array(fc.record({ area: fc.nat(), id: whole, capacity: fc.nat(), price })),
      givenBack: fc.array(fc.nat()),
      createdAt: fc.double({ noNaN: true }),
      deadline: fc.option(fc.double({ noNaN: true })),
      reference: fc.option(text),
      properties: fc.option(fc.json()),
      seq: whole,
    },
    {
      requiredKeys: [
        'id',
        'ordinal',
        'state',
        'seats',
        'areas',
        'createdAt',
        'deadline',
        'reference',
        'properties',
        'seq',
      ],
    },
  )
  .map((shown) => shown as Session);
const shown = fc.record(
  {
    kind: fc.constant('session'),
    eventId: fc.uuid(),
    session,
    now: whole,
    isNew: fc.boolean(),
    maxSeats: fc.nat(),
    ttlSeconds: fc.nat(),
  },
  { requiredKeys: ['kind', 'eventId', 'session', 'now'] },
);
const answer = fc
  .record({ ok: fc.constant(true), reply: shown, isReplay: fc.constant(true) }, { requiredKeys: ['ok', 'reply'] })
  .map((decided) => ({ kind: 'answer', answer: decided }) as PeerReply);

test('every usual answer to a buyer has a compact form, and is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 6 }), (answers) => {
      expect(answers.every(isCompactReply)).toBe(true);
      // JSON has no negative zero: the form of a time does not matter.
      expect(passBack(...answers)).toEqual(answers);
    }),
    runs,
  );
});

describe('an answer with more than the compact form carries is sent as JSON:', () => {
  const plain: Session = {
    id,
    ordinal: 1,
    state: 'ACTIVE',
    seats: [],
    areas: [],
    createdAt: 1,
    deadline: null,
    reference: null,
    properties: null,
    seq: 2,
  };
  const replyWith = (more: Partial<Session>, around: object = {}): PeerReply => {
    const reply = { kind: 'session', eventId: id, session: { ...plain, ...more }, now: 5 } as const;
    return { kind: 'answer', answer: { ok: true, reply, ...around } };
  };

  test.each<[string, PeerReply]>([
    ['lost lines', replyWith({ lost: { seats: [1], areas: [] } })],
    ['a last cart', replyWith({ lastCart: { seats: [], areas: [], at: 3 } })],
    ['a reclaimed session', replyWith({ reclaimed: true })],
    ['a limit of its own', replyWith({ maxSeats: 2 })],
    ['a timing', replyWith({}, { timing: { queueMs: 1, decideMs: 0.5, proof: 'append', proofMs: 2 } })],
    ['a refusal', { kind: 'answer', answer: { ok: false, refusal: { code: 'CAP_SEATS', detail: '', maxSeats: 2 } } }],
    ['a fault', { kind: 'fault', code: 'UNAVAILABLE', message: 'é', retryAfterSeconds: 1 }],
    ['another owner', { kind: 'not-owner', hint: null }],
  ])('%s', (_, reply) => {
    expect(isCompactReply(reply)).toBe(false);
    const usualOne = replyWith({});
    expect(passBack(usualOne, reply, usualOne)).toStrictEqual([usualOne, reply, usualOne]);
  });
});

test('the prices of a cart are sent once in a frame, and again in the next one', () => {
  const lines = prices.map((capture, seat) => ({ seat, id: seat, price: capture }));
  const one = fc.sample(session, 1)[0] as Session;
  const reply = { kind: 'session', eventId: id, session: { ...one, seats: [...lines, ...lines] }, now: 5 } as const;
  const sent: PeerReply = { kind: 'answer', answer: { ok: true, reply } };
  const writer = new AnswersWriter();
  for (let frame = 0; frame < 2; frame++) {
    writer.add(1, sent);
    writer.add(2, sent);
    const content = Buffer.from(writer.take(0));
    expect(content.toString('latin1').split('45.00 EUR')).toHaveLength(2);
    expect(readAnswers(content).answers.map(({ message }) => message)).toEqual([sent, sent]);
  }
});

test('a frame that ends too early, or too late, is refused at any length', () => {
  const writer = new CallsWriter();
  writer.add(1, { kind: 'envelope', envelope: envelopeOf({ kind: 'get-session', sessionId: id }) });
  writer.add(2, { kind: 'ping' });
  const content = Buffer.from(writer.take(0));
  for (let length = 0; length < content.length; length++) {
    expect(() => readCalls(content.subarray(0, length), 'me', hopsMax)).toThrow();
  }
  expect(() => readCalls(Buffer.concat([content, Buffer.alloc(1)]), 'me', hopsMax)).toThrow(TypeError);
  expect(() => readAnswers(content)).toThrow(TypeError);
});
