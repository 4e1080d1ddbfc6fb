/**
 * Wires the cluster parts of one node together, with Redis and peers or without. Owns the order of joining and leaving:
 * a node registers once it can serve requests, and hands over its shards before it stops.
 */
import { mailboxAgeMaxMs } from '#actors/mailbox.ts';
import type { Log } from '#actors/ports.ts';
import { localLease, localNodeRegistry, noPeer } from './alone.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import { LoopWatch } from './loop-watch.ts';
import { Membership } from './membership.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { ShardOwnership } from './ownership.ts';
import { pause } from './pause.ts';
import { PeerLinks } from './peer-links.ts';
import type { ClusterMeter, ClusterWorld, Lease, LocalEvents, NodeCard, NodeRegistry, Peer } from './ports.ts';
import { RedisLease } from './redis-lease.ts';
import { RedisNodeRegistry } from './redis-node-registry.ts';
import { RedisServers } from './redis-servers.ts';
import { Router } from './router.ts';
import { StoreWatch } from './store-watch.ts';

/** The resources that the nodes of a cluster share. */
interface Shared {
  readonly redisUrls: readonly string[];
  readonly keys: ClusterKeys;
  /** Resolves when the database has answered. */
  readonly askStore: () => Promise<unknown>;
}

export interface ClusterOptions {
  readonly self: NodeCard;
  /** Null: the node is alone. */
  readonly shared: Shared | null;
  readonly leaseMs: number;
  readonly meter: ClusterMeter;
  readonly log: Log;
  /** The events that are live here. A function, because they need this node's ownership to be built. */
  readonly events: () => LocalEvents;
}

/** After a stall of this length another node may have answered in this one's place. */
const gapMs = 1_000;
/** No other node can replace a lone node, so only stalls longer than a command may wait in a mailbox count. */
const loneGapMs = mailboxAgeMaxMs;
/** Time limit of the hand-over. Afterwards the next owner recovers the remaining events from the journal. */
const handOverMsMax = 10_000;

interface Outside {
  readonly lease: Lease;
  readonly registry: NodeRegistry;
  readonly peer: Peer;
  ready(): Promise<void>;
  close(): Promise<void>;
}

export class ClusterNode {
  readonly membership: Membership;
  readonly ownership: ShardOwnership;
  readonly router: Router;
  readonly #outside: Outside;
  readonly #watch: LoopWatch;
  /** Null for a lone node: no other node could take its shards. */
  readonly #store: StoreWatch | null;

  constructor(options: ClusterOptions) {
    const { self, leaseMs, meter, log, events } = options;
    this.#store = this.#watchStore(options);
    const isCutOff = (): boolean => this.isCutOff;
    const world: ClusterWorld = { self, time: monotonicClock, random: Math.random, isCutOff, leaseMs, meter, log };
    this.#outside = this.#open(options);
    const { lease, registry, peer } = this.#outside;
    this.membership = new Membership(world, registry, peer);
    this.ownership = new ShardOwnership(world, lease, peer, this.membership, events);
    this.#watch = new LoopWatch(monotonicClock, options.shared === null ? loneGapMs : gapMs);
    const { membership, ownership } = this;
    this.router = new Router(world, { events, membership, ownership, peer, watch: this.#watch });
  }

  /** True while this node cannot reach the database. */
  get isCutOff(): boolean {
    return this.#store?.isCutOff === true;
  }

  /** The internal listener must be open already: peers may send requests at once. */
  async start(): Promise<void> {
    await this.#outside.ready();
    this.#watch.start();
    this.#store?.start();
    await this.membership.join();
    this.ownership.start();
  }

  /** Hands over all shards if there is another node. Later requests to this node are forwarded. */
  async leave(): Promise<void> {
    await this.membership.leave();
    await Promise.race([this.ownership.settled(), pause(monotonicClock, handOverMsMax)]);
  }

  /** Releases the remaining leases. There must be no more requests. */
  async close(): Promise<void> {
    this.membership.close();
    await this.ownership.close();
    this.#watch.stop();
    this.#store?.stop();
    await this.#outside.close();
  }

  #watchStore({ shared, leaseMs }: ClusterOptions): StoreWatch | null {
    if (shared === null) return null;
    const onChange = (): void => void this.membership.storeChanged();
    return new StoreWatch({ time: monotonicClock, leaseMs, ask: shared.askStore, onChange });
  }

  #open({ self, shared, leaseMs, log }: ClusterOptions): Outside {
    if (shared === null) {
      const nothing = async (): Promise<void> => {};
      return { lease: localLease, registry: localNodeRegistry, peer: noPeer, ready: nothing, close: nothing };
    }
    const { redisUrls: urls, keys } = shared;
    const { now } = monotonicClock;
    const servers = new RedisServers({ urls, keys, leaseMs, log });
    const links = new PeerLinks({ keys, now, log, onLoss: (node) => void this.membership.check(node) });
    return {
      lease: new RedisLease(servers, self, now),
      registry: new RedisNodeRegistry(servers, now),
      peer: links,
      ready: () => servers.ready(),
      close: async () => {
        await links.close();
        servers.close();
      },
    };
  }
}
