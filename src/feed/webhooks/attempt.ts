/** Makes one attempt at a delivery, and derives the outcome from its reply. */
import { randomUUID } from 'node:crypto';
import { disabledError } from '#storage/webhooks/deliveries.ts';
import type { AttemptRecord } from '#storage/webhooks/delivery-log.ts';
import type { SentChange } from './feed-changes.ts';
import type { OpenWebhook } from './open-webhook.ts';
import type { AttemptOutcome, SenderWorld } from './ports.ts';
import { isGone, type Reply } from './receivers.ts';
import { retryDelayMs } from './schedule.ts';

/**
 * Sends a change. With a span of its own if the call that made the change is recorded: the receiver gets the trace of
 * the span then, otherwise the call's.
 */
export async function sendChange(
  { receivers, clock, tracer }: SenderWorld,
  { id, url, signer }: OpenWebhook,
  change: SentChange,
  signal: AbortSignal,
): Promise<Reply> {
  const { body, type } = change;
  const span = change.trace === null ? null : (tracer?.begin('client', change.trace) ?? null);
  const traced = span === null ? change : { ...change, trace: span.traceparent };
  const reply = await receivers.send({ url, headers: signer.headers(traced, clock.now()), body }, signal);
  const attributes = { 'usher.webhook': id, 'http.response.status_code': reply.status ?? undefined };
  span?.end(`webhook ${type}`, attributes, reply.error !== null);
  return reply;
}

/** `failedBefore`: how many attempts have failed before this one. `now`: when its reply came. */
export function recordOf(reply: Reply, failedBefore: number, now: number): AttemptRecord {
  const attempts = failedBefore + 1;
  const ended = { attempts, lastStatus: reply.status, lastError: reply.error, retry: null, isGone: false };
  if (reply.error === null) return { ...ended, state: 'DELIVERED' };
  if (isGone(reply)) return { ...ended, state: 'DEAD', isGone: true };
  const delayMs = retryDelayMs(attempts);
  if (delayMs === null) return { ...ended, state: 'DEAD' };
  return { ...ended, state: 'PENDING', retry: { jobId: randomUUID(), dueAt: now + delayMs } };
}

/** The outcome of a change that was not sent because the receiver had just answered that it is gone. */
export const unsentRecord: AttemptRecord = {
  state: 'DEAD',
  attempts: 0,
  lastStatus: null,
  lastError: disabledError,
  retry: null,
  isGone: false,
};

/** Counts the attempt, and logs when the receiver has disabled the webhook. */
export function noteAttempt({ meter, log }: SenderWorld, webhookId: number, record: AttemptRecord, reply: Reply): void {
  meter.webhookAttempted(outcomeOf(record), reply.durationMs / 1000);
  if (!record.isGone) return;
  meter.webhookDisabled();
  log.info({ webhookId }, 'a webhook was disabled by its receiver');
}

function outcomeOf({ state }: AttemptRecord): AttemptOutcome {
  if (state === 'DELIVERED') return 'delivered';
  return state === 'DEAD' ? 'dead' : 'failed';
}
