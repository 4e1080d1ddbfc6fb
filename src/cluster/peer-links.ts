/**
 * Keep-alive connections to the other nodes' internal listeners. Commands for one event in one iteration of the loop
 * share one request, because one batch of one actor answers them. Distinguishes requests that surely did not run from
 * those that may have run; never resends a command. Sends a command only after the node has authenticated itself, and
 * ignores answers without the cluster's proof.
 */
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import type { Log } from '#actors/ports.ts';
import { type ClusterKeys, digestOf } from './cluster-keys.ts';
import type { Envelope, NodeCard, Notice, Peer, PeerOutcome } from './ports.ts';
import { RareWarning } from './rare-warning.ts';
import { type AnswerHead, readAnswer, signRequest } from './request-proof.ts';
import {
  cutOffWord,
  decodeReplies,
  encodeEnvelopes,
  encodeNotice,
  nodeHeader,
  otherNodeStatus,
  paths,
} from './wire.ts';

const connectTimeoutMs = 250;
const connectionsPerNode = 64;
/** Shorter than the listener's idle timeout, so that this side closes idle connections. */
const keepAliveMs = 30_000;
const pingMs = 250;
const tellMs = 500;
/** Timeout of the first ping, by which a node authenticates itself. */
const greetingMs = 1_000;
const linkBytes = 16;

/** The request was never sent: no connection to the host was established. */
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
  readonly pool: Pool;
  /** Identifies this node's connections to the other one in every request. */
  readonly name: string;
  /** Number of the last request. */
  count: number;
  /** The node's monotonic clock minus this node's; null until the node has authenticated itself. */
  offsetMs: number | null;
  /** The first ping while it is in flight. */
  greeting: Promise<Sent> | null;
}

/** One envelope that waits for the end of the loop's iteration. */
interface Waiting {
  readonly envelope: Envelope;
  readonly resolve: (outcome: PeerOutcome) => void;
}

/** The authenticated answer of a node, or why there is none. `lost`: the request may have run. */
type Sent = (AnswerHead & { readonly body: Uint8Array }) | 'dead' | 'unreached' | 'lost';

export interface PeerLinksOptions {
  readonly keys: ClusterKeys;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

export class PeerLinks implements Peer {
  readonly #options: PeerLinksOptions;
  readonly #suspicion: RareWarning;
  readonly #links = new Map<string, Link>();
  readonly #batches = new Map<string, { readonly node: NodeCard; readonly waiting: Waiting[] }>();
  readonly #lossListeners: ((node: NodeCard) => void)[] = [];
  #isClosed = false;

  constructor(options: PeerLinksOptions) {
    this.#options = options;
    this.#suspicion = new RareWarning(options.log, 'ignored an answer without a valid proof', options.now);
  }

