/**
 * The reference model of one event for the audit: the naive model, plus prices, status and idempotency keys, which it
 * lacks. Predicts the answer to each command in the order of decision, and follows records of unanswered commands. It
 * shares no code with the rules that it checks.
 */

import type { RequestKey } from '#domain/call-context.ts';
import type { BookingCommand, Command, Pass, QueueCommand } from '#domain/command.ts';
import type { Policy } from '#domain/policy.ts';
import type { TermsChange } from '#domain/pricing/ticket-type.ts';
import type { Admission } from '#domain/queue/admission.ts';
import { organizationId } from '../support/event-driver.ts';
import { NaiveEvent } from '../support/naive-event.ts';
import type { NaiveSession, NaiveTerms } from '../support/naive-session.ts';
import type { EventPlan } from './database.ts';
import { NaiveKeys } from './naive-keys.ts';
import { NaivePasses } from './naive-passes.ts';
import { NaiveQueue } from './naive-queue.ts';
import { answerAllotments } from './reference-allotments.ts';
import { answerCart, placesOf } from './reference-carts.ts';
import { chosenFor } from './reference-choice.ts';
import { answerPrivate, refusalAtCounter } from './reference-private.ts';
import { wheelchairsIn } from './wish-generator.ts';

const invalidCodes = ['VALIDATION_FAILED', 'MALFORMED_REQUEST', 'PROPERTIES_TOO_LARGE'];
const nextStatus: Readonly<Record<string, string>> = { DRAFT: 'PUBLISHED', PUBLISHED: 'ARCHIVED', ARCHIVED: 'DRAFT' };

export class ReferenceModel {
  readonly naive: NaiveEvent;
  readonly prices = new Map<number, string>();
  readonly keys = new NaiveKeys();
  status = 'PUBLISHED';
  readonly passes = new NaivePasses();
  readonly queue = new NaiveQueue();
  /** The seats that the last private call had chosen for it. */
  chosen: readonly number[] | undefined;
  /** Whether the last call repeated an earlier one with the same key, so that its answer is the recorded one. */
  isReplay = false;
  /** The repeated answer shows the session as it is, because the recorded one has been forgotten. */
  isShownAnew = false;
  readonly #plan: EventPlan;
  readonly #policy: Policy;

  constructor(plan: EventPlan) {
    this.#plan = plan;
    this.#policy = plan.policy.current;
    this.naive = new NaiveEvent({ ...plan, wheelchairs: wheelchairsIn(plan) }, this.#policy);
    for (const [at, name] of plan.prices.entries()) this.prices.set(at + 1, name);
  }

  /** The expected answer at this time: a refusal's code, a session's state, `true` or `false`, or the kind of reply. */
  expectedAnswer(command: Command, now: number): string {
    this.isReplay = false;
    this.isShownAnew = false;
    const key = 'key' in command ? command.key : undefined;
    return key === undefined || key === null ? this.#answer(command, now) : this.#answerOnce(command, key, now);
  }

  #answerOnce(command: Command, { keyHash, bodyHash }: RequestKey, now: number): string {
    const isPublic = 'sessionId' in command && !('organizationId' in command);
    const session = 'sessionId' in command ? this.naive.sessions.get(command.sessionId) : undefined;
    const isForeign = 'organizationId' in command && command.organizationId !== organizationId;
    const isClosed = isPublic && !this.#policy.publicSessionsEnabled && session?.counter !== true;
    if (('sessionId' in command && session === undefined) || isForeign || isClosed) return this.#answer(command, now);
    const ofSession = isPublic && session !== undefined ? session : null;
    const isOld = ofSession !== null && this.keys.isAnswerForgotten(ofSession, keyHash);
    // Nothing can change any more in a session that is over.
    if (isOld && session?.deadline === null) return this.#answer(command, now);
    const remembered = this.keys.get(keyHash, ofSession);
    this.chosen = remembered?.chosen;
    this.isReplay = remembered?.body === bodyHash;
    this.isShownAnew = this.isReplay && isOld;
    if (this.isShownAnew) return session?.state as string;
    if (remembered !== undefined) return this.isReplay ? remembered.answer : 'IDEMPOTENCY_KEY_REUSED';
    const isOver = isPublic && session?.deadline === null;
    const answer = this.#answer(command, now);
    const isForgotten = isOver || (isPublic && invalidCodes.includes(answer)) || isPassing(answer);
    if (!isForgotten) this.keys.remember(keyHash, { body: bodyHash, answer, chosen: this.chosen }, ofSession);
    return answer;
  }

