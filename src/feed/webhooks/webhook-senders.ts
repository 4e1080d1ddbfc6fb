/**
 * The senders of the webhooks that this node sends for: one for each enabled webhook of the shards that this node
 * should have. Two nodes that disagree for a moment both send, and the compare-and-set of the cursor lets only one of
 * them record. Deletes old deliveries.
 */
import { randomUUID } from 'node:crypto';
import { WorkQueue } from '#storage/database/work-queue.ts';
import type { SenderWorld } from './ports.ts';
import type { Reply } from './receivers.ts';
import { Signer } from './signature.ts';
import { WebhookSender } from './webhook-sender.ts';

export interface SendersWorld extends SenderWorld {
  /** Whether this node should send for the webhook. */
  readonly isMine: (webhookId: number) => boolean;
  /** Deletes a piece of the deliveries made before this time; true when there may be more. */
  readonly trim: (before: number) => Promise<boolean>;
  /** How long deliveries are kept. */
  readonly keepMs: number;
}

const testType = 'webhook.test';
const testsAtOnce = 16;
/** A receiver may be silent for ten seconds: the tests of one organization leave room for those of others. */
const ownTests = { atOnce: 2, waitingMax: 2, refusal: 'Too many tests of the organization’s webhooks.' };

/** How long requests in flight may take when another node takes over, or this one stops. */
const stopGraceMs = 2_000;
const trimMs = 3_600_000;
/** The pause after the webhooks could not be read. */
const retryMs = 1_000;

export class WebhookSenders {
  readonly #world: SendersWorld;
  readonly #senders = new Map<number, WebhookSender>();
  /** Webhooks whose sender ends; a new one must wait for it. */
  readonly #ending = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  readonly #tests = new WorkQueue({
    atOnce: testsAtOnce,
    waitingMax: testsAtOnce,
    refusal: 'Too many tests of webhooks.',
  });
  /** By organization; those without a test are not in it. */
  readonly #ownTests = new Map<number, WorkQueue>();
  #cancelTrim: () => void = () => undefined;
  #trimming: Promise<void> = Promise.resolve();
  #placing: Promise<void> = Promise.resolve();

  constructor(world: SendersWorld) {
    this.#world = world;
  }

  get inFlight(): number {
    return this.#sum((sender) => sender.inFlight);
  }

  get failing(): number {
    return this.#sum((sender) => (sender.isFailing ? 1 : 0));
  }

  /** How long ago the oldest change happened that has been read for a webhook and whose attempt is not recorded. */
  get lagSeconds(): number {
    const now = this.#world.clock.now();
    let since = now;
    for (const { behindSince } of this.#senders.values()) since = Math.min(since, behindSince ?? now);
    return (now - since) / 1000;
  }

  get count(): number {
    return this.#senders.size;
  }

  start(): void {
    this.place();
    this.#trim();
  }

  /** Opens and stops senders, so that this node sends for its own webhooks. Also finds those whose notice was lost. */
  place(): void {
    this.#placing = this.#placing.then(async () => {
      while (!this.#isStopping) {
        try {
          return await this.#placeAll();
        } catch (error) {
          this.#world.log.warn({ reason: String(error) }, 'the webhooks could not be read; trying again');
          await this.#pause(retryMs);
        }
      }
    });
  }

  /** The webhook was created, changed or removed. */
  changed(webhookId: number): void {
    const sender = this.#senders.get(webhookId);
    if (sender !== undefined) sender.changed();
    else if (this.#world.isMine(webhookId)) this.#open(webhookId);
  }

  /** The organization has new changes; null: any may have. */
  wake(organizationId: number | null): void {
    for (const sender of this.#senders.values()) {
      if (organizationId === null || sender.organizationId === organizationId) sender.wake();
    }
  }

  /** Sends a test to the webhook, enabled or not, and returns what came back; null when there is no such webhook. */
  async test(organizationId: number, webhookId: number): Promise<Reply | null> {
    const { deliveries, receivers, clock } = this.#world;
    const webhook = await deliveries.find(webhookId);
    if (webhook === null || webhook.organizationId !== organizationId) return null;
    const now = clock.now();
    const id = randomUUID();
    const body = JSON.stringify({ id, type: testType, timestamp: new Date(now).toISOString(), data: { webhookId } });
    const headers = new Signer(webhook).headers({ id, body, trace: null }, now);
    return this.#runTest(organizationId, () => receivers.send({ url: webhook.url, headers, body }, this.#stop.signal));
  }

  /** Lets requests in flight end for a moment. The next node repeats requests that are cut off. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#cancelTrim();
    await this.#placing;
    for (const id of this.#senders.keys()) this.#end(id);
    await Promise.all([...this.#ending.values(), this.#trimming]);
    await this.#world.receivers.close();
  }

  async #runTest(organizationId: number, send: () => Promise<Reply>): Promise<Reply> {
    const own = this.#ownTests.get(organizationId) ?? new WorkQueue(ownTests);
    this.#ownTests.set(organizationId, own);
    try {
      return await own.run(() => this.#tests.run(send));
    } finally {
      if (own.isIdle) this.#ownTests.delete(organizationId);
    }
  }

  get #isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  async #placeAll(): Promise<void> {
    const { deliveries, isMine } = this.#world;
    const mine = new Set((await deliveries.enabledWebhooks()).filter((id) => isMine(id)));
    for (const id of this.#senders.keys()) if (!isMine(id)) this.#end(id);
    for (const id of mine) {
      const sender = this.#senders.get(id);
      if (sender === undefined) this.#open(id);
      else sender.changed();
    }
  }

  #open(id: number): void {
    if (this.#isStopping) return;
    const ending = this.#ending.get(id);
    if (ending !== undefined) {
      void ending.then(() => this.changed(id));
      return;
    }
    const sender: WebhookSender = new WebhookSender(this.#world, id, () => {
      if (this.#senders.get(id) === sender) this.#senders.delete(id);
    });
    this.#senders.set(id, sender);
  }

  #end(id: number): void {
    const sender = this.#senders.get(id);
    if (sender === undefined) return;
    this.#senders.delete(id);
    this.#ending.set(
      id,
      sender.stop(stopGraceMs).finally(() => this.#ending.delete(id)),
    );
  }

  #trim(): void {
    const { clock, keepMs, trim, log } = this.#world;
    this.#cancelTrim = clock.wakeAt(clock.now() + trimMs, () => this.#trim());
    this.#trimming = (async () => {
      try {
        while (!this.#isStopping && (await trim(clock.now() - keepMs)));
      } catch (error) {
        log.warn({ reason: String(error) }, 'old deliveries could not be deleted');
      }
    })();
  }

  #sum(of: (sender: WebhookSender) => number): number {
    let sum = 0;
    for (const sender of this.#senders.values()) sum += of(sender);
    return sum;
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#world.clock.wakeAt(this.#world.clock.now() + ms, resolve);
    this.#stop.signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  }
}
