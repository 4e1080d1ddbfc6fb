/**
 * The shards that this node has: wins their leases when their events are needed, renews them while they are
 * in use, hands them over when another node should have them, and drops what somebody else has won. While no
 * lease can be had because the lease service is silent, the shards that should be this node's are served
 * without one: the journal's fence keeps that safe, always.
 */
import type { Clock, Tenure } from '#actors/ports.ts';
import { shardCount, shardOf } from '#actors/shard.ts';
import type { Membership } from './membership.ts';
import { pause } from './pause.ts';
import type { ClusterWorld, HeldLease, Holder, Lease, LocalEvents, NodeCard, Peer } from './ports.ts';

/** Renewals are spread over this many steps, so that they never come in one burst. */
const stepsPerRenewal = 8;
const renewalsPerLease = 3;
/** A lease that nobody has most of is tried again this often before the caller is told to come back. */
const triesMax = 4;
const retryMsMax = 8;
/** Shards handed over at the same time. */
const handOversAtOnce = 8;

interface Holding {
  /** Null while the shard is served without one. */
  lease: HeldLease | null;
  isRenewing: boolean;
}

/** `mine`, the node to ask instead, or null: nobody can say yet, come back in a moment. */
export type Whereabouts = 'mine' | NodeCard | null;

export class ShardOwnership implements Tenure {
  readonly #world: ClusterWorld;
  readonly #lease: Lease;
  readonly #peer: Peer;
  readonly #membership: Membership;
  readonly #events: () => LocalEvents;
  /** 1 for the shards whose events may be asked here. */
  readonly #isOpen = new Uint8Array(shardCount);
  readonly #holdings = new Map<number, Holding>();
  readonly #claims = new Map<number, Promise<Whereabouts>>();
  readonly #departures = new Map<number, Promise<void>>();
  /** Who had the lease when this node last wanted it. */
  readonly #met = new Map<number, Holder>();
  #step = 0;
  #cancelStep: () => void = () => undefined;
  #rebalancing: Promise<void> = Promise.resolve();

