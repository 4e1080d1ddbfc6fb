/**
 * Puts the webhooks of one node together: the jobs of retries, the senders, and what their routes need. The senders
 * close before the jobs, and both before the database.
 */
import type { Clock, Log } from '#actors/ports.ts';
import { shardOf } from '#actors/shard.ts';
import type { Tracer } from '#actors/tracer.ts';
import type { Membership } from '#cluster/membership.ts';
import { FeedChanges } from '#feed/webhooks/feed-changes.ts';
import type { WebhookMeter } from '#feed/webhooks/ports.ts';
import { Receivers } from '#feed/webhooks/receivers.ts';
import { SharedSlots } from '#feed/webhooks/send-window.ts';
import { WebhookSenders } from '#feed/webhooks/webhook-senders.ts';
import type { Sealer } from '#storage/database/sealed.ts';
import { trimDeliveries } from '#storage/webhooks/deliveries.ts';
import { DeliveryLog } from '#storage/webhooks/delivery-log.ts';
import { Redelivery } from '#storage/webhooks/redelivery.ts';
import { RetryJobs } from '#storage/webhooks/retry-jobs.ts';
import { WebhookRemoval } from '#storage/webhooks/webhook-removal.ts';
import { Webhooks } from '#storage/webhooks/webhooks.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';

/** Requests in flight to all receivers, beyond one for each webhook. */
const sharedSlots = 256;
const dayMs = 24 * 3_600_000;

export interface WebhookParts {
  readonly webhooks: Webhooks;
  readonly removal: WebhookRemoval;
  readonly redelivery: Redelivery;
  readonly senders: WebhookSenders;
  /** From now on changes are sent. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface WebhookWorld {
  readonly settings: Settings;
  readonly connectionString: string;
  readonly persistence: Persistence;
  readonly membership: Membership;
  /** Whether this node does the jobs of the whole deployment now. */
  readonly doesCommonJobs: () => boolean;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly meter: WebhookMeter;
  readonly tracer: Tracer | undefined;
  readonly log: Log;
}

export function makeWebhooks(world: WebhookWorld): WebhookParts {
  const { settings, persistence, membership, doesCommonJobs, clock, sealer, meter, tracer, log } = world;
  const { pool, notifications, feed } = persistence;
  const jobs = new RetryJobs(world.connectionString, log);
  const changes = new FeedChanges(feed);
  const senders = new WebhookSenders({
    deliveries: new DeliveryLog(pool, sealer, jobs),
    changes,
    receivers: new Receivers({ allowsPrivate: settings.WEBHOOKS_ALLOW_PRIVATE }),
    slots: new SharedSlots(sharedSlots),
    isMine: (webhookId) => membership.prefersThisNode(shardOf(webhookId)),
    trim: async (before) => doesCommonJobs() && trimDeliveries(pool, before),
    keepMs: settings.CHANGES_KEEP_DAYS * dayMs,
    clock,
    meter,
    tracer,
    log,
  });
  const endOf = (organizationId: number): Promise<string> => changes.end(organizationId);
  let stopListening = (): void => undefined;
  return {
    webhooks: new Webhooks({ pool, sealer, endOf, countMax: settings.WEBHOOKS_PER_ORGANIZATION_MAX }),
    removal: new WebhookRemoval(pool, jobs),
    redelivery: new Redelivery(jobs),
    senders,
    start: async () => {
      await jobs.start();
      notifications.on('webhook', { changed: (id) => senders.changed(Number(id)), reset: () => senders.place() });
      membership.onChange(() => senders.place());
      stopListening = feed.onChanges((organizationId) => senders.wake(organizationId));
      senders.start();
    },
    close: async () => {
      stopListening();
      await senders.close();
      await jobs.close();
    },
  };
}
