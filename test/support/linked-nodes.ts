/** One node's links to other nodes, and the nodes at the other end: real listeners, with or without a wiretap in front. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { ClusterKeys } from '#cluster/cluster-keys.ts';
import { LinkListener } from '#cluster/link/link-listener.ts';
import { linkProtocols } from '#cluster/link/protocols.ts';
import { PeerLinks } from '#cluster/peer-links.ts';
import type { Envelope, NodeCard, PeerReply } from '#cluster/ports.ts';
import { hopsMax } from '#cluster/router.ts';
import { listen } from '#http/server/server.ts';
import { problemsOnly } from './logs.ts';
import { Wiretap } from './wiretap.ts';

const clusterKeys = new ClusterKeys('a secret of the cluster');
const now = (): number => performance.now();

export const nodeAt = (port: number, id = 'them'): NodeCard => ({ id, host: '127.0.0.1', port });

export function envelopeTo(node: NodeCard, eventNumber = 1, remainingMs = 5_000): Envelope {
  return { target: node.id, hop: 1, remainingMs, request: { kind: 'settle', eventNumber } };
}

export const doneAtOnce = async (): Promise<PeerReply> => ({ kind: 'done' });
export const never = (): Promise<PeerReply> => new Promise(() => {});

export interface LinkedNode {
  readonly node: NodeCard;
  readonly listener: LinkListener;
  readonly tap: Wiretap;
  /** The same node behind the wiretap. */
  readonly tapped: NodeCard;
  /** The end of its process. */
  end(): void;
}

export class LinkedNodes {
  readonly warnings: object[] = [];
  /** Nodes whose connections have ended. */
  readonly lost: NodeCard[] = [];
  readonly links: PeerLinks;
  readonly #log = { ...problemsOnly, warn: (details: object) => void this.warnings.push(details), debug: () => {} };
  readonly #ends: (() => unknown)[] = [];

  constructor({ protocols = linkProtocols } = {}) {
    this.links = new PeerLinks({ keys: clusterKeys, now, log: this.#log, protocols });
    this.links.onLoss((node) => void this.lost.push(node));
  }

  async open(
    serve: (envelope: Envelope) => Promise<PeerReply>,
    { as = clusterKeys, isCutOff = (): boolean => false, clock = now, protocols = linkProtocols } = {},
  ): Promise<LinkedNode> {
    const listener = new LinkListener(this.#log, clock);
    const hear = async (): Promise<void> => {};
    listener.answerWith({ node: 'them', keys: as, now: clock, hopsMax, serve, hear, isCutOff, protocols });
    const node = nodeAt(await listen(listener.server, 0, '127.0.0.1'));
    const tap = await Wiretap.open(node.port);
    const end = (): void => listener.destroy();
    this.#ends.push(end, () => tap.close());
    return { node, listener, tap, tapped: nodeAt(tap.port), end };
  }

  /** A raw TCP server; `answer` gets each connection. */
  async openTcp(answer: (socket: Socket) => void, port = 0): Promise<NodeCard> {
    const server = createServer((socket) => {
      this.#ends.push(() => socket.destroy());
      socket.on('error', () => socket.destroy());
      answer(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.#ends.push(() => server.close());
    return nodeAt((server.address() as { port: number }).port);
  }

  async close(): Promise<void> {
    await this.links.close();
    for (const end of this.#ends) end();
  }
}
