/**
 * Admits the requests of other nodes of this cluster: each request once, and only while it is fresh. Request numbers
 * are remembered for as long as the request could count as fresh. Pings are checked neither for freshness nor for
 * replay: they change nothing, and the sender of the first one does not know this node's time yet.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ClusterKeys } from './cluster-keys.ts';
import { ReplayWindow } from './replay-window.ts';
import { type RequestParts, readRequest } from './request-proof.ts';
import { paths } from './wire.ts';

/** Allowed error of a sender's estimate of this node's clock. */
const skewMsMax = 30_000;
/** A request of a sender whose estimate is ahead by the whole skew counts as fresh for this long. */
const rememberedMs = 2 * skewMsMax;

export interface RequestCheckWorld {
  /** This node's id. */
  readonly node: string;
  readonly keys: ClusterKeys;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * `stranger`: no node of the cluster, or a replay; no reason is given. The others are authenticated and get a reason.
 */
export type Verdict =
  | { readonly kind: 'stranger' }
  | { readonly kind: 'other-node' | 'stale'; readonly proof: string }
  | { readonly kind: 'welcome'; readonly proof: string; readonly parts: RequestParts };

const stranger: Verdict = { kind: 'stranger' };

interface Link {
  readonly window: ReplayWindow;
  usedAt: number;
}

export class RequestCheck {
  readonly #world: RequestCheckWorld;
  readonly #links = new Map<string, Link>();

  constructor(world: RequestCheckWorld) {
    this.#world = world;
  }

  /** Checks the headers only: the body has not been read yet. */
  admit(path: string, headers: IncomingHttpHeaders): Verdict {
    const request = readRequest(this.#world.keys, path, headers);
    if (request === null) return stranger;
    const { proof, parts } = request;
    if (parts.node !== this.#world.node) return { kind: 'other-node', proof };
    if (path === paths.ping) return { kind: 'welcome', proof, parts };
    const now = this.#world.now();
    const isFresh = Math.abs(parts.time - now) <= skewMsMax;
    const link = this.#links.get(parts.link);
    // Check for replay before freshness: `stale` would tell the sender that the request did not run.
    if (link?.window.admit(parts.count) === false) return stranger;
    if (!isFresh) return { kind: 'stale', proof };
    if (link === undefined) this.#open(parts, now);
    else link.usedAt = now;
    return { kind: 'welcome', proof, parts };
  }

  #open({ link, count }: RequestParts, now: number): void {
    for (const [name, { usedAt }] of this.#links) if (now - usedAt > rememberedMs) this.#links.delete(name);
    const window = new ReplayWindow();
    window.admit(count);
    this.#links.set(link, { window, usedAt: now });
  }
}
