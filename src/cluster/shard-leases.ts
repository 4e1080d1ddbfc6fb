/**
 * The leases of this node's shards: acquires one when an event of the shard is needed, renews it while the shard is in
 * use, hands the shard over when another node should have it, and drops it when another node holds the lease. Opens and
 * closes the shards in the shard table accordingly. While the lease service does not answer, this node serves its
 * preferred shards without leases; the journal's fence keeps that safe.
 */
import type { Clock, ShardAssignment } from '#actors/ports.ts';
import { shardCount, shardOf } from '#actors/shard.ts';
import type { ShardTable } from '#actors/shard-table.ts';
import type { Membership } from './membership.ts';
import { pause } from './pause.ts';
import type { ClusterWorld, HeldLease, Holder, Lease, LeavingEvents, NodeCard, Peer } from './ports.ts';

/** Renewals are spread over this many steps to avoid a burst. */
const stepsPerRenewal = 8;
const renewalsPerLease = 3;
/** Attempts at a lease after split votes (no node has a quorum), before the caller is told to retry. */
const triesMax = 4;
const retryMsMax = 8;
/** Shards handed over at the same time. */
const handOversAtOnce = 8;

interface Holding {
  /** Null while the shard is served without a lease. */
  lease: HeldLease | null;
  isRenewing: boolean;
}

/** `mine`: this node has the shard. A node: ask that one. Null: not known yet, retry after a pause. */
export type ShardLocation = 'mine' | NodeCard | null;

export interface ShardLeasesParts {
  readonly shards: ShardTable;
  readonly events: LeavingEvents;
  readonly membership: Membership;
  readonly lease: Lease;
  readonly peer: Peer;
}

export class ShardLeases implements ShardAssignment {
  readonly #world: ClusterWorld;
  readonly #lease: Lease;
  readonly #peer: Peer;
  readonly #membership: Membership;
  readonly #events: LeavingEvents;
  readonly #shards: ShardTable;
  readonly #listeners: (() => void)[] = [];
  readonly #holdings = new Map<number, Holding>();
  readonly #claims = new Map<number, Promise<ShardLocation>>();
  readonly #departures = new Map<number, Promise<void>>();
  /** The holder of the lease at this node's last attempt to acquire it. */
  readonly #holderSeen = new Map<number, Holder>();
  /** Shards whose lease this node broke and has not acquired since. */
  readonly #brokenLeases = new Set<number>();
  #step = 0;
  #cancelStep: () => void = () => undefined;
  #rebalancing: Promise<void> = Promise.resolve();

  constructor(world: ClusterWorld, { shards, events, membership, lease, peer }: ShardLeasesParts) {
    this.#world = world;
    this.#lease = lease;
    this.#peer = peer;
    this.#membership = membership;
    this.#events = events;
    this.#shards = shards;
    membership.onChange(() => {
      for (const listener of this.#listeners) listener();
      this.#rebalance();
    });
  }

  get #time(): Clock {
    return this.#world.time;
  }

  /** How many shards this node has. */
  get count(): number {
    return this.#holdings.size;
  }

