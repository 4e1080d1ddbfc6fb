/**
 * Seats that a session gave back and that stand next to its cart. Under the orphan rule it is not checked out while such a
 * seat stands alone: otherwise locking two seats and unlocking one would get round the rule. The memory holds at most two
 * seats for each one in the cart, and begins with the rule: organizations without it have none.
 */
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { freeAfter, isAlone, type Orphans } from '../seats/orphan-rule.ts';
import type { Session } from './session.ts';

const none: readonly number[] = [];

/** What the fact of an unlock says: the whole memory afterwards, or nothing while there is none. */
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
    (seat) => !isKept(seat) && neighboursOf(state, seat).some(isKept),
  );
  return before.length + givenBack.length === 0 ? {} : { givenBack };
}

/** The session with this memory; undefined: as it is. */
export function withGivenBack(session: Session, seats: readonly number[] | undefined): Session {
  if (seats === undefined || (seats.length === 0 && session.givenBack === undefined)) return session;
  const { givenBack: _, ...others } = session;
  return seats.length === 0 ? others : { ...others, givenBack: seats };
}

/** The seats of the cart that stand next to lonely seats which the session gave back, were all of `taken` added to it. */
export function orphansGivenBack(state: EventState, session: Session, taken: readonly number[]): Orphans {
  const isFree = freeAfter(state.seats.available, taken);
  const { rows } = state.seatMap;
  const alone: number[] = [];
  const refused = new Set<number>();
  for (const seat of session.givenBack ?? none) {
    if (!isFree(seat) || !isAlone(rows, seat, isFree)) continue;
    const beside = neighboursOf(state, seat).filter(
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
