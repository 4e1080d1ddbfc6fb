/**
 * The retries of one webhook's failed deliveries: takes the jobs that are due, sends, and records the outcome of each.
 * Takes no more jobs than may be in flight at once: a job that is taken and not ended in time is given out again.
 */
import type { DueDelivery } from '#storage/webhooks/delivery-log.ts';
import { noteAttempt, recordOf, sendChange } from './attempt.ts';
import type { Bell } from './bell.ts';
import type { SentChange } from './feed-changes.ts';
import type { OpenWebhook } from './open-webhook.ts';
import type { SenderWorld } from './ports.ts';
import { nullIfGone, type SendWindow } from './send-window.ts';

/** A delivery that is due but not given out was taken by a node that has died. Its job is given out again later. */
const askAgainMs = 1_000;

export class Retries {
  readonly #world: SenderWorld;
  readonly #webhook: OpenWebhook;
  readonly #window: SendWindow;
  readonly #bell: Bell;
  readonly #signal: AbortSignal;
  #running: Promise<void> | null = null;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(world: SenderWorld, webhook: OpenWebhook, window: SendWindow, bell: Bell, signal: AbortSignal) {
    this.#world = world;
    this.#webhook = webhook;
    this.#window = window;
    this.#bell = bell;
    this.#signal = signal;
  }

  /** When the next retry is due; infinite while none is planned and while some are being made. */
  get dueAt(): number {
    return this.#running === null ? this.#dueAt : Number.POSITIVE_INFINITY;
  }

  async start(): Promise<void> {
    this.#dueAt = (await this.#world.deliveries.nextDue(this.#webhook.id)) ?? Number.POSITIVE_INFINITY;
  }

  /** A retry has been planned. */
  expect(dueAt: number): void {
    this.#dueAt = Math.min(this.#dueAt, dueAt);
  }

  /** Makes the retries that are due, in the background. */
  begin(): void {
    if (this.#running !== null || this.#dueAt > this.#world.clock.now()) return;
    this.#running = this.#round()
      .catch((error: unknown) => {
        const { log, clock } = this.#world;
        log.warn({ webhookId: this.#webhook.id, reason: String(error) }, 'deliveries were not retried; trying again');
        this.#dueAt = clock.now() + askAgainMs;
      })
      .finally(() => {
        this.#running = null;
        this.#bell.ring();
      });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #round(): Promise<void> {
    const { deliveries, clock } = this.#world;
    const { id } = this.#webhook;
    this.#dueAt = Number.POSITIVE_INFINITY;
    const due = await deliveries.takeDue(id, this.#window.room);
    const kept = await this.#changesOf(due);
    await Promise.all(due.map((delivery) => this.#retry(delivery, kept.get(delivery.changeId))));
    const next = (await deliveries.nextDue(id)) ?? Number.POSITIVE_INFINITY;
    this.expect(due.length === 0 ? Math.max(next, clock.now() + askAgainMs) : next);
  }

  /** The changes of these deliveries by their ids, as far as they are still kept. */
  async #changesOf(due: readonly DueDelivery[]): Promise<ReadonlyMap<string, SentChange>> {
    const found = new Map<string, SentChange>();
    for (const { changeId, type, readFrom } of due) {
      if (found.has(changeId)) continue;
      const { changes } = this.#world;
      const page = await changes.read(this.#webhook.organizationId, readFrom, [type]);
      if (page !== 'expired') for (const change of page.changes) found.set(change.id, change);
    }
    return found;
  }

  async #retry(delivery: DueDelivery, change: SentChange | undefined): Promise<void> {
    const { deliveries, clock } = this.#world;
    const { id } = this.#webhook;
    if (change === undefined) return deliveries.forget(id, delivery);
    const reply = await this.#window
      .run(() => sendChange(this.#world, this.#webhook, change, this.#signal))
      .catch(nullIfGone);
    // A request that was not sent, or that this side cut off, is no failure: its job is given out again.
    if (reply === null || this.#signal.aborted) return;
    const record = recordOf(reply, delivery.attempts, clock.now());
    noteAttempt(this.#world, id, record, reply);
    await deliveries.recordRepeated(id, { ...record, deliveryId: delivery.deliveryId, jobId: delivery.jobId });
  }
}
