/**
 * One connection to another node's internal listener, as the node that asks. The calls of one iteration of the event
 * loop share one frame; answers come in any order. Sends a call only after the node has proved itself. Distinguishes
 * calls that certainly did not run, because they were never sent, from those that may have run. Never sends a call
 * twice.
 */
import { connect, type Socket } from 'node:net';
import type { Log } from '#actors/ports.ts';
import { ValueReader } from '#codec/values/value-reader.ts';
import type { ClusterKeys } from '../cluster-keys.ts';
import type { NodeCard } from '../ports.ts';
import { FrameCutter } from './frame-cutter.ts';
import type { FrameOpener, FrameSealer } from './frame-seal.ts';
import { askingSeals, greetingBytesMax, type Hello, makeNonce, readWelcome, writeHello } from './handshake.ts';
import { type CallsWriter, frameBytesMax, type LinkCall } from './messages.ts';
import { type LinkOutcome, PendingCalls } from './pending-calls.ts';
import {
  commonProtocol,
  type LinkProtocol,
  type LinkProtocols,
  linkProtocols,
  type ProtocolRange,
  rangeOf,
} from './protocols.ts';

const connectTimeoutMs = 250;
/** From the connection to the node's welcome. */
const greetingMs = 1_000;
/** Shorter than the listener's idle timeout, so that this side closes idle connections. */
const idleMs = 30_000;
/** TCP keep-alive: detects that an unused connection is dead. */
const keepAliveMs = 10_000;
/** As many as the requests of clients that may wait before the application. */
const callsMax = 16_384;
/** While more bytes than this wait for the network, calls are refused. One large call may be longer. */
const unsentBytesMax = 32 * 1024 * 1024;
const numbersEnd = 2 ** 32;

export interface AskingWorld {
  readonly keys: ClusterKeys;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** Absent: those that this build speaks. */
  readonly protocols?: LinkProtocols;
}

export interface AskingEvents {
  /** The connection to a node that had proved itself has ended, and neither side had announced it. */
  lost(): void;
  /** Something answered that is not the node. */
  suspicious(): void;
  /** The node speaks only these protocols, and this one speaks none of them. */
  foreign(protocols: ProtocolRange): void;
  /** The link is no longer of use, and holds no call. */
  gone(): void;
}

/** What both sides have agreed on. */
interface Agreed {
  readonly sealer: FrameSealer;
  readonly opener: FrameOpener;
  readonly protocol: LinkProtocol;
  readonly frame: CallsWriter;
}

const overloaded: LinkOutcome = {
  kind: 'fault',
  code: 'UNAVAILABLE',
  message: 'Too many requests are waiting for another node.',
  retryAfterSeconds: 1,
};

export class AskingLink {
  readonly #node: NodeCard;
  readonly #world: AskingWorld;
  readonly #events: AskingEvents;
  readonly #socket: Socket;
  readonly #cutter = new FrameCutter(greetingBytesMax);
  readonly #protocols: LinkProtocols;
  readonly #hello: Hello;
  readonly #reader = new ValueReader();
  /** Null until the node has proved itself. */
  #agreed: Agreed | null = null;
  /** The node's monotonic clock minus this node's. */
  #offsetMs = 0;
  readonly #pending: PendingCalls;
  #number = 0;
  #receivedAt = Number.NEGATIVE_INFINITY;
  #isRetired = false;
  #isOver = false;
  /** This side has ended the connection, or the node has said goodbye. */
  #isEndKnown = false;
  /** The outcome of calls that were not sent. */
  #unsent: 'dead' | 'unreached' = 'unreached';
  #greetingTimer: NodeJS.Timeout;
  #isSendPlanned = false;

