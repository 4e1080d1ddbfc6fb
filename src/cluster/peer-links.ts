/**
 * Kept-alive connections to the other nodes' internal listeners. What is asked of one event in one turn of the
 * loop goes in one request: it is answered by one batch of one actor. Tells what surely did not run from what
 * may have; sends nothing twice.
 */
import { Pool } from 'undici';
import type { Envelope, NodeCard, Notice, Peer, PeerOutcome } from './ports.ts';
import {
  cutOffWord,
  decodeReplies,
  encodeEnvelopes,
  encodeNotice,
  nodeHeader,
  paths,
  wrongNodeStatus,
} from './wire.ts';

const connectTimeoutMs = 250;
const connectionsPerNode = 64;
/** Less than the listener's, so that this side ends an idle connection. */
const keepAliveMs = 30_000;
const pingMs = 250;
const tellMs = 500;

/** Never sent: the host or the way to it is not there. */
const unreachedCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'EADDRNOTAVAIL',
]);

interface Link {
  readonly card: NodeCard;
  readonly pool: Pool;
}

/** One envelope that waits for the end of the turn. */
interface Waiting {
  readonly envelope: Envelope;
  readonly resolve: (outcome: PeerOutcome) => void;
}

type Sent =
  | { readonly status: number; readonly node: string; readonly body: Uint8Array }
  | 'dead'
  | 'unreached'
  | 'lost';

export interface PeerLinksOptions {
  readonly secret: string;
  /** A connection to the node has ended: it may have died. */
  readonly onLoss: (node: NodeCard) => void;
}

export class PeerLinks implements Peer {
  readonly #options: PeerLinksOptions;
  readonly #links = new Map<string, Link>();
  readonly #parcels = new Map<string, { readonly node: NodeCard; readonly waiting: Waiting[] }>();
  #isClosed = false;

  constructor(options: PeerLinksOptions) {
    this.#options = options;
  }

  ask(node: NodeCard, envelope: Envelope): Promise<PeerOutcome> {
    return new Promise((resolve) => {
      const key = `${node.id} ${envelope.errand.eventNumber}`;
      const parcel = this.#parcels.get(key);
      if (parcel !== undefined) {
        parcel.waiting.push({ envelope, resolve });
        return;
      }
      if (this.#parcels.size === 0) setImmediate(() => this.#sendParcels());
      this.#parcels.set(key, { node, waiting: [{ envelope, resolve }] });
    });
  }

  async tell(node: NodeCard, notice: Notice): Promise<void> {
    await this.#send(node, paths.tell, encodeNotice(notice), tellMs);
  }

  async ping(node: NodeCard): Promise<'alive' | 'cut-off' | 'dead' | 'unknown'> {
    let sent = await this.#send(node, paths.ping, '', pingMs);
    // A connection that was kept may have died long ago; a new one tells.
    if (sent === 'lost') sent = await this.#send(node, paths.ping, '', pingMs);
    if (sent === 'dead') return 'dead';
    if (typeof sent === 'string') return 'unknown';
    if (sent.node === node.id) return Buffer.from(sent.body).toString() === cutOffWord ? 'cut-off' : 'alive';
    return sent.status === wrongNodeStatus ? 'dead' : 'unknown';
  }

  forget({ id }: NodeCard): void {
    const link = this.#links.get(id);
    this.#links.delete(id);
    void link?.pool.destroy();
  }

  /** Ends all connections; what is not answered is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(links.map(({ pool }) => pool.destroy()));
  }

  #sendParcels(): void {
    const parcels = [...this.#parcels.values()];
    this.#parcels.clear();
    for (const { node, waiting } of parcels) void this.#deliver(node, waiting);
  }

  async #deliver(node: NodeCard, waiting: readonly Waiting[]): Promise<void> {
    const envelopes = waiting.map(({ envelope }) => envelope);
    const patienceMs = Math.max(...envelopes.map(({ remainingMs }) => remainingMs));
    const sent = await this.#send(node, paths.ask, encodeEnvelopes(envelopes), patienceMs);
    const outcomes = outcomesOf(sent, node, waiting.length);
    for (const [place, { resolve }] of waiting.entries()) resolve(outcomes[place] ?? { kind: 'lost' });
  }

  async #send(node: NodeCard, path: string, body: string, patienceMs: number): Promise<Sent> {
    if (this.#isClosed) return 'unreached';
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), patienceMs);
    try {
      const response = await this.#linkTo(node).pool.request({
        path,
        method: 'POST',
        headers: { authorization: `Bearer ${this.#options.secret}`, [nodeHeader]: node.id },
        body,
        signal: abort.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const answer = await response.body.bytes();
      return { status: response.statusCode, node: String(response.headers[nodeHeader]), body: answer };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (code === 'ECONNREFUSED') return 'dead';
      return unreachedCodes.has(code) ? 'unreached' : 'lost';
    } finally {
      clearTimeout(timer);
    }
  }

  #linkTo(node: NodeCard): Link {
    const known = this.#links.get(node.id);
    if (known !== undefined) return known;
    const host = node.host.includes(':') ? `[${node.host}]` : node.host;
    const pool = new Pool(`http://${host}:${node.port}`, {
      connections: connectionsPerNode,
      pipelining: 1,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: keepAliveMs,
    });
    pool.on('disconnect', (_origin, _targets, error) => {
      // Connections that this side gave up say nothing, and a ping that was given up must not cause another one.
      const isOwnDoing = error.code === 'UND_ERR_INFO';
      if (!isOwnDoing && this.#links.get(node.id)?.pool === pool) this.#options.onLoss(node);
    });
    const link = { card: node, pool };
    this.#links.set(node.id, link);
    return link;
  }
}

function outcomesOf(sent: Sent, node: NodeCard, count: number): readonly PeerOutcome[] {
  if (typeof sent === 'string') return Array<PeerOutcome>(count).fill({ kind: sent });
  if (sent.status === wrongNodeStatus && sent.node !== node.id) return Array<PeerOutcome>(count).fill({ kind: 'dead' });
  // Any other status is given before anything is run.
  if (sent.status !== 200) return Array<PeerOutcome>(count).fill({ kind: 'unreached' });
  try {
    return decodeReplies(sent.body);
  } catch {
    return Array<PeerOutcome>(count).fill({ kind: 'lost' });
  }
}
