/**
 * Applies the facts of a record to the reference model: expiries, and commands that were never answered
 * because their node crashed. The rules must allow each fact at that moment; returns what is wrong, or null.
 */

import type { BookingFact, Fact, SessionFact } from '#domain/fact.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import { unknownFact } from '#domain/unknown-fact.ts';
import type { Places } from '../support/naive-hall.ts';
import { forgetBuyer, hasProperties, moveHold, type NaiveSession } from '../support/naive-session.ts';
import { AllotmentReplay, isOfAllotments, type StepFact } from './allotment-replay.ts';
import { applyEventFact, type FactNames } from './event-fact-replay.ts';
import { FactLines } from './fact-lines.ts';
import { applyQueueFact } from './queue-replay.ts';
import type { ReferenceModel } from './reference-model.ts';

interface KnownLock {
  readonly deadline: number | null;
  readonly isBlocking: boolean;
  /** Id of its area; null for a lock of seats. */
  readonly area: number | null;
}

export class FactReplay {
  readonly #model: ReferenceModel;
  readonly #facts: FactLines;
  readonly #sessions = new Map<number, string>();
  readonly #locks = new Map<number, KnownLock>();
  /** The lock of each privately locked seat. */
  readonly #lockOfSeat = new Map<number, number>();
  readonly #allotments: AllotmentReplay;
  readonly #names: FactNames;
  /** Of the fact before, when that was applied too. */
  #before: Fact['type'] | null = null;

