/**
 * Which nodes are there, as far as this one can tell: from the registry that all of them show themselves on, from
 * what they tell each other, and from whether they can be reached. Keeps the last view while the registry does not
 * answer. Being wrong costs time, never an answer: whose work counts is the journal's to say.
 */
import { preferredOwners } from './placement.ts';
import type { ClusterWorld, NodeCard, NodeRegistry, Notice, Peer, Shown } from './ports.ts';

/** Beats in a lease time. */
const beatsPerLease = 3;
/** After this the registry is asked again about a node that was about to vanish from it. */
const endSlackMs = 10;

/** What is known of another node. */
interface PeerStatus {
  readonly card: NodeCard;
  /** It answered, or others vouched for it, at this time. */
  heardAt: number;
  /** Refused connections when it was last tried. */
  isDead: boolean;
  /** Has no way to the database, as it says itself. */
  isCutOff: boolean;
  /** Gave no answer when it was last tried: the way to it may be cut. */
  isSilent: boolean;
  /** It is being found out whether it died. */
  isChecked: boolean;
}

export class Membership {
  readonly #world: ClusterWorld;
  readonly #registry: NodeRegistry;
  readonly #peer: Peer;
  readonly #known = new Map<string, PeerStatus>();
  /** Have said goodbye; the registry may show them for a while. */
  readonly #left = new Map<string, NodeCard>();
  readonly #listeners: (() => void)[] = [];
  #owners: readonly (NodeCard | null)[] = [];
  #peers: readonly NodeCard[] = [];
  /** Whom the owners were worked out from. */
  #names = '';
  /** When the first of the nodes on the registry would vanish from it. */
  #nextEndAt = Number.POSITIVE_INFINITY;
  #isLeaving = false;
  #cancelBeat: () => void = () => undefined;
  #isClosed = false;

  constructor(world: ClusterWorld, registry: NodeRegistry, peer: Peer) {
    this.#world = world;
    this.#registry = registry;
    this.#peer = peer;
    this.#look();
  }

