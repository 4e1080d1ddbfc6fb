/**
 * An HTTP server with a graceful stop. Promises that connected clients are answered until the grace period ends; that
 * idle connections, and the listener last, are closed only when the accept and read queues have been found empty, so
 * that no connection which the kernel has accepted is reset; and that the stop ends within its grace period. Other
 * clients see nothing but refused connections.
 */
import { Server, type ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Connection } from './connection.ts';
import { cutConnection, isEnding, type LingerLimits, superviseEnds } from './connection-end.ts';

const lookMs = 20;
/** At the end of an iteration shorter than this the accept and read queues are empty: nothing has arrived since. */
const quietTurnMs = 0.02;
/** The longest wait for such an iteration: a loop that other work keeps busy has none. */
const quietTurnPatienceMs = 250;
/** If the accept queue has not been empty for this long, new connections never stop; those still queued are then reset. */
const emptyQueuePatienceMs = 2_000;
/** Capacity of the accept queue: after so many arrivals all connections that waited at the beginning are accepted. */
const queuedMax = 512;

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

  constructor(options: ServerOptions, lingers: LingerLimits = {}) {
    super(options);
    const superviseEnd = superviseEnds(lingers);
    this.once('close', () => {
      this.#hasEnded = true;
    });
    this.on('connection', (connection: Connection) => {
      superviseEnd(connection);
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
        const idle = this.#idle(sightings, now - idleMs);
        if (idle.size > 0) await this.#close(idle);
        const hasIdle = [...this.#connections].some(({ _httpMessage: answer }) => !answer);
        if (this.listening && (!hasIdle || now - startedAt >= idleMs)) await this.#stopListening();
        isBusy = false;
      };
      const looking = setInterval(look, lookMs);
      const cut = setTimeout(() => {
        this.#closeListener();
        for (const connection of this.#connections) cutConnection(connection);
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
   * Closes the listener when the accept queue is empty. Connections are first accepted and held back, because a loop
   * that serves them is never quiet. If other work keeps it busy anyway, they are served, and the listener is closed
   * after an iteration that accepted none.
   */
  async #stopListening(): Promise<void> {
    const listeners = this.listeners('connection') as ((connection: Connection) => void)[];
    const waiting: Connection[] = [];
    this.removeAllListeners('connection').on('connection', (connection: Connection) => void waiting.push(connection));
    // A connection is not read before the server has it.
    const pausing = this as { pauseOnConnect?: boolean };
    pausing.pauseOnConnect = true;
    const isQuiet = await quietTurn(() => waiting.length);
    const isCut = !this.listening;
    if (isQuiet) this.#closeListener();
    pausing.pauseOnConnect = false;
    this.removeAllListeners('connection');
    for (const listener of listeners) this.on('connection', listener);
    for (const connection of waiting) {
      if (isCut) connection.destroy();
      else this.emit('connection', connection.resume());
    }
    if (!isQuiet) await this.#emptyQueue();
    this.#closeListener();
  }

  /** Resolves after an iteration of the event loop that accepted no connection: one accepts one, however many wait. */
  #emptyQueue(): Promise<void> {
    return new Promise((resolve) => {
      const beganAt = performance.now();
      // The current iteration does not count: the loop may not poll for connections in the rest of it.
      let hasArrival = true;
      let arrivals = 0;
      const note = (): void => {
        hasArrival = true;
        arrivals++;
      };
      const look = (): void => {
        const isEndless = arrivals >= queuedMax && performance.now() - beganAt >= emptyQueuePatienceMs;
        if (hasArrival && !isEndless) {
          hasArrival = false;
          setImmediate(look);
        } else {
          this.off('connection', note);
          resolve();
        }
      };
      this.on('connection', note);
      setImmediate(look);
    });
  }

  /**
   * Closes the listener only. `close` of the HTTP server would also close idle connections, and lose requests on their
   * way.
   */
  #closeListener(): void {
    if (this.listening) NetServer.prototype.close.call(this);
  }

  /** The connections that have received nothing since `since` and whose clients have got all their answers. */
  #idle(sightings: Map<Connection, Sighting>, since: number): ReadonlyMap<Connection, Sighting> {
    const idle = new Map<Connection, Sighting>();
    for (const connection of this.#connections) {
      const { bytesRead, _httpMessage: answer, writableLength } = connection;
      const before = sightings.get(connection);
      if (answer || writableLength > 0 || before?.bytesRead !== bytesRead)
        sightings.set(connection, { bytesRead, at: performance.now() });
      else if (before.at <= since) idle.set(connection, before);
    }
    return idle;
  }

  async #close(idle: ReadonlyMap<Connection, Sighting>): Promise<void> {
    // A busy loop has at least read in this time what had arrived before.
    await quietTurn();
    for (const [connection, { bytesRead }] of idle) {
      if (connection.bytesRead !== bytesRead) continue;
      // A client that has closed its side is not waited for.
      if (isEnding(connection) && connection.readableEnded) cutConnection(connection);
      else connection.destroy();
    }
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
 * True at the end of an iteration of the event loop that was short and accepted no connection; false if there has been
 * none for `quietTurnPatienceMs`.
 */
function quietTurn(countArrivals: () => number = () => 0): Promise<boolean> {
  return new Promise((resolve) => {
    const beganAt = performance.now();
    // The current iteration does not count: the loop may not poll for connections in the rest of it.
    let turnBeganAt = Number.NEGATIVE_INFINITY;
    let arrivals = countArrivals();
    const look = (): void => {
      const now = performance.now();
      const isQuiet = now - turnBeganAt <= quietTurnMs && countArrivals() === arrivals;
      const isFirst = turnBeganAt === Number.NEGATIVE_INFINITY;
      turnBeganAt = now;
      arrivals = countArrivals();
      if (isQuiet || (!isFirst && now - beganAt >= quietTurnPatienceMs)) resolve(isQuiet);
      else setImmediate(look);
    };
    setImmediate(look);
  });
}
