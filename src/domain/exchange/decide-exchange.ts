/**
 * The rule of an exchange: a purchase gives lines back and takes others, in one decision and one fact, or nothing happens.
 * The buyer's allotments, the caps and the orphan rule apply to what is taken, as if what is given were free already.
 */
import { askerOf } from '../allotments/asker.ts';
import { audienceOf } from '../allotments/may-take.ts';
import { refuseOverAllotment } from '../allotments/session-cap.ts';
import { refuseOverBuyer } from '../buyers/buyer-cap.ts';
import type { PrivateSessionCommand } from '../command.ts';
import type { CommandOf } from '../commands/definition.ts';
import { accept, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Policy } from '../policy.ts';
import type { FieldError } from '../refusal.ts';
import { findOrphans, freeAfter, outsideOfUnits } from '../seats/orphan-rule.ts';
import type { Selection } from '../selection.ts';
import { orphansRefused } from '../session/decide-public.ts';
import {
  capExceeded,
  conflicting,
  invalidBody,
  refuseConflicts,
  refuseUnlessPublished,
  sessionNotConfirmed,
} from '../session/refusals.ts';
import { capOf, cartSize, type Session } from '../session/session.ts';
import { type SessionDecision, shown } from '../session/session-reply.ts';
import { refuseOverTypeCap, TypeGrowth } from '../tickets/type-growth.ts';
import { refuseIncomplete, withSeatsOfUnits } from '../units/whole-units.ts';
import { type ExchangePlan, planExchange } from './exchange-plan.ts';

export function exchange(
  state: EventState,
  session: Session,
  { body }: CommandOf<PrivateSessionCommand, 'exchange-session'>,
  now: number,
  policy: Policy,
): SessionDecision {
  if ('invalid' in body) return invalidBody(body);
  if (session.state !== 'CONFIRMED') return sessionNotConfirmed(session);
  const closed = refuseUnlessPublished(state) ?? refuseOverlap(state, body.release, body.take);
  if (closed !== null) return closed;
  const plan = planExchange(state, session, body.release, body.take);
  const refusal =
    refuseErrors(plan.errors) ??
    (plan.foreign === null ? null : notOwned(plan.foreign)) ??
    refuseOverCap(session, plan, capOf(session, policy)) ??
    refuseOverBuyer(state, session, sizeAfter(state, session, plan)) ??
    refuseOverAllotment(state, plan.kept, plan.taken.seats) ??
    refuseTypes(state, plan) ??
    refuseConflicts(state, session, plan.unavailable, now) ??
    refuseIncomplete(state, plan.incomplete) ??
    refuseMixedCurrencies(session, plan) ??
    refuseOrphans(state, policy, plan);
  if (refusal !== null) return refusal;
  const { given, taken, types, unoccupied } = plan;
  const fact = { type: 'exchanged', session: session.ordinal, given, taken, was: session } as const;
  const typed = types.length === 0 ? fact : { ...fact, types };
  return accept([unoccupied.length === 0 ? typed : { ...typed, unoccupied }], shown(session));
}

function refuseErrors(errors: readonly FieldError[]): Refused | null {
  const [first] = errors;
  if (first === undefined) return null;
  const detail = errors.length === 1 ? `${first.field}: ${first.message}` : 'The exchange does not fit the event.';
  return invalidBody({ invalid: 'VALIDATION_FAILED', detail, errors });
}

/** A side that names nothing is no exchange, and a seat cannot be on both sides. */
function refuseOverlap(state: EventState, release: Selection, take: Selection): Refused | null {
  const errors: FieldError[] = [];
  const empty = (field: string, { seats, groupOfSeats, units = [] }: Selection): void => {
    if (seats.length + units.length > 0 || groupOfSeats.some(({ capacity }) => capacity > 0)) return;
    errors.push({ field, message: 'must name a seat or a place', rejectedValue: null, code: 'SIZE' });
  };
  empty('release', release);
  empty('take', take);
  const released = new Set(withSeatsOfUnits(state, release.seats, release.units).seats);
  const isReleased = (seats: Iterable<number>): boolean => [...seats].some((seat) => released.has(seat));
  const twice = (field: string, id: number): void => {
    errors.push({ field, message: 'must not be released too', rejectedValue: id, code: 'DUPLICATE' });
  };
  for (const [position, id] of take.seats.entries()) {
    if (released.has(id)) twice(`take.seats[${position}]`, id);
  }
  for (const [position, id] of (take.units ?? []).entries()) {
    if (isReleased(withSeatsOfUnits(state, [], [id]).seats)) twice(`take.units[${position}]`, id);
  }
  return refuseErrors(errors);
}

