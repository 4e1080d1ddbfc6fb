/**
 * One connection of another node to this node's internal listener. Promises that nothing of a frame runs before all of
 * it was opened and read, that nothing runs twice or late, and that a client which has not proved itself is told
 * nothing. Answers are sent as they come, those of one iteration of the event loop in one frame. Stops reading while
 * the other node does not take its answers (backpressure). After an invalid frame it reads no further, answers the
 * calls that already run, and ends.
 */
import type { Socket } from 'node:net';
import { ValueReader } from '#codec/values/value-reader.ts';
import type { ClusterKeys } from '../cluster-keys.ts';
import type { Envelope, Notice, PeerReply } from '../ports.ts';
import type { RareWarning } from '../rare-warning.ts';
import { FrameCutter } from './frame-cutter.ts';
import type { FrameOpener, FrameSealer } from './frame-seal.ts';
import { answeringSeals, greetingBytesMax, makeNonce, readHello, type Welcome, writeWelcome } from './handshake.ts';
import { AnswersWriter, emptyFrame, frameBytesMax, type LinkAnswer, type LinkCall, readCalls } from './messages.ts';

/** How long a client may take to prove itself. */
const proofMs = 5_000;
/** Longer than the other side keeps an idle connection. */
const idleMs = 60_000;
/** Allowed error of a sender's knowledge of this node's clock. */
const skewMsMax = 30_000;
/** Reading stops while more calls of the link run, or more bytes of answers wait for the network. */
const runningMax = 32_768;
const unsentBytesMax = 32 * 1024 * 1024;

export interface AnsweringWorld {
  /** This node's id. */
  readonly node: string;
  readonly keys: ClusterKeys;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** How often a command may be forwarded. */
  readonly hopsMax: number;
  /** Never rejects. */
  serve(envelope: Envelope): Promise<PeerReply>;
  hear(notice: Notice): Promise<void>;
  /** True while this node cannot reach the database. */
  isCutOff(): boolean;
}

interface Seals {
  readonly sealer: FrameSealer;
  readonly opener: FrameOpener;
}

export class AnsweringLink {
  readonly #socket: Socket;
  readonly #world: AnsweringWorld;
  /** The warning about a client that speaks another protocol, or another version of it. */
  readonly #foreign: RareWarning;
  readonly #cutter = new FrameCutter(greetingBytesMax);
  readonly #frame = new AnswersWriter();
  readonly #reader = new ValueReader();
  readonly #proofTimer: NodeJS.Timeout;
  /** Null until the client has said hello. */
  #seals: Seals | null = null;
  /** Calls that have not been answered. */
  #running = 0;
  #isLeaving = false;
  #isReading = true;
  #isSendPlanned = false;

  constructor(socket: Socket, world: AnsweringWorld, foreign: RareWarning) {
    this.#socket = socket;
    this.#world = world;
    this.#foreign = foreign;
    this.#proofTimer = setTimeout(() => socket.destroy(), proofMs);
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('drain', () => this.#throttle());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clearTimeout(this.#proofTimer));
  }

  /** Tells the other node to ask no more here. It ends the connection when it has all its answers. */
  leave(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    if (this.#seals !== null) this.#write(this.#seals.sealer.seal(emptyFrame('goodbye', this.#now())));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #now(): number {
    return Math.round(this.#world.now());
  }

  #receive(chunk: Buffer): void {
    if (!this.#isReading) return;
    this.#cutter.push(chunk);
    try {
      for (let bytes = this.#cutter.next(); bytes !== null && this.#isReading; bytes = this.#cutter.next()) {
        if (this.#seals === null) this.#hearHello(bytes);
        else this.#hearCalls(this.#seals.opener, bytes);
      }
    } catch {
      if (this.#seals === null) this.#refuseForeign();
      else this.#stopReading();
    }
  }

  #hearHello(bytes: Buffer): void {
    const { keys, node } = this.#world;
    const hello = readHello(keys, bytes);
    if (typeof hello === 'string') {
      if (hello === 'other-version') this.#refuseForeign();
      else this.#refuse();
      return;
    }
    const status = hello.target === node ? 'welcome' : 'other-node';
    const welcome: Welcome = { status, node, time: this.#now(), nonce: makeNonce() };
    this.#write(writeWelcome(hello, welcome));
    if (status === 'other-node') {
      this.#isReading = false;
      this.#socket.end();
      return;
    }
    this.#seals = answeringSeals(hello, welcome);
    if (this.#isLeaving) this.#write(this.#seals.sealer.seal(emptyFrame('goodbye', this.#now())));
  }

  /** Ends the connection without an answer: a stranger is not told why. */
  #refuse(): void {
    this.#isReading = false;
    this.#socket.destroy();
  }

  #refuseForeign(): void {
    this.#foreign.give({ client: this.#socket.remoteAddress });
    this.#refuse();
  }

  #hearCalls(opener: FrameOpener, bytes: Buffer): void {
    const { node, now, hopsMax } = this.#world;
    const content = opener.open(bytes);
    if (content === null) {
      this.#stopReading();
      return;
    }
    this.#believe();
    const { time, calls } = readCalls(this.#reader, content, node, hopsMax);
    const isFresh = Math.abs(time - now()) <= skewMsMax;
    this.#running += calls.length;
    for (const { number, message } of calls) this.#answer(number, message, isFresh);
    this.#throttle();
  }

  /**
   * Anybody can replay a hello, but nobody can replay a frame. So only the first frame that opens proves the client:
   * from now on it may send long frames and stay connected.
   */
  #believe(): void {
    clearTimeout(this.#proofTimer);
    this.#cutter.bytesMax = frameBytesMax;
  }

  #answer(number: number, call: LinkCall, isFresh: boolean): void {
    const world = this.#world;
    // A ping changes nothing, so it may be late.
    if (call.kind === 'ping') this.#reply(number, { kind: world.isCutOff() ? 'cut-off' : 'alive' });
    else if (!isFresh) this.#reply(number, { kind: 'stale' });
    else if (call.kind === 'envelope') void world.serve(call.envelope).then((reply) => this.#reply(number, reply));
    else {
      void world.hear(call.notice);
      this.#reply(number, { kind: 'done' });
    }
  }

  #reply(number: number, answer: LinkAnswer): void {
    this.#running--;
    this.#frame.add(number, answer);
    if (this.#frame.isFull) this.#sendFrame();
    if (this.#isSendPlanned) return;
    this.#isSendPlanned = true;
    setImmediate(() => {
      this.#isSendPlanned = false;
      this.#sendFrame();
      if (this.#isReading) this.#throttle();
      else if (this.#running === 0) this.#socket.end();
    });
  }

  #sendFrame(): void {
    if (this.#frame.count === 0 || this.#seals === null) return;
    this.#write(this.#seals.sealer.seal(this.#frame.take(this.#now())));
  }

  #write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  #throttle(): void {
    const isFull = this.#running > runningMax || this.#socket.writableLength > unsentBytesMax;
    if (isFull && !this.#socket.isPaused()) this.#socket.pause();
    else if (!isFull && this.#socket.isPaused()) this.#socket.resume();
  }

  /** The frame was changed on the way, or the other node has a fault: later frames could not be opened either. */
  #stopReading(): void {
    this.#isReading = false;
    if (this.#running === 0) this.#socket.end();
  }
}
