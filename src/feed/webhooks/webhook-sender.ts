/**
 * Sends one webhook its organization's changes: reads on from its cursor, makes the first attempt at each change, and
 * retries failed ones when their jobs are due. The cursor moves only when every attempt before it has been recorded, so
 * that a crash at any moment repeats requests and loses none. Runs until it is stopped; after a failure of the database
 * it tries again.
 */
import type { FirstAttempt } from '#storage/webhooks/delivery-log.ts';
import { noteAttempt, recordOf, sendChange, unsentRecord } from './attempt.ts';
import { Bell } from './bell.ts';
import type { SentChange } from './feed-changes.ts';
import { type OpenWebhook, openWebhook } from './open-webhook.ts';
import type { SenderWorld } from './ports.ts';
import { Retries } from './retries.ts';
import { nullIfGone, SendWindow } from './send-window.ts';

/** Pages whose attempts have not all been recorded: a slow answer does not hold up the pages after its own. */
const pagesMax = 4;
/** How long an idle sender waits before it reads the feed although no change was announced: a notice may be lost. */
const idleMs = 30_000;
const failureMs = 1_000;

class Stopped extends Error {}

export class WebhookSender {
  readonly #world: SenderWorld;
  readonly #id: number;
  readonly #window: SendWindow;
  readonly #bell: Bell;
  readonly #cut = new AbortController();
  #webhook: OpenWebhook | null = null;
  /** The stored webhook may differ from the one in memory. */
  #isStale = false;
  #isStopping = false;
  /** Of each page whose attempts have not all been recorded: when its first change happened. */
  readonly #openSince: number[] = [];
  readonly #ended: Promise<void>;

  /** `onEnd`: the webhook is gone or disabled; a change of it needs a new sender. */
  constructor(world: SenderWorld, id: number, onEnd: () => void) {
    this.#world = world;
    this.#id = id;
    this.#window = new SendWindow(world.slots);
    this.#bell = new Bell(world.clock);
    this.#ended = this.#run().finally(onEnd);
  }

  get organizationId(): number | null {
    return this.#webhook?.organizationId ?? null;
  }

  get inFlight(): number {
    return this.#window.inFlight;
  }

  /** When the oldest change happened whose attempt is not recorded; null: there is none. */
  get behindSince(): number | null {
    return this.#openSince[0] ?? null;
  }

  get isFailing(): boolean {
    return this.#window.isFailing;
  }

  /** There may be new changes. */
  wake(): void {
    this.#bell.ring();
  }

  /** The stored webhook has changed. */
  changed(): void {
    this.#isStale = true;
    this.#bell.ring();
  }

  /** Lets requests in flight end for `graceMs`, then cuts them off; those are repeated by the next sender. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    this.#bell.ring();
    const timer = setTimeout(() => this.#cut.abort(), graceMs);
    await this.#ended.finally(() => clearTimeout(timer));
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        this.#isStale = false;
        this.#webhook = await openWebhook(this.#world, this.#id);
        if (this.#webhook === null) {
          if (this.#isStale) continue;
          return;
        }
        await this.#follow(this.#webhook);
      } catch (error) {
        if (this.#isStopping) return;
        this.#world.log.warn({ webhookId: this.#id, reason: String(error) }, 'a webhook was not sent; trying again');
        await this.#bell.until(this.#world.clock.now() + failureMs);
      }
    }
  }

  /** Sends until the webhook is stale, its receiver is gone or the sender stops; then waits for what is in flight. */
  async #follow(webhook: OpenWebhook): Promise<void> {
    this.#window.reopen();
    const retries = new Retries(this.#world, webhook, this.#window, this.#bell, this.#cut.signal);
    await retries.start();
    let cursor = webhook.cursor;
    let recorded: Promise<unknown> = Promise.resolve();
    while (!this.#isStale && !this.#isStopping && !this.#window.isGone) {
      retries.begin();
      const page = this.#openSince.length < pagesMax ? await this.#read(webhook, cursor) : null;
      if (page !== null && page.next !== cursor) {
        recorded = this.#send(webhook, { from: cursor, to: page.next, changes: page.changes }, recorded, retries);
        recorded.catch(() => this.changed());
        cursor = page.next;
        if (page.hasMore) continue;
      }
      await this.#bell.until(Math.min(this.#world.clock.now() + idleMs, retries.dueAt));
    }
    // A webhook that was deleted or disabled is sent only what is in flight.
    if (this.#isStale && (await openWebhook(this.#world, this.#id).catch(() => webhook)) === null) this.#window.close();
    await Promise.all([recorded, retries.settled()]);
  }

  async #read({ organizationId, types, id }: OpenWebhook, cursor: string) {
    const { changes, log } = this.#world;
    const page = await changes.read(organizationId, cursor, types);
    if (page !== 'expired') return page;
    log.warn({ webhookId: id }, 'a webhook was behind for longer than changes are kept; it continues with the oldest');
    const oldest = await changes.read(organizationId, null, types);
    return oldest === 'expired' ? null : oldest;
  }

  /** Makes the first attempts of a page; records them after those of the page before. */
  async #send(
    webhook: OpenWebhook,
    { from, to, changes }: { readonly from: string; readonly to: string; readonly changes: readonly SentChange[] },
    before: Promise<unknown>,
    retries: Retries,
  ): Promise<void> {
    this.#openSince.push(changes[0]?.at ?? this.#world.clock.now());
    try {
      const attempts = await Promise.all([before, ...changes.map((change) => this.#attempt(webhook, change))]);
      const made = attempts.slice(1) as FirstAttempt[];
      const now = this.#world.clock.now();
      // False: another node has recorded them, or the webhook was changed.
      if (!(await this.#world.deliveries.recordFirst(webhook.id, from, to, made, now))) this.#isStale = true;
      for (const { retry } of made) if (retry !== null) retries.expect(retry.dueAt);
    } finally {
      // Pages are recorded in their order.
      this.#openSince.shift();
      this.#bell.ring();
    }
  }

  async #attempt(webhook: OpenWebhook, change: SentChange): Promise<FirstAttempt> {
    const { clock } = this.#world;
    const { signal } = this.#cut;
    const reply = await this.#window
      .run(() => {
        if (signal.aborted) throw new Stopped();
        return sendChange(this.#world, webhook, change, signal);
      })
      .catch(nullIfGone);
    if (reply === null) return { ...unsentRecord, changeId: change.id, type: change.type };
    // A request that this side cut off is no failure of the receiver.
    if (signal.aborted) throw new Stopped();
    const record = recordOf(reply, 0, clock.now());
    noteAttempt(this.#world, webhook.id, record, reply);
    return { ...record, changeId: change.id, type: change.type };
  }
}