  /** How many of them have no valid lease. */
  get unleasedCount(): number {
    const now = this.#time.now();
    let count = 0;
    for (const { lease } of this.#holdings.values()) if (lease === null || now >= lease.validUntil) count++;
    return count;
  }

  async obtain(eventNumber: number): Promise<boolean> {
    return (await this.claim(shardOf(eventNumber))) === 'mine';
  }

  shards(): readonly number[] | null {
    const own: number[] = [];
    for (let shard = 0; shard < shardCount; shard++) {
      const isPreferred = this.#membership.preferredNode(shard)?.id === this.#world.self.id;
      if (isPreferred || this.#shards.isOpen(shard)) own.push(shard);
    }
    return own.length === shardCount ? null : own;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Takes the shard if its lease is free, or tells which node has it. */
  claim(shard: number): Promise<ShardLocation> {
    if (this.#shards.isOpen(shard)) return Promise.resolve('mine');
    if (this.#departures.has(shard)) return Promise.resolve(this.#elsewhere(shard));
    let claim = this.#claims.get(shard);
    if (claim === undefined) {
      claim = this.#claim(shard).finally(() => this.#claims.delete(shard));
      this.#claims.set(shard, claim);
    }
    return claim;
  }

  /** Whether the shard is moving to or from this node: the caller retries after a pause. */
  isMoving(shard: number): boolean {
    return this.#departures.has(shard) || this.#claims.has(shard);
  }

  /** The holder found by the last claim denies having the shard: it has forgotten the lease, so the lease is broken. */
  async denied(shard: number): Promise<void> {
    const holder = this.#holderSeen.get(shard);
    this.#holderSeen.delete(shard);
    if (holder !== undefined) await this.#breakLease(shard, holder);
  }

  /** Starts the periodic renewal of the held shards. */
  start(): void {
    const { leaseMs } = this.#world;
    const everyMs = leaseMs / renewalsPerLease / stepsPerRenewal;
    this.#cancelStep = this.#time.wakeAt(this.#time.now() + everyMs, () => {
      this.start();
      this.#step = (this.#step + 1) % stepsPerRenewal;
      for (const [shard, holding] of this.#holdings) {
        if (shard % stepsPerRenewal === this.#step) void this.#maintain(shard, holding);
      }
    });
  }

  /** Resolves when every shard that another node should have has been handed over. */
  async settled(): Promise<void> {
    await this.#rebalancing;
    await Promise.all(this.#departures.values());
  }

  /** Releases all leases. The events must have left memory before. */
  async close(): Promise<void> {
    this.#cancelStep();
    await this.settled();
    const holdings = [...this.#holdings];
    this.#holdings.clear();
    for (const [shard] of holdings) this.#shards.close(shard);
    await Promise.all(holdings.map(([, { lease }]) => lease === null || this.#lease.release(lease)));
  }

  async #claim(shard: number): Promise<ShardLocation> {
    for (let attempt = 0; attempt < triesMax; attempt++) {
      if (this.#membership.isShutOut) return null;
      const isUnfit = this.#membership.isLeaving || this.#world.store?.isCutOff === true;
      if (isUnfit && this.#elsewhere(shard) !== null) return this.#elsewhere(shard);
      const claim = await this.#lease.acquire(shard);
      if (claim.kind === 'held') return this.#take(shard, claim.lease);
      if (claim.kind === 'no-answer') {
        const owner = this.#membership.preferredNode(shard);
        return owner === null || owner.id === this.#world.self.id ? this.#take(shard, null) : owner;
      }
      const { holder } = claim;
      if (holder === null) await pause(this.#time, 1 + this.#world.random() * retryMsMax);
      else {
        const condition = await this.#conditionOf(holder);
        if (condition === 'lost') return null;
        if (condition === 'there') {
          this.#holderSeen.set(shard, holder);
          this.#brokenLeases.delete(shard);
          return holder.node;
        }
        await this.#breakLease(shard, holder);
      }
    }
    return null;
  }

  /**
   * The condition of a lease's holder. `there`: alive, or silent and still on the registry. `fallen`: dead, gone, or
   * this node itself, which has forgotten the lease. `lost`: silent and no longer on the registry; its lease will
   * expire.
   */
  async #conditionOf({ node }: Holder): Promise<'there' | 'fallen' | 'lost'> {
    if (node.id === this.#world.self.id || this.#membership.isGone(node)) return 'fallen';
    const verdict = await this.#peer.ping(node);
    if (verdict === 'dead') this.#membership.suspect(node);
    if (verdict === 'dead') return 'fallen';
    const isShown = this.#membership.peers.some(({ id }) => id === node.id);
    return verdict === 'unknown' && !isShown ? 'lost' : 'there';
  }

  async #breakLease(shard: number, holder: Holder): Promise<void> {
    this.#brokenLeases.add(shard);
    await this.#lease.break(shard, holder);
  }

  #take(shard: number, lease: HeldLease | null): 'mine' {
    this.#holdings.set(shard, { lease, isRenewing: false });
    this.#shards.open(shard);
    this.#world.meter.takeOver(this.#brokenLeases.delete(shard) ? 'fallen' : 'free');
    return 'mine';
  }

  /** The other node that should have the shard; null when this node should have it, or there is no other. */
  #elsewhere(shard: number): NodeCard | null {
    const owner = this.#membership.preferredNode(shard);
    return owner?.id === this.#world.self.id ? null : owner;
  }

  async #maintain(shard: number, holding: Holding): Promise<void> {
    if (holding.isRenewing || this.#departures.has(shard)) return;
    if (!this.#shards.isInUse(shard)) return this.#releaseUnused(shard, holding);
    if (this.#membership.isShutOut) return this.#depart(shard, holding, () => this.#leaveProjected(shard));
    if (this.#elsewhere(shard) !== null) this.#rebalance();
    holding.isRenewing = true;
    const { lease } = holding;
    const claim = await (lease === null ? this.#lease.acquire(shard) : this.#lease.renew(lease));
    holding.isRenewing = false;
    if (this.#holdings.get(shard) !== holding) {
      if (claim.kind === 'held') await this.#lease.release(claim.lease);
      return;
    }
    if (claim.kind === 'held') {
      this.#brokenLeases.delete(shard);
      holding.lease = claim.lease;
    } else if (claim.kind === 'no-answer' || claim.holder === null) this.#world.meter.renewalFailed();
    else if ((await this.#conditionOf(claim.holder)) === 'fallen') {
      // The old lease is gone: the next step acquires a new one.
      holding.lease = null;
      await this.#breakLease(shard, claim.holder);
    } else await this.#depart(shard, null, () => this.#leaveProjected(shard));
  }

  /** The new holder may never receive a request for these events: it finds their deadlines through the projection. */
  async #leaveProjected(shard: number): Promise<void> {
    await this.#events.prepareToLeave(shard);
    await this.#events.leave(shard);
  }

  /** None of the shard's events is in memory: releases the lease for the next node that needs the shard. */
  async #releaseUnused(shard: number, { lease }: Holding): Promise<void> {
    this.#holdings.delete(shard);
    this.#shards.close(shard);
    if (lease !== null) await this.#lease.release(lease);
  }

  #rebalance(): void {
    this.#rebalancing = this.#rebalancing.then(() => this.#handOverAll());
  }

  async #handOverAll(): Promise<void> {
    const moving = [...this.#holdings.keys()].filter((shard) => this.#elsewhere(shard) !== null);
    for (let first = 0; first < moving.length; first += handOversAtOnce) {
      await Promise.all(moving.slice(first, first + handOversAtOnce).map((shard) => this.#handOver(shard)));
    }
  }

  /** Keeps serving until everything is projected, so that service pauses only for one batch and one release. */
  async #handOver(shard: number): Promise<void> {
    if (this.#world.store?.isCutOff === true) return this.#abandon(shard);
    await this.#events.prepareToLeave(shard);
    const holding = this.#holdings.get(shard);
    if (holding === undefined || this.#elsewhere(shard) === null) return;
    await this.#depart(shard, holding, () => this.#events.leave(shard));
  }

  /** Without the database nothing can be written: releases the lease at once, so that the next owner need not wait. */
  async #abandon(shard: number): Promise<void> {
    const lease = this.#holdings.get(shard)?.lease ?? null;
    this.#holdings.delete(shard);
    void this.#depart(shard, null, () => this.#events.leave(shard));
    if (lease !== null) await this.#lease.release(lease);
  }

  /** Stops accepting requests for the shard at once. `holding`: its lease is released once the events have left. */
  #depart(shard: number, holding: Holding | null, leave: () => Promise<void>): Promise<void> {
    this.#shards.close(shard);
    const departure = leave().then(async () => {
      this.#holdings.delete(shard);
      const lease = holding?.lease ?? null;
      if (lease !== null) await this.#lease.release(lease);
      this.#departures.delete(shard);
    });
    this.#departures.set(shard, departure);
    return departure;
  }
}
