/**
 * Tells this node's caches about changes in the catalog: by one connection with LISTEN, and at once for changes made
 * here. Promises that after every gap in listening all listeners are reset. Never carries the new value.
 */
import type pg from 'pg';
import { clientClassOf } from './client.ts';
import type { StorageLog } from './log.ts';

/** `feed`: the organization has new changes in its feed. `pass-key`: names the organization. `cluster-version`: names it. `service-mode`: there is one. */
export type ChangeKind =
  | 'layout'
  | 'tenant'
  | 'organization'
  | 'event'
  | 'schema'
  | 'login'
  | 'feed'
  | 'webhook'
  | 'pass-key'
  | 'cluster-version'
  | 'service-mode'
  | 'venue';

export interface ChangeListener {
  /** The row was changed or removed. The node that made the change awaits the promise. */
  changed(id: string): void | Promise<void>;
  /** Changes may have been missed. */
  reset(): void;
}

/** A dead connection is detected within about two heartbeats. */
const heartbeatMs = 1_000;
const reconnectMsMax = 1_000;
const reconnectMsMin = 50;

export class Notifications {
  readonly #Client: ReturnType<typeof clientClassOf>;
  readonly #log: StorageLog;
  readonly #listeners = new Map<ChangeKind, ChangeListener[]>();
  #client: pg.Client | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #reconnectMs = reconnectMsMin;
  #stopped = false;

  constructor(connectionString: string, log: StorageLog) {
    this.#Client = clientClassOf(connectionString);
    this.#log = log;
  }

  on(kind: ChangeKind, listener: ChangeListener): void {
    const listeners = this.#listeners.get(kind) ?? [];
    listeners.push(listener);
    this.#listeners.set(kind, listeners);
  }

  /** Resolves when the connection listens; rejects when the first connection fails. */
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

  /** Called after a change on this node: resolves when its listeners have applied the change. */
  async applied(kind: ChangeKind, id: number | string): Promise<void> {
    await Promise.all((this.#listeners.get(kind) ?? []).map((listener) => listener.changed(String(id))));
  }

  async #connect(): Promise<void> {
    const client = new this.#Client({
      application_name: 'usher notifications',
      keepAlive: true,
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
      this.#log.error({ kind, reason: String(error) }, 'a change of the catalog could not be applied');
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
