/**
 * What may this session take? The one place that answers it. A seat that a session may not take is for it as if it were
 * taken: locks, best available seats, alternatives, the orphan rule, offers and maps all ask here. The organization's own
 * calls, and sessions of its counter, may take everything and have no audience.
 */
import type { Bitmap } from '#collections/bitmap.ts';
import type { EventState } from '../event-state.ts';
import type { Session } from '../session/session.ts';
import type { Asker } from './asker.ts';
import type { Asking } from './audience.ts';

const everybody: Asker = {};

export function audienceOf({ allotments }: EventState, asker: Asker = everybody): Asking {
  return allotments === null || asker.counter === true ? null : allotments.audienceOf(asker);
}

/** Whether the seat is free and the audience may take it. */
export function mayTake({ seats }: EventState, audience: Asking, seat: number): boolean {
  return seats.available.has(seat) && (audience === null || audience.permitted.has(seat));
}

/** The words of the free seats that the audience may take: a copy that the caller owns. */
export function takeableWords(available: Bitmap, audience: Asking): Uint32Array<ArrayBuffer> {
  const words = available.words.slice();
  if (audience === null) return words;
  const permitted = audience.permitted.words;
  for (let at = 0; at < words.length; at++) (words[at] as number) &= permitted[at] as number;
  return words;
}

/**
 * When a free seat that the session may not take yet opens for it; null: it never does, or the time is not known.
 */
export function openingFor({ allotments }: EventState, session: Session, seat: number, now: number): number | null {
  const allotment = allotments?.bySlot(allotments.slotOf(seat));
  if (allotment?.phase !== 'WAITING') return null;
  const { access, opensAt, id } = allotment;
  const isFor = access === 'PUBLIC' || (access === 'PASS' && session.allotments?.includes(id) === true);
  return isFor && opensAt !== null && opensAt > now ? opensAt : null;
}
