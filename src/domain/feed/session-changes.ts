/**
 * The changes that a session's facts are told as. An ending session shows the lines that it gives back: they are read
 * before the fact is applied, and the returned function completes the change afterwards.
 */
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { lostLinesOf } from '../session/lost-lines.ts';
import type { Session } from '../session/session.ts';
import { restoredSession } from '../session/stored-session.ts';
import type { ChangeContent, SessionChangeType } from './change.ts';

type Told = () => readonly ChangeContent[];
type Lines = Pick<Session, 'seats' | 'areas'>;

/** The session goes on, as the fact leaves it. */
export function toldAsItIs(type: SessionChangeType, state: EventState, ordinal: number): Told {
  return () => [{ type, session: state.sessionAt(ordinal) }];
}

/** The session ends, with the lines that it held until now. */
export function toldWithItsLines(type: SessionChangeType, state: EventState, ordinal: number): Told {
  const session = state.sessionAt(ordinal);
  const lost = lostLinesOf(session);
  return toldWith(type, state, ordinal, {
    seats: session.seats.filter(({ seat }) => !lost.seats.includes(seat)),
    areas: session.areas.filter(({ area }) => !lost.areas.includes(area)),
  });
}

/** A purchase is given back, with the lines that it still owns. */
export function toldRelease(state: EventState, fact: Extract<Fact, { type: 'released' }>): Told {
  const session = state.sessionsByOrdinal.get(fact.session) ?? restoredSession(fact.was);
  return toldWith('session.released', state, fact.session, ownedLines(state, session));
}

/** A session that is removed leaves nothing that could be read afterwards. */
export function toldRemoval(state: EventState, ordinal: number): Told {
  const session = state.sessionAt(ordinal);
  return () => [{ type: 'session.cancelled', session: { ...session, state: 'CANCELLED', deadline: null } }];
}

function toldWith(type: SessionChangeType, state: EventState, ordinal: number, lines: Lines): Told {
  return () => [{ type, session: { ...state.sessionAt(ordinal), ...lines } }];
}

/** The lines that a confirmed session still owns. */
function ownedLines(state: EventState, { ordinal, seats, areas }: Session): Lines {
  return {
    seats: seats.filter(({ seat }) => state.seats.ownerOf(seat) === ordinal),
    areas: areas.flatMap((line, at) => {
      const owned = state.areaAt(line.area).purchases.placesOf(ordinal);
      const { tickets } = state;
      // After an exchange an area can have several lines without a type, at different prices.
      const before = areas
        .slice(0, at)
        .filter(({ area, price }) => area === line.area && price.ticketType === undefined);
      const left = before.reduce(
        (rest, { capacity }) => rest - capacity,
        owned - tickets.typedPlacesOf(line.area, ordinal),
      );
      const capacity =
        line.price.ticketType === undefined
          ? Math.max(0, Math.min(line.capacity, left))
          : tickets.placesOf(line.area, ordinal, line.price);
      return capacity === 0 ? [] : [{ ...line, capacity }];
    }),
  };
}