function notOwned(conflicts: NonNullable<ExchangePlan['foreign']>): Refused {
  const { refusal } = conflicting(conflicts);
  return refuse({ ...refusal, detail: 'The session does not own all that it would release; nothing was changed.' });
}

/** An exchange that does not make the cart larger is never too large. */
function refuseOverCap(session: Session, { kept, wanted }: ExchangePlan, maxSeats: number): Refused | null {
  const size = cartSize(kept) + wanted;
  return size > Math.max(maxSeats, cartSize(session)) ? capExceeded(maxSeats) : null;
}

/** Seats and places that the purchase would own. */
function sizeAfter({ buyers }: EventState, session: Session, { kept, wanted }: ExchangePlan): number {
  return buyers.ofSession(session.ordinal) - (cartSize(session) - cartSize(kept)) + wanted;
}

function refuseTypes(state: EventState, { given, kept, taken, types }: ExchangePlan): Refused | null {
  if (types.length === 0 && taken.areas.every(([, , type]) => type === null)) return null;
  const growth = new TypeGrowth();
  const idAt = (slot: number): number => state.prices.bySlot(slot)?.id ?? 0;
  for (const seat of given.seats) {
    const capture = state.tickets.ofSeat(seat);
    if (capture?.ticketType !== undefined) growth.add(capture.id, capture.ticketType.id, -1);
  }
  for (const [seat, type] of types) growth.add(idAt(state.seats.priceSlotOf(seat)), type, 1);
  for (const [area, amount, type] of given.areas) {
    if (type !== null) growth.add(idAt(state.areaAt(area).priceSlot), type, -amount);
  }
  for (const [area, amount, type] of taken.areas) {
    if (type !== null) growth.add(idAt(state.areaAt(area).priceSlot), type, amount);
  }
  const countOf = (price: number, type: string, lines: readonly { price: Session['seats'][number]['price'] }[]) =>
    lines.filter((line) => line.price.id === price && line.price.ticketType?.id === type);
  const inCart = (price: number, type: string): number =>
    countOf(price, type, kept.seats).length +
    countOf(price, type, kept.areas).reduce((sum, line) => sum + (line as Session['areas'][number]).capacity, 0);
  const buyer = kept.counter === true ? null : { inCart, hasPass: kept.withPass === true };
  return refuseOverTypeCap(state, growth, buyer);
}

/** The difference is an amount of one currency. */
function refuseMixedCurrencies(session: Session, { captures }: ExchangePlan): Refused | null {
  const before = [...session.seats, ...session.areas].map(({ price }) => price.currency);
  const currencies = new Set([...before, ...captures.map(({ currency }) => currency)]);
  currencies.delete(undefined);
  if (currencies.size < 2) return null;
  const detail = `An exchange has one currency; this one would have ${[...currencies].join(' and ')}.`;
  return refuse({ code: 'MIXED_CURRENCIES', detail });
}

function refuseOrphans(state: EventState, policy: Policy, { given, kept, taken }: ExchangePlan): Refused | null {
  if (!policy.orphanSeatPrevention) return null;
  const audience = audienceOf(state, askerOf(kept));
  const isFree = freeAfter(state, audience, taken.seats);
  // A released seat that falls to an allotment of others is no free neighbour of this buyer.
  const released = new Set(given.seats.filter((seat) => audience === null || audience.permitted.has(seat)));
  const isReleased = (seat: number): boolean => released.has(seat) && state.units?.has(seat) !== true;
  const seats = outsideOfUnits(state, taken.seats);
  const orphans = findOrphans(state.seatMap.rows, seats, (seat) => isReleased(seat) || isFree(seat));
  return orphans.refused.length === 0 ? null : orphansRefused(state, orphans);
}
