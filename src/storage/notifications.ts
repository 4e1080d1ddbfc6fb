/**
 * Tells this node what has changed in the catalog: by one connection that listens, and at once when the
 * change was made here. Promises that after every gap in listening, whoever remembers something is told
 * to forget everything. Never tells what the new value is.
 */
import pg from 'pg';
import type { StorageLog } from './log.ts';

export type ChangeKind = 'layout' | 'tenant' | 'organization' | 'event' | 'schema' | 'login';

export interface ChangeListener {
  /** The row was changed or removed; a promise is waited for by the node that made the change. */
  changed(id: string): void | Promise<void>;
  /** Changes may have been missed. */
  reset(): void;
}

/** Also how long a dead connection may go unnoticed. */
const heartbeatMs = 1_000;
const reconnectMsMax = 1_000;
const reconnectMsMin = 50;

export class Notifications {
  readonly #connectionString: string;
  readonly #log: StorageLog;
  readonly #listeners = new Map<ChangeKind, ChangeListener[]>();
  #client: pg.Client | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #reconnectMs = reconnectMsMin;
  #stopped = false;

  constructor(connectionString: string, log: StorageLog) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  on(kind: ChangeKind, listener: ChangeListener): void {
    const listeners = this.#listeners.get(kind) ?? [];
    listeners.push(listener);
    this.#listeners.set(kind, listeners);
  }

  /** Listens from when this resolves; rejects when the first connection fails. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#reconnect);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  /** For the one who made a change: resolves when this node goes by it. */
  async applied(kind: ChangeKind, id: number | string): Promise<void> {
    await Promise.all((this.#listeners.get(kind) ?? []).map((listener) => listener.changed(String(id))));
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'usher notifications',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: heartbeatMs,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload = '' }) => this.#announce(payload));
    this.#client = client;
    await client.connect();
    await client.query('listen catalog');
    this.#reconnectMs = reconnectMsMin;
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.reset();
    this.#heartbeat = setInterval(() => {
      client.query('select 1').catch(() => this.#lose(client));
    }, heartbeatMs).unref();
  }

  #announce(payload: string): void {
    const [kind = '', id = ''] = payload.split(':', 2);
    this.applied(kind as ChangeKind, id).catch((error: unknown) => {
      this.#log.error({ kind, reason: String(error) }, 'a change of the catalog could not be followed');
    });
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#stopped) return;
    this.#client = null;
    clearInterval(this.#heartbeat);
    client.end().catch(() => {});
    this.#log.warn({ retryMs: this.#reconnectMs }, 'lost the connection that listens for changes');
    this.#reconnect = setTimeout(() => {
      this.#connect().catch(() => {
        const failed = this.#client;
        if (failed !== null) this.#lose(failed);
      });
    }, this.#reconnectMs).unref();
    this.#reconnectMs = Math.min(2 * this.#reconnectMs, reconnectMsMax);
  }
}
