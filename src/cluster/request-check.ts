/**
 * Lets in what other nodes of this cluster ask of this one: each request once, and only while it is fresh. Numbers are
 * remembered for as long as a request that bears one could pass for fresh. Pings change nothing, and may come from senders
 * that do not know this node's time yet: they are not counted.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ClusterKeys } from './cluster-keys.ts';
import { ReplayWindow } from './replay-window.ts';
import { type Claim, readRequest } from './request-proof.ts';
import { paths } from './wire.ts';

/** By how much a sender's idea of this node's time may be wrong. */
const skewMsMax = 30_000;
/** A sender whose clock is ahead by all that is allowed passes for fresh for this long. */
const rememberedMs = 2 * skewMsMax;

export interface RequestCheckWorld {
  /** This node's id. */
  readonly node: string;
  readonly keys: ClusterKeys;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** Only the last three come from a node of the cluster; it learns why it was refused. */
export type Verdict =
  | { readonly kind: 'stranger' }
  | { readonly kind: 'other-node' | 'stale'; readonly proof: string }
  | { readonly kind: 'welcome'; readonly proof: string; readonly claim: Claim };

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

  /** Looks at the head alone: the body has not been read. */
  admit(path: string, headers: IncomingHttpHeaders): Verdict {
    const request = readRequest(this.#world.keys, path, headers);
    if (request === null) return stranger;
    const { proof, claim } = request;
    if (claim.node !== this.#world.node) return { kind: 'other-node', proof };
    if (path === paths.ping) return { kind: 'welcome', proof, claim };
    const now = this.#world.now();
    const isFresh = Math.abs(claim.time - now) <= skewMsMax;
    const link = this.#links.get(claim.link);
    // Looked at before the time: what has run once is not told that it did not.
    if (link?.window.admit(claim.count) === false) return stranger;
    if (!isFresh) return { kind: 'stale', proof };
    if (link === undefined) this.#open(claim, now);
    else link.usedAt = now;
    return { kind: 'welcome', proof, claim };
  }

  #open({ link, count }: Claim, now: number): void {
    for (const [name, { usedAt }] of this.#links) if (now - usedAt > rememberedMs) this.#links.delete(name);
    const window = new ReplayWindow();
    window.admit(count);
    this.#links.set(link, { window, usedAt: now });
  }
}
