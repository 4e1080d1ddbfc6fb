/**
 * The leases and the node registry of a worker process, which asks its parent for them. Promises that a lease counts as
 * held for less time than the parent keeps it, also when the answer came late, and that a parent that does not answer
 * is treated like a lease service that does not answer. Never rejects.
 */
import type { AuthorityReply, AuthorityRequest } from './lease-authority.ts';
import type { HeldLease, Holder, Lease, LeaseOutcome, NodeCard, NodeRegistry, RegistryEntry } from './ports.ts';

/** Subtracted from each lease. Small, because both processes read the same monotonic clock. */
const marginMs = 20;

/** The way to the parent: resolves with its answer, or with null when there was none in time. Never rejects. */
export interface AuthorityLink {
  ask(request: AuthorityRequest): Promise<AuthorityReply | null>;
}

export interface AuthorityLeaseOptions {
  readonly link: AuthorityLink;
  readonly self: NodeCard;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly leaseMs: number;
}

export class AuthorityLease implements Lease, NodeRegistry {
  readonly #options: AuthorityLeaseOptions;
  #values = 0;

  constructor(options: AuthorityLeaseOptions) {
    this.#options = options;
  }

  acquire(shard: number): Promise<LeaseOutcome> {
    return this.#claim('acquire', shard, `${this.#options.self.id}:${++this.#values}`);
  }

  renew({ shard, value }: HeldLease): Promise<LeaseOutcome> {
    return this.#claim('renew', shard, value);
  }

  async release({ shard, value }: HeldLease): Promise<void> {
    await this.#options.link.ask({ kind: 'drop', shard, value });
  }

  async break(shard: number, { value }: Holder): Promise<void> {
    await this.#options.link.ask({ kind: 'drop', shard, value });
  }

  async heartbeat(node: NodeCard): Promise<readonly RegistryEntry[] | null> {
    const reply = await this.#options.link.ask({ kind: 'heartbeat', node });
    return reply?.kind === 'nodes' ? reply.entries : null;
  }

  async remove(node: NodeCard): Promise<void> {
    await this.#options.link.ask({ kind: 'remove', node });
  }

  async #claim(kind: 'acquire' | 'renew', shard: number, value: string): Promise<LeaseOutcome> {
    const { link, self, now, leaseMs } = this.#options;
    const validUntil = now() + leaseMs - marginMs;
    const reply = await link.ask({ kind, shard, holder: { node: self, value } });
    if (reply?.kind !== 'holder') return { kind: 'no-answer' };
    const { holder } = reply;
    if (holder.value !== value) return { kind: 'taken', holder };
    const lease = { shard, value, validUntil };
    if (now() < validUntil) return { kind: 'held', lease };
    await this.release(lease);
    return { kind: 'no-answer' };
  }
}