  /** The other nodes that are there. */
  get peers(): readonly NodeCard[] {
    return this.#peers;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** The node that should own the shard; null when this one is leaving and there is no other. */
  ownerOf(shard: number): NodeCard | null {
    return this.#owners[shard] ?? null;
  }

  /** True for a node that has said goodbye or refused connections. */
  isGone(node: NodeCard): boolean {
    return this.#left.has(node.id) || this.#known.get(node.id)?.isDead === true;
  }

  /** A node that may reach another one that gives this one no answer; null when that one answers, or none is left to ask. */
  relayTo(node: NodeCard): NodeCard | null {
    if (this.#known.get(node.id)?.isSilent !== true) return null;
    const relays = this.#peers.filter(({ id }) => id !== node.id && this.#known.get(id)?.isSilent === false);
    return relays[Math.floor(this.#world.random() * relays.length)] ?? null;
  }

  /** No connection to the node came about: it counts as silent until it is tried again. */
  noteSilence({ id }: NodeCard): void {
    const known = this.#known.get(id);
    if (known !== undefined) known.isSilent = true;
  }

  /** Calls the listener after every change of the nodes that are there. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Shows this node on the registry, tells the others, and goes on beating. */
  async join(): Promise<void> {
    await this.#beat();
    await this.#tellAll({ kind: 'joined', node: this.#world.self });
    this.#scheduleBeat();
  }

  /** From now on this node should own nothing; the others know at once. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    this.#cancelBeat();
    await Promise.all([
      this.#registry.strike(this.#world.self),
      this.#tellAll({ kind: 'leaving', node: this.#world.self }),
    ]);
    this.#look();
  }

  /** Stops beating; what is shown runs out by itself. */
  close(): void {
    this.#isClosed = true;
    this.#cancelBeat();
  }

  /** This node has lost its way to the database, or found it again. The others are told to look for themselves. */
  async storeChanged(): Promise<void> {
    if (this.#isLeaving || this.#isClosed) return;
    this.#look();
    await this.#tellAll({ kind: 'suspected', node: this.#world.self });
  }

  /** Takes in what another node says. */
  async hear(notice: Notice): Promise<void> {
    const { node } = notice;
    if (node.id === this.#world.self.id) return;
    switch (notice.kind) {
      case 'joined':
        this.#meet(node);
        this.#look();
        return;
      case 'leaving':
        this.#left.set(node.id, node);
        this.#known.delete(node.id);
        this.#look();
        return;
      case 'suspected':
        if (this.#known.has(node.id)) await this.#try(node);
        this.#look();
    }
  }

  /** Finds out whether a node is still there that may have died. Asks it once, however many want to know. */
  async check(node: NodeCard): Promise<void> {
    const known = this.#known.get(node.id);
    if (known === undefined || known.isDead || known.isChecked || this.#isClosed) return;
    known.isChecked = true;
    const verdict = await this.#peer.ping(node);
    known.isChecked = false;
    known.isSilent = verdict === 'unknown';
    if (verdict === 'dead') this.suspect(node);
  }

  /** The node has refused a connection: it is dead until it answers again. The others are told to look for themselves. */
  suspect(node: NodeCard): void {
    const known = this.#known.get(node.id);
    if (known?.isDead === true) return;
    this.#known.set(node.id, {
      card: node,
      heardAt: this.#world.time.now(),
      isDead: true,
      isCutOff: false,
      isSilent: false,
      isChecked: false,
    });
    this.#world.log.warn({ node: node.id, host: node.host, port: node.port }, 'a node is dead');
    this.#look();
    void this.#tellAll({ kind: 'suspected', node });
  }

  #scheduleBeat(): void {
    const { time, leaseMs } = this.#world;
    if (this.#isLeaving || this.#isClosed) return;
    const nextAt = Math.min(time.now() + leaseMs / beatsPerLease, this.#nextEndAt + endSlackMs);
    this.#cancelBeat = time.wakeAt(nextAt, () => {
      void this.#beat().finally(() => this.#scheduleBeat());
    });
  }

  async #beat(): Promise<void> {
    const sentAt = this.#world.time.now();
    const shown = await this.#registry.beat(this.#world.self);
    for (const { node } of shown ?? []) {
      if (node.id !== this.#world.self.id && !this.#left.has(node.id) && !this.#known.has(node.id)) this.#meet(node);
    }
    if (shown === null) this.#nextEndAt = Number.POSITIVE_INFINITY;
    else this.#noteShown(shown, sentAt);
    const known = [...this.#known.values()];
    // Whoever gave no answer the last time keeps nobody waiting for another one.
    for (const { card, isSilent } of known) if (isSilent) void this.#tryAlone(card);
    await Promise.all(known.filter(({ isSilent }) => !isSilent).map(({ card }) => this.#try(card)));
    if (shown === null) this.#giveUpSilent();
    else this.#dropVanished(shown, sentAt, () => true);
    this.#look();
  }

  /** A silent node that has vanished from the registry is not tried before it is dropped. */
  #noteShown(shown: readonly Shown[], sentAt: number): void {
    this.#nextEndAt = this.#world.time.now() + Math.min(...shown.map(({ remainingMs }) => remainingMs));
    this.#dropVanished(shown, sentAt, ({ isSilent }) => isSilent);
    this.#look();
  }

  /** Who is not shown has gone, unless it has been heard of since: a registry that was flushed shows nobody for a while. */
  #dropVanished(shown: readonly Shown[], sentAt: number, isMeant: (known: PeerStatus) => boolean): void {
    const ids = new Set(shown.map(({ node }) => node.id));
    for (const [id, known] of this.#known) {
      const { card, heardAt } = known;
      if (ids.has(id) || heardAt > sentAt || !isMeant(known)) continue;
      this.#known.delete(id);
      this.#peer.forget(card);
    }
    for (const [id, card] of this.#left) {
      if (ids.has(id)) continue;
      this.#left.delete(id);
      this.#peer.forget(card);
    }
  }

  /** Without the registry, silence is all there is to go by. */
  #giveUpSilent(): void {
    const { time, leaseMs } = this.#world;
    for (const known of this.#known.values()) {
      if (time.now() - known.heardAt > leaseMs) known.isDead = true;
    }
  }

  #meet(card: NodeCard): void {
    this.#left.delete(card.id);
    this.#known.set(card.id, {
      card,
      heardAt: this.#world.time.now(),
      isDead: false,
      isCutOff: false,
      isSilent: false,
      isChecked: false,
    });
  }

  async #try(card: NodeCard): Promise<void> {
    const verdict = await this.#peer.ping(card);
    const known = this.#known.get(card.id);
    if (known !== undefined) known.isSilent = verdict === 'unknown';
    if (known === undefined || verdict === 'unknown') return;
    known.isDead = verdict === 'dead';
    known.isCutOff = verdict === 'cut-off';
    if (verdict !== 'dead') known.heardAt = this.#world.time.now();
  }

  async #tryAlone(card: NodeCard): Promise<void> {
    await this.#try(card);
    if (!this.#isClosed) this.#look();
  }

  async #tellAll(notice: Notice): Promise<void> {
    const others = this.#peers.filter(({ id }) => id !== notice.node.id);
    await Promise.all(others.map((node) => this.#peer.tell(node, notice)));
  }

  /** Works out who should own what, and says so when it has changed. */
  #look(): void {
    const alive = [...this.#known.values()].filter(({ isDead }) => !isDead);
    const peers = alive.map(({ card }) => card);
    const able = alive.filter(({ isCutOff }) => !isCutOff).map(({ card }) => card);
    if (!this.#isLeaving && this.#world.isCutOff?.() !== true) able.push(this.#world.self);
    // When nobody reaches the database, nothing is gained by moving.
    const all = this.#isLeaving ? peers : [this.#world.self, ...peers];
    const nodes = able.length > 0 ? able : all;
    const names = nodes.map(({ id }) => id).join(' ');
    this.#peers = peers;
    if (names === this.#names) return;
    this.#names = names;
    const owners = preferredOwners(nodes);
    const isChanged = owners.some((owner, shard) => owner?.id !== this.#owners[shard]?.id);
    const isFirst = this.#owners.length === 0;
    this.#owners = owners;
    if (!isChanged || isFirst) return;
    this.#world.log.info({ nodes: nodes.length }, 'the nodes have changed');
    for (const listener of this.#listeners) listener();
  }
}
