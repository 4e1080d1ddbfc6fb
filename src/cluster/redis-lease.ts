/**
 * Leases by Redlock. A lock's value names its holder, so that a contender knows which node to ask, and can break the
 * lock of a dead one; a holder without the cluster's proof is not asked. Validity is worked out here, on the monotonic
 * clock: the library hands out locks that have expired, and goes by the wall clock. It tries once; a caller that wants
 * more tries again with jitter.
 */
import type { Redis } from 'ioredis';
import Redlock, { ExecutionError, Lock } from 'redlock';
import type { Claim, HeldLease, Holder, Lease, NodeCard } from './ports.ts';
import type { RedisServers } from './redis-servers.ts';
import { readCard, writeCard } from './signed-card.ts';

/** Clocks of servers and node may drift apart by this share of the lease, and by the grain of expiry. */
const driftFactor = 0.01;
const marginMs = 4;

/** A holder's card is written once and stands on all its locks. */
const cardMoment = 'lease';

const breakScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

export class RedisLease implements Lease {
  readonly #servers: RedisServers;
  /** This node's signed card: begins the value of its locks. */
  readonly #card: string;
  readonly #monotonic: () => number;
  readonly #redlock: Redlock;

  constructor(servers: RedisServers, self: NodeCard, monotonic: () => number) {
    this.#servers = servers;
    this.#card = writeCard(servers.keys, self, cardMoment);
    this.#monotonic = monotonic;
    const voters = servers.clients.map((client) => namedClient(client, this.#card));
    // The library waits for ever when an even number of servers is divided: one more that never agrees decides it.
    if (voters.length % 2 === 0) voters.push(naysayer);
    this.#redlock = new Redlock(voters, { retryCount: 0, driftFactor });
  }

  acquire(shard: number): Promise<Claim> {
    const { leaseMs } = this.#servers;
    return this.#claim(shard, () => this.#redlock.acquire([this.#keyOf(shard)], leaseMs));
  }

  async renew(lease: HeldLease): Promise<Claim> {
    const { leaseMs } = this.#servers;
    const claim = await this.#claim(lease.shard, () => this.#redlock.extend(this.#lockOf(lease), leaseMs));
    const isVanished =
      claim.kind === 'taken' && (claim.holder === null || claim.holder.value === `${this.#card}|${lease.value}`);
    if (!isVanished) return claim;
    // Some servers have forgotten it: it is won anew on all of them, or not at all.
    await this.release(lease);
    return this.acquire(lease.shard);
  }

  async release(lease: HeldLease): Promise<void> {
    await this.#redlock.release(this.#lockOf(lease)).catch(() => undefined);
  }

  async break(shard: number, { value }: Pick<Holder, 'value'>): Promise<void> {
    await this.#servers.askAll((client) => client.eval(breakScript, 1, this.#keyOf(shard), value));
  }

  async #claim(shard: number, ask: () => Promise<Lock>): Promise<Claim> {
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

  async #refused(shard: number, error: unknown): Promise<Claim> {
    if (!(error instanceof ExecutionError)) return { kind: 'no-answer' };
    const [votes] = await Promise.all(error.attempts);
    const refusals = [...(votes?.votesAgainst.values() ?? [])].filter(({ name }) => name === 'ResourceLockedError');
    const answers = (votes?.votesFor.size ?? 0) + refusals.length;
    if (answers < this.#servers.quorum) return { kind: 'no-answer' };
    return { kind: 'taken', holder: await this.#holderOf(shard) };
  }

  /** The one that most servers name. */
  async #holderOf(shard: number): Promise<Holder | null> {
    const values = await this.#servers.askAll((client) => client.get(this.#keyOf(shard)));
    const counts = new Map<string, number>();
    for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    return most === undefined ? null : this.#readHolder(shard, most[0]);
  }

  /** A lease that no node of the cluster has written is taken away: it could stay for ever. */
  async #readHolder(shard: number, value: string): Promise<Holder | null> {
    const { keys, suspicion } = this.#servers;
    const card = readCard(keys, value.slice(0, value.lastIndexOf('|')));
    if (card?.moment === cardMoment) return { node: card.node, value };
    suspicion.give({ found: 'a lease without proof' });
    await this.break(shard, { value });
    return null;
  }

  #keyOf(shard: number): string {
    return `${this.#servers.keys.prefix}lease:${shard}`;
  }

  /** As the library knows it. Its own idea of the expiry, by the wall clock, must not keep it from extending. */
  #lockOf({ shard, value }: HeldLease): Lock {
    return new Lock(this.#redlock, [this.#keyOf(shard)], value, [], Number.MAX_SAFE_INTEGER);
  }
}

type Arguments = [key: string, value: string, ...rest: unknown[]];

/** The two calls that the library makes of a client, with the holder's name put before each value. */
function namedClient(client: Redis, card: string): Redis {
  const named = ([key, value, ...rest]: Arguments): string[] => [key, `${card}|${value}`, ...rest.map(String)];
  return {
    evalsha: (hash: string, keys: number, args: Arguments) => plain(client.evalsha(hash, keys, ...named(args))),
    eval: (script: string, keys: number, args: Arguments) => plain(client.eval(script, keys, ...named(args))),
  } as unknown as Redis;
}

const naysayer = {
  evalsha: () => Promise.reject(new Error('never agrees')),
} as unknown as Redis;

/** The library ends the process over a rejection that is no `Error` of its own realm. */
async function plain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Error((error as Error).message);
  }
}
