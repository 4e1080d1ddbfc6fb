/**
 * The network between the nodes: connections are refused, cut, reset or slow, and a request may arrive after its sender
 * has timed out. `PeerClient` is one node's end of it.
 */
import type { Envelope, NodeCard, Notice, Peer, PeerOutcome, PeerReply } from '#cluster/ports.ts';
import type { ProcessLifetime } from './process-lifetime.ts';
import type { RunContext } from './run-context.ts';
import type { JournalPosition, RunRecord } from './run-record.ts';

const connectMsMax = 250;
const pingMsMax = 250;

/** A process as other nodes see it. */
export interface Host {
  readonly card: NodeCard;
  readonly lifetime: ProcessLifetime;
  /** Called when the process dies: its connections are reset. */
  readonly resets: Set<() => void>;
  serve(envelope: Envelope): Promise<PeerReply>;
  hear(notice: Notice): Promise<void>;
}

/** The process at each host name, and the pairs of hosts between which the network is cut. */
export class NodeNetwork {
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

export class PeerClient implements Peer {
  readonly #context: RunContext;
  readonly #runRecord: RunRecord;
  readonly #network: NodeNetwork;
  readonly #lifetime: ProcessLifetime;
  readonly #self: NodeCard;
  readonly #lossListeners: ((node: NodeCard) => void)[] = [];

  constructor(
    context: RunContext,
    runRecord: RunRecord,
    network: NodeNetwork,
    lifetime: ProcessLifetime,
    self: NodeCard,
  ) {
    this.#context = context;
    this.#runRecord = runRecord;
    this.#network = network;
    this.#lifetime = lifetime;
    this.#self = self;
  }

  ask(node: NodeCard, envelope: Envelope): Promise<PeerOutcome> {
    const { random, faultRates, timeline, trace } = this.#context;
    trace.count('forwarded');
    return new Promise((resolve) => {
      if (this.#lifetime.isOver) return;
      let isOver = false;
      const finish = (outcome: PeerOutcome): void =>
        this.#lifetime.run(() => {
          if (isOver) return;
          isOver = true;
          timeout.run = null;
          if (outcome.kind === 'lost') trace.count('forwarded and lost');
          resolve(outcome);
        });
      const reset = (): void => void timeline.after(random.between(0.1, 50), () => finish({ kind: 'lost' }));
      const timeout = timeline.after(envelope.remainingMs, () => finish({ kind: 'lost' }));
      const isCut = this.#network.isCut(this.#self.host, node.host);
      if (isCut && random.chance(0.5)) {
        timeline.after(connectMsMax, () => finish({ kind: 'unreached' }));
        return;
      }
      if (random.chance(faultRates.messageDropped)) {
        trace.count('message dropped');
        return reset();
      }
      const isLate = isCut || random.chance(faultRates.messageLate);
      if (isLate) trace.count('message late');
      timeline.after(isLate ? random.between(100, 8_000) : random.between(0.1, 1), () =>
        this.#deliver(node, envelope, finish, reset),
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

  onLoss(listener: (node: NodeCard) => void): void {
    this.#lossListeners.push(listener);
  }

  /** Called when the connections to another process have ended. */
  noticeLoss(card: NodeCard): void {
    this.#lifetime.after(0.3, () => {
      for (const listener of this.#lossListeners) listener(card);
    });
  }

  #deliver(node: NodeCard, envelope: Envelope, finish: (outcome: PeerOutcome) => void, reset: () => void): void {
    const { random, faultRates, timeline } = this.#context;
    const host = this.#network.hosts.get(node.host);
    if (host === undefined || host.card.id !== node.id) {
      timeline.after(0.2, () => finish({ kind: 'dead' }));
      return;
    }
    host.resets.add(reset);
    host.lifetime.run(() => {
      // Commands are immutable, so a shallow copy is enough to keep the nodes separate.
      void host.serve({ ...envelope }).then((reply) => {
        host.resets.delete(reset);
        if (random.chance(faultRates.messageDropped)) return reset();
        const isLate = this.#network.isCut(this.#self.host, node.host) || random.chance(faultRates.messageLate);
        const copy = this.#copyOf(reply);
        timeline.after(isLate ? random.between(100, 8_000) : random.between(0.1, 1), () => finish(copy));
      });
    });
  }

  /** A copy of the reply, which depends on the same journal record. */
  #copyOf(reply: PeerReply): PeerReply {
    if (reply.kind !== 'answer') return reply;
    const { answer } = reply;
    // Answers are immutable, so a shallow copy is enough.
    const copy = { ...answer };
    const position: JournalPosition | null = this.#runRecord.positionOf(answer);
    this.#runRecord.copied(copy, position);
    return { kind: 'answer', answer: copy };
  }

  #reach(node: NodeCard, greet: (host: Host) => void): Promise<'alive' | 'dead' | 'unknown'> {
    const { random, faultRates, timeline } = this.#context;
    return new Promise((resolve) => {
      const finish = (verdict: 'alive' | 'dead' | 'unknown'): void =>
        this.#lifetime.run(() => {
          timeout.run = null;
          resolve(verdict);
        });
      const timeout = timeline.after(pingMsMax, () => finish('unknown'));
      if (this.#network.isCut(this.#self.host, node.host) || random.chance(faultRates.messageDropped)) return;
      timeline.after(random.between(0.2, 1.5), () => {
        const host = this.#network.hosts.get(node.host);
        if (host === undefined || host.card.id !== node.id) return finish('dead');
        host.lifetime.run(() => {
          greet(host);
          timeline.after(random.between(0.1, 0.5), () => finish('alive'));
        });
      });
    });
  }
}
