/**
 * A TCP proxy to a port of this machine that can be cut like a network: connections stay open, no bytes come through,
 * nothing is refused. When it is mended, the held-up bytes arrive late or are lost with their connection. While the
 * target does not listen, the proxy refuses connections too.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../bench/stand/free-port.ts';

interface Pair {
  readonly near: Socket;
  /** Null until the connection to the target is opened. */
  far: Socket | null;
}

const lookMs = 20;

export class Cable {
  readonly port: number;
  private readonly target: number;
  private readonly server: Server;
  private readonly pairs = new Set<Pair>();
  private isCut = false;
  private isClosed = false;

  private constructor(port: number, target: number) {
    this.port = port;
    this.target = target;
    this.server = createServer((near) => this.accept(near));
  }

  /** A cable to a port of 127.0.0.1. */
  static async open(target: number): Promise<Cable> {
    const cable = new Cable(await freePort(), target);
    cable.server.listen(cable.port, '127.0.0.1');
    await once(cable.server, 'listening');
    cable.server.unref();
    return cable;
  }

  cut(): void {
    this.isCut = true;
    for (const { near, far } of this.pairs) {
      near.unpipe();
      far?.unpipe();
      near.pause();
      far?.pause();
    }
  }

  /**
   * `isLate`: held-up bytes arrive now, also from a sender that has gone; otherwise they are lost and connections
   * break.
   */
  mend(isLate: boolean): void {
    this.isCut = false;
    for (const pair of this.pairs) {
      if (!isLate) this.drop(pair);
      else if (pair.far === null) this.join(pair);
      else this.pipe(pair.near, pair.far);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const pair of this.pairs) this.drop(pair);
    this.server.close();
  }

  private accept(near: Socket): void {
    const pair: Pair = { near, far: null };
    this.pairs.add(pair);
    near.on('error', () => near.destroy());
    near.on('close', () => this.closed(pair, pair.far));
    if (this.isCut) near.pause();
    else this.join(pair);
  }

  private join(pair: Pair): void {
    const far = connect(this.target, '127.0.0.1');
    pair.far = far;
    far.setNoDelay(true);
    pair.near.setNoDelay(true);
    far.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.refuse();
      far.destroy();
    });
    far.on('close', () => this.closed(pair, pair.near));
    this.pipe(pair.near, far);
  }

  /** Stops listening until the target listens again. */
  private refuse(): void {
    if (!this.server.listening) return;
    this.server.close();
    const look = (): void => {
      if (this.isClosed) return;
      const probe = connect(this.target, '127.0.0.1', () => {
        probe.destroy();
        if (!this.isClosed && !this.server.listening) this.server.listen(this.port, '127.0.0.1').unref();
      });
      probe.on('error', () => setTimeout(look, lookMs).unref());
    };
    look();
  }

  private pipe(near: Socket, far: Socket): void {
    near.pipe(far);
    far.pipe(near);
  }

  /** One end has closed. While the cable is cut, the other end is not told. */
  private closed(pair: Pair, other: Socket | null): void {
    if (this.isCut && other !== null && !other.destroyed) return;
    // Bytes that it sent before are still delivered.
    other?.end();
    if (other === null || other.destroyed) this.pairs.delete(pair);
  }

  private drop(pair: Pair): void {
    pair.near.destroy();
    pair.far?.destroy();
    this.pairs.delete(pair);
  }
}
