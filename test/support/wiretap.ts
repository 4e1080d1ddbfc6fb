/**
 * A TCP proxy between two nodes, which stands for an attacker on their network: passes bytes on, records them, and holds
 * them back, repeats them or changes them as a test wants. Knows no key: it cannot open a sealed frame.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { FrameCutter } from '#cluster/link/frame-cutter.ts';

/** One connection through the wiretap. */
interface Tapped {
  readonly client: Socket;
  readonly upstream: Socket;
  /** What the client has sent. */
  readonly sent: Buffer[];
  /** What the node has sent, before it was changed. */
  readonly received: Buffer[];
  isHeld: boolean;
  readonly heldFromClient: Buffer[];
  readonly heldFromNode: Buffer[];
  /** What becomes of the next bytes of the node. */
  change: ((bytes: Buffer) => Buffer) | null;
}

export class Wiretap {
  readonly port: number;
  /** In the order in which they were opened. */
  readonly connections: Tapped[] = [];
  /** Further connections are held from their beginning. */
  holdsNew = false;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** In front of a port of 127.0.0.1. */
  static async open(target: number): Promise<Wiretap> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const tap = new Wiretap(server, (server.address() as { port: number }).port);
    server.on('connection', (client) => tap.#join(client, connect(target, '127.0.0.1')));
    return tap;
  }

  /** Holds all further bytes of a connection back. */
  hold(place: number): void {
    this.#at(place).isHeld = true;
  }

  /** Lets the bytes through that a connection has held back, and all further ones. */
  release(place: number): void {
    const tapped = this.#at(place);
    tapped.isHeld = false;
    tapped.upstream.write(Buffer.concat(tapped.heldFromClient.splice(0)));
    tapped.client.write(Buffer.concat(tapped.heldFromNode.splice(0)));
  }

  /** Changes one bit of the next bytes that the node sends. */
  changeNext(place: number): void {
    this.#at(place).change = (bytes) => {
      const copy = Buffer.from(bytes);
      copy[copy.length - 1] = (copy.at(-1) as number) ^ 1;
      return copy;
    };
  }

  /** Passes the node's last bytes on once more instead of its next ones. */
  repeatLast(place: number): void {
    const last = this.#at(place).received.at(-1) as Buffer;
    this.#at(place).change = () => last;
  }

  /** The frames that the client has sent on a connection, each without its length. */
  framesSent(place: number): readonly Buffer[] {
    return framesIn(this.#at(place).sent);
  }

  framesReceived(place: number): readonly Buffer[] {
    return framesIn(this.#at(place).received);
  }

  close(): void {
    this.#server.close();
    for (const { client, upstream } of this.connections) {
      client.destroy();
      upstream.destroy();
    }
  }

  #at(place: number): Tapped {
    const tapped = this.connections[place];
    if (tapped === undefined) throw new Error(`there is no connection ${place}`);
    return tapped;
  }

  #join(client: Socket, upstream: Socket): void {
    const held = { isHeld: this.holdsNew, heldFromClient: [], heldFromNode: [] };
    const tapped: Tapped = { client, upstream, sent: [], received: [], ...held, change: null };
    this.connections.push(tapped);
    client.on('data', (bytes) => {
      tapped.sent.push(bytes);
      if (tapped.isHeld) tapped.heldFromClient.push(bytes);
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      tapped.received.push(bytes);
      const passed = tapped.change?.(bytes) ?? bytes;
      tapped.change = null;
      if (tapped.isHeld) tapped.heldFromNode.push(passed);
      else client.write(passed);
    });
    client.on('error', () => client.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => upstream.destroy()).on('close', () => client.destroy());
  }
}

function framesIn(chunks: readonly Buffer[]): readonly Buffer[] {
  const cutter = new FrameCutter(2 ** 31);
  for (const chunk of chunks) cutter.push(chunk);
  const frames: Buffer[] = [];
  for (let frame = cutter.next(); frame !== null; frame = cutter.next()) frames.push(frame);
  return frames;
}
