/** The calls of an audit: a few at a time, and each until it is answered. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../bench/stand/client.ts';
import { type BuyerCall, type CallSender, nameOf } from './sender.ts';

const timeoutMs = 60_000;
const retryMs = 20;
const callsAtOnce = 32;

/** Repeats a call until it gets an answer other than 503. */
export async function callUntilAnswered(client: CallSender, call: BuyerCall): Promise<Reply> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const reply = await client.attempt(call);
    if (reply !== null && reply.status !== 503) return reply;
    if (performance.now() > until) throw new Error(`after a minute of retries ${nameOf(call)} still ${outcome(reply)}`);
    await pause(retryMs);
  }
}

/** Works on all items, a few at a time: the audit must not overload the service. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [parts, item] of rest) results[parts] = await work(item);
  };
  await Promise.all(Array.from({ length: callsAtOnce }, worker));
  return results;
}

function outcome(reply: Reply | null): string {
  return reply === null ? 'gets no answer' : `answers ${reply.status} ${reply.body?.errorCode}: ${reply.body?.detail}`;
}
