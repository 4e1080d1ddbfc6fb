/**
 * One real node of a cluster among simulated peers: the test sets the answers of the leases, the node registry and the
 * peers, and moves the clock.
 */
import { Fault } from '#actors/fault.ts';
import { shardCount } from '#actors/shard.ts';
import { ShardTable } from '#actors/shard-table.ts';
import { Membership } from '#cluster/membership.ts';
import type {
  ClusterWorld,
  Envelope,
  Lease,
  LeaseOutcome,
  LeavingEvents,
  LocalEvents,
  NodeCard,
  NodeRegistry,
  Peer,
  PeerOutcome,
} from '#cluster/ports.ts';
import { Router } from '#cluster/router.ts';
import { ShardLeases } from '#cluster/shard-leases.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import type { Answer } from '#domain/reply.ts';
import { ManualClock } from './manual-clock.ts';
import { flushPromises } from './simulated-world.ts';

export const leaseMs = 4_000;

export function nodeNamed(id: string): NodeCard {
  return { id, host: id, port: 1 };
}

export const done: Answer = { ok: true, reply: { kind: 'done' } };

export class SimulatedPeers {
  readonly self = nodeNamed('self');
  readonly time = new ManualClock(0);
  /** The calls that the node made, in order. */
  readonly calls: string[] = [];
  /** How the node counted the shards that it took. */
  readonly taken: string[] = [];
  /** The nodes in the registry; null: the Redis servers do not answer. */
  shown: readonly NodeCard[] | null = [];
  readonly holders = new Map<number, NodeCard>();
  areServersSilent = false;
  readonly dead = new Set<string>();
  readonly silent = new Set<string>();
  /** A ping of these nodes never completes. */
  readonly stuck = new Set<string>();
  /** Nodes that cannot reach the database; `self` may be among them. */
  readonly cutOff = new Set<string>();
  /** The answer of a peer to an envelope. */
  answerOf: (node: NodeCard, envelope: Envelope) => PeerOutcome = () => ({ kind: 'unreached' });
  /** The answer of this node's actors. */
  localAnswer: () => Answer | Fault = () => done;
  /** The fault of every command that this node's actors would get; null: none. */
  refusal: Fault | null = null;
  readonly shards = new ShardTable();
  readonly membership: Membership;
  readonly leases: ShardLeases;
  readonly router: Router;
  /** Whether the event loop has just been blocked. */
  readonly stalls = { isStale: false };
  readonly clusterVersion = { ...everythingInForce };
  readonly #storeListeners: (() => void)[] = [];

  constructor() {
    const nothing = (): void => {};
    const { cutOff, clusterVersion } = this;
    const world: ClusterWorld = {
      clusterVersion,
      mode: { fault: null },
      self: this.self,
      time: this.time,
      random: () => 0.5,
      store: {
        get isCutOff() {
          return cutOff.has('self');
        },
        onChange: (listener) => void this.#storeListeners.push(listener),
      },
      leaseMs,
      meter: {
        forwarded: nothing,
        takeOver: (kind) => void this.taken.push(kind),
        renewalFailed: () => this.#note('renewal failed'),
      },
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    };
    const { shards, stalls } = this;
    const membership = new Membership(world, this.registry, this.#peer);
    const parts = { shards, membership, peer: this.#peer };
    const leases = new ShardLeases(world, { ...parts, events: this.#leaving, lease: this.#lease });
    leases.onChange(() => this.#note('other shards'));
    this.membership = membership;
    this.leases = leases;
    this.router = new Router(world, { ...parts, events: this.#events, leases, stalls });
    for (let shard = 0; shard < shardCount; shard++) shards.countEvent(shard, 1);
  }

  /** From now on no event of the shard is in memory. */
  unload(shard: number): void {
    this.shards.countEvent(shard, -1);
  }

  /** The node has lost or regained its connection to the database. */
  async storeChanged(): Promise<void> {
    for (const listener of this.#storeListeners) listener();
    await flushPromises();
  }

  /** Joins the cluster while these nodes are in the registry. */
  async joinedBy(...nodes: readonly NodeCard[]): Promise<void> {
    this.shown = nodes;
    await this.membership.join();
    this.leases.start();
    this.calls.length = 0;
  }

  /** Lets time pass in steps of 10 ms, so that all callbacks run that become due on the way. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 10) {
      await flushPromises();
      this.time.advance(Math.min(10, left));
    }
    await flushPromises();
  }

  /** Lets time pass until the promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const end = (): void => {
      isOver = true;
    };
    promise.then(end, end);
    for (let step = 0; !isOver && step < 2_000; step++) await this.pass(10);
    return promise;
  }

  readonly #lease: Lease = {
    acquire: async (shard) => {
      this.#note(`acquire ${shard}`);
      return this.#claim(shard);
    },
    renew: async ({ shard }) => {
      this.#note(`renew ${shard}`);
      return this.#claim(shard);
    },
    release: async ({ shard }) => {
      this.#note(`release ${shard}`);
      this.holders.delete(shard);
    },
    break: async (shard) => {
      this.#note(`break ${shard}`);
      this.holders.delete(shard);
    },
  };

  readonly registry: NodeRegistry & { isShutOut: boolean } = {
    isShutOut: false,
    heartbeat: async (self) => this.shown?.concat(self).map((node) => ({ node, remainingMs: leaseMs })) ?? null,
    remove: async () => this.#note('remove'),
  };

  readonly #peer: Peer = {
    ask: async (node, envelope) => {
      this.#note(`ask ${node.id}`);
      return this.dead.has(node.id) ? { kind: 'dead' } : this.answerOf(node, envelope);
    },
    tell: async (node, { kind, node: about }) => this.#note(`tell ${node.id}: ${about.id} ${kind}`),
    ping: async ({ id }) => {
      if (this.stuck.has(id)) return new Promise(() => {});
      if (this.silent.has(id)) return 'unknown';
      if (this.dead.has(id)) return 'dead';
      return this.cutOff.has(id) ? 'cut-off' : 'alive';
    },
    forget: ({ id }) => this.#note(`give up ${id}`),
    onLoss: () => {},
  };

  readonly #events: LocalEvents = {
    ask: async (eventNumber) => {
      this.#note(`run ${eventNumber}`);
      const answer = this.localAnswer();
      if (answer instanceof Fault) throw answer;
      return answer;
    },
    refusalOf: () => this.refusal,
    settle: async (eventNumbers) => this.#note(`settle ${eventNumbers}`),
    forget: async (eventNumber) => this.#note(`forget ${eventNumber}`),
  };

  readonly #leaving: LeavingEvents = {
    prepareToLeave: async (shard) => this.#note(`prepare ${shard}`),
    leave: async (shard) => this.#note(`leave ${shard}`),
  };

  #claim(shard: number): LeaseOutcome {
    if (this.areServersSilent) return { kind: 'no-answer' };
    const holder = this.holders.get(shard) ?? this.self;
    if (holder.id !== this.self.id) return { kind: 'taken', holder: { node: holder, value: 'value' } };
    this.holders.set(shard, this.self);
    return { kind: 'held', lease: { shard, value: 'value', validUntil: this.time.now() + leaseMs } };
  }

  #note(what: string): void {
    this.calls.push(what);
  }
}
