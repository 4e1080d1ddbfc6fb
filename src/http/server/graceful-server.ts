/**
 * A TCP server whose connections are read directly or by Node's HTTP, with a graceful stop. Promises that connected
 * clients are answered until the grace period ends; that idle connections, and the listener last, are closed only when
 * the accept and read queues have been found empty, so that no connection which the kernel has accepted is reset; and
 * that the stop ends within its grace period. Other clients see nothing but refused connections.
 */
import { Server, type Socket } from 'node:net';
import { type AddressLimit, addressLimiter } from './address-limit.ts';
import { keepAliveSeconds } from './answer-head.ts';
import type { Connection, Shared } from './connection.ts';
import { cutConnection, isEnding, type LingerLimits, superviseEnds } from './connection-end.ts';
import { DirectConnection } from './direct-connection.ts';
import { IdleWatch } from './idle-watch.ts';
import { IncompleteRequests } from './incomplete-requests.ts';
import { NodeConnection } from './node-connection.ts';
import { makeNodeHttp } from './node-http.ts';
import { ParseTurns } from './parse-turns.ts';
import { limitWrites } from './write-timeout.ts';

/** One second longer than announced: a request that was sent at the last moment is still on its way. */
const keepAliveMsDefault = (keepAliveSeconds + 1) * 1000;
const headersTimeoutMsDefault = 10_000;
const incompleteBytesMaxDefault = 64 * 1024 * 1024;
/** A usual timeout of proxies. A slow client makes progress, a stuck one does not. */
const writeTimeoutMsDefault = 30_000;

export interface ConnectionLimits extends LingerLimits {
  readonly connectionsMax?: number;
  /** Absent: no limit. */
  readonly perAddress?: AddressLimit;
  /** See `Shared`. */
  readonly headersTimeoutMs?: number;
  readonly keepAliveMs?: number;
  /** All bytes of requests that have not arrived completely; see `IncompleteRequests`. */
  readonly incompleteBytesMax?: number;
  /** A connection whose client reads nothing of its answer for this long is closed. */
  readonly writeTimeoutMs?: number;
}

