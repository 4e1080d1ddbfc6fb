/** The asking end of a link, frame by frame: a test can send what no node would. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { FrameCutter } from '#cluster/link/frame-cutter.ts';
import type { FrameOpener, FrameSealer } from '#cluster/link/frame-seal.ts';
import { askingSeals, type Hello, makeNonce, readWelcome, type Welcome, writeHello } from '#cluster/link/handshake.ts';
import { type Answers, CallsWriter, emptyFrame, type LinkCall, readAnswers } from '#cluster/link/messages.ts';
import { linkProtocols, rangeOf } from '#cluster/link/protocols.ts';
import { ValueReader } from '#codec/values/value-reader.ts';

export const linkKeys = new ClusterKeys('the secret of the cluster');

export class RawLink {
  readonly socket: Socket;
  readonly hello: Hello;
  welcome: Welcome | null = null;
  sealer: FrameSealer | null = null;
  #opener: FrameOpener | null = null;
  readonly #cutter = new FrameCutter(2 ** 31);
  readonly #writer = new CallsWriter();
  readonly #reader = new ValueReader();
  #number = 0;
  #received = 0;
  readonly ended: Promise<unknown>;

  constructor(port: number, target = 'me') {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.hello = { target, nonce: makeNonce(), protocols: rangeOf(linkProtocols) };
    this.socket.on('data', (bytes) => {
      this.#received += bytes.length;
      this.#cutter.push(bytes);
    });
    this.socket.on('error', () => this.socket.destroy());
    this.ended = once(this.socket, 'close');
  }

  /** A link on which both sides have proved themselves. */
  static async open(port: number): Promise<RawLink> {
    const link = new RawLink(port);
    link.socket.write(writeHello(linkKeys, link.hello));
    const { time } = await link.readWelcome();
    link.socket.write(link.frameOf(time));
    return link;
  }

  /** The number of bytes that the node has sent. */
  get received(): number {
    return this.#received;
  }

  async readWelcome(): Promise<Welcome> {
    const welcome = readWelcome(linkKeys, this.hello, await this.#next());
    if (welcome === null) throw new Error('a welcome without proof');
    this.welcome = welcome;
    const { sealer, opener } = askingSeals(this.hello, welcome);
    this.sealer = sealer;
    this.#opener = opener;
    return welcome;
  }

  /** The sealed frame of calls, not sent yet. `time`: of the node's clock. */
  frameOf(time: number, ...calls: readonly LinkCall[]): Buffer {
    for (const call of calls) this.#writer.add(++this.#number, call);
    return (this.sealer as FrameSealer).seal(calls.length === 0 ? emptyFrame('calls', time) : this.#writer.take(time));
  }

  /** The next frame of answers. */
  async answers(): Promise<Answers> {
    const content = this.#opener?.open(await this.#next());
    if (content === null || content === undefined) throw new Error('a frame that does not open');
    return readAnswers(this.#reader, content);
  }

  async #next(): Promise<Buffer> {
    for (;;) {
      const frame = this.#cutter.next();
      if (frame !== null) return frame;
      const bytes = await Promise.race([once(this.socket, 'data'), this.ended]);
      if (!Buffer.isBuffer((bytes as unknown[])[0])) throw new Error('the link has ended');
    }
  }
}
