/**
 * The content of the frames of a link, in the codec of values. The node that asks sends `calls`: numbered calls and a
 * time. The node that is asked sends `answers`: in any order, the answers to these numbers, and its time; and once
 * `goodbye`, when it ends. A frame is filled call by call, and read as a whole before anything of it is acted on.
 * Reading checks the members that decide where a command goes, and trusts the others: only a node of the cluster can
 * have sealed them.
 */
import { UnreadableValue, type ValueReader } from '#codec/values/value-reader.ts';
import { ValueWriter } from '#codec/values/value-writer.ts';
import type { Envelope, NodeCard, Notice, PeerReply } from '../ports.ts';

/** The longest message. Assigning prices to every seat of the largest hall takes 6 MB, without properties. */
const messageBytesMax = 128 * 1024 * 1024;
/** A frame that has reached this length is sent before anything else is added. */
const frameBytesFull = 256 * 1024;
/** The longest frame: one that was nearly full when the longest message came. */
export const frameBytesMax = messageBytesMax + 2 * frameBytesFull;

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

type FrameKind = 'calls' | 'answers' | 'goodbye';

interface Numbered<T> {
  readonly number: number;
  readonly message: T;
}

/** Fills frames: numbered messages, then the kind of the frame and its time. */
abstract class FrameWriter<T> {
  protected readonly to = new ValueWriter();
  readonly #kind: FrameKind;
  #count = 0;

  constructor(kind: FrameKind) {
    this.#kind = kind;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.to.length >= frameBytesFull;
  }

  /** False when the message is too long to be sent. */
  add(number: number, message: T): boolean {
    const start = this.to.length;
    this.to.add(number);
    this.write(message);
    if (this.to.length - start > messageBytesMax) {
      this.to.cutTo(start);
      return false;
    }
    this.#count++;
    return true;
  }

  /** The frame's content, valid until the next message is added. `time`: the clock of the node that is asked. */
  take(time: number): Buffer {
    this.to.add(this.#kind);
    this.to.add(time);
    this.#count = 0;
    return this.to.take();
  }

  protected abstract write(message: T): void;
}

export class CallsWriter extends FrameWriter<LinkCall> {
  constructor() {
    super('calls');
  }

  /** The parts of an envelope one by one, without its target, which is that of the link: calls of buyers are many. */
  protected write(call: LinkCall): void {
    const { to } = this;
    if (call.kind !== 'envelope') {
      to.add(0);
      to.add(call);
      return;
    }
    const { hop, relayTo, remainingMs, request } = call.envelope;
    to.add(hop);
    to.add(relayTo);
    to.add(remainingMs);
    to.add(request);
  }
}

export class AnswersWriter extends FrameWriter<LinkAnswer> {
  constructor() {
    super('answers');
  }

  override add(number: number, answer: LinkAnswer): boolean {
    return super.add(number, answer) || super.add(number, tooLong);
  }