const lookMs = 20;
/** At the end of an iteration shorter than this the accept and read queues are empty: nothing has arrived since. */
const quietTurnMs = 0.02;
/** The longest wait for such an iteration: a loop that other work keeps busy has none. */
const quietTurnPatienceMs = 250;
/** If the accept queue has not been empty for this long, new connections never stop; those still queued are then reset. */
const emptyQueuePatienceMs = 2_000;
/** Capacity of the accept queue: after so many arrivals all connections that waited at the beginning are accepted. */
const queuedMax = 512;
export const connectionsMaxDefault = 20_000;

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
  readonly #connections = new Map<Socket, Connection>();
  readonly #superviseEnd: (socket: Socket) => void;
  readonly #isAdmitted: (socket: Socket) => boolean;
  readonly #shared: Shared;
  /** Connections that wait until it is clear whether the accept queue is empty; null: they are served at once. */
  #held: Socket[] | null = null;
  #accepted = 0;
  #isEnding = false;
  #hasEnded = false;

  constructor(answer: Shared['answer'], limits: ConnectionLimits = {}) {
    // Paused, so that a connection which is held is not read.
    super({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true });
    this.maxConnections = limits.connectionsMax ?? connectionsMaxDefault;
    this.#superviseEnd = superviseEnds(limits);
    this.#isAdmitted = limits.perAddress === undefined ? () => true : addressLimiter(limits.perAddress);
    this.#shared = this.#share(answer, limits);
    limitWrites(this, this.#connections, limits.writeTimeoutMs ?? writeTimeoutMsDefault);
    this.on('connection', (socket) => this.#accept(socket));
    this.once('close', () => {
      this.#hasEnded = true;
    });
  }

  #share(answer: Shared['answer'], limits: ConnectionLimits): Shared {
    const { headersTimeoutMs = headersTimeoutMsDefault, keepAliveMs = keepAliveMsDefault } = limits;
    const http = makeNodeHttp();
    const shared: Shared = {
      connections: this.#connections,
      watch: new IdleWatch(this, Math.min(headersTimeoutMs, keepAliveMs)),
      turns: new ParseTurns(),
      incomplete: new IncompleteRequests(limits.incompleteBytesMax ?? incompleteBytesMaxDefault),
      headersTimeoutMs,
      keepAliveMs,
      isEnding: () => this.#isEnding,
      answer,
      handOver: (client) => void new NodeConnection(http, shared, client),
    };
    return shared;
  }

  #accept(socket: Socket): void {
    this.#accepted += 1;
    this.#superviseEnd(socket);
    if (!this.#isAdmitted(socket)) cutConnection(socket);
    else if (this.#held === null) this.#serve(socket);
    else this.#held.push(socket);
  }

  #serve(socket: Socket): void {
    this.#connections.set(socket, new DirectConnection(this.#shared, socket));
    socket.once('close', () => this.#connections.delete(socket)).resume();
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /**
   * From now on every answer has `Connection: close` and is the last on its connection, unless a further request has
   * already been read.
   */
  announceEnd(): void {
    this.#isEnding = true;
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
      const sightings = new Map<Socket, Sighting>();
      let isBusy = false;
      const look = async (): Promise<void> => {
        if (isBusy) return;
        isBusy = true;
        const now = performance.now();
        const idle = this.#idle(sightings, now - idleMs);
        if (idle.size > 0) await this.#close(idle);
        const hasIdle = [...this.#connections.values()].some(({ isAnswering }) => !isAnswering);
        if (this.listening && (!hasIdle || now - startedAt >= idleMs)) await this.#stopListening();
        isBusy = false;
      };
      const looking = setInterval(look, lookMs);
      const cut = setTimeout(() => {
        this.#closeListener();
        for (const socket of this.#connections.keys()) cutConnection(socket);
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
    const held: Socket[] = [];
    this.#held = held;
    const isQuiet = await quietTurn(() => this.#accepted);
    const isCut = !this.listening;
    if (isQuiet) this.#closeListener();
    this.#held = null;
    for (const socket of held) {
      if (isCut) socket.destroy();
      else this.#serve(socket);
    }
    if (!isQuiet) await this.#emptyQueue();
    this.#closeListener();
  }

  /** Resolves after an iteration of the event loop that accepted no connection: one accepts one, however many wait. */
  async #emptyQueue(): Promise<void> {
    const beganAt = performance.now();
    const before = this.#accepted;
    await restOfTurn();
    for (let accepted = -1; accepted !== this.#accepted; await restOfTurn()) {
      accepted = this.#accepted;
      if (accepted - before >= queuedMax && performance.now() - beganAt >= emptyQueuePatienceMs) return;
    }
  }

  #closeListener(): void {
    if (this.listening) this.close();
  }

  /** The connections that have received nothing since `since` and whose clients have got all their answers. */
  #idle(sightings: Map<Socket, Sighting>, since: number): ReadonlyMap<Socket, Sighting> {
    const idle = new Map<Socket, Sighting>();
    for (const [socket, { isAnswering }] of this.#connections) {
      const { bytesRead, writableLength } = socket;
      const before = sightings.get(socket);
      if (isAnswering || writableLength > 0 || before?.bytesRead !== bytesRead)
        sightings.set(socket, { bytesRead, at: performance.now() });
      else if (before.at <= since) idle.set(socket, before);
    }
    return idle;
  }

  async #close(idle: ReadonlyMap<Socket, Sighting>): Promise<void> {
    // A busy loop has at least read in this time what had arrived before.
    await quietTurn();
    for (const [socket, { bytesRead }] of idle) {
      if (socket.bytesRead !== bytesRead) continue;
      // A client that has closed its side is not waited for.
      if (isEnding(socket) && socket.readableEnded) cutConnection(socket);
      else socket.destroy();
    }
  }
}

/**
 * True after an iteration of the event loop that was short and accepted no connection; false if there has been none for
 * `quietTurnPatienceMs`.
 */
async function quietTurn(accepted: () => number = () => 0): Promise<boolean> {
  const beganAt = performance.now();
  await restOfTurn();
  for (;;) {
    const turnBeganAt = performance.now();
    const before = accepted();
    await restOfTurn();
    const now = performance.now();
    if (now - turnBeganAt <= quietTurnMs && accepted() === before) return true;
    if (now - beganAt >= quietTurnPatienceMs) return false;
  }
}

/** Resolves when the loop has polled, unless it had polled in this iteration already: then it may not do so again. */
function restOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
