/** The reference model's answers to the calls that change a cart: the lines that are named, or those that the event chooses. */
import type { Command } from '#domain/command.ts';
import type { AreaAmount, Selection } from '#domain/selection.ts';
import type { Places } from '../support/naive-hall.ts';
import { type NaiveSession, whyClosed } from '../support/naive-session.ts';
import type { TypedPlaces } from '../support/naive-tickets.ts';
import type { EventPlan } from './database.ts';
import { accessibleFor, chosenFor, roomFault } from './reference-choice.ts';
import type { ReferenceModel } from './reference-model.ts';

type CartCall = Extract<Command, { kind: 'lock-session' | 'checkout-session' | 'unlock-session' }>;

export function answerCart(
  model: ReferenceModel,
  plan: EventPlan,
  command: CartCall,
  session: NaiveSession,
  now: number,
): string {
  const { naive } = model;
  const { kind, sessionId, selection } = command;
  if (kind === 'checkout-session' && session.state === 'PENDING_PAYMENT') return session.state;
  const closed = kind === 'unlock-session' ? null : model.closed();
  const refused = closed ?? whyClosed(session, now);
  if (refused !== null) return refused;
  if ('invalid' in selection) return selection.invalid;
  const places = linesOf(selection.groupOfSeats);
  if (kind === 'unlock-session') return naive.unlock(sessionId, selection.seats, places, now, selection.units);
  if (selection.best !== undefined || selection.need !== undefined)
    return choose(model, plan, sessionId, session, selection, now);
  const { units, guests, ticketTypes: types } = selection;
  const isLast = kind === 'checkout-session';
  return naive.lock(sessionId, selection.seats, places, now, { isLast, units, guests, types });
}

function choose(
  { naive, prices }: ReferenceModel,
  plan: EventPlan,
  sessionId: string,
  session: NaiveSession,
  { best, need, groupOfSeats }: Selection,
  now: number,
): string {
  const asker = { id: sessionId, session };
  const chosen = best === undefined ? null : chosenFor(plan, naive, prices, best, asker);
  if (chosen === 'VALIDATION_FAILED') return chosen;
  const count = best?.count ?? (need?.wheelchairs ?? 0) + (need?.companions ?? 0);
  const tooMany = roomFault(naive, sessionId, session, count);
  if (tooMany !== null) return tooMany;
  const places = linesOf(groupOfSeats);
  if (need !== undefined) {
    const seats = accessibleFor(plan, naive, need, session);
    return typeof seats === 'string' ? seats : naive.lock(sessionId, seats, places, now, { hasNeed: true });
  }
  if (typeof chosen === 'string' || chosen === null) return chosen ?? 'nothing is to be chosen';
  return naive.lock(sessionId, chosen.seats, places, now, { guests: chosen.guests });
}

export function placesOf(areas: readonly AreaAmount[]): Places {
  return areas.map(({ id, capacity }) => [id, capacity] as const);
}

export function linesOf(areas: readonly AreaAmount[]): TypedPlaces {
  return areas.map(({ id, capacity, ticketType }) => [id, capacity, ticketType] as const);
}
