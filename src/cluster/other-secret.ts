/**
 * Whether this node is shut out: nodes of its deployment have another cluster secret, and one of them arrived before
 * every node of its own cluster. So of two groups exactly the later one stops, and a wrong secret on one node never
 * stops the others. Both groups warn. Decided anew with each heartbeat.
 */
import type { Log } from '#actors/ports.ts';
import type { NodeCard } from './ports.ts';
import { RareWarning } from './rare-warning.ts';

/** Nodes that one warning names. */
const namedMax = 5;

/** A node as one server lists it. */
export interface Arrival {
  readonly node: NodeCard;
  /** By the server's clock. */
  readonly since: number;
  /** False: it has another cluster secret. */
  readonly isOfThisCluster: boolean;
}

export class OtherSecret {
  readonly #warning: RareWarning;
  #isShutOut = false;
  #others: readonly NodeCard[] = [];

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(log: Log, now: () => number) {
    this.#warning = new RareWarning(log, 'nodes with the same SECRET_KEY on Redis have another CLUSTER_SECRET', now);
  }

  /** The other group was there before: this node must own nothing. */
  get isShutOut(): boolean {
    return this.#isShutOut;
  }

  /** How many nodes of the deployment have another cluster secret. */
  get count(): number {
    return this.#others.length;
  }

  /** For an operator; null while this node is not shut out. */
  get reason(): string | null {
    if (!this.#isShutOut) return null;
    const count = `${this.count} other node${this.count === 1 ? '' : 's'}`;
    return `CLUSTER_SECRET_OTHER: ${count} of this deployment cannot authenticate this one: give it their CLUSTER_SECRET`;
  }

  /** The nodes by server, as the servers listed them at one heartbeat; each list has this node. Never empty. */
  note(lists: readonly (readonly Arrival[])[]): void {
    const others = lists.flat().filter(({ isOfThisCluster }) => !isOfThisCluster);
    this.#others = [...new Map(others.map(({ node }) => [node.id, node])).values()];
    this.#isShutOut = lists.filter(beginsElsewhere).length * 2 > lists.length;
    if (this.#others.length === 0) return;
    const named = this.#others.slice(0, namedMax).map(({ id, host, port }) => ({ node: id, host, port }));
    const details = { others: named, total: this.count, isReady: !this.#isShutOut };
    this.#warning.give(details, this.#isShutOut ? 'error' : 'warn');
  }
}

/** Whether the first of these to arrive has another secret; every node of the list finds the same one. */
function beginsElsewhere(list: readonly Arrival[]): boolean {
  const [first] = [...list].sort((a, b) => a.since - b.since || (a.node.id < b.node.id ? -1 : 1));
  return first?.isOfThisCluster === false;
}
