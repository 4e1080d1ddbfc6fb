/**
 * The live nodes as this node sees them: from heartbeats on the registry, from notices of other nodes, and from pings.
 * Keeps the last view while the registry does not answer. A wrong view costs time, never correctness: the journal's
 * fence decides which node may write.
 */
import { preferredNodes } from './placement.ts';
import type { ClusterWorld, MembershipNotice, NodeCard, NodeRegistry, Peer, RegistryEntry } from './ports.ts';

/** Heartbeats in a lease time. */
const heartbeatsPerLease = 3;
/** The next heartbeat comes this long after the first entry of the registry expires. */
const endSlackMs = 10;

/** The state of another node as this one knows it. */
interface PeerStatus {
  readonly card: NodeCard;
  /** When it last answered, joined, or appeared on the registry. */
  heardAt: number;
  /** It refused the last connection, or did not answer for a lease time without a registry. */
  isDead: boolean;
  /** It reports that it cannot reach the database. */
  isCutOff: boolean;
  /** It did not answer the last attempt: the network path to it may be broken. */
  isSilent: boolean;
  /** A ping that checks whether it has died is in flight. */
  isBeingChecked: boolean;
}

export class Membership {
  readonly #world: ClusterWorld;
  readonly #registry: NodeRegistry;
  readonly #peer: Peer;
  readonly #known = new Map<string, PeerStatus>();
  /** Nodes that announced their leave; the registry may list them for a while. */
  readonly #departed = new Map<string, NodeCard>();
  readonly #listeners: (() => void)[] = [];
  #owners: readonly (NodeCard | null)[] = [];
  #peers: readonly NodeCard[] = [];
  /** Ids of the nodes that the owners were computed from. */
  #names = '';
  /** When the first entry of the registry expires unless it is renewed. */
  #nextEndAt = Number.POSITIVE_INFINITY;
  #isLeaving = false;
  #cancelHeartbeat: () => void = () => undefined;
  #isClosed = false;

