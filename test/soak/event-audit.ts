/**
 * The audit of one event's seats and areas: each has what the sessions and the box offices know of it, those of earlier
 * audits included, and nothing is taken that nobody asked for.
 */
import type { Target } from '../../bench/load/plan.ts';
import { callUntilAnswered } from './audit-calls.ts';
import { assignmentsCall } from './calls.ts';
import type { Deal } from './deal.ts';
import { type Cart, type History, isUndecided, type KnownSession } from './history.ts';
import type { Ledger, Named } from './ledger.ts';
import type { CallSender } from './sender.ts';

interface SeatOnEvent {
  readonly id: number;
  readonly state: string;
  readonly booking: { readonly sessionId: string | null; readonly reference: string | null } | null;
}

/** How an area shows places: of sessions, of locks, or sold by either. */
type PlaceKind = 'held' | 'locked' | 'sold';
const placeKinds: readonly PlaceKind[] = ['held', 'locked', 'sold'];

interface Holding extends Cart {
  readonly seatState: 'LOCKED' | 'SOLD';
  readonly kind: PlaceKind;
}

/** A session or a deal. */
interface Holder {
  readonly of: Named;
  /** Null: a box office, or a session whose id is not known. */
  readonly sessionId: string | null;
  /** What it may have; the first is what was acknowledged. */
  readonly possible: readonly Holding[];
  /** The event may have chosen seats for it. */
  readonly isUndecided: boolean;
}

export async function auditEvent(ledger: Ledger, client: CallSender, target: Target): Promise<void> {
  const { body } = await callUntilAnswered(client, assignmentsCall(target.eventId, ledger.token));
  const histories = ledger.histories.filter(({ eventId }) => eventId === target.eventId);
  const deals = ledger.deals.filter(({ eventId }) => eventId === target.eventId);
  auditReferences(ledger, histories);
  const shown: readonly SeatOnEvent[] = body.seatsOnEvent;
  const states = new Map(shown.map((seat) => [seat.id, seat]));
  for (const deal of deals) deal.hasTakenEffect = hasTakenEffect(deal, deals, states);
  const holders: readonly Holder[] = [
    ...histories.map(holderOf),
    ...deals.map((deal): Holder => {
      const possible = deal.expected().map(({ state, seats, places }): Holding => {
        const isSold = state === 'SOLD';
        return { seats, places, seatState: isSold ? 'SOLD' : 'LOCKED', kind: isSold ? 'sold' : 'locked' };
      });
      return { of: deal, sessionId: null, possible, isUndecided: false };
    }),
  ];
  auditSeats(ledger, holders, states);
  auditPlaces(ledger, target, holders, body.groupsOnEvent);
}

/** Whether a seat shows that the pending call took effect; another deal must not be able to have it. */
function hasTakenEffect(deal: Deal, deals: readonly Deal[], shown: ReadonlyMap<number, SeatOnEvent>): boolean {
  const id = deal.pending?.seats[0];
  const after = deal.expected()[1];
  if (id === undefined || after === undefined) return false;
  const rivals = deals.filter((other) => other !== deal && other.expected().some(({ seats }) => seats.includes(id)));
  const seat = shown.get(id);
  const isAfter = seat?.state === (after.state === 'NONE' ? 'ACTIVE' : after.state) && seat.booking === null;
  return isAfter && rivals.length === 0;
}

function holderOf(history: History): Holder {
  const possible = history.expected().map(({ state, seats, places }: KnownSession): Holding => {
    const isSold = state === 'CONFIRMED';
    return { seats, places, seatState: isSold ? 'SOLD' : 'LOCKED', kind: isSold ? 'sold' : 'held' };
  });
  return { of: history, sessionId: history.sessionId, possible, isUndecided: isUndecided(history.pending) };
}

function auditReferences(ledger: Ledger, histories: readonly History[]): void {
  const references = new Map<string, History>();
  for (const history of histories) {
    const { known, pending } = history;
    const reference = known?.state === 'CONFIRMED' && pending === null ? known.reference : null;
    if (reference === null) continue;
    const namesake = references.get(reference);
    if (namesake !== undefined)
      ledger.reportViolation(history, `${reference} was also acknowledged to session ${namesake.key}`);
    references.set(reference, history);
  }
}

function auditSeats(ledger: Ledger, holders: readonly Holder[], shown: ReadonlyMap<number, SeatOnEvent>): void {
  /** Seat, state and session of everything that a holder may have. */
  const allowed = new Set<string>();
  const undecided = new Set<string>();
  const owners = new Map<number, Named>();
  for (const holder of holders) {
    const sessionId = holder.sessionId ?? '';
    if (holder.isUndecided) undecided.add(sessionId);
    for (const { seats, seatState } of holder.possible) {
      for (const seat of seats) allowed.add(`${seat} ${seatState} ${sessionId}`);
    }
    for (const seat of certainSeats(holder)) {
      const other = owners.get(seat);
      if (other !== undefined) {
        ledger.reportViolation(holder.of, `seat ${seat} was also acknowledged to ${other.key}`);
      }
      owners.set(seat, holder.of);
      auditSeat(ledger, holder, seat, shown.get(seat));
    }
  }
  for (const { id, state, booking } of shown.values()) {
    const sessionId = booking?.sessionId ?? '';
    const isChosen = state === 'LOCKED' && undecided.has(sessionId);
    // A seat that is certain is compared with its holder above.
    const isAsked = isChosen || allowed.has(`${id} ${state} ${sessionId}`);
    const isAllowed = state === 'ACTIVE' || isAsked || owners.has(id);
    if (!isAllowed) ledger.reportViolation(null, `seat ${id} is ${state} for a session that never asked for it`);
  }
}

/** Seats that the holder has in every case. */
function certainSeats({ possible: [acknowledged, ...others] }: Holder): readonly number[] {
  return (acknowledged?.seats ?? []).filter((seat) => others.every(({ seats }) => seats.includes(seat)));
}

function auditSeat(ledger: Ledger, { of, sessionId, possible }: Holder, id: number, shown?: SeatOnEvent): void {
  const states = possible.map(({ seatState }) => seatState);
  const { state = 'unknown', booking = null } = shown ?? {};
  const isOwn = (booking?.sessionId ?? null) === sessionId;
  if (isOwn && states.some((right) => right === state)) return;
  const whose = isOwn || state === 'ACTIVE' ? '' : ' for another';
  ledger.reportViolation(of, `seat ${id} must be ${states.join(' or ')} and is ${state}${whose}`);
}

function auditPlaces(
  ledger: Ledger,
  { eventId }: Target,
  holders: readonly Holder[],
  areas: readonly Readonly<Record<PlaceKind, number>>[],
): void {
  for (const kind of placeKinds) {
    const shown = areas.reduce((sum, area) => sum + area[kind], 0);
    const amounts = holders.map(({ possible }) => possible.map((one) => (one.kind === kind ? one.places : 0)));
    const least = amounts.reduce((sum, each) => sum + (each.length === 0 ? 0 : Math.min(...each)), 0);
    const most = amounts.reduce((sum, each) => sum + Math.max(0, ...each), 0);
    if (shown < least || shown > most) {
      ledger.reportViolation(null, `${shown} places ${kind} on event ${eventId}, buyers know of ${least} to ${most}`);
    }
  }
}
