/**
 * Forgetting the person of a session: its reference, its properties and the hash of its buyer. The seats, places and amounts of the purchase
 * stay. Owns the rule and its consequence in memory; `facts/without-erased.ts` owns what becomes of stored facts.
 */
import { accept } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { isLive, type Session } from './session.ts';
import { type SessionDecision, shown } from './session-reply.ts';
import type { StoredSession } from './stored-session.ts';

/** A session that is live names nobody yet. Erasing a session twice has the effect of erasing it once. */
export function decideErase(_state: EventState, session: Session): SessionDecision {
  const namesNobody = session.reference === null && session.properties === null && session.buyer === undefined;
  if (isLive(session) || namesNobody) return accept([], shown(session));
  return accept([{ type: 'session-erased', session: session.ordinal, was: ofNobody(session) }], shown(session));
}

/** The consequence of the fact in record `seq`: the session, its reference and its remembered answers name nobody. */
export function erase(state: EventState, session: Session, seq: number): Session {
  if (session.state === 'CONFIRMED') freeReference(state, { ...session, erased: seq });
  state.buyers.forget(session.ordinal);
  state.keys.forgetPersonOf(session.ordinal, (shown) => ({ ...ofNobody(shown), erased: seq }));
  return { ...ofNobody(session), erased: seq };
}

/** A confirmed session gives its reference up. One that was read from the fact of its erasure, or from a rewritten fact, does
 * not know it: a snapshot before that fact may have it.
 */
export function freeReference({ references }: EventState, { id, reference, erased }: Session): void {
  if (reference === null) {
    if (erased !== undefined) references.hideOf(id);
  } else if (references.get(reference) === id) references.delete(reference);
}

/** A session in a fact, without its person. */
export function withoutPerson(was: StoredSession, erased: number): StoredSession {
  return { ...ofNobody(was), erased };
}

function ofNobody<Kept extends Session | StoredSession>({ buyer: _, ...session }: Kept) {
  return { ...session, reference: null, properties: null };
}
