/**
 * The content of the frames of a link. The node that asks sends `calls`: a time and numbered calls. The node that is
 * asked sends `answers`: its time and, in any order, the answers to these numbers; and once `goodbye`, when it ends.
 * A frame is written call by call while it is filled, and read as a whole before anything of it is acted on.
 */
import type { Envelope, Notice, PeerReply } from '../ports.ts';
import {
  bodyBytesMax,
  checked,
  decodeEnvelope,
  decodeNotice,
  decodeReply,
  encodeEnvelope,
  encodeNotice,
  encodeReply,
} from '../wire.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { isCompact, readCommand, writeCommand } from './compact-command.ts';
import { isCompactReply, type ReadPrices, readSession, type WrittenPrices, writeSession } from './compact-session.ts';

/** A frame that has reached this length is sent before anything else is added. */
const frameBytesFull = 256 * 1024;
/** The longest frame: one that was nearly full when the longest message came. */
export const frameBytesMax = bodyBytesMax + 2 * frameBytesFull;

export type LinkCall =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'ping' };

export type LinkAnswer =
  | PeerReply
  /** To a ping. `cut-off`: the node cannot reach the database. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'cut-off' }
  /** The call was late or too early by the receiver's clock, and did not run. */
  | { readonly kind: 'stale' };

const frameKinds = { calls: 1, answers: 2, goodbye: 3 } as const;
const callForms = { json: 0, compact: 1, notice: 2, ping: 3 } as const;
const answerForms = { json: 0, session: 1, alive: 2, cutOff: 3, stale: 4 } as const;
const relayed = 2;

interface Numbered<T> {
  readonly number: number;
  readonly message: T;
}