  /** The answer of an event alone, which has `ok` instead of a kind. */
  protected write(answer: LinkAnswer): void {
    this.to.add(answer.kind === 'answer' ? answer.answer : answer);
  }
}

const tooLong: PeerReply = {
  kind: 'fault',
  code: 'UNAVAILABLE',
  message: 'The answer is too long to be sent to another node.',
  retryAfterSeconds: 60,
};

/** A frame without messages. It adds no shapes, so it may be sent at any time. */
export function emptyFrame(kind: 'calls' | 'goodbye', time: number): Buffer {
  const to = new ValueWriter();
  to.add(kind);
  to.add(time);
  return to.take();
}

export interface Calls {
  /** The receiver's clock, as the sender knew it. */
  readonly time: number;
  readonly calls: readonly Numbered<LinkCall>[];
}

/** Throws when the content is not a frame of calls. `target`: the id of this node. `reader`: of this link. */
export function readCalls(reader: ValueReader, content: Buffer, target: string, hopsMax: number): Calls {
  const { kind, time, values } = readFrame(reader, content);
  if (kind !== 'calls') throw new UnreadableValue('no frame of calls');
  const calls: Numbered<LinkCall>[] = [];
  for (let at = 0; at < values.length; ) {
    const number = values[at] as number;
    const hop = values[at + 1] as number;
    if (hop === 0) {
      calls.push({ number, message: checkedCall(values[at + 2] as LinkCall) });
      at += 3;
      continue;
    }
    const envelope = envelopeOf(target, hop, values, at + 2);
    calls.push({ number, message: { kind: 'envelope', envelope: checkedEnvelope(envelope, hopsMax) } });
    at += 5;
  }
  return { time, calls };
}

/** The other parts follow at `at`. Without a spread of an object: calls of buyers are many. */
function envelopeOf(target: string, hop: number, values: readonly unknown[], at: number): Envelope {
  const relayTo = values[at] as string | null;
  const remainingMs = values[at + 1] as number;
  const request = values[at + 2] as Envelope['request'];
  return relayTo === null ? { target, hop, remainingMs, request } : { target, hop, relayTo, remainingMs, request };
}

export interface Answers {
  /** The sender's clock. */
  readonly time: number;
  /** The sender answers no further calls on this link. */
  readonly isGoodbye: boolean;
  readonly answers: readonly Numbered<LinkAnswer>[];
}

/** Throws when the content is not a frame of answers. `reader`: of this link. */
export function readAnswers(reader: ValueReader, content: Buffer): Answers {
  const { kind, time, values } = readFrame(reader, content);
  if (kind !== 'answers' && kind !== 'goodbye') throw new UnreadableValue('no frame of answers');
  const answers: Numbered<LinkAnswer>[] = [];
  for (let at = 0; at < values.length; at += 2) {
    const message = values[at + 1] as LinkAnswer | Extract<PeerReply, { kind: 'answer' }>['answer'];
    answers.push({
      number: values[at] as number,
      message: 'ok' in message ? { kind: 'answer', answer: message } : message,
    });
  }
  return { time, isGoodbye: kind === 'goodbye', answers };
}

/** Its kind and its time, which are its last values, and the others. */
function readFrame(
  reader: ValueReader,
  content: Buffer,
): { readonly kind: unknown; readonly time: number; readonly values: unknown[] } {
  const values = reader.read(content);
  const time = values.pop();
  const kind = values.pop();
  if (typeof time !== 'number') throw new UnreadableValue('a frame without a time');
  return { kind, time, values };
}

/**
 * Throws when the envelope names no event or has been forwarded too often, and when its members have other types: a node
 * that orders them otherwise under the same protocol must not be half understood.
 */
function checkedEnvelope(envelope: Envelope, hopsMax: number): Envelope {
  const { hop, relayTo, remainingMs, request } = envelope;
  const hops = relayTo === undefined ? hop : hop + 1;
  const areTyped = typeof remainingMs === 'number' && (relayTo === undefined || typeof relayTo === 'string');
  const isSound = areTyped && Number.isInteger(request?.eventNumber) && hop >= 1 && hops <= hopsMax;
  if (!isSound) throw new UnreadableValue('not an envelope, or forwarded too often');
  return envelope;
}

function checkedCall(call: LinkCall): LinkCall {
  if (call?.kind === 'ping') return call;
  if (call?.kind !== 'notice') throw new UnreadableValue('an unknown call');
  const { kind, node, events } = call.notice as Notice & { readonly events?: unknown };
  if (!['joined', 'leaving', 'suspected', 'changed'].includes(kind)) throw new UnreadableValue('no notice');
  const { id, host, port } = node as NodeCard;
  if (typeof id !== 'string' || typeof host !== 'string' || !Number.isInteger(port))
    throw new UnreadableValue('no node');
  const isSound = kind !== 'changed' || (Array.isArray(events) && events.every(Number.isInteger));
  if (!isSound) throw new UnreadableValue('no events');
  return call;
}
