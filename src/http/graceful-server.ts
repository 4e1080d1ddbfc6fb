/**
 * An HTTP server that can go away without failing a request. Promises that whoever has connected and asks is answered while
 * there is time; that silent connections, and the listener last, are closed only at the end of a short turn of the loop, when
 * what had arrived has just been seen; and that the end comes within its grace. Refusing to connect is all that others see.
 */
import { Server, type ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Connection } from './connection.ts';

const lookMs = 20;
/** A turn this short has seen all that had arrived when it ended, but for what came in this time. */
const quietTurnMs = 0.02;
/** A loop that is never quiet is not waited for longer. */
const turnsMax = 500;

export interface DrainLimits {
  /** A connection over which nothing has come for so long is not in use. */
  readonly idleMs: number;
  /** Who is not answered by then is cut. */
  readonly graceMs: number;
}

/** What was last seen of a connection. */
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
   * From now on every answer tells its client to go elsewhere, and is the last on its connection, unless another request has
   * been read behind its own.
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
   * Goes on accepting and answering until no connection from before is kept idle, then stops listening. Resolves when the
   * last connection has ended.
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

  /** Lets in all who have connected, and keeps them waiting until nobody is left to be let in. */
  async #stopListening(): Promise<void> {
    const listeners = this.listeners('connection') as ((connection: Connection) => void)[];
    const waiting: Connection[] = [];
    this.removeAllListeners('connection').on('connection', (connection: Connection) => void waiting.push(connection));
    // Not read from before the server has it.
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

  /** That of HTTP closes what is idle at once, and would lose requests that are on their way. */
  #shut(): void {
    if (this.listening) NetServer.prototype.close.call(this);
  }

  /** The connections over which nothing has come since `since`, and to whose clients nothing is owed. */
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

/** Has an answer say that it is the last, unless a further request has been read when its head is written. */
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
 * Resolves at the end of the next turn of the loop that was short and brought nobody, or of the last that is waited for. A
 * turn lets one connection in, however many wait.
 */
function quietTurn(countArrivals: () => number = () => 0): Promise<void> {
  return new Promise((resolve) => {
    let turns = 0;
    // The rest of this turn is none: the loop may not look for connections in it.
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
