/**
 * The links to the other nodes: to each node one for the calls of buyers, and one for large messages, so that a seat
 * map never delays a hold (head-of-line blocking). Opens them when they are needed, and opens another one when a node
 * no longer answers on the first. Distinguishes requests that certainly did not run from those that may have run. Never
 * sends a command twice.
 */
import type { Command } from '#domain/command.ts';
import { AskingLink, type AskingWorld } from './link/asking-link.ts';
import type { LinkCall } from './link/messages.ts';
import type { LinkOutcome } from './link/pending-calls.ts';
import type { Envelope, NodeCard, Notice, Peer, PeerOutcome, PeerRequest } from './ports.ts';
import { RareWarning } from './rare-warning.ts';

const pingMs = 250;
const tellMs = 500;

type Lane = 'usual' | 'large';

/** The commands whose answers are columns. */
const largeReads: ReadonlySet<string> = new Set([
  'read-inventory',
  'read-availability',
  'read-offer',
  'read-map-changes',
  'read-template',
  'read-history',
]);

/** The links to one node. */
interface Links {
  readonly newest: Map<Lane, AskingLink>;
  /** All that are open: the newest, and older ones with calls in flight. */
  readonly open: Set<AskingLink>;
}

export class PeerLinks implements Peer {
  readonly #world: AskingWorld;
  readonly #suspicion: RareWarning;
  readonly #foreign: RareWarning;
  readonly #nodes = new Map<string, Links>();
  readonly #lossListeners: ((node: NodeCard) => void)[] = [];
  #isClosed = false;

  constructor(world: AskingWorld) {
    this.#world = world;
    this.#foreign = new RareWarning(world.log, 'a node speaks no protocol that this node speaks', world.now);
    this.#suspicion = new RareWarning(world.log, 'ignored an answer without a valid proof', world.now);
  }

  ask(node: NodeCard, envelope: Envelope): Promise<PeerOutcome> {
    return new Promise((resolve) => {
      this.#call(node, laneOf(envelope.request), { kind: 'envelope', envelope }, envelope.remainingMs, (outcome) =>
        resolve(outcomeOf(outcome)),
      );
    });
  }

  async tell(node: NodeCard, notice: Notice): Promise<void> {
    await this.#callUsual(node, { kind: 'notice', notice }, tellMs);
  }

  async ping(node: NodeCard): Promise<'alive' | 'cut-off' | 'dead' | 'unknown'> {
    let { kind } = await this.#callUsual(node, { kind: 'ping' }, pingMs);
    // The connection may have died unnoticed: the second attempt opens a new one.
    if (kind === 'lost') ({ kind } = await this.#callUsual(node, { kind: 'ping' }, pingMs));
    return kind === 'alive' || kind === 'cut-off' || kind === 'dead' ? kind : 'unknown';
  }

  forget({ id }: NodeCard): void {
    const links = this.#nodes.get(id);
    this.#nodes.delete(id);
    for (const link of links?.open ?? []) link.destroy();
  }

  onLoss(listener: (node: NodeCard) => void): void {
    this.#lossListeners.push(listener);
  }

  /** Ends all connections; what is not answered is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#nodes.values()];
    this.#nodes.clear();
    for (const { open } of all) for (const link of open) link.destroy();
  }

  #callUsual(node: NodeCard, call: LinkCall, patienceMs: number): Promise<LinkOutcome> {
    return new Promise((resolve) => this.#call(node, 'usual', call, patienceMs, resolve));
  }

  #call(node: NodeCard, lane: Lane, call: LinkCall, patienceMs: number, resolve: (outcome: LinkOutcome) => void): void {
    if (this.#isClosed) {
      resolve({ kind: 'unreached' });
      return;
    }
    const known = this.#nodes.get(node.id)?.newest.get(lane);
    const link = known?.isUsable === true ? known : this.#open(node, lane);
    link.ask(call, patienceMs, resolve);
  }

  #open(node: NodeCard, lane: Lane): AskingLink {
    const links: Links = this.#nodes.get(node.id) ?? { newest: new Map(), open: new Set() };
    this.#nodes.set(node.id, links);
    const link: AskingLink = new AskingLink(node, this.#world, {
      lost: () => {
        if (this.#nodes.get(node.id) === links) for (const listener of this.#lossListeners) listener(node);
      },
      suspicious: () => this.#suspicion.give({ node: node.id, host: node.host, port: node.port }),
      foreign: (protocols) => this.#foreign.give({ node: node.id, host: node.host, port: node.port, protocols }),
      gone: () => {
        links.open.delete(link);
        if (links.newest.get(lane) === link) links.newest.delete(lane);
      },
    });
    links.open.add(link);
    links.newest.set(lane, link);
    return link;
  }
}

function laneOf(request: PeerRequest): Lane {
  if (request.kind === 'read-samples') return 'large';
  const isLarge = request.kind === 'ask' && (largeReads.has(request.command.kind) || hasColumns(request.command));
  return isLarge ? 'large' : 'usual';
}

/** Commands of many seats have them as columns. */
function hasColumns(command: Command): boolean {
  if ('selection' in command) return 'seats' in command.selection && ArrayBuffer.isView(command.selection.seats);
  return 'seats' in command && (ArrayBuffer.isView(command.seats) || 'ids' in command.seats);
}

function outcomeOf(outcome: LinkOutcome): PeerOutcome {
  switch (outcome.kind) {
    case 'answer':
    case 'done':
    case 'samples':
    case 'fault':
    case 'not-owner':
    case 'dead':
    case 'unreached':
    case 'lost':
      return outcome;
    // It did not run. The answer brought the node's time, so the next attempt is not late.
    case 'stale':
      return { kind: 'unreached' };
    // No answer to a command.
    case 'alive':
    case 'cut-off':
      return { kind: 'lost' };
  }
}
