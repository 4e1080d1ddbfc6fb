/**
 * All followers of the organization's feed beside a soak or a drill. While all buyers wait, each must be told the change
 * of every acknowledged checkout, confirm, cancel and release, and none that a session's state excludes. In the end one
 * more reads the whole feed at once and must find what the others were told while it was written.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeType } from '#domain/feed/change.ts';
import { ClientFollower } from './client-follower.ts';
import { FeedFollower, type FollowerCounts, type FollowerWorld } from './feed-follower.ts';
import { FollowedFeed, type FollowerPlace } from './followed-feed.ts';
import type { KnownSession } from './history.ts';
import type { Ledger } from './ledger.ts';

/** Longer than changes take that an interrupted transaction held back. */
const defaultPatienceMs = 20_000;
/** For each change, when the whole feed is read again. */
const rereadMs = 2;
const lookMs = 20;

export interface FeedCounts extends FollowerCounts {
  /** Changes of the feed, each of which every follower was told once. */
  readonly changes: number;
}

interface Follower {
  readonly place: FollowerPlace;
  run(): Promise<void>;
  close(): void;
}

export class FeedFollowers {
  readonly feed: FollowedFeed;
  readonly #ledger: Ledger;
  readonly #world: FollowerWorld;
  readonly #followers: Follower[] = [];
  readonly #runs: Promise<void>[] = [];
  readonly #patienceMs: number;

  /**
   * Every second one follows the stream, and one more is the client's own. `patienceMs`: how long an audit waits for them.
   */
  constructor(count: number, nodes: FollowerWorld['nodes'], ledger: Ledger, patienceMs = defaultPatienceMs) {
    this.#patienceMs = patienceMs;
    const report = (violation: string): void => ledger.reportViolation(null, `the feed: ${violation}`);
    this.#ledger = ledger;
    this.feed = new FollowedFeed(report);
    this.#world = { nodes, token: ledger.token, feed: this.feed, counts: { pages: 0, streams: 0 }, report };
    for (let number = 0; number < count; number++) {
      this.#open(new FeedFollower(`follower ${number}`, number % 2 === 0 ? 'poll' : 'stream', this.#world));
    }
    if (count > 0) this.#open(new ClientFollower('the client', this.#world));
  }

  get counts(): FeedCounts {
    return { ...this.#world.counts, changes: this.feed.length };
  }

  /** Compares with the acknowledgements. Call while all buyers wait. */
  async audit(): Promise<void> {
    await this.#settle(this.#patienceMs);
    for (const [sessionId, type] of this.#missing()) {
      this.#ledger.reportViolation(null, `the feed: ${type} of session ${sessionId} was acknowledged and not told`);
    }
    for (const { sessionId, known, pending } of this.#ledger.histories) {
      // A call without an answer may have had its effect.
      if (sessionId === null || known === null || pending !== null) continue;
      const wrong = excludedBy(known).filter((type) => this.feed.isTold(sessionId, type));
      for (const type of wrong)
        this.#ledger.reportViolation(null, `the feed: ${type} of session ${sessionId} was told, it is ${known.state}`);
    }
    for (const { name, count } of this.#behind()) {
      this.#ledger.reportViolation(null, `the feed: ${name} was told ${count} of ${this.feed.length} changes`);
    }
  }

  /** The last audit: the whole feed from its start. */
  async auditWhole(): Promise<void> {
    this.#open(new FeedFollower('a reader from the start', 'poll', this.#world));
    await this.#settle(this.#patienceMs + this.feed.length * rereadMs);
    await this.audit();
  }

  async close(): Promise<void> {
    for (const follower of this.#followers) follower.close();
    await Promise.all(this.#runs);
  }

  #open(follower: Follower): void {
    this.#followers.push(follower);
    this.#runs.push(follower.run());
  }

  async #settle(ms: number): Promise<void> {
    const until = performance.now() + ms;
    let missing = this.#missing();
    while ((missing.length > 0 || this.#behind().length > 0) && performance.now() < until) {
      await pause(lookMs);
      missing = this.#untold(missing);
    }
  }

  #behind() {
    return this.#followers.map(({ place }) => place).filter(({ count }) => count < this.feed.length);
  }

  #missing(): readonly (readonly [string, ChangeType])[] {
    const due = this.#ledger.histories.flatMap(({ sessionId, known }) =>
      sessionId === null || known === null ? [] : dueOf(known).map((type) => [sessionId, type] as const),
    );
    return this.#untold(due);
  }

  #untold(due: readonly (readonly [string, ChangeType])[]): readonly (readonly [string, ChangeType])[] {
    return due.filter(([sessionId, type]) => !this.feed.isTold(sessionId, type));
  }
}

/** The changes that a session in this state has made. */
function dueOf({ state, reference }: KnownSession): readonly ChangeType[] {
  if (state === 'PENDING_PAYMENT') return ['session.checked-out'];
  if (state === 'EXPIRED') return ['session.checked-out', 'session.expired'];
  if (state === 'CONFIRMED') return ['session.checked-out', 'session.confirmed'];
  if (state !== 'CANCELLED') return [];
  return [reference === null ? 'session.cancelled' : 'session.released'];
}

/** The changes that a session in this state cannot have made. A session that is to be paid may have expired since. */
function excludedBy({ state, reference }: KnownSession): readonly ChangeType[] {
  const ends: readonly ChangeType[] = ['session.cancelled', 'session.released'];
  if (state === 'ACTIVE') return ['session.checked-out', 'session.confirmed', 'session.expired', ...ends];
  if (state === 'PENDING_PAYMENT' || state === 'EXPIRED') return ['session.confirmed', ...ends];
  if (state === 'CONFIRMED') return ends;
  return reference === null ? ['session.confirmed', 'session.released'] : ['session.cancelled'];
}
