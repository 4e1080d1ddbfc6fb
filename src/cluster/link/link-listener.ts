/**
 * The listener for the other nodes of the cluster, on a port of its own. Owns their links, and ends them so that no call
 * is lost: each node is told to ask no more, and closes its connection when it has its answers.
 */
import { createServer, type Server } from 'node:net';
import type { Log } from '#actors/ports.ts';
import { RareWarning } from '../rare-warning.ts';
import { AnsweringLink, type AnsweringWorld } from './answering-link.ts';

/** Every other node has two links or a few more. A connection without a proof is cut after some seconds. */
const connectionsMax = 4_096;

export interface DrainLimits {
  /** The listener closes after this time: a node may still be on its way here. */
  readonly idleMs: number;
  /** Links that are still open after this time are cut. */
  readonly graceMs: number;
}

export class LinkListener {
  /** Not yet listening. */
  readonly server: Server;
  readonly #links = new Set<AnsweringLink>();
  #world: AnsweringWorld | null = null;
  #isLeaving = false;

  /** `now`: the monotonic clock, in milliseconds. */
  constructor(log: Log, now: () => number) {
    const foreign = new RareWarning(log, 'refused a connection that speaks another version of the protocol', now);
    this.server = createServer({ noDelay: true }, (socket) => {
      if (this.#world === null) {
        socket.destroy();
        return;
      }
      const link = new AnsweringLink(socket, this.#world, foreign);
      this.#links.add(link);
      socket.once('close', () => this.#links.delete(link));
      if (this.#isLeaving) link.leave();
    });
    this.server.maxConnections = connectionsMax;
  }

  /** Lets other nodes ask this one. Call it in the turn in which the server begins to listen, or before. */
  answerWith(world: AnsweringWorld): void {
    this.#world = world;
  }

  /** Resolves when the listener and the last link are closed. */
  drain({ idleMs, graceMs }: DrainLimits): Promise<void> {
    this.#isLeaving = true;
    for (const link of this.#links) link.leave();
    return new Promise((resolve) => {
      const closing = setTimeout(() => this.server.close(() => resolve()), idleMs);
      const cut = setTimeout(() => this.destroy(), graceMs);
      this.server.once('close', () => {
        clearTimeout(closing);
        clearTimeout(cut);
        resolve();
      });
    });
  }

  /** Closes the listener and cuts all links. */
  destroy(): void {
    this.server.close();
    for (const link of this.#links) link.destroy();
  }
}
