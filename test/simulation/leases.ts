/**
 * The simulated lease service and node registry of a run: both lose their data when they are flushed, may be down or slow,
 * and may be unreachable for a node. Either servers of a cluster, of which `NodeLeases` is one node's client, or the
 * product's own authority in the parent of worker processes.
 */

import type { Clock } from '#actors/ports.ts';
import { LeaseAuthority } from '#cluster/lease-authority.ts';
import type { HeldLease, Holder, Lease, LeaseOutcome, NodeCard, NodeRegistry, RegistryEntry } from '#cluster/ports.ts';
import type { LeaseCalls } from './lease-calls.ts';
import type { RunContext } from './run-context.ts';

/** Subtracted from each lease for clock drift. */
const marginMs = 20;

interface StoredLease {
  readonly holder: Holder;
  readonly until: number;
}

export class LeaseService {
  readonly leases = new Map<number, StoredLease>();
  readonly registry = new Map<string, { readonly card: NodeCard; readonly until: number }>();
  /** Of a run whose nodes are worker processes; null: they are a cluster. */
  readonly authority: LeaseAuthority | null;
  upAt = 0;
  slowUntil = 0;

  constructor({ timeline, leaseMs, hasParent }: RunContext) {
    this.authority = hasParent ? new LeaseAuthority(() => timeline.now, leaseMs) : null;
  }

  flush(): void {
    this.leases.clear();
    this.registry.clear();
    this.authority?.forgetAll();
  }
}

export class NodeLeases implements Lease, NodeRegistry {
  readonly #context: RunContext;
  readonly #service: LeaseService;
  readonly #calls: LeaseCalls;
  readonly #self: NodeCard;
  readonly #time: Clock;
  #values = 0;

  constructor(context: RunContext, service: LeaseService, calls: LeaseCalls, self: NodeCard, time: Clock) {
    this.#context = context;
    this.#service = service;
    this.#calls = calls;
    this.#self = self;
    this.#time = time;
  }

  acquire(shard: number): Promise<LeaseOutcome> {
    const value = `${this.#self.id}:${++this.#values}`;
    return this.#claim(shard, value, (kept) => kept === undefined);
  }

  renew({ shard, value }: HeldLease): Promise<LeaseOutcome> {
    return this.#claim(shard, value, (kept) => kept === undefined || kept.holder.value === value);
  }

  async release({ shard, value }: HeldLease): Promise<void> {
    await this.#calls.call(() => this.#drop(shard, value));
  }

  async break(shard: number, { value }: Holder): Promise<void> {
    this.#context.trace.count('lease broken');
    await this.#calls.call(() => this.#drop(shard, value));
  }

  heartbeat(self: NodeCard): Promise<readonly RegistryEntry[] | null> {
    const { timeline, leaseMs } = this.#context;
    return this.#calls.call(() => {
      const { registry } = this.#service;
      registry.set(self.id, { card: self, until: timeline.now + leaseMs });
      for (const [id, { until }] of registry) if (until < timeline.now) registry.delete(id);
      return [...registry.values()].map(({ card, until }) => ({ node: card, remainingMs: until - timeline.now }));
    });
  }

  async remove(self: NodeCard): Promise<void> {
    await this.#calls.call(() => this.#service.registry.delete(self.id));
  }

  #drop(shard: number, value: string): void {
    if (this.#service.leases.get(shard)?.holder.value === value) this.#service.leases.delete(shard);
  }

  async #claim(
    shard: number,
    value: string,
    isFree: (kept: StoredLease | undefined) => boolean,
  ): Promise<LeaseOutcome> {
    const { timeline, leaseMs, trace } = this.#context;
    const validUntil = this.#time.now() + leaseMs - marginMs;
    const kept = await this.#calls.call(() => {
      const before = this.#service.leases.get(shard);
      const current = before !== undefined && before.until > timeline.now ? before : undefined;
      if (!isFree(current)) return current as StoredLease;
      const holder = { node: this.#self, value };
      this.#service.leases.set(shard, { holder, until: timeline.now + leaseMs });
      return { holder, until: timeline.now + leaseMs };
    });
    if (kept === null) {
      trace.count('lease unanswered');
      return { kind: 'no-answer' };
    }
    if (kept.holder.value !== value) return { kind: 'taken', holder: kept.holder };
    if (this.#time.now() < validUntil) return { kind: 'held', lease: { shard, value, validUntil } };
    await this.release({ shard, value, validUntil });
    return { kind: 'taken', holder: null };
  }
}
