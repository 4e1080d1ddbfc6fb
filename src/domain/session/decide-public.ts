/**
 * The rules of the public session calls, one function each. The order of the checks is part of the contract: session
 * known, public sessions enabled (`src/domain/commands/sessions.ts` checks both for all calls), event on sale, session
 * alive and not frozen, body valid, within the cap, without conflicts, without orphans.
 */
import { needing } from '../allotments/asker.ts';
import type { Asking } from '../allotments/audience.ts';
import { audienceOf } from '../allotments/may-take.ts';
import { refuseOverAllotment } from '../allotments/session-cap.ts';
import { refuseOverBuyer } from '../buyers/buyer-cap.ts';
import type { PublicSessionCommand } from '../command.ts';
import type { CommandOf } from '../commands/definition.ts';
import { accept, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { Policy } from '../policy.ts';
import type { TypedAreaCount } from '../pricing/ticket-type.ts';
import { findOrphans, freeAfter, type Orphans, outsideOfUnits } from '../seats/orphan-rule.ts';
import type { Selection } from '../selection.ts';
import { refuseIncomplete } from '../units/whole-units.ts';
import { type CartChange, planHold, planUnhold } from './cart.ts';
import { givenBackBy, orphansGivenBack } from './given-back.ts';
import { withAlternatives, withChosenSeats } from './lock-best.ts';
import { lostConflicts, withLost } from './lost-lines.ts';
import {
  capExceeded,
  invalidBody,
  refuseConflicts,
  refuseUnlessOpen,
  refuseUnlessSelling,
  sessionDead,
  type UnavailableLines,
} from './refusals.ts';
import { capOf, type Session } from './session.ts';
import { type SessionDecision, shown } from './session-reply.ts';
import { refuseMixedCurrencies, refuseTypes, refuseWrongLines } from './ticket-types.ts';

/** A public call on a session. */
export type SessionCall = Exclude<PublicSessionCommand, { kind: 'create-session' }>;

type Call<Kind extends PublicSessionCommand['kind']> = CommandOf<PublicSessionCommand, Kind>;

export function read(_state: EventState, session: Session): SessionDecision {
  return accept([], shown(session));
}

export function lock(
  state: EventState,
  session: Session,
  { selection }: Call<'lock-session'>,
  now: number,
  policy: Policy,
): SessionDecision {
  const closed = refuseUnlessSelling(state, session, now) ?? refuseUnlessOpen(session, now);
  if (closed !== null) return closed;
  if ('invalid' in selection) return invalidBody(selection);
  if (selection.best !== undefined || selection.need !== undefined) {
    const chosen = withChosenSeats(state, session, selection, policy);
    if ('ok' in chosen) return chosen;
    const change = planHold(state, session, chosen, selection.need === undefined ? session : needing(session));
    const refused =
      refuseOverAllotment(state, session, change.seats) ??
      refuseConflicts(state, session, change, now) ??
      refuseMixedCurrencies(state, session, change);
    return refused ?? accept(heldFacts(session, change, selection.need !== undefined), shown(session));
  }
  const change = planHold(state, session, selection);
  const refused = refuseChange(state, session, change, now, policy);
  if (refused === null) return accept(heldFacts(session, change), shown(session));
  if (selection.suggest !== true) return refused;
  const check = (other: Selection): Refused | null =>
    refuseChange(state, session, planHold(state, session, other), now, policy);
  return withAlternatives(state, session, selection, refused, { isOrphanSafe: policy.orphanSeatPrevention, check });
}

/** Refuses what a lock cannot hold; otherwise null. */
function refuseChange(
  state: EventState,
  session: Session,
  change: CartChange,
  now: number,
  policy: Policy,
): Refused | null {
  return (
    refuseWrongLines(change) ??
    refuseOverCap(change, capOf(session, policy)) ??
    refuseOverBuyer(state, session, change.size) ??
    refuseOverAllotment(state, session, change.seats) ??
    refuseTypes(state, session, change) ??
    refuseConflicts(state, session, change, now) ??
    refuseIncomplete(state, change.incomplete) ??
    refuseMixedCurrencies(state, session, change) ??
    refuseOrphans(state, policy, session, change.seats)
  );
}

export function unlock(
  state: EventState,
  session: Session,
  { selection }: Call<'unlock-session'>,
  now: number,
  policy: Policy,
): SessionDecision {
  const closed = refuseUnlessOpen(session, now);
  if (closed !== null) return closed;
  if ('invalid' in selection) return invalidBody(selection);
  const change = planUnhold(state, session, selection);
  const refused = refuseWrongLines(change) ?? refuseIncomplete(state, change.incomplete);
  if (refused !== null) return refused;
  const { seats, areas, typed } = change;
  if (seats.length + areas.length + typed.length === 0) return accept([], shown(session));
  const memory = policy.orphanSeatPrevention ? givenBackBy(state, session, seats) : {};
  return accept(
    [{ type: 'unheld', session: session.ordinal, ...lines(seats, areas), ...typedLines(typed), ...memory }],
    shown(session),
  );
}

export function checkout(
  state: EventState,
  session: Session,
  { selection }: Call<'checkout-session'>,
  now: number,
  policy: Policy,
): SessionDecision {
  if (session.state === 'PENDING_PAYMENT') return accept([], shown(session));
  const closed = refuseUnlessSelling(state, session, now) ?? refuseUnlessOpen(session, now);
  if (closed !== null) return closed;
  if ('invalid' in selection) return invalidBody(selection);
  const change = planHold(state, session, selection);
  const refusal =
    refuseWrongLines(change) ??
    refuseOverCap(change, capOf(session, policy)) ??
    refuseOverBuyer(state, session, change.size) ??
    refuseOverAllotment(state, session, change.seats) ??
    refuseTypes(state, session, change) ??
    refuseConflicts(state, session, withLostLines(session, change), now) ??
    refuseIncomplete(state, change.incomplete) ??
    refuseMixedCurrencies(state, session, change) ??
    refuseOrphans(state, policy, session, change.seats, true);
  if (refusal !== null) return refusal;
  if (change.size === 0) return refuse({ code: 'EMPTY_CART', detail: 'The session holds nothing to check out.' });
  const frozen: Fact = { type: 'checked-out', session: session.ordinal, deadline: now + policy.graceMs };
  return accept([...heldFacts(session, change), frozen], shown(session));
}

export function cancel(_state: EventState, session: Session, { body }: Call<'cancel-session'>): SessionDecision {
  if ('invalid' in body) return invalidBody(body);
  switch (session.state) {
    case 'PENDING_PAYMENT':
      if (!body.startOver) {
        return refuse({
          code: 'START_OVER_REQUIRED',
          detail: 'The session is frozen for payment; cancel it with startOver true.',
          state: session.state,
        });
      }
      return accept([{ type: 'cancelled', session: session.ordinal }], shown(session));
    case 'ACTIVE':
      return accept([{ type: 'cancelled', session: session.ordinal }], shown(session));
    case 'CONFIRMED':
      return sessionDead(session);
    default:
      return accept([], shown(session));
  }
}

function refuseOverCap(change: CartChange, maxSeats: number): Refused | null {
  return change.size <= maxSeats ? null : capExceeded(maxSeats);
}

/** The lines that are not available, and the lost lines that the session neither holds again nor gives up. */
function withLostLines(session: Session, change: CartChange): UnavailableLines {
  if (session.lost === undefined) return change;
  const { seats, areas } = session.lost;
  const lost = lostConflicts(
    withLost(session, {
      seats: seats.filter((seat) => !change.seats.includes(seat)),
      areas: areas.filter((area) => !isNamed(change, area)),
    }),
  );
  if (lost === null) return change;
  const { seats: otherSeats = [], groupOfSeats = [] } = change.conflicts ?? {};
  const conflicts = {
    seats: [...new Set([...otherSeats, ...lost.seats])],
    groupOfSeats: [...new Set([...groupOfSeats, ...lost.groupOfSeats])],
  };
  return { conflicts, placesOpenAt: null };
}

/**
 * Refuses seats that would leave a single seat alone, and at the checkout a session that gave such a seat back; otherwise
 * null.
 */
function refuseOrphans(
  state: EventState,
  policy: Policy,
  session: Session,
  seats: readonly number[],
  isCheckout = false,
): Refused | null {
  if (!policy.orphanSeatPrevention) return null;
  const { refused, alone } = orphansBeside(state, audienceOf(state, session), seats);
  const isAsked = isCheckout && session.givenBack !== undefined;
  const givenBack = isAsked ? orphansGivenBack(state, session, seats) : null;
  if (givenBack === null) return refused.length === 0 ? null : orphansRefused(state, { refused, alone });
  const all = {
    refused: [...new Set([...refused, ...givenBack.refused])],
    alone: [...new Set([...alone, ...givenBack.alone])],
  };
  return all.refused.length === 0 ? null : orphansRefused(state, all);
}

/** The single seats that would be left alone if all of `seats` were taken. */
export function orphansBeside(state: EventState, audience: Asking, seats: readonly number[]): Orphans {
  return findOrphans(state.seatMap.rows, outsideOfUnits(state, seats), freeAfter(state, audience, seats));
}

export function orphansRefused(state: EventState, { refused, alone }: Orphans): Refused {
  const idOf = (seat: number): number => state.seatMap.idAt(seat);
  return refuse({
    code: 'ORPHAN_SEATS',
    detail: 'The selection would leave single seats alone; nothing was changed.',
    conflicts: { seats: refused.map(idOf), groupOfSeats: [] },
    orphanSeats: alone.map(idOf),
  });
}

function isNamed({ areas, types }: CartChange, area: number): boolean {
  return areas.some(([named]) => named === area) || (types?.areas.some(([named]) => named === area) ?? false);
}

/** `hasNeed`: the call declares the need of accessible places. */
function heldFacts(session: Session, { seats, areas, types, occupancy }: CartChange, hasNeed = false): readonly Fact[] {
  const { unoccupied, occupied } = occupancy ?? everybodySits;
  const hasTypes = types !== undefined && types.seats.length + types.areas.length > 0;
  if (!hasTypes && seats.length + areas.length + unoccupied.length + occupied.length === 0) return [];
  const need = hasNeed ? ({ need: true } as const) : {};
  const held = { type: 'held', session: session.ordinal, ...lines(seats, areas), ...need } as const;
  if (!hasTypes && occupancy === null) return [held];
  const guests = {
    ...(unoccupied.length > 0 ? { unoccupied } : {}),
    ...(occupied.length > 0 ? { occupied } : {}),
  };
  if (!hasTypes) return [{ ...held, ...guests }];
  const seatTypes = types.seats.length > 0 ? { seatTypes: types.seats } : {};
  return [{ ...held, ...seatTypes, ...typedLines(types.areas), ...guests }];
}

const everybodySits = { unoccupied: [], occupied: [] };

function typedLines(areaTypes: readonly TypedAreaCount[]): { readonly areaTypes?: readonly TypedAreaCount[] } {
  return areaTypes.length > 0 ? { areaTypes } : {};
}

function lines(seats: CartChange['seats'], areas: CartChange['areas']): Partial<Pick<CartChange, 'seats' | 'areas'>> {
  if (areas.length === 0) return seats.length === 0 ? {} : { seats };
  return seats.length === 0 ? { areas } : { seats, areas };
}
