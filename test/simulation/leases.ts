/**
 * The simulated lease service and node registry: both lose their data when they are flushed, may be down or slow, and
 * may be unreachable for a node. `NodeLeases` is one node's client of them.
 */

import type { Clock } from '#actors/ports.ts';
import type { HeldLease, Holder, Lease, LeaseOutcome, NodeCard, NodeRegistry, RegistryEntry } from '#cluster/ports.ts';
import type { ProcessLifetime } from './process-lifetime.ts';
import type { RunContext } from './run-context.ts';

/** How long a node waits for an answer of the lease service. */
const answerMsMax = 150;
/** Subtracted from each lease for clock drift. */
const marginMs = 20;

interface StoredLease {
  readonly holder: Holder;
  readonly until: number;
}

export class LeaseService {
  readonly leases = new Map<number, StoredLease>();
  readonly registry = new Map<string, { readonly card: NodeCard; readonly until: number }>();
  upAt = 0;
  slowUntil = 0;

  flush(): void {
    this.leases.clear();
    this.registry.clear();
  }
}

export class NodeLeases implements Lease, NodeRegistry {
  readonly #context: RunContext;
  readonly #service: LeaseService;
  readonly #lifetime: ProcessLifetime;
  readonly #self: NodeCard;
  readonly #time: Clock;
  #values = 0;
  isCut = false;

  constructor(context: RunContext, service: LeaseService, lifetime: ProcessLifetime, self: NodeCard, time: Clock) {
    this.#context = context;
    this.#service = service;
    this.#lifetime = lifetime;
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
    await this.#call(() => this.#drop(shard, value));
  }

  async break(shard: number, { value }: Holder): Promise<void> {
    this.#context.trace.count('lease broken');
    await this.#call(() => this.#drop(shard, value));
  }

  heartbeat(self: NodeCard): Promise<readonly RegistryEntry[] | null> {
    const { timeline, leaseMs } = this.#context;
    return this.#call(() => {
      const { registry } = this.#service;
      registry.set(self.id, { card: self, until: timeline.now + leaseMs });
      for (const [id, { until }] of registry) if (until < timeline.now) registry.delete(id);
      return [...registry.values()].map(({ card, until }) => ({ node: card, remainingMs: until - timeline.now }));
    });
  }

  async remove(self: NodeCard): Promise<void> {
    await this.#call(() => this.#service.registry.delete(self.id));
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
    const kept = await this.#call(() => {
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

  /** Null if there is no answer in time; the call may have taken effect anyway. */
  #call<T>(execute: () => T): Promise<T | null> {
    const { random, timeline, faultRates } = this.#context;
    return new Promise((resolve) => {
      if (this.#lifetime.isOver) return;
      let isAnswered = false;
      const answer = (value: T | null): void => {
        if (isAnswered) return;
        isAnswered = true;
        timeout.run = null;
        this.#lifetime.run(() => resolve(value));
      };
      const timeout = timeline.after(answerMsMax, () => answer(null), this.#lifetime);
      if (this.isCut || timeline.now < this.#service.upAt || random.chance(faultRates.messageDropped)) return;
      const isSlow = timeline.now < this.#service.slowUntil;
      timeline.quietlyAfter(random.between(0.1, isSlow ? 400 : 0.5), () => {
        if (timeline.now < this.#service.upAt) return;
        const value = execute();
        if (this.isCut || random.chance(faultRates.messageDropped)) return;
        timeline.after(random.between(0.1, 0.5), () => answer(value));
      });
    });
  }
}
