/** The ports of the senders of webhooks: the organization's changes, time, a log and a meter. */
import type { Clock, Log } from '#actors/ports.ts';
import type { DeliveryLog } from '#storage/webhooks/delivery-log.ts';
import type { Receivers } from './receivers.ts';
import type { SharedSlots } from './send-window.ts';

/** A change as a receiver gets it. */
export interface SentChange {
  readonly id: string;
  readonly type: string;
  /** When it happened: milliseconds since 1970. */
  readonly at: number;
  /** The body of its requests, the same bytes at each attempt. */
  readonly body: string;
  /** The W3C `traceparent` of the call that made the change; null: none. */
  readonly trace: string | null;
}

export interface ChangePage {
  readonly changes: readonly SentChange[];
  /** The cursor after the page; the same as before when there is nothing new. */
  readonly next: string;
  /** Whether there is more to read now. */
  readonly hasMore: boolean;
}

/** The organization's changes in their order. */
export interface ChangeSource {
  /** `cursor` null: from the oldest change that is kept. `types` empty: every type. `expired`: changes were missed. */
  read(
    organizationId: number,
    cursor: string | null,
    types: readonly string[],
    countMax: number,
  ): Promise<ChangePage | 'expired'>;
  /** The cursor after the newest change. */
  end(organizationId: number): Promise<string>;
}

/**
 * Changes that are read at once. A delivery keeps the cursor of its page: a retry finds its change among so many of its
 * type after that cursor.
 */
export const changesPerPage = 100;

export const attemptOutcomes = ['delivered', 'failed', 'dead'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export interface WebhookMeter {
  webhookAttempted(outcome: AttemptOutcome, seconds: number): void;
  /** A receiver has answered that it is gone: its webhook gets nothing more. */
  webhookDisabled(): void;
}

export interface SenderWorld {
  readonly deliveries: DeliveryLog;
  readonly changes: ChangeSource;
  readonly receivers: Receivers;
  readonly slots: SharedSlots;
  readonly clock: Clock;
  readonly meter: WebhookMeter;
  readonly log: Log;
}
