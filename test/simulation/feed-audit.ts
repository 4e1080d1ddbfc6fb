/**
 * Compares the feed of one event with its journal: each change that follows from a record is in it once and in its
 * place, and no other. Derives them anew and naively: from each fact, and by looking at every seat and area.
 */
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { Change } from '#domain/feed/change.ts';
import { forEachInRuns, type SeatRuns } from '#domain/seats/seat-runs.ts';
import type { SimulatedEvent } from './database.ts';

const sessionTypes: Partial<Record<Fact['type'], string>> = {
  'checked-out': 'session.checked-out',
  confirmed: 'session.confirmed',
  reclaimed: 'session.confirmed',
  cancelled: 'session.cancelled',
  expired: 'session.expired',
  released: 'session.released',
  exchanged: 'session.exchanged',
  'session-erased': 'session.erased',
};

export class FeedAudit {
  readonly #event: SimulatedEvent;
  readonly #due: string[] = [];
  #wasSoldOut = false;

  constructor(event: SimulatedEvent) {
    this.#event = event;
  }

  /** Before a fact of record `seq` is replayed: reads what it gives back. */
  before(state: EventState, fact: Fact, seq: number): void {
    const told = toldOf(state, fact);
    if (told !== null) this.#due.push(`${seq} ${told}${tracedAs(fact.trace)}`);
  }

  /** After the whole record was replayed. */
  after(state: EventState): void {
    const isNow = isSoldOut(state);
    if (isNow !== this.#wasSoldOut) this.#due.push(`${state.seq} event.${isNow ? 'sold-out' : 'back-on-sale'}`);
    this.#wasSoldOut = isNow;
  }

  get violations(): readonly string[] {
    const { feed, projectedSeq } = this.#event;
    const due = this.#due.filter((line) => Number(line.split(' ', 1)[0]) <= projectedSeq);
    const found = feed.map(lineOf);
    const at = due.findIndex((line, place) => line !== found[place]);
    const place = at === -1 && found.length > due.length ? due.length : at;
    const isNumbered = feed.every(({ seq, place: own }, index) => {
      const before = feed[index - 1];
      return own === (before?.seq === seq ? before.place + 1 : 0);
    });
    return [
      ...(place === -1 ? [] : [`the feed has ${found[place]} as change ${place} instead of ${due[place]}`]),
      ...(isNumbered ? [] : ['the changes of a record are not numbered from 0']),
    ];
  }
}

function lineOf(change: Change): string {
  return contentOf(change) + tracedAs(change.trace);
}

function tracedAs(trace: string | undefined): string {
  return trace === undefined ? '' : ` ${trace}`;
}

function contentOf(change: Change): string {
  const { seq, type } = change;
  if ('session' in change) return `${seq} ${type} ${change.session.id}`;
  if ('lines' in change) {
    const places = change.lines.areas.reduce((sum, [, amount]) => sum + amount, 0);
    return `${seq} ${type} ${[...change.lines.seats].sort().join(' ')}+${places}`;
  }
  return 'allotment' in change ? `${seq} ${type} ${change.allotment.id}` : `${seq} ${type}`;
}

function toldOf(state: EventState, fact: Fact): string | null {
  const sessionType = sessionTypes[fact.type];
  if (sessionType !== undefined && 'session' in fact) return `${sessionType} ${idOf(state, fact)}`;
  switch (fact.type) {
    case 'locked':
      return `booking.${fact.blocked === true ? 'blocked' : 'locked'} ${linesOf(state, fact.seats, fact.areas)}`;
    case 'unlocked':
      return `booking.${isBlocked(state, fact) ? 'unblocked' : 'unlocked'} ${linesOf(state, fact.seats, fact.areas)}`;
    case 'lock-expired':
      return `booking.lock-expired ${linesOfLock(state, fact.lock)}`;
    case 'sold':
    case 'locks-sold':
      return `booking.sold ${linesOf(state, fact.seats, fact.areas)}`;
    case 'reverted':
      return `booking.reverted ${linesOf(state, fact.seats, [...(fact.areas ?? []), ...(fact.bought ?? [])])}`;
    case 'allotment-opened':
    case 'allotment-closed':
    case 'allotment-released':
      return `allotment.${fact.type.slice('allotment-'.length)} ${state.allotments?.bySlot(fact.allotment)?.id}`;
    case 'status-changed':
      return 'event.status-changed';
    default:
      return null;
  }
}

function idOf(state: EventState, fact: { readonly session: number }): string {
  return state.sessionsByOrdinal.get(fact.session)?.id ?? `ordinal ${fact.session}`;
}

function linesOf(
  state: EventState,
  runs: SeatRuns = [],
  areas: readonly (readonly [area: number, amount: number, ...rest: number[]])[] = [],
): string {
  const ids: number[] = [];
  forEachInRuns(runs, (seat) => {
    ids.push(state.seatMap.idAt(seat));
  });
  return `${ids.sort().join(' ')}+${areas.reduce((sum, [, amount]) => sum + amount, 0)}`;
}

function linesOfLock(state: EventState, ordinal: number): string {
  const ids: number[] = [];
  for (let seat = 0; seat < state.seats.size; seat++) {
    if (state.seats.ownerOf(seat) === -ordinal) ids.push(state.seatMap.idAt(seat));
  }
  const { area, remaining } = state.lockAt(ordinal);
  return `${ids.sort().join(' ')}+${area === -1 ? 0 : remaining}`;
}

function isBlocked(state: EventState, { seats = [], areas = [] }: Extract<Fact, { type: 'unlocked' }>): boolean {
  const [seat] = seats;
  if (seat !== undefined) return state.seats.stateOf(seat) === 'BLOCKED';
  return areas.some(([, , lock]) => state.lockAt(lock).isBlocking);
}

function isSoldOut({ seats, areas }: EventState): boolean {
  let isTaken = false;
  for (let seat = 0; seat < seats.size; seat++) {
    const seatState = seats.stateOf(seat);
    if (seatState === 'ACTIVE' && seats.priceSlotOf(seat) !== 0) return false;
    isTaken ||= seatState !== 'ACTIVE' && seatState !== null;
  }
  for (const { available, priceSlot, held, locked, blocked, sold } of areas) {
    if (available > 0 && priceSlot !== 0) return false;
    isTaken ||= held + locked + blocked + sold > 0;
  }
  return isTaken;
}
