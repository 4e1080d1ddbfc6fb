/** The first of some seats by their places, and how many more there are. */
import type { ComponentChild } from 'preact';
import type { Plan } from '../../shared/plan.ts';
import { Refusal } from '../refusal.ts';
import { seatPlaceOf } from '../seat-places.ts';
import { text } from './texts.ts';

const shownMax = 5;

export function SeatList({ plan, seats }: { readonly plan: Plan; readonly seats: readonly number[] }): ComponentChild {
  if (seats.length === 0) return null;
  const more = seats.length - shownMax;
  return (
    <ul class="plain-list">
      {seats.slice(0, shownMax).map((id) => (
        <li key={id}>{seatPlaceOf(plan, id)}</li>
      ))}
      {more > 0 && <li>{text('moreSeats', { count: more })}</li>}
    </ul>
  );
}

/** Ids of the seats for which a call was refused; empty when the refusal names none. */
export function refusedSeats(failure: unknown): readonly number[] {
  if (!(failure instanceof Refusal)) return [];
  const { conflicts, errors = [] } = failure.problem ?? {};
  const wrong = errors.flatMap(({ field, rejectedValue }) =>
    field.startsWith('seats[') && typeof rejectedValue === 'number' ? [rejectedValue] : [],
  );
  return [...new Set([...(conflicts?.seats ?? []), ...wrong])];
}
