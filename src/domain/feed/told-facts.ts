/**
 * Which changes of the feed follow from a fact. Some need the state before the fact, such as the cart of a session that
 * expires: `beforeFact` reads it, and after the fact was applied the returned function completes the changes.
 */
import { unknownFact } from '../assert.ts';
import type { EventState } from '../event-state.ts';
import type { Fact, SessionFact } from '../fact.ts';
import { lostLinesOf } from '../session/lost-lines.ts';
import type { Session } from '../session/session.ts';
import { restoredSession } from '../session/stored-session.ts';
import { bookingChange } from './booking-changes.ts';
import type { ChangeContent, SessionChangeType } from './change.ts';
import { changesOfClean, changesOfLayout } from './taken-away.ts';

type ToldSessionFact = Extract<
  SessionFact,
  { readonly type: 'checked-out' | 'confirmed' | 'cancelled' | 'expired' | 'reclaimed' | 'released' }
>;

const sessionTypes: Readonly<Record<ToldSessionFact['type'], SessionChangeType>> = {
  'checked-out': 'session.checked-out',
  confirmed: 'session.confirmed',
  cancelled: 'session.cancelled',
  expired: 'session.expired',
  reclaimed: 'session.confirmed',
  released: 'session.released',
};

/** Null: the feed does not have the fact. Call the function after the fact was applied. */
export function beforeFact(state: EventState, fact: Fact): (() => readonly ChangeContent[]) | null {
  switch (fact.type) {
    case 'checked-out':
    case 'confirmed':
    case 'cancelled':
    case 'expired':
    case 'reclaimed':
    case 'released': {
      const givenBack = givenBackBy(state, fact);
      return () => {
        const session = state.sessionAt(fact.session);
        return [
          { type: sessionTypes[fact.type], session: givenBack === null ? session : { ...session, ...givenBack } },
        ];
      };
    }
    case 'locked':
    case 'unlocked':
    case 'lock-expired':
    case 'sold':
    case 'locks-sold':
    case 'reverted':
      return always([bookingChange(state, fact)]);
    case 'status-changed':
      return always([{ type: 'event.status-changed', status: fact.status }]);
    case 'cleaned':
      return always(changesOfClean(state));
    case 'layout-adopted':
      return always(changesOfLayout(state, fact));
    case 'opened':
    case 'owned':
    case 'session-created':
    case 'held':
    case 'unheld':
    case 'properties-replaced':
    case 'answered':
    case 'session-answered':
    case 'prices-defined':
    case 'prices-renamed':
    case 'price-deleted':
    case 'priced':
    case 'areas-sized':
    case 'unpriced':
    case 'seats-described':
    case 'admission-set':
    case 'queue-begun':
    case 'joined':
    case 'drawn':
    case 'admitted':
    case 'claimed':
    case 'lapsed':
      return null;
    default:
      return unknownFact(fact);
  }
}

function always(changes: readonly ChangeContent[]): () => readonly ChangeContent[] {
  return () => changes;
}

/** The lines that an ending session gives back; nothing for a session that goes on. */
function givenBackBy(state: EventState, fact: ToldSessionFact): Pick<Session, 'seats' | 'areas'> | null {
  if (fact.type === 'checked-out' || fact.type === 'confirmed' || fact.type === 'reclaimed') return null;
  if (fact.type === 'released') {
    const session = state.sessionsByOrdinal.get(fact.session) ?? restoredSession(fact.was);
    return ownedLines(state, session);
  }
  const session = state.sessionAt(fact.session);
  const lost = lostLinesOf(session);
  return {
    seats: session.seats.filter(({ seat }) => !lost.seats.includes(seat)),
    areas: session.areas.filter(({ area }) => !lost.areas.includes(area)),
  };
}

/** The lines that a confirmed session still owns. */
function ownedLines(state: EventState, { ordinal, seats, areas }: Session): Pick<Session, 'seats' | 'areas'> {
  return {
    seats: seats.filter(({ seat }) => state.seats.ownerOf(seat) === ordinal),
    areas: areas.flatMap((line) => {
      const capacity = state.areaAt(line.area).purchases.placesOf(ordinal);
      return capacity === 0 ? [] : [{ ...line, capacity }];
    }),
  };
}
