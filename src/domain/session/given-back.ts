/**
 * Seats that a session gave back and that are adjacent to its cart. Under the orphan rule it cannot check out while
 * such a seat stands alone: otherwise locking two seats and unlocking one would bypass the rule. The record holds at
 * most two seats per seat in the cart. Organizations without the rule have no such record.
 */
import { audienceOf } from '../allotments/may-take.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { freeAfter, isAlone, type Orphans, outsideOfUnits } from '../seats/orphan-rule.ts';
import type { Session } from './session.ts';

const none: readonly number[] = [];

/** The member of the `unheld` fact: the whole record afterwards; absent while there is none. */
export function givenBackBy(
  state: EventState,
  session: Session,
  seats: readonly number[],
): Pick<Extract<Fact, { type: 'unheld' }>, 'givenBack'> {
  const before = session.givenBack ?? none;
  const own = seats.filter((seat) => state.seats.ownerOf(seat) === session.ordinal);
  const isKept = (seat: number): boolean =>
    seat !== -1 && state.seats.ownerOf(seat) === session.ordinal && !seats.includes(seat);
  const givenBack = [...new Set([...before, ...own])].filter(
    (seat) => !isKept(seat) && outsideOfUnits(state, neighboursOf(state, seat)).some(isKept),
  );
  return before.length + givenBack.length === 0 ? {} : { givenBack };
}

/** The session with this record; undefined: unchanged. */
export function withGivenBack(session: Session, seats: readonly number[] | undefined): Session {
  if (seats === undefined || (seats.length === 0 && session.givenBack === undefined)) return session;
  const { givenBack: _, ...others } = session;
  return seats.length === 0 ? others : { ...others, givenBack: seats };
}

/** The cart's seats adjacent to single seats that the session gave back, as if all of `taken` were in the cart. */
export function orphansGivenBack(state: EventState, session: Session, taken: readonly number[]): Orphans {
  const isFree = freeAfter(state, audienceOf(state, session), taken);
  const { rows } = state.seatMap;
  const alone: number[] = [];
  const refused = new Set<number>();
  for (const seat of session.givenBack ?? none) {
    if (!isFree(seat) || !isAlone(rows, seat, isFree)) continue;
    const beside = outsideOfUnits(state, neighboursOf(state, seat)).filter(
      (next) => next !== -1 && (state.seats.ownerOf(next) === session.ordinal || taken.includes(next)),
    );
    if (beside.length > 0) alone.push(seat);
    for (const next of beside) refused.add(next);
  }
  return { refused: [...refused], alone };
}

function neighboursOf({ seatMap: { rows } }: EventState, seat: number): readonly number[] {
  return [rows.previousOf(seat), rows.nextOf(seat)];
}
