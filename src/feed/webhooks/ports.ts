/** What the senders of webhooks use: the organization's changes, its receivers, time, a log and a meter. */
import type { Clock, Log } from '#actors/ports.ts';
import type { Tracer } from '#actors/tracer.ts';
import type { DeliveryLog } from '#storage/webhooks/delivery-log.ts';
import type { FeedChanges } from './feed-changes.ts';
import type { Receivers } from './receivers.ts';
import type { SharedSlots } from './send-window.ts';

export const attemptOutcomes = ['delivered', 'failed', 'dead'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export interface WebhookMeter {
  webhookAttempted(outcome: AttemptOutcome, seconds: number): void;
  /** A receiver has answered that it is gone: its webhook gets nothing more. */
  webhookDisabled(): void;
}

export interface SenderWorld {
  readonly deliveries: DeliveryLog;
  readonly changes: FeedChanges;
  readonly receivers: Receivers;
  readonly slots: SharedSlots;
  readonly clock: Clock;
  readonly meter: WebhookMeter;
  /** Absent: nothing is recorded. */
  readonly tracer?: Tracer | undefined;
  readonly log: Log;
}
