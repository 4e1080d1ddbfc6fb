/** What a buyer does next with its session, at random, and which refusals only say that another buyer was faster. */
import { randomInt } from 'node:crypto';
import type { Reply } from '../../bench/stand/client.ts';
import { type EventRules, partsOf } from './event-rules.ts';
import type { Cart, History, KnownSession, Write } from './history.ts';
import type { Ledger } from './ledger.ts';
import { noTickets, type Tickets, ticketTypes } from './tickets.ts';

const cartMax = 10;
const bestMax = 4;
/** Percentage of the confirms that compete for one of a few shared references. */
const sharedPerHundred = 10;
const sharedReferences = 20;
/** Percentage of the holds whose seats the event chooses. */
const bestPerHundred = 25;
/** Percentage of the holds that want the seats of a buyer who pays late. */
const rivalPerHundred = 10;
/** Percentage of the first holds that are of a unit, of the seats with a ticket type, of purchases that are exchanged. */
const unitPerHundred = 10;
const typedPerHundred = 40;
const exchangedPerHundred = 50;
/** Percentage of the payments that are left until their time has passed. */
const latePerHundred = 15;

export function chooseWrite(ledger: Ledger, history: History): Write {
  const { known } = history;
  if (known === null) return { verb: 'create' };
  const random = randomInt(100);
  switch (known.state) {
    case 'ACTIVE':
      if (known.seats.length + known.places === 0 || random < 35) return chooseHold(ledger, history, known);
      if (random < 55) return { verb: 'unlock', seats: chooseUnlocked(ledger, history, known), places: randomInt(2) };
      return { verb: random < 90 ? 'checkout' : 'cancel' };
    case 'PENDING_PAYMENT':
      if (random < 80 || history.mayHaveExpired()) return choosePayment(history);
      return { verb: random < 90 ? 'checkout' : 'cancel' };
    case 'EXPIRED':
      return { verb: 'reclaim', reference: referenceOf(history), key: history.newKey() };
    default:
      return chooseAfterwards(ledger, history, known);
  }
}

/** Some purchases are kept and some carts are left alone, so that every later audit finds old ones, too. */
export function isDone(known: KnownSession | null): boolean {
  if (known === null) return false;
  if (known.state === 'CANCELLED') return true;
  if (known.state === 'CONFIRMED') return randomInt(2) === 0;
  return known.seats.length > 0 && randomInt(20) === 0;
}

/** Whether the buyer is to pay only when its time has passed. */
export function paysLate({ known, pending }: History): boolean {
  return known?.state === 'PENDING_PAYMENT' && pending === null && randomInt(100) < latePerHundred;
}

/** A server can always send `reclaim`: it makes a difference only for expired sessions. */
function choosePayment(history: History): Write {
  const reference = referenceOf(history);
  const canReclaim = history.mayHaveExpired() || randomInt(2) === 0;
  return canReclaim ? { verb: 'reclaim', reference, key: history.newKey() } : { verb: 'confirm', reference };
}

function referenceOf({ key }: History): string {
  return randomInt(100) < sharedPerHundred ? `shared-${randomInt(sharedReferences)}` : `order-${key}`;
}

function chooseHold(ledger: Ledger, history: History, known: KnownSession): Write {
  const { seats, rules } = ledger.targetOf(history);
  const { places: held } = known;
  if (rules !== undefined && isEmpty(known) && randomInt(100) < unitPerHundred) return chooseUnit(rules);
  const free = cartMax - known.seats.length;
  const random = randomInt(100);
  if (random < bestPerHundred && free > held) {
    const count = Math.min(free - held, 1 + randomInt(bestMax));
    return { verb: 'lock-best', count, seats: [], places: held, key: history.newKey() };
  }
  const places = Math.min(randomInt(3), free);
  const room = free - places;
  const rival = random >= 100 - rivalPerHundred ? ledger.lateCart(history.eventId) : null;
  const wanted = rival ?? Array.from({ length: 1 + randomInt(3) }, () => seats[randomInt(seats.length)]!);
  const loose = [...new Set(wanted)].filter((seat) => seats.includes(seat)).slice(0, room);
  const lock = { verb: 'lock', seats: loose, places } as const;
  return rules === undefined ? lock : { ...lock, tickets: chooseTickets(history, lock) };
}

function isEmpty({ seats, places }: KnownSession): boolean {
  return seats.length + places === 0;
}

function chooseUnit({ units, guests }: EventRules): Write {
  const { id, seats } = units[randomInt(units.length)]!;
  const count = guests.min + randomInt(guests.max - guests.min + 1);
  const tickets = { ...noTickets, empty: seats.slice(count) };
  return { verb: 'lock', seats: [...seats], places: 0, unit: { id, guests: count }, tickets };
}

/** Types of some of the seats and places. A member's needs a pass. */
function chooseTickets({ hasSignedPass }: History, { seats, places }: Cart): Tickets {
  const { child, limited, member } = ticketTypes;
  const kinds = hasSignedPass ? [child, limited, member] : [child, limited];
  const typed = seats.filter(() => randomInt(100) < typedPerHundred);
  const types = Object.fromEntries(typed.map((seat) => [seat, kinds[randomInt(kinds.length)]!]));
  return { types, children: randomInt(places + 1), empty: [] };
}

/** A seat by itself, or all seats of a unit. */
function chooseUnlocked(ledger: Ledger, history: History, known: KnownSession): readonly number[] {
  const { loose, units } = partsOf(ledger.rulesOf(history), known);
  return loose.length > 0 ? loose.slice(0, 1) : (units[0]?.seats ?? []);
}

/** Purchases on events with selling rules are exchanged, the others given back. */
function chooseAfterwards(ledger: Ledger, history: History, known: KnownSession): Write {
  const { seats, rules } = ledger.targetOf(history);
  if (rules === undefined || randomInt(100) >= exchangedPerHundred) return { verb: 'release' };
  const key = history.newKey();
  if ((known.tickets?.children ?? 0) > 0 && randomInt(2) === 0) return { verb: 'exchange', seat: null, key };
  const [given] = partsOf(rules, known).loose;
  const taken = seats[randomInt(seats.length)]!;
  if (given === undefined || known.seats.includes(taken)) return { verb: 'release' };
  return { verb: 'exchange', seat: { given, taken }, key };
}

/** True when another buyer was faster: with a seat, a shared reference, or a seat of an expired cart. */
export function isLost(history: History, write: Write, { status, body }: Pick<Reply, 'status' | 'body'>): boolean {
  // Of allotments and ticket types: a cart itself is never larger than it may be.
  const isCapped = body?.errorCode === 'CAP_TICKET_TYPE' || (body?.errorCode === 'CAP_SEATS' && history.hasSignedPass);
  if (status === 429 && isCapped)
    return write.verb === 'lock' || write.verb === 'lock-best' || write.verb === 'exchange';
  if (status !== 409) return false;
  switch (write.verb) {
    case 'lock':
    case 'exchange':
      return body.errorCode === 'SEAT_CONFLICT' || body.errorCode === 'NOT_ON_SALE';
    case 'lock-best':
      return body.errorCode === 'NO_SUITABLE_SEATS' && body.largestTogether < write.count;
    case 'checkout':
      return body.errorCode === 'SESSION_DEAD' && history.mayHaveExpired();
    case 'confirm':
    case 'reclaim':
      if (body.errorCode === 'SESSION_DEAD') return history.mayHaveExpired();
      return body.errorCode === 'REFERENCE_TAKEN' && write.reference.startsWith('shared-');
    default:
      return false;
  }
}
