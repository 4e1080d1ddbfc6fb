/**
 * The network between the nodes: connections are refused, cut, reset or slow, and a request may arrive after its sender
 * has timed out. `Peers` is one node's end of it.
 */
import type { Envelope, NodeCard, Notice, Peer, PeerOutcome, PeerReply } from '#cluster/ports.ts';
import type { Chronicle, Footing } from './chronicle.ts';
import type { Life } from './life.ts';
import type { Universe } from './universe.ts';

const connectMsMax = 250;
const pingMsMax = 250;

/** A process as other nodes see it. */
export interface Host {
  readonly card: NodeCard;
  readonly life: Life;
  /** Called when the process dies: its connections are reset. */
  readonly resets: Set<() => void>;
  serve(envelope: Envelope): Promise<PeerReply>;
  hear(notice: Notice): Promise<void>;
}

/** The process at each host name, and the pairs of hosts between which the network is cut. */
export class Network {
  readonly hosts = new Map<string, Host>();
  readonly #cuts = new Set<string>();

  isCut(one: string, other: string): boolean {
    return this.#cuts.size > 0 && this.#cuts.has(wayOf(one, other));
  }

  cut(one: string, other: string): void {
    this.#cuts.add(wayOf(one, other));
  }

  join(one: string, other: string): void {
    this.#cuts.delete(wayOf(one, other));
  }

  joinAll(): void {
    this.#cuts.clear();
  }
}

function wayOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

export class Peers implements Peer {
  readonly #universe: Universe;
  readonly #chronicle: Chronicle;
  readonly #network: Network;
  readonly #life: Life;
  readonly #self: NodeCard;

  constructor(universe: Universe, chronicle: Chronicle, network: Network, life: Life, self: NodeCard) {
    this.#universe = universe;
    this.#chronicle = chronicle;
    this.#network = network;
    this.#life = life;
    this.#self = self;
  }

  ask(node: NodeCard, envelope: Envelope): Promise<PeerOutcome> {
    const { random, mixture, timeline, trace } = this.#universe;
    trace.count('forwarded');
    return new Promise((resolve) => {
      if (this.#life.isOver) return;
      let isOver = false;
      const tell = (outcome: PeerOutcome): void =>
        this.#life.run(() => {
          if (isOver) return;
          isOver = true;
          patience.run = null;
          if (outcome.kind === 'lost') trace.count('forwarded and lost');
          resolve(outcome);
        });
      const reset = (): void => void timeline.after(random.between(0.1, 50), () => tell({ kind: 'lost' }));
      const patience = timeline.after(envelope.remainingMs, () => tell({ kind: 'lost' }));
      const isCut = this.#network.isCut(this.#self.host, node.host);
      if (isCut && random.chance(0.5)) {
        timeline.after(connectMsMax, () => tell({ kind: 'unreached' }));
        return;
      }
      if (random.chance(mixture.messageDropped)) {
        trace.count('message dropped');
        return reset();
      }
      const isLate = isCut || random.chance(mixture.messageLate);
      if (isLate) trace.count('message late');
      timeline.after(isLate ? random.between(100, 8_000) : random.between(0.1, 1), () =>
        this.#deliver(node, envelope, tell, reset),
      );
    });
  }

  async tell(node: NodeCard, notice: Notice): Promise<void> {
    await this.#reach(node, (host) => void host.hear(notice));
  }

  ping(node: NodeCard): Promise<'alive' | 'dead' | 'unknown'> {
    return this.#reach(node, () => {});
  }

  forget(): void {}

  #deliver(node: NodeCard, envelope: Envelope, tell: (outcome: PeerOutcome) => void, reset: () => void): void {
    const { random, mixture, timeline } = this.#universe;
    const host = this.#network.hosts.get(node.host);
    if (host === undefined || host.card.id !== node.id) {
      timeline.after(0.2, () => tell({ kind: 'dead' }));
      return;
    }
    host.resets.add(reset);
    host.life.run(() => {
      // Commands are immutable, so a shallow copy is enough to keep the nodes separate.
      void host.serve({ ...envelope }).then((reply) => {
        host.resets.delete(reset);
        if (random.chance(mixture.messageDropped)) return reset();
        const isLate = this.#network.isCut(this.#self.host, node.host) || random.chance(mixture.messageLate);
        const copy = this.#copyOf(reply);
        timeline.after(isLate ? random.between(100, 8_000) : random.between(0.1, 1), () => tell(copy));
      });
    });
  }

  /** A copy of the reply, which depends on the same journal record. */
  #copyOf(reply: PeerReply): PeerReply {
    if (reply.kind !== 'answer') return reply;
    const { answer } = reply;
    // Answers are immutable, so a shallow copy is enough.
    const copy = { ...answer };
    const footing: Footing | null = this.#chronicle.footingOf(answer);
    this.#chronicle.copied(copy, footing);
    return { kind: 'answer', answer: copy };
  }

  #reach(node: NodeCard, greet: (host: Host) => void): Promise<'alive' | 'dead' | 'unknown'> {
    const { random, mixture, timeline } = this.#universe;
    return new Promise((resolve) => {
      const tell = (verdict: 'alive' | 'dead' | 'unknown'): void =>
        this.#life.run(() => {
          patience.run = null;
          resolve(verdict);
        });
      const patience = timeline.after(pingMsMax, () => tell('unknown'));
      if (this.#network.isCut(this.#self.host, node.host) || random.chance(mixture.messageDropped)) return;
      timeline.after(random.between(0.2, 1.5), () => {
        const host = this.#network.hosts.get(node.host);
        if (host === undefined || host.card.id !== node.id) return tell('dead');
        host.life.run(() => {
          greet(host);
          timeline.after(random.between(0.1, 0.5), () => tell('alive'));
        });
      });
    });
  }
}
