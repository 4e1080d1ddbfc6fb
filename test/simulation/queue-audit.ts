/**
 * Compares answers about the queue, its state and the passing of time with the naive queue. Returns what is wrong, or
 * null.
 */

import type { Reply } from '#domain/commands/registry.ts';
import { isSameAdmission } from '#domain/queue/admission.ts';
import type { Queue } from '#domain/queue/queue.ts';
import type { QueueView, TicketView } from '#domain/queue/ticket-view.ts';
import type { NaiveQueue } from './naive-queue.ts';

/** The time in which places that came free are counted, at most, and the time that they count for at least. */
const freedWindowsMs = 240_000;
const freedLeastMs = 5_000;
/** After this the rate alone no longer says when a ticket is admitted. */
const overdueMs = 2_000;

type QueueReply = Extract<Reply, { kind: 'ticket' | 'queue' | 'admission' }>;

/** `mayBeDrawn`: the draw is in the same record, before or after this answer. */
export function replyFault(naive: NaiveQueue, reply: QueueReply, now: number, mayBeDrawn: boolean): string | null {
  if (reply.kind === 'ticket') return ticketFault(naive, reply, now, mayBeDrawn);
  if (reply.kind === 'admission' && !isSameAdmission(reply.admission, naive.admission))
    return `showed ${JSON.stringify(reply.admission)} instead of ${JSON.stringify(naive.admission)}`;
  if (reply.queue === null) return naive.seed === null ? null : 'showed no queue';
  return viewFault(naive, reply.queue, mayBeDrawn);
}

function ticketFault(
  naive: NaiveQueue,
  { ticket: shown, seedHash }: Extract<Reply, { kind: 'ticket' }>,
  now: number,
  mayBeDrawn: boolean,
): string | null {
  const { ticket } = shown;
  const place = mayBeDrawn && shown.position === null ? null : naive.placeOf(ticket);
  const state = naive.stateOf(ticket, now);
  const waitsBehind = place === null ? null : Math.max(0, place - naive.admitted.length);
  const due = {
    ticket,
    state,
    position: place === null ? null : place + 1,
    ahead: waitsBehind,
    estimatedSeconds: estimateOf(naive, state === 'WAITING' ? waitsBehind : null, place !== null, now, shown),
    deadline: state === 'ADMITTED' && place !== null ? (naive.admitted[place]?.deadline ?? null) : null,
    opensAt: naive.admission.opensAt,
  };
  const isDue = JSON.stringify(shown) === JSON.stringify(due) && seedHash === naive.seed?.seedHash;
  return isDue ? null : `showed ${JSON.stringify(shown)} instead of ${JSON.stringify(due)}`;
}

/** `waitsBehind`: tickets ahead; null: the ticket does not wait, or is not drawn. */
function estimateOf(
  { admission, pace }: NaiveQueue,
  waitsBehind: number | null,
  isDrawn: boolean,
  now: number,
  { estimatedSeconds: estimate }: TicketView,
): number | null {
  if (waitsBehind === null) return isDrawn ? 0 : null;
  const { ratePerMinute, opensAt, activeSessionsMax } = admission;
  const needed = (perMinute: number): number =>
    Math.ceil(Math.max(0, (opensAt ?? now) - now) / 1000 + ((waitsBehind + 1) * 60) / perMinute);
  if (ratePerMinute === 0) return null;
  const byRate = ratePerMinute === null ? null : needed(ratePerMinute);
  if (activeSessionsMax === null) return byRate;
  // Under a bound, places come free at some rate: never faster than the tickets that were admitted lately.
  const lately = pace.grantedSince(now - freedWindowsMs);
  const isPast = (due: number): boolean => now > Math.max(opensAt ?? 0, due) + overdueMs;
  const isOverdue = isPast(pace.nextAt(ratePerMinute));
  // Part of a ticket may have been left over: the next one is due up to a whole one earlier.
  if (estimate === null) return byRate === null || isPast(pace.nextAt(null)) ? null : byRate;
  if (estimate === byRate && !isOverdue) return byRate;
  return lately === 0 ? null : Math.max(estimate, byRate ?? 0, needed((lately * 60_000) / freedLeastMs));
}

function viewFault(naive: NaiveQueue, shown: QueueView, mayBeDrawn: boolean): string | null {
  const isDrawn = mayBeDrawn ? shown.isDrawn : naive.drawn !== null;
  const { keys, admitted, open, lapsed, admission, seed } = naive;
  const due = {
    opensAt: admission.opensAt,
    isDrawn,
    isPaused: admission.ratePerMinute === 0,
    seedHash: seed?.seedHash,
    // Secret until the draw.
    seed: isDrawn ? seed?.seed : null,
    drawnTickets: isDrawn ? (naive.drawn ?? keys.length) : null,
    tickets: {
      WAITING: keys.length - admitted.length,
      ADMITTED: open.length,
      CLAIMED: admitted.length - open.length - lapsed.length,
      LAPSED: lapsed.length,
    },
  };
  return JSON.stringify(shown) === JSON.stringify(due)
    ? null
    : `showed ${JSON.stringify(shown)} instead of ${JSON.stringify(due)}`;
}

/** The first difference between the naive queue and the state's, ticket by ticket. */
export function queueDifference(naive: NaiveQueue, queue: Queue | null): string | null {
  if (queue === null) return naive.seed === null ? null : 'there is no queue';
  const found = [queue.keys.count, queue.admitted, queue.open, queue.lapsed, queue.draw?.count ?? null];
  const due = [naive.keys.length, naive.admitted.length, naive.open.length, naive.lapsed.length, naive.drawn];
  if (String(found) !== String(due)) return `the queue has ${found} where ${due} was due`;
  if (queue.seed !== naive.seed?.seed) return 'the queue has another seed';
  for (const [ticket, key] of naive.keys.entries()) {
    if (queue.keys.find(key) !== ticket) return `the key of ticket ${ticket} is ${queue.keys.find(key)}'s`;
    const place = naive.placeOf(ticket);
    if (queue.placeOf(ticket) !== place) return `ticket ${ticket} has place ${queue.placeOf(ticket)}, not ${place}`;
  }
  return null;
}

/** What should have happened before this time and has not. `live`: sessions that count. */
export function overdueFault(naive: NaiveQueue, before: number, isOnSale: boolean, live: number): string | null {
  const { admission, admitted, line, open, pace } = naive;
  if (open.some(({ deadline }) => deadline < before)) return 'a ticket should have lapsed';
  const { mode, opensAt, ratePerMinute, activeSessionsMax } = admission;
  if (mode !== 'QUEUE' || (opensAt ?? 0) > before) return null;
  // Without `opensAt` the queue is drawn when anybody has come.
  if (naive.drawn === null) return naive.keys.length > 0 ? 'the queue should have been drawn' : null;
  if (!isOnSale || line.length === admitted.length || pace.nextAt(ratePerMinute) > before) return null;
  const used = open.length + live;
  return activeSessionsMax !== null && used >= activeSessionsMax ? null : 'a ticket should have been admitted';
}
