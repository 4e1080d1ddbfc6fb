/**
 * Whether each Redis server answers this node. Promises a warning with the reason at once when a server does not, at
 * most one a minute and server while that lasts, and a line when it answers again. Decides nothing: booking goes on
 * without Redis.
 */
import type { Log } from '#actors/ports.ts';
import { RareWarning } from './rare-warning.ts';

const defaultPort = '6379';

interface Watched {
  /** Host and port: a URL may hold a password. */
  readonly name: string;
  readonly warning: RareWarning;
  isUp: boolean;
  reason: string;
}

export class RedisWatch {
  readonly #log: Log;
  readonly #servers: readonly Watched[];
  #isClosed = false;

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(urls: readonly string[], log: Log, now: () => number) {
    this.#log = log;
    this.#servers = urls.map((url) => ({
      name: nameOf(url),
      warning: new RareWarning(log, 'a Redis server does not answer; booking goes on without it', now),
      isUp: false,
      reason: 'no answer yet',
    }));
  }

  /** 1 for each server whose last command was answered, otherwise 0. */
  get up(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#servers.map(({ name, isUp }) => [name, isUp ? 1 : 0]));
  }

  answered(index: number): void {
    const server = this.#servers[index] as Watched;
    if (server.isUp || this.#isClosed) return;
    server.isUp = true;
    this.#log.info({ server: server.name }, 'a Redis server answers');
  }

  /** `error`: null when nothing new is known about the cause. */
  failed(index: number, error: Error | null): void {
    if (this.#isClosed) return;
    const server = this.#servers[index] as Watched;
    server.isUp = false;
    if (error !== null) server.reason = reasonOf(error);
    server.warning.give({ server: server.name, reason: server.reason });
  }

  /** The connections end because this node stops. */
  close(): void {
    this.#isClosed = true;
  }
}

function nameOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? defaultPort : port}`;
}

/** A host with several addresses fails with one error for each, and without a message of its own. */
function reasonOf(error: Error & { readonly errors?: readonly Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.name;
}