  #answer(command: Command, now: number): string {
    if ('organizationId' in command) {
      return command.organizationId === organizationId ? answerPrivate(this, command, now) : 'ENTITY_NOT_FOUND';
    }
    switch (command.kind) {
      case 'create-session':
      case 'get-session':
      case 'lock-session':
      case 'unlock-session':
      case 'checkout-session':
      case 'cancel-session':
        return this.#answerPublic(command, now);
      case 'set-status':
        return this.setStatus(command.status, now);
      case 'set-admission':
        this.setAdmission(command.admission, now);
        if (command.admission.mode === 'QUEUE' && this.queue.seed === null) this.queue.begin(command.seed);
        return 'admission';
      case 'read-admission':
        return 'admission';
      case 'join-queue':
      case 'read-ticket':
      case 'read-queue':
        return this.#answerWaiting(command, now);
      case 'define-prices':
        return this.define(command.prices);
      case 'rename-prices':
        return this.#rename(command.prices);
      case 'delete-price':
        return this.prices.delete(command.priceId) ? 'done' : 'ENTITY_NOT_FOUND';
      case 'read-prices':
        return 'prices';
      case 'assign-prices':
        return this.offer(command.groupOfSeats[0]?.objectId as number, command.groupOfSeats[0]?.activeCount as number);
      case 'define-allotment':
      case 'fill-allotment':
      case 'remove-allotment':
      case 'read-allotment':
      case 'read-allotments':
        return answerAllotments(this, command, now);
      case 'read-units':
      case 'override-units':
        return this.naive.units.override('overrides' in command ? command.overrides : null);
      case 'read-sequence':
        return 'sequence';
      case 'read-inventory':
        return 'inventory';
      case 'read-offer':
        return 'offer';
      case 'read-map-changes':
        return 'map-changes';
      default:
        return this.#book(command.kind, (command as BookingCommand).selection, now);
    }
  }

  setStatus(status: string, now: number): string {
    if (status !== this.status && status !== nextStatus[this.status]) return 'DATA_INTEGRITY_VIOLATION';
    if (status !== this.status) this.queue.restart(now);
    this.status = status;
    return 'done';
  }

  setAdmission(admission: Admission, now: number): void {
    this.passes.mode = admission.mode;
    this.naive.caps.maxPerBuyer = admission.maxSeatsPerBuyer ?? Number.POSITIVE_INFINITY;
    this.queue.set(admission, now);
  }

  /** Whether buyers can create sessions, as far as their event and organization are concerned. */
  get isOnSale(): boolean {
    return this.closed() === null && this.#policy.publicSessionsEnabled;
  }

  /** Live sessions, without those that have held nothing for as long as a ticket can be claimed. */
  countedSessions(now: number): number {
    const since = now - this.queue.admission.claimSeconds * 1000;
    const counts = ({ state, seats, areas, createdAt, counter }: NaiveSession): boolean => {
      if (state === 'ACTIVE' && seats.size + areas.size === 0) return createdAt > since;
      // Holds of the counter are not in the way of those who wait.
      return (state === 'ACTIVE' || state === 'PENDING_PAYMENT') && counter !== true;
    };
    return [...this.naive.sessions.values()].filter(counts).length;
  }

  /** Adds a ticket unless the key has one. */
  join(key: string, now: number): string {
    const closed = this.#policy.publicSessionsEnabled ? this.#withoutQueue() : 'NOT_ENABLED';
    if (closed !== null) return closed;
    const { queue } = this;
    if (queue.ticketOf(key) !== -1) return 'ticket';
    if (queue.keys.length >= this.#policy.ticketsMax) return 'QUEUE_FULL';
    queue.join(key, now);
    return 'ticket';
  }

  define(prices: readonly { readonly id: number; readonly name: string }[]): string {
    const names = [...this.prices.values()];
    if (prices.some(({ name }) => names.includes(name))) return 'DATA_INTEGRITY_VIOLATION';
    for (const { id, name } of prices) this.prices.set(id, name);
    return 'prices';
  }

  #rename(prices: readonly (TermsChange & { readonly id: number })[]): string {
    for (const { id, ...terms } of prices) this.setTerms(id, terms);
    return 'prices';
  }

  /** The calls of the simulation name all terms, and leave the names as they are. */
  setTerms(price: number, { amount, currency, ticketTypes }: TermsChange): void {
    const { terms } = this.naive.tickets;
    const name = this.prices.get(price) as string;
    if (amount == null || currency == null) terms.delete(name);
    else terms.set(name, { amount, currency, ticketTypes: ticketTypes ?? [] });
  }

  offer(area: number, count: number | null): string {
    const { prices } = this.#plan;
    return this.naive.offer(area, count, prices[(area - 9001 + 2) % prices.length] as string);
  }

  #answerPublic(command: Extract<Command, { sessionId: string }>, now: number): string {
    const { naive } = this;
    const isEnabled = this.#policy.publicSessionsEnabled;
    if (command.kind === 'create-session') {
      const { counter } = command;
      if (!isEnabled && counter === undefined) return 'NOT_ENABLED';
      const isKnown = naive.hasKey(command.keyHash);
      this.isReplay = isKnown;
      this.isShownAnew = isKnown;
      if (isKnown) return naive.create(command.sessionId, command.keyHash, now);
      if (counter !== undefined) {
        const refused = refusalAtCounter(this, counter, now);
        return refused ?? naive.create(command.sessionId, command.keyHash, now, { counter: true }, counter.until);
      }
      const entry = this.closed() ?? this.#enter(command.pass, now);
      return typeof entry === 'string' ? entry : naive.create(command.sessionId, command.keyHash, now, entry);
    }
    const isGone = isGenuine(command.sessionId) && !naive.sessions.has(command.sessionId);
    const session = isGone ? goneSession : naive.sessions.get(command.sessionId);
    if (session === undefined) return 'ENTITY_NOT_FOUND';
    if (!isEnabled && session.counter !== true) return 'NOT_ENABLED';
    switch (command.kind) {
      case 'cancel-session':
        if ('invalid' in command.body) return command.body.invalid;
        return isGone ? session.state : naive.cancel(command.sessionId, command.body.startOver);
      case 'lock-session':
      case 'checkout-session':
      case 'unlock-session':
        return answerCart(this, this.#plan, command, session, now);
      default:
        return session.state;
    }
  }

  #enter(pass: Pass | undefined, now: number): string | NaiveTerms {
    return this.passes.mode === 'QUEUE' ? (this.queue.enter(pass, now) ?? {}) : this.passes.enter(pass, now);
  }

  #answerWaiting(command: QueueCommand, now: number): string {
    if (command.kind === 'join-queue') return this.join(command.keyHash, now);
    if (!this.#policy.publicSessionsEnabled) return 'NOT_ENABLED';
    const closed = this.#withoutQueue();
    if (command.kind === 'read-queue') return closed === 'NO_QUEUE' ? closed : 'queue';
    return closed ?? (command.ticket < this.queue.keys.length ? 'ticket' : 'ENTITY_NOT_FOUND');
  }

  /** Why nobody can wait here, or null. */
  #withoutQueue(): string | null {
    return this.queue.admission.mode === 'QUEUE' ? this.closed() : 'NO_QUEUE';
  }

  #book(kind: string, selection: BookingCommand['selection'], now: number): string {
    const { seats, groupOfSeats, holdType, best, units } = selection;
    this.chosen = undefined;
    const { holdTypes, salesControlEnabled } = this.#policy;
    const isUnknown =
      seats.some((seat) => !this.naive.seats.has(seat)) ||
      this.naive.units.named([], units) === null ||
      (holdType !== null && holdType !== 'RESERVED' && holdTypes[holdType] === undefined);
    if (isUnknown) return 'VALIDATION_FAILED';
    const isControlled = kind === 'sell-locks' || kind === 'revert-sales';
    if (isControlled && !salesControlEnabled) return 'SALES_CONTROL_DISABLED';
    const isNamed = best === undefined;
    const chosen = isNamed ? { seats: [...seats] } : chosenFor(this.#plan, this.naive, this.prices, best, null);
    if (chosen === 'VALIDATION_FAILED') return chosen;
    const closed = this.closed();
    if (closed !== null) return closed;
    const places = placesOf(groupOfSeats);
    // Places that are not there are found before seats are chosen.
    const isShort = places.some(([area, amount]) => (this.naive.areas.get(area)?.available ?? 0) < amount);
    if (best !== undefined && isShort) this.chosen = [];
    if (typeof chosen === 'string') return isShort ? 'false' : chosen;
    if (best !== undefined && !isShort) this.chosen = chosen.seats;
    return this.naive.book(kind, chosen.seats, places, holdType, null, now, units);
  }

  /** Why nobody can book, or null. */
  closed(): string | null {
    if (this.status === 'PUBLISHED') return null;
    return this.status === 'DRAFT' ? 'EVENT_NOT_PUBLISHED' : 'EVENT_ARCHIVED';
  }
}

/** Whether the same call may be answered otherwise later, so that a key does not keep the answer. */
function isPassing(answer: string): boolean {
  return answer.startsWith('CAP_') || answer === 'UNIT_INCOMPLETE';
}

/** Whether the service has issued the id; a session of this name that is not there made room for another one. */
export function isGenuine(sessionId: string): boolean {
  return sessionId.startsWith('s');
}

const goneSession = { state: 'CANCELLED', deadline: null } as NaiveSession;