  /** `events`: asked for when first needed, because they need this tenure themselves. */
  constructor(world: ClusterWorld, lease: Lease, peer: Peer, membership: Membership, events: () => LocalEvents) {
    this.#world = world;
    this.#lease = lease;
    this.#peer = peer;
    this.#membership = membership;
    this.#events = events;
    membership.onChange(() => {
      this.#events().lookThoroughly();
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

  /** How many of them without a lease that is good now. */
  get unleasedCount(): number {
    const now = this.#time.now();
    let count = 0;
    for (const { lease } of this.#holdings.values()) if (lease === null || now >= lease.validUntil) count++;
    return count;
  }

  isMine(eventNumber: number): boolean {
    return this.#isOpen[shardOf(eventNumber)] === 1;
  }

  async obtain(eventNumber: number): Promise<boolean> {
    return (await this.claim(shardOf(eventNumber))) === 'mine';
  }

  shards(): readonly number[] | null {
    const own: number[] = [];
    for (let shard = 0; shard < shardCount; shard++) {
      const isPreferred = this.#membership.ownerOf(shard)?.id === this.#world.self.id;
      if (isPreferred || this.#isOpen[shard] === 1) own.push(shard);
    }
    return own.length === shardCount ? null : own;
  }

  /** Makes the shard this node's if it can be had, or says who has it. */
  claim(shard: number): Promise<Whereabouts> {
    if (this.#isOpen[shard] === 1) return Promise.resolve('mine');
    if (this.#departures.has(shard)) return Promise.resolve(this.#elsewhere(shard));
    let claim = this.#claims.get(shard);
    if (claim === undefined) {
      claim = this.#claim(shard).finally(() => this.#claims.delete(shard));
      this.#claims.set(shard, claim);
    }
    return claim;
  }

  /** Whether the shard is on its way to or from this node: whoever asks for it comes back in a moment. */
  isMoving(shard: number): boolean {
    return this.#departures.has(shard) || this.#claims.has(shard);
  }

  /** The holder that the last claim met says that it does not have the shard: it has forgotten the lease. */
  async denied(shard: number): Promise<void> {
    const holder = this.#met.get(shard);
    this.#met.delete(shard);
    if (holder !== undefined) await this.#break(shard, holder);
  }

  /** Renews what is held from now on. */
  start(): void {
    const { leaseMs } = this.#world;
    const everyMs = leaseMs / renewalsPerLease / stepsPerRenewal;
    this.#cancelStep = this.#time.wakeAt(this.#time.now() + everyMs, () => {
      this.start();
      this.#step = (this.#step + 1) % stepsPerRenewal;
      for (const [shard, holding] of this.#holdings) {
        if (shard % stepsPerRenewal === this.#step) void this.#tend(shard, holding);
      }
    });
  }

  /** Resolves when every shard that another node should have has been handed over. */
  async settled(): Promise<void> {
    await this.#rebalancing;
    await Promise.all(this.#departures.values());
  }

  /** Gives all leases back; the events are gone already. */
  async close(): Promise<void> {
    this.#cancelStep();
    await this.settled();
    const holdings = [...this.#holdings];
    this.#holdings.clear();
    this.#isOpen.fill(0);
    await Promise.all(holdings.map(([, { lease }]) => lease === null || this.#lease.release(lease)));
  }

  async #claim(shard: number): Promise<Whereabouts> {
    for (let attempt = 0; attempt < triesMax; attempt++) {
      const isUnfit = this.#membership.isLeaving || this.#world.isCutOff?.() === true;
      if (isUnfit && this.#elsewhere(shard) !== null) return this.#elsewhere(shard);
      const claim = await this.#lease.acquire(shard);
      if (claim.kind === 'held') return this.#take(shard, claim.lease);
      if (claim.kind === 'no-answer') {
        const owner = this.#membership.ownerOf(shard);
        return owner === null || owner.id === this.#world.self.id ? this.#take(shard, null) : owner;
      }
      const { holder } = claim;
      if (holder === null) await pause(this.#time, 1 + this.#world.random() * retryMsMax);
      else {
        const condition = await this.#conditionOf(holder);
        if (condition === 'lost') return null;
        if (condition === 'there') {
          this.#met.set(shard, holder);
          return holder.node;
        }
        await this.#break(shard, holder);
      }
    }
    return null;
  }

  /**
   * `fallen`: dead, gone, or this very node, which has forgotten the lease. `lost`: not shown any more, and silent; its lease
   * will run out.
   */
  async #conditionOf({ node }: Holder): Promise<'there' | 'fallen' | 'lost'> {
    if (node.id === this.#world.self.id || this.#membership.isGone(node)) return 'fallen';
    const verdict = await this.#peer.ping(node);
    if (verdict === 'dead') this.#membership.suspect(node);
    if (verdict === 'dead') return 'fallen';
    const isShown = this.#membership.peers.some(({ id }) => id === node.id);
    return verdict === 'unknown' && !isShown ? 'lost' : 'there';
  }

  async #break(shard: number, holder: Holder): Promise<void> {
    this.#world.meter.takeOver('fallen');
    await this.#lease.break(shard, holder);
  }

  #take(shard: number, lease: HeldLease | null): 'mine' {
    this.#holdings.set(shard, { lease, isRenewing: false });
    this.#isOpen[shard] = 1;
    this.#world.meter.takeOver('free');
    return 'mine';
  }

  /** Where a shard goes that is not this node's. */
  #elsewhere(shard: number): NodeCard | null {
    const owner = this.#membership.ownerOf(shard);
    return owner?.id === this.#world.self.id ? null : owner;
  }

  async #tend(shard: number, holding: Holding): Promise<void> {
    if (holding.isRenewing || this.#departures.has(shard)) return;
    if (!this.#events().isUsing(shard)) return this.#giveBack(shard, holding);
    if (this.#elsewhere(shard) !== null) this.#rebalance();
    holding.isRenewing = true;
    const { lease } = holding;
    const claim = await (lease === null ? this.#lease.acquire(shard) : this.#lease.renew(lease));
    holding.isRenewing = false;
    if (this.#holdings.get(shard) !== holding) {
      if (claim.kind === 'held') await this.#lease.release(claim.lease);
      return;
    }
    if (claim.kind === 'held') holding.lease = claim.lease;
    else if (claim.kind === 'no-answer' || claim.holder === null) this.#world.meter.renewalFailed();
    else if ((await this.#conditionOf(claim.holder)) === 'fallen') {
      // What was said about a lease that is not held any more says nothing about the next one.
      holding.lease = null;
      await this.#break(shard, claim.holder);
    } else await this.#depart(shard, null, () => this.#leaveProjected(shard));
  }

  /** Somebody else has the lease, and may never ask for these events: their deadlines must be known. */
  async #leaveProjected(shard: number): Promise<void> {
    await this.#events().prepareToLeave(shard);
    await this.#events().leave(shard);
  }

  /** None of its events is in memory: whoever needs the shard next may have it. */
  async #giveBack(shard: number, { lease }: Holding): Promise<void> {
    this.#holdings.delete(shard);
    this.#isOpen[shard] = 0;
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

  /** Serves until everything is written down; then the gap is one batch and one release. */
  async #handOver(shard: number): Promise<void> {
    const house = this.#events();
    if (this.#world.isCutOff?.() === true) return this.#abandon(shard);
    await house.prepareToLeave(shard);
    const holding = this.#holdings.get(shard);
    if (holding === undefined || this.#elsewhere(shard) === null) return;
    await this.#depart(shard, holding, () => house.leave(shard));
  }

  /** Without the database nothing can be written down or finished: the next owner does not wait for it. */
  async #abandon(shard: number): Promise<void> {
    const lease = this.#holdings.get(shard)?.lease ?? null;
    this.#holdings.delete(shard);
    void this.#depart(shard, null, () => this.#events().leave(shard));
    if (lease !== null) await this.#lease.release(lease);
  }

  /** Takes no more from now on. `holding`: its lease is given back once the events have gone. */
  #depart(shard: number, holding: Holding | null, leave: () => Promise<void>): Promise<void> {
    this.#isOpen[shard] = 0;
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
