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
import { type AnswersWriter, frameBytesMax, type LinkAnswer, type LinkCall } from './messages.ts';
import { commonProtocol, type LinkProtocol, type LinkProtocols, linkProtocols, rangeOf } from './protocols.ts';

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
  /** Absent: those that this build speaks. */
  readonly protocols?: LinkProtocols;
}

/** What both sides have agreed on. */
interface Agreed {
  readonly sealer: FrameSealer;
  readonly opener: FrameOpener;
  readonly protocol: LinkProtocol;
  readonly frame: AnswersWriter;
}

export class AnsweringLink {
  readonly #socket: Socket;
  readonly #world: AnsweringWorld;
  /** The warning about a client that speaks another protocol, or another version of it. */
  readonly #foreign: RareWarning;
  readonly #cutter = new FrameCutter(greetingBytesMax);
  readonly #reader = new ValueReader();
  readonly #proofTimer: NodeJS.Timeout;
  /** Null until the client has said hello. */
  #agreed: Agreed | null = null;
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
    if (this.#agreed !== null) this.#sayGoodbye(this.#agreed);
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
        if (this.#agreed === null) this.#hearHello(bytes);
        else this.#hearCalls(this.#agreed, bytes);
      }
    } catch {
      if (this.#agreed === null) this.#refuseForeign();
      else this.#stopReading();
    }
  }

  #hearHello(bytes: Buffer): void {
    const { keys, node, protocols = linkProtocols } = this.#world;
    const hello = readHello(keys, bytes);
    if (typeof hello === 'string') {
      if (hello === 'other-version') this.#refuseForeign();
      else this.#refuse();
      return;
    }
    const protocol = commonProtocol(protocols, hello.protocols);
    const status = hello.target !== node ? 'other-node' : protocol === null ? 'other-protocol' : 'welcome';
    const welcome: Welcome = { status, node, time: this.#now(), nonce: makeNonce(), protocols: rangeOf(protocols) };
    this.#write(writeWelcome(hello, welcome));
    if (status !== 'welcome' || protocol === null) {
      if (status === 'other-protocol') this.#warnOfForeign();
      this.#isReading = false;
      this.#socket.end();
      return;
    }
    this.#agreed = { ...answeringSeals(hello, welcome), protocol, frame: protocol.answersWriter() };
    if (this.#isLeaving) this.#sayGoodbye(this.#agreed);
  }

  #sayGoodbye({ sealer, protocol }: Agreed): void {
    this.#write(sealer.seal(protocol.emptyFrame('goodbye', this.#now())));
  }

  /** Ends the connection without an answer: a stranger is not told why. */
  #refuse(): void {
    this.#isReading = false;
    this.#socket.destroy();
  }

  #refuseForeign(): void {
    this.#warnOfForeign();
    this.#refuse();
  }

  #warnOfForeign(): void {
    this.#foreign.give({ client: this.#socket.remoteAddress });
  }

  #hearCalls({ opener, protocol }: Agreed, bytes: Buffer): void {
    const { node, now, hopsMax } = this.#world;
    const content = opener.open(bytes);
    if (content === null) {
      this.#stopReading();
      return;
    }
    this.#believe();
    const { time, calls } = protocol.readCalls(this.#reader, content, node, hopsMax);
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
    if (this.#agreed === null) return;
    this.#agreed.frame.add(number, answer);
    if (this.#agreed.frame.isFull) this.#sendFrame();
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
    if (this.#agreed === null || this.#agreed.frame.count === 0) return;
    const { sealer, frame } = this.#agreed;
    this.#write(sealer.seal(frame.take(this.#now())));
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
