/**
 * A buyer makes one random call after the other and checks every answer. A call without an answer is repeated unchanged
 * until there is one; a call that is not idempotent is not repeated, its outcome is looked up. Buyers wait while the
 * gate is shut. When a call hangs, a substitute buyer starts, and this one leaves once the call has been answered.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call, Reply } from '../../bench/stand/client.ts';
import { callOf, lookCall, readCall } from './calls.ts';
import type { Gate } from './gate.ts';
import {
  after,
  type History,
  isRetryable,
  isSame,
  type Known,
  type SessionBody,
  show,
  viewOf,
  type Write,
} from './history.ts';
import type { Ledger } from './ledger.ts';

const cartMax = 10;
const retryMs = 20;
/** Percentage of the calls on a session that only read it. */
const looksPerHundred = 15;
/** Percentage of the confirms that compete for one of a few shared references. */
const sharedPerHundred = 10;
const sharedReferences = 20;

/** Sends the calls of buyers. */
export interface Counter {
  /**
   * The answer, or null when there is none. `onLate` is called when the answer is so late that a substitute should
   * start.
   */
  attempt(call: Call, onLate?: () => void): Promise<Reply | null>;
}

export interface Place {
  readonly ledger: Ledger;
  readonly counter: Counter;
  readonly gate: Gate;
}

/** Runs so many buyers. Resolves when the last of them has left, substitutes included. */
export async function employ(buyers: number, place: Place): Promise<void> {
  const atWork = new Set<Promise<void>>();
  const start = (): void => {
    const work = new SoakBuyer(place, () => {
      place.gate.join();
      start();
    }).work();
    atWork.add(work);
    void work.finally(() => atWork.delete(work));
  };
  for (let started = 0; started < buyers; started++) start();
  while (atWork.size > 0) await Promise.all(atWork);
}

class SoakBuyer {
  private readonly place: Place;
  private readonly substitute: () => void;
  private history: History;
  private isReplaced = false;

  constructor(place: Place, substitute: () => void) {
    this.place = place;
    this.substitute = substitute;
    this.history = this.begin();
  }

  /** Buys until the gate is closed or a substitute has taken over. */
  async work(): Promise<void> {
    while (await this.place.gate.pass()) {
      if (!this.place.ledger.isOnSale(this.history)) this.history = this.begin();
      await this.step(this.history);
      if (this.isReplaced) return this.place.gate.leave();
    }
  }

  private async step(history: History): Promise<void> {
    if (history.pending === null && history.known !== null && randomInt(100) < looksPerHundred) {
      return await this.look(history, history.known);
    }
    const { ledger } = this.place;
    history.pending ??= this.choose(history.known);
    ledger.touched.add(history);
    const call = history.isUnclear
      ? lookCall(history)
      : callOf(history, history.pending, ledger.targetOf(history), ledger.token);
    const sentAt = performance.now();
    const reply = await this.ask(call);
    if (reply === null || reply.status === 503) {
      const mayHaveRun = reply?.body?.errorCode !== 'UNAVAILABLE';
      history.isUnclear ||= mayHaveRun && !isRetryable(history.pending);
      await pause(retryMs);
      return;
    }
    if (history.isUnclear) this.clear(history, reply);
    else this.judge(history, history.pending, reply, sentAt);
    if (this.isDone(history.known)) this.history = this.begin();
  }

  /** Only this buyer writes its session, so every node must show what was last acknowledged. */
  private async look(history: History, known: Known): Promise<void> {
    const { ledger } = this.place;
    const isPrivate = randomInt(2) === 0;
    const reply = await this.ask(isPrivate ? readCall(history.sessionId!, ledger.token) : lookCall(history));
    if (reply === null || reply.status === 503) return await pause(retryMs);
    ledger.looks += 1;
    const seen = reply.status === 200 ? viewOf(reply.body as SessionBody, known) : null;
    if (seen === null || !isSame(seen, known)) {
      ledger.accuse(history, `a read must show ${show(known)}, showed ${seen === null ? reply.status : show(seen)}`);
    }
  }

