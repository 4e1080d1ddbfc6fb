/**
 * An HTTP server with a graceful stop. Promises that connected clients are answered until the grace period ends; that
 * idle connections, and the listener last, are closed only after a short iteration of the event loop, when the accept
 * and read queues are empty; and that the stop ends within its grace period. Other clients see nothing but refused
 * connections.
 */
import { Server, type ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Connection } from './connection.ts';

const lookMs = 20;
/** An iteration shorter than this means the accept and read queues were empty when it began. */
const quietTurnMs = 0.02;
/** A loop that is always busy is not waited for longer than this many iterations. */
const turnsMax = 500;

export interface DrainLimits {
  /** A connection that has received nothing for this long counts as idle. */
  readonly idleMs: number;
  /** Connections that are still open after this time are destroyed. */
  readonly graceMs: number;
}

/** The last observed activity of a connection. */
interface Sighting {
  readonly bytesRead: number;
  readonly at: number;
}

export class GracefulServer extends Server {
  readonly #connections = new Set<Connection>();
  #isEnding = false;
  #hasEnded = false;

  constructor(options: ServerOptions) {
    super(options);
    this.once('close', () => {
      this.#hasEnded = true;
    });
    this.on('connection', (connection: Connection) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /**
   * From now on every answer has `Connection: close` and is the last on its connection, unless a further request has
   * already been read.
   */
  announceEnd(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.prependListener('request', ({ socket }, response) => endWith(response, socket));
    for (const connection of this.#connections) {
      if (connection._httpMessage) endWith(connection._httpMessage, connection);
    }
  }

  /**
   * Goes on accepting and answering until no idle connection is left, but at most for `idleMs`; then stops listening.
   * Resolves when the last connection has closed.
   */
  drain({ idleMs, graceMs }: DrainLimits): Promise<void> {
    this.announceEnd();
    if (this.#hasEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const startedAt = performance.now();
      const sightings = new Map<Connection, Sighting>();
      let isBusy = false;
      const look = async (): Promise<void> => {
        if (isBusy) return;
        isBusy = true;
        const now = performance.now();
        const silent = this.#silent(sightings, now - idleMs);
        if (silent.size > 0) await this.#close(silent);
        const isKept = [...this.#connections].some(({ _httpMessage: answer }) => !answer);
        if (this.listening && (!isKept || now - startedAt >= idleMs)) await this.#stopListening();
        isBusy = false;
      };
      const looking = setInterval(look, lookMs);
      const cut = setTimeout(() => {
        this.#shut();
        for (const connection of this.#connections) connection.destroy();
      }, graceMs);
      const end = (): void => {
        clearInterval(looking);
        clearTimeout(cut);
        resolve();
      };
      this.once('close', end);
      void look();
    });
  }

  /**
   * Accepts all connections of the backlog and holds them back until the backlog is empty; then closes the listener and
   * serves them.
   */
  async #stopListening(): Promise<void> {
    const listeners = this.listeners('connection') as ((connection: Connection) => void)[];
    const waiting: Connection[] = [];
    this.removeAllListeners('connection').on('connection', (connection: Connection) => void waiting.push(connection));
    // A connection is not read before the server has it.
    (this as { pauseOnConnect?: boolean }).pauseOnConnect = true;
    await quietTurn(() => waiting.length);
    const isCut = !this.listening;
    this.#shut();
    this.removeAllListeners('connection');
    for (const listener of listeners) this.on('connection', listener);
    for (const connection of waiting) {
      if (isCut) connection.destroy();
      else this.emit('connection', connection.resume());
    }
  }

  /**
   * Closes the listener only. `close` of the HTTP server would also close idle connections, and lose requests on their
   * way.
   */
  #shut(): void {
    if (this.listening) NetServer.prototype.close.call(this);
  }

  /** The connections that have received nothing since `since` and whose clients have got all their answers. */
  #silent(sightings: Map<Connection, Sighting>, since: number): ReadonlyMap<Connection, Sighting> {
    const silent = new Map<Connection, Sighting>();
    for (const connection of this.#connections) {
      const { bytesRead, _httpMessage: answer, writableLength } = connection;
      const before = sightings.get(connection);
      if (answer || writableLength > 0 || before?.bytesRead !== bytesRead)
        sightings.set(connection, { bytesRead, at: performance.now() });
      else if (before.at <= since) silent.set(connection, before);
    }
    return silent;
  }

  async #close(silent: ReadonlyMap<Connection, Sighting>): Promise<void> {
    await quietTurn();
    for (const [connection, { bytesRead }] of silent) if (connection.bytesRead === bytesRead) connection.destroy();
  }
}

/** Makes an answer the last on its connection, unless a further request has been read when its head is written. */
function endWith(answer: { shouldKeepAlive: boolean }, connection: Connection): void {
  let isWanted = answer.shouldKeepAlive;
  Object.defineProperty(answer, 'shouldKeepAlive', {
    get: () => isWanted && connection.hasMore === true,
    set: (value: boolean) => {
      isWanted = value;
    },
  });
}

/**
 * Resolves after the next iteration of the event loop that was short and accepted no connection, or after `turnsMax`
 * iterations. One iteration accepts one connection, however many wait.
 */
function quietTurn(countArrivals: () => number = () => 0): Promise<void> {
  return new Promise((resolve) => {
    let turns = 0;
    // The current iteration does not count: the loop may not poll for connections in the rest of it.
    let startedAt = Number.NEGATIVE_INFINITY;
    let arrivals = countArrivals();
    const look = (): void => {
      const now = performance.now();
      const isQuiet = now - startedAt <= quietTurnMs && countArrivals() === arrivals;
      startedAt = now;
      arrivals = countArrivals();
      if (isQuiet || ++turns === turnsMax) resolve();
      else setImmediate(look);
    };
    setImmediate(look);
  });
}