  constructor(node: NodeCard, world: AskingWorld, events: AskingEvents) {
    this.#node = node;
    this.#world = world;
    this.#events = events;
    this.#pending = new PendingCalls(world.now, (sentAt) => this.#noteLate(sentAt));
    this.#protocols = world.protocols ?? linkProtocols;
    this.#hello = { target: node.id, nonce: makeNonce(), protocols: rangeOf(this.#protocols) };
    this.#socket = connect({
      host: node.host,
      port: node.port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    });
    this.#greetingTimer = setTimeout(() => this.destroy(), connectTimeoutMs);
    this.#socket.on('connect', () => this.#greet());
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#end());
    this.#socket.setTimeout(idleMs, () => this.retire());
  }

  /** False: further calls need another link. */
  get isUsable(): boolean {
    return !this.#isRetired && !this.#isOver;
  }

  /** Calls `resolve` once, at the latest after `patienceMs`. */
  ask(call: LinkCall, patienceMs: number, resolve: (outcome: LinkOutcome) => void): void {
    if (call.kind === 'envelope' && this.#isFull) {
      resolve(overloaded);
      return;
    }
    this.#pending.add(call, patienceMs, resolve);
    if (this.#agreed !== null) this.#planSend();
  }

  /** Takes no more calls, and ends when those in flight are answered. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#endIfDone();
  }

  /** Ends the connection at once. Sent calls are lost. */
  destroy(): void {
    this.#isEndKnown = true;
    this.#socket.destroy();
    this.#end();
  }

  get #isFull(): boolean {
    return this.#pending.size >= callsMax || this.#socket.writableLength > unsentBytesMax;
  }

  #greet(): void {
    clearTimeout(this.#greetingTimer);
    this.#greetingTimer = setTimeout(() => this.destroy(), greetingMs);
    this.#socket.write(writeHello(this.#world.keys, this.#hello));
  }

  #receive(chunk: Buffer): void {
    this.#receivedAt = this.#world.now();
    this.#cutter.push(chunk);
    try {
      for (let bytes = this.#cutter.next(); bytes !== null && !this.#isOver; bytes = this.#cutter.next()) {
        if (this.#agreed === null) this.#hearWelcome(bytes);
        else this.#hearAnswers(this.#agreed, bytes);
      }
    } catch {
      this.#distrust();
    }
  }

  #hearWelcome(bytes: Buffer): void {
    const { keys, now } = this.#world;
    const welcome = readWelcome(keys, this.#hello, bytes);
    if (welcome === null) throw new TypeError('no welcome');
    if (welcome.status === 'other-node' || welcome.node !== this.#node.id) {
      this.#unsent = 'dead';
      this.destroy();
      return;
    }
    const protocol = commonProtocol(this.#protocols, welcome.protocols);
    if (welcome.status === 'other-protocol' || protocol === null) {
      this.#events.foreign(welcome.protocols);
      this.destroy();
      return;
    }
    clearTimeout(this.#greetingTimer);
    this.#cutter.bytesMax = frameBytesMax;
    this.#offsetMs = welcome.time - now();
    const seals = askingSeals(this.#hello, welcome);
    this.#agreed = { ...seals, protocol, frame: protocol.callsWriter() };
    // Proves that nobody has replayed this hello; until then the other node accepts no long frame.
    this.#socket.write(seals.sealer.seal(protocol.emptyFrame('calls', welcome.time)));
    this.#sendWaiting();
    this.#endIfDone();
  }

  #hearAnswers({ opener, protocol }: Agreed, bytes: Buffer): void {
    const content = opener.open(bytes);
    if (content === null) throw new TypeError('not the next frame');
    const { time, isGoodbye, answers } = protocol.readAnswers(this.#reader, content);
    this.#offsetMs = time - this.#receivedAt;
    for (const { number, message } of answers) this.#pending.answer(number, message);
    if (isGoodbye) {
      this.#isEndKnown = true;
      this.retire();
    } else if (this.#isRetired) this.#endIfDone();
  }

  /** The bytes do not come from a node of the cluster. */
  #distrust(): void {
    this.#events.suspicious();
    this.destroy();
  }

  #planSend(): void {
    if (this.#isSendPlanned) return;
    this.#isSendPlanned = true;
    setImmediate(() => this.#sendWaiting());
  }

  #sendWaiting(): void {
    this.#isSendPlanned = false;
    if (this.#isOver || this.#agreed === null) return;
    const now = this.#world.now();
    const { frame } = this.#agreed;
    for (const pending of this.#pending.takeWaiting()) {
      if (pending.deadline <= now) {
        pending.resolve({ kind: 'unreached' });
        continue;
      }
      this.#number = (this.#number + 1) % numbersEnd;
      if (!frame.add(this.#number, pending.call)) {
        pending.resolve({ kind: 'unreached' });
        continue;
      }
      pending.sentAt = now;
      this.#pending.noteSent(this.#number, pending);
      if (frame.isFull) this.#sendFrame(this.#agreed, now);
    }
    if (frame.count > 0) this.#sendFrame(this.#agreed, now);
  }

  #sendFrame({ sealer, frame }: Agreed, now: number): void {
    const time = Math.max(0, Math.round(now + this.#offsetMs));
    this.#socket.write(sealer.seal(frame.take(time)));
  }

  #noteLate(sentAt: readonly number[]): void {
    // Nothing was received since a late call was sent: the connection may be broken. Further calls use another one.
    if (sentAt.some((time) => this.#receivedAt < time)) this.#isRetired = true;
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (!this.#isRetired || this.#isOver || this.#pending.size > 0) return;
    this.#isEndKnown = true;
    this.#socket.end();
    this.#end();
  }

  #fail(error: NodeJS.ErrnoException & { readonly errors?: readonly NodeJS.ErrnoException[] }): void {
    const errors = error.errors ?? [error];
    const isRefused = errors.every(({ code }) => code === 'ECONNREFUSED');
    if (isRefused && this.#agreed === null) this.#unsent = 'dead';
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#greetingTimer);
    this.#pending.end(this.#unsent);
    this.#events.gone();
    if (!this.#isEndKnown && this.#agreed !== null) this.#events.lost();
  }
}
