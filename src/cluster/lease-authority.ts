/**
 * The leases and the live nodes of one service with several worker processes, in the memory of their parent. Promises
 * that a lease has one holder until it expires, is released or broken, or its holder's process has ended. Forgets
 * everything with the process: the journal's fence keeps events safe, so a wrong or empty authority costs time only.
 */
import type { Holder, NodeCard, RegistryEntry } from './ports.ts';

/** A question of one node. Repeating it has no further effect. */
export type AuthorityRequest =
  /** Takes the shard when its lease is free. */
  | { readonly kind: 'acquire'; readonly shard: number; readonly holder: Holder }
  /** Extends the lease of this value, or takes a free one. */
  | { readonly kind: 'renew'; readonly shard: number; readonly holder: Holder }
  /** Ends the lease if it has this value: its holder releases it, or another node breaks it. */
  | { readonly kind: 'drop'; readonly shard: number; readonly value: string }
  /** Lists the node for one lease time, and asks for all listed nodes. */
  | { readonly kind: 'heartbeat'; readonly node: NodeCard }
  | { readonly kind: 'remove'; readonly node: NodeCard };

export type AuthorityReply =
  /** The holder of the lease now, which is another one when the question was refused. */
  | { readonly kind: 'holder'; readonly holder: Holder }
  | { readonly kind: 'nodes'; readonly entries: readonly RegistryEntry[] }
  | { readonly kind: 'done' };

interface StoredLease {
  readonly holder: Holder;
  readonly until: number;
}

export class LeaseAuthority {
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #leases = new Map<number, StoredLease>();
  readonly #nodes = new Map<string, { readonly node: NodeCard; readonly until: number }>();

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(now: () => number, leaseMs: number) {
    this.#now = now;
    this.#leaseMs = leaseMs;
  }

  answer(request: AuthorityRequest): AuthorityReply {
    switch (request.kind) {
      case 'acquire':
      case 'renew':
        return { kind: 'holder', holder: this.#claim(request.shard, request.holder) };
      case 'drop':
        if (this.#leases.get(request.shard)?.holder.value === request.value) this.#leases.delete(request.shard);
        return { kind: 'done' };
      case 'heartbeat':
        this.#nodes.set(request.node.id, { node: request.node, until: this.#now() + this.#leaseMs });
        return { kind: 'nodes', entries: this.#entries() };
      case 'remove':
        this.#nodes.delete(request.node.id);
        return { kind: 'done' };
    }
  }

  /** The node's process has ended: its leases are free at once. */
  nodeEnded({ id }: NodeCard): void {
    this.#nodes.delete(id);
    for (const [shard, { holder }] of this.#leases) if (holder.node.id === id) this.#leases.delete(shard);
  }

  /** Forgets all leases and nodes, as a new parent would have. */
  forgetAll(): void {
    this.#leases.clear();
    this.#nodes.clear();
  }

  /** A value names one lease of one holder, so its holder may ask for it again. */
  #claim(shard: number, holder: Holder): Holder {
    const now = this.#now();
    const kept = this.#leases.get(shard);
    if (kept !== undefined && kept.until > now && kept.holder.value !== holder.value) return kept.holder;
    this.#leases.set(shard, { holder, until: now + this.#leaseMs });
    return holder;
  }

  #entries(): readonly RegistryEntry[] {
    const now = this.#now();
    for (const [id, { until }] of this.#nodes) if (until <= now) this.#nodes.delete(id);
    return [...this.#nodes.values()].map(({ node, until }) => ({ node, remainingMs: until - now }));
  }
}
