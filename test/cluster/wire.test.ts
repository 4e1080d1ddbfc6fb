/** Messages between nodes are decoded as they were sent, and invalid messages are refused. */
import { expect, test } from '@jest/globals';
import type { Envelope, PeerReply } from '#cluster/ports.ts';
import { decodeEnvelope, decodeNotice, decodeReply, encodeEnvelope, encodeNotice, encodeReply } from '#cluster/wire.ts';
import type { Command } from '#domain/command.ts';
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import { seatLines } from '../support/seat-lines.ts';

const answer = (reply: unknown): PeerReply => ({ kind: 'answer', answer: { ok: true, reply } as never });
const nasty = { '': 1, __proto__x: [null], key: { key: ['Uint8Array', 1, 0] }, text: '\u0000"é😀' };

const replies: readonly PeerReply[] = [
  { kind: 'done' },
  { kind: 'samples', samples: Uint32Array.of(0, 2 ** 32 - 1) },
  { kind: 'samples', samples: new Uint32Array(0) },
  { kind: 'not-owner', hint: { id: 'n', host: 'h', port: 1 } },
  { kind: 'not-owner', hint: null },
  { kind: 'fault', code: 'UNAVAILABLE', message: 'busy', retryAfterSeconds: 60 },
  {
    kind: 'answer',
    answer: {
      ok: false,
      refusal: { code: 'SEAT_CONFLICT', detail: 'no', conflicts: { seats: [1], groupOfSeats: [] } },
    },
  },
  answer({ kind: 'session', session: { properties: nasty } }),
];

const columns = answer({
  kind: 'inventory',
  inventory: {
    seq: 7,
    order: null,
    states: Uint8Array.of(1, 2, 3),
    owners: Int32Array.of(-1, 2 ** 31 - 1),
    priceSlots: Uint16Array.of(65_535),
    rows: new Uint32Array(0),
    properties: [[1, nasty]],
  },
});

test.each(replies)('a reply between nodes is decoded as it was sent: %j', (reply) => {
  expect(decodeReply(encodeReply(reply))).toEqual(reply);
});

test('columns are decoded as independent copies, at any offset and next to data that looks like columns', () => {
  const bytes = Buffer.from([9, ...encodeReply(columns)]).subarray(1);
  const received = decodeReply(bytes);
  expect(received).toEqual(columns);
  bytes.fill(0);
  expect(received).toEqual(columns);
});

test('empty columns are decoded as columns, even if a message has only empty ones', () => {
  const offer = { available: new Uint32Array(0), priceSlots: new Uint16Array(0) };
  const empty = answer({ kind: 'offer', offer });
  expect(decodeReply(encodeReply(empty))).toStrictEqual(empty);
});

test('each message between nodes marks its columns with a different key', () => {
  const markOf = (bytes: Buffer): string => /"key":"([^"]+)"/.exec(bytes.toString('latin1'))?.[1] ?? '';
  expect(markOf(encodeReply(columns))).not.toBe(markOf(encodeReply(columns)));
});

const envelope: Envelope = {
  target: 'node',
  hop: 2,
  remainingMs: 12.5,
  request: { kind: 'ask', eventNumber: 3, command: { kind: 'read-prices' } },
};

test('an envelope is decoded at the node to which it is addressed', () => {
  expect(decodeEnvelope(encodeEnvelope(envelope), 'node', 2)).toEqual(envelope);
});

test.each([
  ['one with too many hops', { ...envelope, hop: 3 }],
  ['one to be relayed with too many hops', { ...envelope, relayTo: 'other' }],
  ['one with hop 0', { ...envelope, hop: 0 }],
  ['one without an event', { ...envelope, request: { kind: 'settle' } }],
  ['an empty list', []],
  ['null', null],
])('%s is not a valid envelope', (_, sent) => {
  expect(() => decodeEnvelope(Buffer.from(JSON.stringify(sent)), 'node', 2)).toThrow(TypeError);
});

test('a notice is decoded, and other messages are refused', () => {
  const notice = { kind: 'joined', node: { id: 'a', host: 'h', port: 1 } } as const;
  expect(decodeNotice(encodeNotice(notice))).toEqual(notice);
  expect(() => decodeNotice(Buffer.from('{"kind":"unknown","node":{}}'))).toThrow(TypeError);
  expect(() => decodeNotice(Buffer.from('{"kind":"joined","node":{"id":1}}'))).toThrow(TypeError);
});

const lines = seatLines([
  { objectId: 2 ** 53 - 1, assignmentId: 7, properties: '{"rate":0.10}' },
  { objectId: -5, assignmentId: 8 },
]);

test.each<[string, Command]>([
  ['prices of seats', { kind: 'assign-prices', seats: lines, groupOfSeats: [] }],
  ['no seats', { kind: 'unassign-prices', seats: noSeatLines, groupOfSeats: [] }],
  [
    'amounts',
    { kind: 'assign-amounts', isClean: true, prices: [{ id: 1, name: '5' }], seats: lines, groupOfSeats: [] },
  ],
  ['seats that lose their prices', { kind: 'clear-prices', seats: Float64Array.of(1, 2), groupOfSeats: [3] }],
  [
    'a large booking',
    {
      kind: 'lock-seats',
      key: null,
      selection: { seats: Float64Array.of(4, 5), groupOfSeats: [], holdType: null, label: null },
    },
  ],
])('a command with columns is decoded as it was sent: %s', (_, command) => {
  const asked: Envelope = { ...envelope, request: { kind: 'ask', eventNumber: 3, command } };
  expect(decodeEnvelope(encodeEnvelope(asked), 'node', 2)).toStrictEqual(asked);
});
