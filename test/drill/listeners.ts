/**
 * All that listen to the service during a drill: viewers of live maps, followers of the organization's feed, and a
 * receiver of webhooks. Each is audited against what the buyers were acknowledged.
 */
import type { Client } from '../../bench/stand/client.ts';
import type { Service } from '../../bench/stand/service.ts';
import { ConfirmReceiver, type DeliveryCounts } from '../soak/deliveries.ts';
import { type FeedCounts, FeedFollowers } from '../soak/feed-followers.ts';
import type { Ledger } from '../soak/ledger.ts';
import type { ViewerCounts } from './roaming-viewer.ts';
import { RoamingViewers } from './roaming-viewers.ts';

export interface ListenerOptions {
  /** Viewers of live maps. */
  readonly viewers: number;
  /** Followers of the feed. */
  readonly followers: number;
}

/** Settings of the nodes: the receiver has an address of this machine. */
export const listenerSettings = { WEBHOOKS_ALLOW_PRIVATE: '1' } as const;

/** Slow enough that requests are in flight whenever a node dies, fast enough for all confirms of a drill. */
const receiverOptions = { answerMs: 20, failedPerThousand: 5 };

export interface ListenerCounts {
  readonly viewers: ViewerCounts;
  readonly feed: FeedCounts;
  readonly deliveries: DeliveryCounts;
}

export class Listeners {
  readonly #viewers: RoamingViewers;
  readonly #followers: FeedFollowers;
  readonly #receiver: ConfirmReceiver;

  constructor(nodes: readonly Service[], ledger: Ledger, { viewers, followers }: ListenerOptions) {
    this.#viewers = new RoamingViewers(viewers, nodes, ledger);
    this.#followers = new FeedFollowers(followers, nodes, ledger);
    this.#receiver = new ConfirmReceiver(ledger, receiverOptions);
  }

  /** `owner` makes the webhook. */
  async open(owner: Client): Promise<void> {
    await this.#receiver.open(owner);
  }

  get counts(): ListenerCounts {
    return { viewers: this.#viewers.counts, feed: this.#followers.counts, deliveries: this.#receiver.counts };
  }

  /** After events were replaced. */
  moveOn(): void {
    this.#viewers.moveOn();
  }

  /** Call while all buyers wait. */
  async audit(): Promise<void> {
    await this.#viewers.audit();
    await this.#followers.audit();
    this.#receiver.expect();
  }

  /** The last audit: also of deliveries that are repeated, and of the whole feed. */
  async auditAll(): Promise<void> {
    await this.#followers.auditWhole();
    await this.#receiver.audit(this.#followers.feed);
  }

  async close(): Promise<void> {
    await Promise.all([this.#viewers.close(), this.#followers.close(), this.#receiver.close()]);
  }
}