  constructor(model: ReferenceModel, seatMap: SeatMap) {
    this.#model = model;
    this.#facts = new FactLines(seatMap, model.naive.units);
    this.#allotments = new AllotmentReplay(
      model.naive.allotments,
      (seats) => this.#facts.seatsOf({ seats }),
      (index) => this.#facts.areaId(index),
    );
    this.#names = {
      sessionId: (ordinal) => this.#sessionId(ordinal),
      areaId: (index) => this.#facts.areaId(index),
      isSizedByEvent: (index) => seatMap.areas[index]?.capacity === 0,
    };
  }

  /** Remembers which session or lock an ordinal stands for. To be called for each record, after its answers. */
  remember(fact: Fact): void {
    if (fact.type === 'session-created') this.#sessions.set(fact.session, fact.id);
    this.#allotments.remember(fact);
    if (fact.type !== 'locked') return;
    const terms = { deadline: fact.deadline, isBlocking: fact.blocked === true };
    this.#locks.set(fact.lock, { ...terms, area: null });
    for (const seat of this.#facts.seatsOf(fact)) this.#lockOfSeat.set(seat, fact.lock);
    for (const [area, , lock] of fact.areas ?? []) this.#locks.set(lock, { ...terms, area: this.#facts.areaId(area) });
  }

  /** Applies a step of an allotment. Returns what is wrong, or null. */
  applyStep(fact: StepFact, now: number): string | null {
    return this.#allotments.apply(fact, now);
  }

  /** Applies an expiry. Returns what is wrong, or null. */
  applyExpiry(fact: Extract<Fact, { type: 'expired' | 'lock-expired' }>, now: number): string | null {
    if (fact.type === 'expired') return this.#model.naive.expire(this.#sessionId(fact.session), now);
    const lock = this.#locks.get(fact.lock);
    if (lock === undefined || lock.deadline === null) return `lock ${fact.lock} cannot run out`;
    if (lock.deadline > now) return `lock ${fact.lock} ran out ${lock.deadline - now} ms early`;
    const { naive } = this.#model;
    if (lock.area === null) {
      for (const [id, seat] of naive.seats) {
        const isHeld = this.#lockOfSeat.get(id) === fact.lock && seat.holder === null && seat.deadline !== null;
        if (isHeld) Object.assign(seat, { state: 'ACTIVE', holder: null, deadline: null });
      }
      return null;
    }
    const area = naive.areas.get(lock.area);
    if (area === undefined) return `lock ${fact.lock} is on no area`;
    for (const one of area.locks) if (secondOf(one.deadline) === lock.deadline) area.available += one.amount;
    area.locks = area.locks.filter((one) => secondOf(one.deadline) !== lock.deadline);
    return null;
  }

  /** Applies a fact of a command that was never answered. Returns what is wrong, or null. */
  applyUnanswered(fact: Fact, now: number): string | null {
    const { naive } = this.#model;
    const says = this.#apply(fact, now);
    this.remember(fact);
    this.#before = fact.type;
    if (fact.type === 'session-created' && !naive.sessions.has(fact.id)) return `session ${fact.id} was created twice`;
    return says;
  }

  #apply(fact: Fact, now: number): string | null {
    if (isOfAllotments(fact)) return this.#allotments.apply(fact, now);
    switch (fact.type) {
      case 'session-created':
      case 'hold-moved':
      case 'held':
      case 'unheld':
      case 'checked-out':
      case 'confirmed':
      case 'cancelled':
      case 'reclaimed':
      case 'released':
      case 'exchanged':
      case 'properties-replaced':
      case 'session-erased':
        return this.#applySessionFact(fact, now);
      case 'locked':
      case 'unlocked':
      case 'sold':
      case 'locks-sold':
      case 'reverted':
        return this.#applyBookingFact(fact, now);
      case 'status-changed':
      case 'prices-defined':
      case 'prices-renamed':
      case 'price-deleted':
      case 'areas-sized':
      case 'priced':
      case 'answered':
      case 'session-answered':
        return applyEventFact(this.#model, this.#names, fact, now);
      case 'units-overridden':
        return this.#model.naive.units.override(fact.overrides) === 'units' ? null : 'units were booked otherwise';
      case 'admission-set':
      case 'queue-begun':
      case 'joined':
      case 'drawn':
      case 'admitted':
      case 'claimed':
      case 'lapsed':
        return applyQueueFact(this.#model, fact, now);
      case 'opened':
      case 'owned':
      case 'expired':
      case 'lock-expired':
      case 'unpriced':
      case 'seats-described':
      case 'cleaned':
      case 'layout-adopted':
        return `no call of the simulation causes ${fact.type}`;
      default:
        return unknownFact(fact);
    }
  }

  /** Applies a fact of a session. */
  #applySessionFact(fact: Exclude<SessionFact, { type: 'expired' }>, now: number): string | null {
    const { naive } = this.#model;
    const expect = (actual: string, expected: string): string | null =>
      actual === expected ? null : `${fact.type} happened, but the model answers ${actual}`;
    if (fact.type === 'session-created') {
      const terms = { ...fact, withPass: fact.pass !== undefined };
      const until = fact.counter === true ? fact.deadline : null;
      const created = expect(naive.create(fact.id, fact.key, now, terms, until), 'ACTIVE');
      if (fact.counter === true) return created;
      if (this.#model.passes.mode !== 'QUEUE') return created ?? this.#model.passes.follow(fact);
      return created ?? (this.#before === 'claimed' ? null : 'a session was created without a ticket');
    }
    const id = this.#sessionId(fact.session);
    switch (fact.type) {
      case 'held':
        return expect(this.#hold(id, fact, now), 'ACTIVE');
      case 'unheld':
        return expect(
          naive.unlock(id, this.#facts.ids(fact.seats), this.#facts.givenBack(naive.sessions.get(id), fact), now),
          'ACTIVE',
        );
      case 'checked-out':
        return expect(naive.lock(id, [], [], now, { isLast: true }), 'PENDING_PAYMENT');
      case 'confirmed':
        return expect(naive.confirm(id, fact.reference), 'CONFIRMED');
      case 'reclaimed':
        return expect(naive.confirm(id, fact.reference, now), 'CONFIRMED');
      case 'cancelled':
        // The model finds out itself who makes room for the session that is created next.
        if (fact.evicted === true) return null;
        return expect(naive.cancel(id, null), 'CANCELLED');
      case 'released':
        return expect(naive.release(id), 'CANCELLED');
      case 'exchanged':
        return expect(this.#exchange(id, fact, now), 'CONFIRMED');
      case 'properties-replaced':
        return expect(String(hasProperties(naive.sessions.get(id) as NaiveSession)), 'true');
      case 'hold-moved':
        return expect(moveHold(naive.sessions.get(id), fact.deadline, now), naive.sessions.get(id)?.state ?? 'nobody');
      case 'session-erased':
        return expect(
          forgetBuyer(naive.sessions.get(id)),
          naive.sessions.get(id)?.deadline === null ? fact.was.state : 'a session that is over',
        );
      default:
        return unknownFact(fact);
    }
  }

  #hold(id: string, fact: Extract<Fact, { type: 'held' }>, now: number): string {
    const { naive } = this.#model;
    return naive.lock(id, this.#facts.ids(fact.seats), this.#facts.lines(fact), now, {
      hasNeed: fact.need === true,
      guests: this.#facts.guests(naive.sessions.get(id), fact.seats, fact),
      types: this.#facts.types(fact.seatTypes),
    });
  }

  #exchange(id: string, fact: Extract<Fact, { type: 'exchanged' }>, now: number): string {
    const { naive } = this.#model;
    const taken = {
      ...this.#facts.side(fact.taken),
      guests: this.#facts.guests(naive.sessions.get(id), fact.taken.seats, fact),
      types: this.#facts.types(fact.types),
    };
    const given = { ...this.#facts.side(fact.given), lines: this.#facts.typed(fact.given.areas) };
    return naive.exchange(id, given, taken, now);
  }

  #applyBookingFact(fact: Exclude<BookingFact, { type: 'lock-expired' }>, now: number): string | null {
    const { naive } = this.#model;
    const book = (kind: string, seats: readonly number[], places: Places, holdType: string | null = null) => {
      const actual = naive.book(kind, seats, places, holdType, null, now);
      return actual === 'true' ? null : `${fact.type} happened, but the model answers ${actual}`;
    };
    switch (fact.type) {
      case 'locked': {
        const kind = fact.blocked === true ? 'block-seats' : 'lock-seats';
        return book(kind, this.#facts.seatsOf(fact), this.#facts.places(fact.areas), fact.holdType ?? null);
      }
      case 'unlocked': {
        const seats = this.#facts.seatsOf(fact);
        const [first] = fact.areas ?? [];
        const isBlocking =
          first === undefined
            ? naive.seats.get(seats[0] as number)?.state === 'BLOCKED'
            : this.#locks.get(first[2])?.isBlocking;
        return book(isBlocking === true ? 'unblock-seats' : 'unlock-seats', seats, this.#facts.places(fact.areas));
      }
      case 'sold':
        return book('sell-seats', this.#facts.seatsOf(fact), this.#facts.places(fact.areas));
      case 'locks-sold':
        return book('sell-locks', this.#facts.seatsOf(fact), this.#facts.places(fact.areas));
      case 'reverted':
        return book(
          'revert-sales',
          this.#facts.seatsOf(fact),
          this.#facts.places([...(fact.areas ?? []), ...(fact.bought ?? [])]),
        );
      default:
        return unknownFact(fact);
    }
  }

  #sessionId(ordinal: number): string {
    return this.#sessions.get(ordinal) ?? `with ordinal ${ordinal}`;
  }
}

/** Private locks expire at whole seconds. */
function secondOf(time: number): number {
  return Math.ceil(time / 1000) * 1000;
}
