/**
 * The connections to the Redis servers that hold leases and the node registry: one server, or several independent ones.
 * Promises that a server without an answer costs a bounded time, that the client never resends commands by itself, and
 * that no failure goes unhandled.
 */
import { Redis } from 'ioredis';
import type { Log } from '#actors/ports.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { RareWarning } from './rare-warning.ts';

const connectTimeoutMs = 500;
const reconnectMsMax = 250;
const commandMsMin = 100;
const commandMsMax = 250;
/** Time limit for the servers' first answer; the start then goes on without them. */
const firstAnswerMs = 1_000;

export interface RedisOptions {
  /** redis:// or rediss:// */
  readonly urls: readonly string[];
  readonly keys: ClusterKeys;
  readonly leaseMs: number;
  readonly log: Log;
}

export class RedisServers {
  readonly clients: readonly Redis[];
  readonly keys: ClusterKeys;
  readonly leaseMs: number;
  /** Warns of entries that no node of this cluster can have written recently. */
  readonly suspicion: RareWarning;

  constructor({ urls, keys, leaseMs, log }: RedisOptions) {
    this.leaseMs = leaseMs;
    this.keys = keys;
    this.suspicion = new RareWarning(log, 'ignored an invalid or old entry on Redis', monotonicClock.now);
    this.clients = urls.map((url, index) => connect(url, index, leaseMs, log));
  }

  /** More than half of the servers. */
  get quorum(): number {
    return Math.floor(this.clients.length / 2) + 1;
  }

  /** Resolves when all servers are connected, or after 1 s. */
  async ready(): Promise<void> {
    await Promise.all(this.clients.map(firstAnswer));
  }

  /** The answers of the servers that answered; failures are left out. */
  async askAll<T>(ask: (client: Redis) => Promise<T>): Promise<readonly T[]> {
    const answers = await Promise.allSettled(this.clients.map((client) => ask(client)));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }

  close(): void {
    for (const client of this.clients) client.disconnect();
  }
}

function connect(url: string, server: number, leaseMs: number, log: Log): Redis {
  const client = new Redis(url, {
    commandTimeout: Math.min(commandMsMax, Math.max(commandMsMin, leaseMs / 16)),
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(reconnectMsMax, 10 * times),
  });
  let isReady = false;
  client.on('ready', () => {
    isReady = true;
    log.info({ server }, 'a lease server answers');
  });
  client.on('close', () => {
    if (isReady) log.warn({ server }, 'lost a lease server; booking goes on without it');
    isReady = false;
  });
  // Failures are handled where the command was sent.
  client.on('error', () => {});
  return client;
}

function firstAnswer(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    if (client.status === 'ready') return resolve();
    const timer = setTimeout(resolve, firstAnswerMs);
    client.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