/** Fills frames with calls. */
export class CallsWriter {
  readonly #to = new ByteWriter();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#to.length >= frameBytesFull;
  }

  /** False when the call is too long to be sent. */
  add(number: number, call: LinkCall): boolean {
    const to = this.#to;
    if (this.#count === 0) begin(to, frameKinds.calls);
    const start = to.length;
    to.word(number);
    if (call.kind === 'ping') to.byte(callForms.ping);
    else if (call.kind === 'notice') {
      to.byte(callForms.notice);
      to.bytes(encodeNotice(call.notice));
    } else writeEnvelope(to, call.envelope);
    if (to.length - start > bodyBytesMax) {
      to.cutTo(this.#count === 0 ? 0 : start);
      return false;
    }
    this.#count++;
    return true;
  }

  /** The frame's content, valid until the next call is added. `time`: the receiver's clock, as the sender knows it. */
  take(time: number): Buffer {
    const content = finished(this.#to, time, this.#count);
    this.#count = 0;
    this.#to.cutTo(0);
    return content;
  }
}

/** Fills frames with answers. */
export class AnswersWriter {
  readonly #to = new ByteWriter();
  readonly #prices: WrittenPrices = new Map();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#to.length >= frameBytesFull;
  }

  add(number: number, answer: LinkAnswer): void {
    const to = this.#to;
    if (this.#count === 0) begin(to, frameKinds.answers);
    this.#count++;
    const start = to.length;
    to.word(number);
    writeAnswer(to, answer, this.#prices);
    if (to.length - start <= bodyBytesMax) return;
    to.cutTo(start);
    to.word(number);
    writeAnswer(to, tooLong, this.#prices);
  }

  /** The frame's content, valid until the next answer is added. `time`: this node's clock. */
  take(time: number): Buffer {
    const content = finished(this.#to, time, this.#count);
    this.#count = 0;
    this.#prices.clear();
    this.#to.cutTo(0);
    return content;
  }
}

const tooLong: PeerReply = {
  kind: 'fault',
  code: 'UNAVAILABLE',
  message: 'The answer is too long to be sent to another node.',
  retryAfterSeconds: 60,
};

export function goodbye(time: number): Buffer {
  return emptyFrame(frameKinds.goodbye, time);
}

/** A frame of calls without a call. */
export function noCalls(time: number): Buffer {
  return emptyFrame(frameKinds.calls, time);
}

function emptyFrame(kind: number, time: number): Buffer {
  const to = new ByteWriter();
  begin(to, kind);
  return finished(to, time, 0);
}

export interface Calls {
  /** The receiver's clock, as the sender knew it. */
  readonly time: number;
  readonly calls: readonly Numbered<LinkCall>[];
}

/** Throws when the content is not a frame of calls. `target`: the id of this node. */
export function readCalls(content: Buffer, target: string, hopsMax: number): Calls {
  const from = new ByteReader(content);
  if (from.byte() !== frameKinds.calls) throw new TypeError('no frame of calls');
  const time = from.number();
  const calls: Numbered<LinkCall>[] = [];
  for (let left = from.word(); left > 0; left--) {
    calls.push({ number: from.word(), message: readCall(from, target, hopsMax) });
  }
  if (from.hasMore) throw new TypeError('bytes after the last call');
  return { time, calls };
}

export interface Answers {
  /** The sender's clock. */
  readonly time: number;
  /** The sender answers no further calls on this link. */
  readonly isGoodbye: boolean;
  readonly answers: readonly Numbered<LinkAnswer>[];
}

/** Throws when the content is not a frame of answers. */
export function readAnswers(content: Buffer): Answers {
  const from = new ByteReader(content);
  const kind = from.byte();
  if (kind !== frameKinds.answers && kind !== frameKinds.goodbye) throw new TypeError('no frame of answers');
  const time = from.number();
  const prices: ReadPrices = [];
  const answers: Numbered<LinkAnswer>[] = [];
  for (let left = from.word(); left > 0; left--) {
    answers.push({ number: from.word(), message: readAnswer(from, prices) });
  }
  if (from.hasMore) throw new TypeError('bytes after the last answer');
  return { time, isGoodbye: kind === frameKinds.goodbye, answers };
}

/** Kind, time and count; the last two are known when the frame is sent. */
function begin(to: ByteWriter, kind: number): void {
  to.byte(kind);
  to.number(0);
  to.word(0);
}

function finished(to: ByteWriter, time: number, count: number): Buffer {
  const content = to.written();
  content.writeDoubleLE(time, 1);
  content.writeUInt32LE(count, 9);
  return content;
}

function writeEnvelope(to: ByteWriter, envelope: Envelope): void {
  const { hop, relayTo, remainingMs, request } = envelope;
  if (request.kind !== 'ask' || !isCompact(request.command)) {
    to.byte(callForms.json);
    to.bytes(encodeEnvelope(envelope));
    return;
  }
  to.byte(callForms.compact);
  to.byte(hop * relayed + (relayTo === undefined ? 0 : 1));
  if (relayTo !== undefined) to.text(relayTo);
  to.number(remainingMs);
  to.number(request.eventNumber);
  writeCommand(to, request.command);
}

function readCall(from: ByteReader, target: string, hopsMax: number): LinkCall {
  const form = from.byte();
  switch (form) {
    case callForms.json:
      return { kind: 'envelope', envelope: decodeEnvelope(from.bytes(), target, hopsMax) };
    case callForms.compact:
      return { kind: 'envelope', envelope: checked(readEnvelope(from, target), hopsMax) };
    case callForms.notice:
      return { kind: 'notice', notice: decodeNotice(from.bytes()) };
    case callForms.ping:
      return { kind: 'ping' };
    default:
      throw new TypeError(`a call of the unknown form ${form}`);
  }
}

function readEnvelope(from: ByteReader, target: string): Envelope {
  const way = from.byte();
  const relay = way % relayed === 0 ? {} : { relayTo: from.text() };
  const hop = Math.floor(way / relayed);
  const remainingMs = from.number();
  const eventNumber = from.number();
  return { target, hop, ...relay, remainingMs, request: { kind: 'ask', eventNumber, command: readCommand(from) } };
}

function writeAnswer(to: ByteWriter, answer: LinkAnswer, prices: WrittenPrices): void {
  if (answer.kind === 'alive') to.byte(answerForms.alive);
  else if (answer.kind === 'cut-off') to.byte(answerForms.cutOff);
  else if (answer.kind === 'stale') to.byte(answerForms.stale);
  else if (isCompactReply(answer)) {
    to.byte(answerForms.session);
    writeSession(to, answer, prices);
  } else {
    to.byte(answerForms.json);
    to.bytes(encodeReply(answer));
  }
}

function readAnswer(from: ByteReader, prices: ReadPrices): LinkAnswer {
  const form = from.byte();
  switch (form) {
    case answerForms.json:
      return decodeReply(from.bytes());
    case answerForms.session:
      return readSession(from, prices);
    case answerForms.alive:
      return { kind: 'alive' };
    case answerForms.cutOff:
      return { kind: 'cut-off' };
    case answerForms.stale:
      return { kind: 'stale' };
    default:
      throw new TypeError(`an answer of the unknown form ${form}`);
  }
}
