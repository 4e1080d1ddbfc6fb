/**
 * Checks the promises about the best seats and about late payments in one answer. Each check returns the reason
 * for a violation, or null. The audit of the whole event checks that no seat has two owners.
 */
import type { Target } from '../../bench/load/plan.ts';
import { rowSeats } from '../../bench/stand/catalog.ts';
import type { Reply } from '../../bench/stand/client.ts';
import { amountOf, type EventRules } from './event-rules.ts';
import type { Cart, History, KnownSession, SessionBody, Write } from './history.ts';

/** Whether the event may have chosen these seats. */
export function whyNotBest({ seats }: Target, count: number, chosen: readonly number[]): string | null {
  if (chosen.length !== count) return `${chosen.length} seats were chosen, not ${count}`;
  const places = chosen.map((seat) => seats.indexOf(seat)).sort((a, b) => a - b);
  const [first = 0] = places;
  const last = first + count - 1;
  const areTogether = places.every((place, at) => place === first + at);
  if (first >= 0 && areTogether && rowOf(first) === rowOf(last)) return null;
  return `seats ${chosen.join(' ')} are not together in one row`;
}

function rowOf(place: number): number {
  return Math.floor(place / rowSeats);
}

/** Whether the success of a write may say, or leave out, that an expired session was reclaimed. */
export function whyNotReclaimed(history: History, write: Write, { reclaimed }: SessionBody): string | null {
  if (reclaimed === undefined) {
    const wasExpired = write.verb === 'reclaim' && history.known?.state === 'EXPIRED';
    return wasExpired ? 'an expired session was confirmed and not called reclaimed' : null;
  }
  if (write.verb === 'release' || write.verb === 'exchange') return null;
  const isRight = write.verb === 'reclaim' && history.mayHaveExpired();
  return isRight ? null : `${write.verb} reclaimed a session whose time had not passed`;
}

/** Whether a late payment may have been refused so. */
export function whyNotRefused({ known }: History, write: Write, { body }: Pick<Reply, 'body'>): string | null {
  if (write.verb !== 'reclaim' || body.errorCode !== 'SESSION_DEAD') return null;
  const cart: Cart | null = known?.lastCart ?? known;
  const gone: readonly number[] = body.conflicts?.seats ?? [];
  const areas: readonly number[] = body.conflicts?.groupOfSeats ?? [];
  if (gone.length + areas.length === 0) return 'a reclaim was refused although nothing of the cart is gone';
  const others = gone.filter((seat) => !cart?.seats.includes(seat));
  return others.length === 0 ? null : `a reclaim was refused for seats ${others.join(' ')}, which it never held`;
}

/** Whether the session shows exactly what its cart costs. `after`: its cart. */
export function whyNotAmount(rules: EventRules | undefined, after: Cart, { amount = 0 }: SessionBody): string | null {
  if (rules === undefined) return null;
  const due = amountOf(rules, after);
  return amount === due ? null : `its cart costs ${due} and shows ${amount}`;
}

/** The same of what an exchange has added. */
export function whyNotDifference(
  rules: EventRules | undefined,
  [before, after]: readonly [KnownSession, KnownSession],
  { exchanged }: SessionBody,
): string | null {
  if (rules === undefined) return null;
  const due = amountOf(rules, after) - amountOf(rules, before);
  return exchanged?.amount === due ? null : `an exchange that costs ${due} shows ${exchanged?.amount}`;
}
