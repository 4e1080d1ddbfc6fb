/**
 * A TCP proxy to a port of this machine that can be cut like a network: connections stay open, no bytes come through,
 * nothing is refused. After the repair, the held-up bytes arrive late or are lost with their connection. While the
 * target does not listen, the proxy refuses connections too.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../bench/stand/free-port.ts';

interface Pair {
  readonly client: Socket;
  /** Null until the connection to the target is opened. */
  upstream: Socket | null;
}

const pollMs = 20;

export class CuttableProxy {
  readonly port: number;
  private readonly target: number;
  private readonly server: Server;
  private readonly pairs = new Set<Pair>();
  private isCut = false;
  private isClosed = false;

  private constructor(port: number, target: number) {
    this.port = port;
    this.target = target;
    this.server = createServer((client) => this.accept(client));
  }

  /** A proxy to a port of 127.0.0.1. */
  static async open(target: number): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(await freePort(), target);
    proxy.server.listen(proxy.port, '127.0.0.1');
    await once(proxy.server, 'listening');
    proxy.server.unref();
    return proxy;
  }

  cut(): void {
    this.isCut = true;
    for (const { client, upstream } of this.pairs) {
      client.unpipe();
      upstream?.unpipe();
      client.pause();
      upstream?.pause();
    }
  }

  /**
   * `isLate`: held-up bytes arrive now, also from a sender that has gone; otherwise they are lost and connections
   * break.
   */
  repair(isLate: boolean): void {
    this.isCut = false;
    for (const pair of this.pairs) {
      if (!isLate) this.drop(pair);
      else if (pair.upstream === null) this.join(pair);
      else this.pipe(pair.client, pair.upstream);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const pair of this.pairs) this.drop(pair);
    this.server.close();
  }

  private accept(client: Socket): void {
    const pair: Pair = { client, upstream: null };
    this.pairs.add(pair);
    client.on('error', () => client.destroy());
    client.on('close', () => this.closed(pair, pair.upstream));
    if (this.isCut) client.pause();
    else this.join(pair);
  }

  private join(pair: Pair): void {
    const upstream = connect(this.target, '127.0.0.1');
    pair.upstream = upstream;
    upstream.setNoDelay(true);
    pair.client.setNoDelay(true);
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.refuse();
      upstream.destroy();
    });
    upstream.on('close', () => this.closed(pair, pair.client));
    this.pipe(pair.client, upstream);
  }

  /** Stops listening until the target listens again. */
  private refuse(): void {
    if (!this.server.listening) return;
    this.server.close();
    const probeTarget = (): void => {
      if (this.isClosed) return;
      const probe = connect(this.target, '127.0.0.1', () => {
        probe.destroy();
        if (!this.isClosed && !this.server.listening) this.server.listen(this.port, '127.0.0.1').unref();
      });
      probe.on('error', () => setTimeout(probeTarget, pollMs).unref());
    };
    probeTarget();
  }

  private pipe(client: Socket, upstream: Socket): void {
    client.pipe(upstream);
    upstream.pipe(client);
  }

  /** One end has closed. While the proxy is cut, the other end is not told. */
  private closed(pair: Pair, other: Socket | null): void {
    if (this.isCut && other !== null && !other.destroyed) return;
    // Bytes that it sent before are still delivered.
    other?.end();
    if (other === null || other.destroyed) this.pairs.delete(pair);
  }

  private drop(pair: Pair): void {
    pair.client.destroy();
    pair.upstream?.destroy();
    this.pairs.delete(pair);
  }
}
