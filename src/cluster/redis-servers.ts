/**
 * The connections to the Redis servers that hold leases and the registry: one server, or several that know nothing
 * of each other. Promises that a silent server costs a bounded time, that nothing is sent again in secret, and
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
/** How long a start waits for the servers before it goes on without them. */
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
  /** Something is written there that no node of this cluster can have written now. */
  readonly suspicion: RareWarning;

  constructor({ urls, keys, leaseMs, log }: RedisOptions) {
    this.leaseMs = leaseMs;
    this.keys = keys;
    this.suspicion = new RareWarning(log, 'ignored what a stranger has written to Redis', monotonicClock.now);
    this.clients = urls.map((url, index) => connect(url, index, leaseMs, log));
  }

  /** More than half of the servers. */
  get quorum(): number {
    return Math.floor(this.clients.length / 2) + 1;
  }

  /** Resolves when all servers can be asked, or when it has been waited for them long enough. */
  async ready(): Promise<void> {
    await Promise.all(this.clients.map(firstAnswer));
  }

  /** The answers of the servers that gave one. */
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
  // Every failure is met where the command was sent.
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
