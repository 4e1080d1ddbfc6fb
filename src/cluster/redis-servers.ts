/**
 * The connections to the Redis servers that hold leases and the node registry: one server, or several independent ones.
 * Promises that a server without an answer costs a bounded time, that the client never resends commands by itself, and
 * that no failure goes unhandled.
 */
import { Redis } from 'ioredis';
import type { Log } from '#actors/ports.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import type { DeploymentKeys } from './deployment-keys.ts';
import { RareWarning } from './rare-warning.ts';
import { RedisWatch } from './redis-watch.ts';

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
  readonly deployment: DeploymentKeys;
  readonly leaseMs: number;
  readonly log: Log;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

export class RedisServers {
  readonly clients: readonly Redis[];
  readonly keys: ClusterKeys;
  readonly deployment: DeploymentKeys;
  readonly leaseMs: number;
  readonly log: Log;
  /** Warns of entries that no node of this cluster can have written recently. */
  readonly suspicion: RareWarning;

  readonly #watch: RedisWatch;

  constructor({ urls, keys, deployment, leaseMs, log, now }: RedisOptions) {
    this.leaseMs = leaseMs;
    this.log = log;
    this.keys = keys;
    this.deployment = deployment;
    this.suspicion = new RareWarning(log, 'ignored an invalid or old entry on Redis', now);
    this.#watch = new RedisWatch(urls, log, now);
    this.clients = urls.map((url, index) => connect(url, index, leaseMs, this.#watch));
  }

  /** More than half of the servers. */
  get quorum(): number {
    return Math.floor(this.clients.length / 2) + 1;
  }

  /** 1 for each server whose last command was answered, otherwise 0. */
  get up(): Readonly<Record<string, number>> {
    return this.#watch.up;
  }

  /** Resolves when all servers are connected, or after 1 s. */
  async ready(): Promise<void> {
    await Promise.all(this.clients.map(firstAnswer));
  }

  /** The answers of the servers that answered; failures are left out. */
  async askAll<T>(ask: (client: Redis) => Promise<T>): Promise<readonly T[]> {
    const answers = await Promise.allSettled(this.clients.map((client) => ask(client)));
    for (const [index, answer] of answers.entries()) this.#note(index, answer);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }

  close(): void {
    this.#watch.close();
    for (const client of this.clients) client.disconnect();
  }

  #note(index: number, answer: PromiseSettledResult<unknown>): void {
    if (answer.status === 'fulfilled') this.#watch.answered(index);
    // Without a connection the client refuses commands itself: the last error of the connection is the cause.
    else this.#watch.failed(index, this.clients[index]?.status === 'ready' ? answer.reason : null);
  }
}

function connect(url: string, index: number, leaseMs: number, watch: RedisWatch): Redis {
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
    watch.answered(index);
  });
  client.on('close', () => {
    if (isReady) watch.failed(index, new Error('the connection has ended'));
    isReady = false;
  });
  client.on('error', (error: Error) => watch.failed(index, error));
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
