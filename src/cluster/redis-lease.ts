/**
 * Leases by Redlock. A lock's value names its holder, so that a contender can ask that node, or break the lock of a
 * dead one; a holder without the cluster's proof is never asked. The validity is computed here on the monotonic clock,
 * because the library uses the wall clock and can return expired locks. Each call tries once; callers retry with
 * jitter.
 */
import type { Redis } from 'ioredis';
import Redlock, { ExecutionError, Lock } from 'redlock';
import type { HeldLease, Holder, Lease, LeaseOutcome, NodeCard } from './ports.ts';
import type { RedisServers } from './redis-servers.ts';
import { readCard, writeCard } from './signed-card.ts';

/** Allowed clock drift between servers and node: this share of the lease, plus a margin for the expiry's resolution. */
const driftFactor = 0.01;
const marginMs = 4;

/** Signed into a holder's card in place of a time: one card, written once, is used for all its locks. */
const cardMoment = 'lease';

const breakScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

export class RedisLease implements Lease {
  readonly #servers: RedisServers;
  /** This node's signed card: the prefix of its locks' values. */
  readonly #card: string;
  readonly #monotonic: () => number;
  readonly #redlock: Redlock;

  constructor(servers: RedisServers, self: NodeCard, monotonic: () => number) {
    this.#servers = servers;
    this.#card = writeCard(servers.keys, self, cardMoment);
    this.#monotonic = monotonic;
    const voters = servers.clients.map((client) => namedClient(client, this.#card));
    // When an even number of servers splits in half the library never settles: add a voter that always refuses.
    if (voters.length % 2 === 0) voters.push(refusingVoter);
    this.#redlock = new Redlock(voters, { retryCount: 0, driftFactor });
  }

  acquire(shard: number): Promise<LeaseOutcome> {
    const { leaseMs } = this.#servers;
    return this.#claim(shard, () => this.#redlock.acquire([this.#keyOf(shard)], leaseMs));
  }

  async renew(lease: HeldLease): Promise<LeaseOutcome> {
    const { leaseMs } = this.#servers;
    const claim = await this.#claim(lease.shard, () => this.#redlock.extend(this.#lockOf(lease), leaseMs));
    const isVanished =
      claim.kind === 'taken' && (claim.holder === null || claim.holder.value === `${this.#card}|${lease.value}`);
    if (!isVanished) return claim;
    // Some servers have forgotten the lease: release the rest, then acquire it again on all servers.
    await this.release(lease);
    return this.acquire(lease.shard);
  }

  async release(lease: HeldLease): Promise<void> {
    await this.#redlock.release(this.#lockOf(lease)).catch(() => undefined);
  }

  async break(shard: number, { value }: Pick<Holder, 'value'>): Promise<void> {
    await this.#servers.askAll((client) => client.eval(breakScript, 1, this.#keyOf(shard), value));
  }

  async #claim(shard: number, ask: () => Promise<Lock>): Promise<LeaseOutcome> {
    const askedAt = this.#monotonic();
    let lock: Lock;
    try {
      lock = await ask();
    } catch (error) {
      return this.#refused(shard, error);
    }
    const { leaseMs } = this.#servers;
    const validUntil = askedAt + leaseMs - leaseMs * driftFactor - marginMs;
    const lease = { shard, value: lock.value, validUntil };
    if (this.#monotonic() < validUntil) return { kind: 'held', lease };
    await this.release(lease);
    return { kind: 'no-answer' };
  }

  async #refused(shard: number, error: unknown): Promise<LeaseOutcome> {
    if (!(error instanceof ExecutionError)) return { kind: 'no-answer' };
    const [votes] = await Promise.all(error.attempts);
    const refusals = [...(votes?.votesAgainst.values() ?? [])].filter(({ name }) => name === 'ResourceLockedError');
    const answers = (votes?.votesFor.size ?? 0) + refusals.length;
    if (answers < this.#servers.quorum) return { kind: 'no-answer' };
    return { kind: 'taken', holder: await this.#holderOf(shard) };
  }

  /** The holder that most servers name. */
  async #holderOf(shard: number): Promise<Holder | null> {
    const values = await this.#servers.askAll((client) => client.get(this.#keyOf(shard)));
    const counts = new Map<string, number>();
    for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    return most === undefined ? null : this.#readHolder(shard, most[0]);
  }

  /** A lease that no node of the cluster has written is broken: it might never expire. */
  async #readHolder(shard: number, value: string): Promise<Holder | null> {
    const { keys, suspicion } = this.#servers;
    const card = readCard(keys, value.slice(0, value.lastIndexOf('|')));
    if (card?.moment === cardMoment) return { node: card.node, value };
    suspicion.give({ found: 'a lease without proof' });
    await this.break(shard, { value });
    return null;
  }

  #keyOf(shard: number): string {
    return `${this.#servers.deployment.prefix}lease:${shard}`;
  }

  /** The lease as the library's lock. The maximal expiry keeps its wall-clock check from refusing to extend. */
  #lockOf({ shard, value }: HeldLease): Lock {
    return new Lock(this.#redlock, [this.#keyOf(shard)], value, [], Number.MAX_SAFE_INTEGER);
  }
}

type Arguments = [key: string, value: string, ...rest: unknown[]];

/** The two client calls that the library uses, with the holder's card put before each value. */
function namedClient(client: Redis, card: string): Redis {
  const named = ([key, value, ...rest]: Arguments): string[] => [key, `${card}|${value}`, ...rest.map(String)];
  return {
    evalsha: (hash: string, keys: number, args: Arguments) => plain(client.evalsha(hash, keys, ...named(args))),
    eval: (script: string, keys: number, args: Arguments) => plain(client.eval(script, keys, ...named(args))),
  } as unknown as Redis;
}

const refusingVoter = {
  evalsha: () => Promise.reject(new Error('always refuses')),
} as unknown as Redis;

/** Rethrows as an `Error` of this realm (V8 context): any other rejection makes the library end the process. */
async function plain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Error((error as Error).message);
  }
}