  ask(node: NodeCard, envelope: Envelope): Promise<PeerOutcome> {
    return new Promise((resolve) => {
      const key = `${node.id} ${envelope.request.eventNumber}`;
      const batch = this.#batches.get(key);
      if (batch !== undefined) {
        batch.waiting.push({ envelope, resolve });
        return;
      }
      if (this.#batches.size === 0) setImmediate(() => this.#sendBatches());
      this.#batches.set(key, { node, waiting: [{ envelope, resolve }] });
    });
  }

  async tell(node: NodeCard, notice: Notice): Promise<void> {
    await this.#sendKnown(node, paths.tell, encodeNotice(notice), tellMs);
  }

  async ping(node: NodeCard): Promise<'alive' | 'cut-off' | 'dead' | 'unknown'> {
    let sent = await this.#send(node, paths.ping, '', pingMs);
    // A kept-alive connection may have died unnoticed: the second attempt opens a new one.
    if (sent === 'lost') sent = await this.#send(node, paths.ping, '', pingMs);
    if (sent === 'dead') return 'dead';
    if (typeof sent === 'string') return 'unknown';
    if (sent.node === node.id) return Buffer.from(sent.body).toString() === cutOffWord ? 'cut-off' : 'alive';
    return isOfAnother(sent, node) ? 'dead' : 'unknown';
  }

  forget({ id }: NodeCard): void {
    const link = this.#links.get(id);
    this.#links.delete(id);
    void link?.pool.destroy();
  }

  onLoss(listener: (node: NodeCard) => void): void {
    this.#lossListeners.push(listener);
  }

  /** Ends all connections; what is not answered is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(links.map(({ pool }) => pool.destroy()));
  }

  #sendBatches(): void {
    const batches = [...this.#batches.values()];
    this.#batches.clear();
    for (const { node, waiting } of batches) void this.#deliver(node, waiting);
  }

  async #deliver(node: NodeCard, waiting: readonly Waiting[]): Promise<void> {
    const envelopes = waiting.map(({ envelope }) => envelope);
    const patienceMs = Math.max(...envelopes.map(({ remainingMs }) => remainingMs));
    const sent = await this.#sendKnown(node, paths.ask, encodeEnvelopes(envelopes), patienceMs);
    const outcomes = outcomesOf(sent, node, waiting.length);
    for (const [place, { resolve }] of waiting.entries()) resolve(outcomes[place] ?? { kind: 'lost' });
  }

  /** Sends once the node has authenticated itself. Failures before that mean that nothing ran. */
  async #sendKnown(node: NodeCard, path: string, body: string | Buffer, patienceMs: number): Promise<Sent> {
    if (this.#isClosed) return 'unreached';
    const link = this.#linkTo(node);
    if (link.offsetMs !== null) return this.#send(node, path, body, patienceMs);
    const startedAt = this.#options.now();
    link.greeting ??= this.#send(node, paths.ping, '', Math.min(patienceMs, greetingMs)).finally(() => {
      link.greeting = null;
    });
    const greeting = await link.greeting;
    if (greeting === 'dead' || isOfAnother(greeting, node)) return 'dead';
    const remainingMs = patienceMs - (this.#options.now() - startedAt);
    if (link.offsetMs === null || remainingMs <= 0 || this.#isClosed) return 'unreached';
    return this.#send(node, path, body, remainingMs);
  }

  async #send(node: NodeCard, path: string, body: string | Buffer, patienceMs: number): Promise<Sent> {
    if (this.#isClosed) return 'unreached';
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), patienceMs);
    try {
      return await this.#exchange(node, path, body, abort.signal);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (code === 'ECONNREFUSED') return 'dead';
      return unreachedCodes.has(code) ? 'unreached' : 'lost';
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchange(node: NodeCard, path: string, body: string | Buffer, signal: AbortSignal): Promise<Sent> {
    const { keys, now } = this.#options;
    const link = this.#linkTo(node);
    const count = ++link.count;
    const time = Math.max(0, Math.round(now() + (link.offsetMs ?? 0)));
    const bytes = Buffer.byteLength(body);
    const parts = { path, node: node.id, link: link.name, count, time, bytes, digest: digestOf(body) };
    const { proof, header } = signRequest(keys, parts);
    const { pool } = link;
    const headers = { authorization: header, [nodeHeader]: node.id };
    const response = await pool.request({
      path,
      method: 'POST',
      headers,
      body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const answer = await response.body.bytes();
    const head = readAnswer(keys, proof, response.statusCode, response.headers, answer);
    if (head === null) {
      this.#suspicion.give({ node: node.id, host: node.host, port: node.port });
      return 'lost';
    }
    if (head.node === node.id) link.offsetMs = head.time - now();
    return { ...head, body: answer };
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
      // Ignore connections that this side aborted: an aborted ping must not cause another ping.
      const isOwnDoing = error.code === 'UND_ERR_INFO';
      if (isOwnDoing || this.#links.get(node.id)?.pool !== pool) return;
      for (const listener of this.#lossListeners) listener(node);
    });
    const name = randomBytes(linkBytes).toString('base64url');
    const link = { pool, name, count: 0, offsetMs: null, greeting: null };
    this.#links.set(node.id, link);
    return link;
  }
}

/** Another process of the cluster has this address now. */
function isOfAnother(sent: Sent, node: NodeCard): boolean {
  return typeof sent === 'object' && sent.status === otherNodeStatus && sent.node !== node.id;
}

function outcomesOf(sent: Sent, node: NodeCard, count: number): readonly PeerOutcome[] {
  if (typeof sent === 'string') return Array<PeerOutcome>(count).fill({ kind: sent });
  if (isOfAnother(sent, node)) return Array<PeerOutcome>(count).fill({ kind: 'dead' });
  // The listener answers with any other status before it runs a command.
  if (sent.status !== 200) return Array<PeerOutcome>(count).fill({ kind: 'unreached' });
  try {
    return decodeReplies(sent.body);
  } catch {
    return Array<PeerOutcome>(count).fill({ kind: 'lost' });
  }
}