  private ask(call: Call): Promise<Reply | null> {
    return this.place.counter.attempt(call, () => {
      if (this.isReplaced) return;
      this.isReplaced = true;
      this.substitute();
    });
  }

  /** Takes over the state that a read shows, if it is possible: the one before or the one after the pending write. */
  private clear(history: History, { status, body }: Reply): void {
    const possible = history.expected();
    const seen = status === 200 ? viewOf(body as SessionBody, history.known) : null;
    const found = seen === null ? undefined : possible.find((known) => isSame(known, seen));
    if (found === undefined || seen === null) {
      this.place.ledger.accuse(
        history,
        `must be ${possible.map(show).join(' or ')}, is ${seen === null ? status : show(seen)}`,
      );
    }
    history.known = found ?? history.known;
    history.pending = null;
    history.isUnclear = false;
    history.hasLanded = false;
  }

  private judge(history: History, write: Write, { status, body }: Reply, sentAt: number): void {
    const { ledger } = this.place;
    history.pending = null;
    if (isLost(write, status, body?.errorCode)) {
      if (history.hasLanded) ledger.accuse(history, `a ${write.verb} that had taken effect was refused when repeated`);
      history.hasLanded = false;
      return;
    }
    history.hasLanded = false;
    if (status >= 300) {
      const before = history.known === null ? 'nothing' : show(history.known);
      ledger.accuse(history, `${write.verb} on ${before} answered ${status} ${body?.errorCode}`);
      this.history = this.begin();
      return;
    }
    const session = body as SessionBody;
    const expected = after(history.known, write);
    const seen = viewOf(session, expected);
    if (!isSame(seen, expected)) {
      ledger.accuse(history, `${write.verb} must give ${show(expected)}, gave ${show(seen)}`);
    }
    if (write.verb === 'create') history.sessionId = session.sessionId ?? null;
    history.known = expected;
    history.expiresAt = session.expiresAt;
    ledger.acknowledge(history, sentAt);
  }

  private begin(): History {
    const { ledger } = this.place;
    return ledger.open(ledger.targets[randomInt(ledger.targets.length)]!);
  }

  /** Some purchases are kept and some carts are left alone, so that every later audit finds old ones, too. */
  private isDone(known: Known | null): boolean {
    if (known === null) return false;
    if (known.state === 'CANCELLED') return true;
    if (known.state === 'CONFIRMED') return randomInt(2) === 0;
    return known.seats.length > 0 && randomInt(20) === 0;
  }

  private choose(known: Known | null): Write {
    if (known === null) return { verb: 'create' };
    const chance = randomInt(100);
    switch (known.state) {
      case 'ACTIVE':
        if (known.seats.length + known.places === 0 || chance < 35) return this.lock(known);
        if (chance < 55) return { verb: 'unlock', seats: known.seats.slice(0, 1), places: randomInt(2) };
        return { verb: chance < 90 ? 'checkout' : 'cancel' };
      case 'PENDING_PAYMENT':
        if (chance < 80) return { verb: 'confirm', reference: this.reference() };
        return { verb: chance < 90 ? 'checkout' : 'cancel' };
      default:
        return { verb: 'release' };
    }
  }

  private reference(): string {
    const isShared = randomInt(100) < sharedPerHundred;
    return isShared ? `shared-${randomInt(sharedReferences)}` : `order-${this.history.key}`;
  }

  private lock(known: Known): Write {
    const { seats } = this.place.ledger.targetOf(this.history);
    const places = Math.min(randomInt(3), cartMax - known.seats.length);
    const room = cartMax - known.seats.length - places;
    const chosen = Array.from({ length: Math.min(room, 1 + randomInt(3)) }, () => seats[randomInt(seats.length)]!);
    return { verb: 'lock', seats: [...new Set(chosen)], places };
  }
}

/** True when another session was faster: with a seat, or with a shared reference. */
function isLost(write: Write, status: number, code: string | undefined): boolean {
  if (status !== 409) return false;
  if (write.verb === 'confirm') return code === 'REFERENCE_TAKEN' && write.reference.startsWith('shared-');
  return write.verb === 'lock' && code === 'SEAT_CONFLICT';
}