  constructor(world: ClusterWorld, registry: NodeRegistry, peer: Peer) {
    this.#world = world;
    this.#registry = registry;
    this.#peer = peer;
    peer.onLoss((node) => void this.check(node));
    world.store?.onChange(() => void this.#storeChanged());
    this.#updatePreferred();
  }

  /** The other live nodes. */
  get peers(): readonly NodeCard[] {
    return this.#peers;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Whether the registry says that this node may own no shard. */
  get isShutOut(): boolean {
    return this.#registry.isShutOut === true;
  }

  /** The node that should own the shard; null when no node can: this one is leaving or shut out, and alone. */
  preferredNode(shard: number): NodeCard | null {
    return this.#owners[shard] ?? null;
  }

  /** Whether this node should own the shard. */
  prefersThisNode(shard: number): boolean {
    return this.preferredNode(shard)?.id === this.#world.self.id;
  }

  /** True for a node that announced its leave or is dead. */
  isGone(node: NodeCard): boolean {
    return this.#departed.has(node.id) || this.#known.get(node.id)?.isDead === true;
  }

  /** A random node to relay through when `node` does not answer this one; null when it answers or no relay exists. */
  relayTo(node: NodeCard): NodeCard | null {
    if (this.#known.get(node.id)?.isSilent !== true) return null;
    const relays = this.#peers.filter(({ id }) => id !== node.id && this.#known.get(id)?.isSilent === false);
    return relays[Math.floor(this.#world.random() * relays.length)] ?? null;
  }

  /** A connection to the node failed: it counts as silent until the next attempt. */
  noteSilence({ id }: NodeCard): void {
    const known = this.#known.get(id);
    if (known !== undefined) known.isSilent = true;
  }

  /** Calls the listener after every change of a shard's owner. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Writes this node to the registry, notifies the others, and starts the heartbeat. */
  async join(): Promise<void> {
    await this.#heartbeat();
    await this.#tellAll({ kind: 'joined', node: this.#world.self });
    this.#scheduleHeartbeat();
  }

  /** From now on this node should own no shard. The other nodes are notified at once. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    this.#cancelHeartbeat();
    await Promise.all([
      this.#registry.remove(this.#world.self),
      this.#tellAll({ kind: 'leaving', node: this.#world.self }),
    ]);
    this.#updatePreferred();
  }

  /** Stops the heartbeat; the registry entry expires by itself. */
  close(): void {
    this.#isClosed = true;
    this.#cancelHeartbeat();
  }

  /** Processes a notice of another node. */
  async hear(notice: MembershipNotice): Promise<void> {
    const { node } = notice;
    if (node.id === this.#world.self.id) return;
    switch (notice.kind) {
      case 'joined':
        this.#add(node);
        this.#updatePreferred();
        return;
      case 'leaving':
        this.#departed.set(node.id, node);
        this.#known.delete(node.id);
        this.#updatePreferred();
        return;
      case 'suspected':
        if (this.#known.has(node.id)) await this.#ping(node);
        this.#updatePreferred();
    }
  }

  /** Pings a node that may have died. Concurrent checks of one node send one ping. */
  async check(node: NodeCard): Promise<void> {
    const known = this.#known.get(node.id);
    if (known === undefined || known.isDead || known.isBeingChecked || this.#isClosed) return;
    known.isBeingChecked = true;
    const verdict = await this.#peer.ping(node);
    known.isBeingChecked = false;
    known.isSilent = verdict === 'unknown';
    if (verdict === 'dead') this.suspect(node);
  }

  /** The node refused a connection: it is dead until it answers again. The other nodes are asked to ping it. */
  suspect(node: NodeCard): void {
    const known = this.#known.get(node.id);
    if (known?.isDead === true) return;
    this.#known.set(node.id, {
      card: node,
      heardAt: this.#world.time.now(),
      isDead: true,
      isCutOff: false,
      isSilent: false,
      isBeingChecked: false,
    });
    this.#world.log.warn({ node: node.id, host: node.host, port: node.port }, 'a node is dead');
    this.#updatePreferred();
    void this.#tellAll({ kind: 'suspected', node });
  }

  /** This node lost or regained its connection to the database. The other nodes are asked to ping it. */
  async #storeChanged(): Promise<void> {
    if (this.#isLeaving || this.#isClosed) return;
    this.#updatePreferred();
    await this.#tellAll({ kind: 'suspected', node: this.#world.self });
  }

  #scheduleHeartbeat(): void {
    const { time, leaseMs } = this.#world;
    if (this.#isLeaving || this.#isClosed) return;
    const nextAt = Math.min(time.now() + leaseMs / heartbeatsPerLease, this.#nextEndAt + endSlackMs);
    this.#cancelHeartbeat = time.wakeAt(nextAt, () => {
      void this.#heartbeat().finally(() => this.#scheduleHeartbeat());
    });
  }

  async #heartbeat(): Promise<void> {
    const sentAt = this.#world.time.now();
    const shown = await this.#registry.heartbeat(this.#world.self);
    for (const { node } of shown ?? []) {
      if (node.id !== this.#world.self.id && !this.#departed.has(node.id) && !this.#known.has(node.id)) this.#add(node);
    }
    if (shown === null) this.#nextEndAt = Number.POSITIVE_INFINITY;
    else this.#noteShown(shown, sentAt);
    const known = [...this.#known.values()];
    // Do not wait for nodes that were silent the last time.
    for (const { card, isSilent } of known) if (isSilent) void this.#pingAlone(card);
    await Promise.all(known.filter(({ isSilent }) => !isSilent).map(({ card }) => this.#ping(card)));
    if (shown === null) this.#giveUpSilent();
    else this.#dropVanished(shown, sentAt, () => true);
    this.#updatePreferred();
  }

  /** Silent nodes that are no longer on the registry are dropped without another ping. */
  #noteShown(shown: readonly RegistryEntry[], sentAt: number): void {
    this.#nextEndAt = this.#world.time.now() + Math.min(...shown.map(({ remainingMs }) => remainingMs));
    this.#dropVanished(shown, sentAt, ({ isSilent }) => isSilent);
    this.#updatePreferred();
  }

  /** Drops nodes missing on the registry unless heard of since `sentAt`: a flushed registry is empty for a while. */
  #dropVanished(shown: readonly RegistryEntry[], sentAt: number, isCandidate: (known: PeerStatus) => boolean): void {
    const ids = new Set(shown.map(({ node }) => node.id));
    for (const [id, known] of this.#known) {
      const { card, heardAt } = known;
      if (ids.has(id) || heardAt > sentAt || !isCandidate(known)) continue;
      this.#known.delete(id);
      this.#peer.forget(card);
    }
    for (const [id, card] of this.#departed) {
      if (ids.has(id)) continue;
      this.#departed.delete(id);
      this.#peer.forget(card);
    }
  }

  /** Without the registry, a node that has not answered for a lease time counts as dead. */
  #giveUpSilent(): void {
    const { time, leaseMs } = this.#world;
    for (const known of this.#known.values()) {
      if (time.now() - known.heardAt > leaseMs) known.isDead = true;
    }
  }

  #add(card: NodeCard): void {
    this.#departed.delete(card.id);
    this.#known.set(card.id, {
      card,
      heardAt: this.#world.time.now(),
      isDead: false,
      isCutOff: false,
      isSilent: false,
      isBeingChecked: false,
    });
  }

  async #ping(card: NodeCard): Promise<void> {
    const verdict = await this.#peer.ping(card);
    const known = this.#known.get(card.id);
    if (known !== undefined) known.isSilent = verdict === 'unknown';
    if (known === undefined || verdict === 'unknown') return;
    known.isDead = verdict === 'dead';
    known.isCutOff = verdict === 'cut-off';
    if (verdict !== 'dead') known.heardAt = this.#world.time.now();
  }

  async #pingAlone(card: NodeCard): Promise<void> {
    await this.#ping(card);
    if (!this.#isClosed) this.#updatePreferred();
  }

  async #tellAll(notice: MembershipNotice): Promise<void> {
    const others = this.#peers.filter(({ id }) => id !== notice.node.id);
    await Promise.all(others.map((node) => this.#peer.tell(node, notice)));
  }

  /** Computes the preferred owner of every shard, and calls the listeners when one has changed. */
  #updatePreferred(): void {
    const alive = [...this.#known.values()].filter(({ isDead }) => !isDead);
    const peers = alive.map(({ card }) => card);
    const able = alive.filter(({ isCutOff }) => !isCutOff).map(({ card }) => card);
    const isOut = this.#isLeaving || this.isShutOut;
    if (!isOut && this.#world.store?.isCutOff !== true) able.push(this.#world.self);
    // When no node reaches the database, moving shards gains nothing.
    const all = isOut ? peers : [this.#world.self, ...peers];
    const nodes = able.length > 0 ? able : all;
    const names = nodes.map(({ id }) => id).join(' ');
    this.#peers = peers;
    if (names === this.#names) return;
    this.#names = names;
    const owners = preferredNodes(nodes);
    const isChanged = owners.some((owner, shard) => owner?.id !== this.#owners[shard]?.id);
    const isFirst = this.#owners.length === 0;
    this.#owners = owners;
    if (!isChanged || isFirst) return;
    this.#world.log.info({ nodes: nodes.length }, 'the nodes have changed');
    for (const listener of this.#listeners) listener();
  }
}
