/**
 * A buyer makes one random call after the other and checks every answer. A call without an answer is repeated unchanged
 * until there is one; a call that is not idempotent is not repeated, its outcome is looked up. Buyers wait while the
 * gate is shut. When a call hangs, a substitute buyer starts, and this one leaves once the call has been answered.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call, Reply } from '../../bench/stand/client.ts';
import { callOf, privateReadCall, publicReadCall } from './calls.ts';
import { enter } from './entering.ts';
import type { Gate } from './gate.ts';
import {
  describe,
  type History,
  isRetryable,
  isSame,
  type KnownSession,
  type SessionBody,
  stateAfter,
  viewOf,
  type Write,
} from './history.ts';
import type { Ledger } from './ledger.ts';

const cartMax = 10;
const retryMs = 20;
/** Percentage of the calls on a session that only read it. */
const readsPerHundred = 15;
/** Percentage of the confirms that compete for one of a few shared references. */
const sharedPerHundred = 10;
const sharedReferences = 20;

/** Sends the calls of buyers. */
export interface CallSender {
  /**
   * The answer, or null when there is none. `onLate` is called when the answer is so late that a substitute should
   * start.
   */
  attempt(call: Call, onLate?: () => void): Promise<Reply | null>;
}

export interface BuyerParts {
  readonly ledger: Ledger;
  readonly sender: CallSender;
  readonly gate: Gate;
}

/** Runs so many buyers. Resolves when the last of them has left, substitutes included. */
export async function runBuyers(buyers: number, parts: BuyerParts): Promise<void> {
  const atWork = new Set<Promise<void>>();
  const start = (): void => {
    const work = new SoakBuyer(parts, () => {
      parts.gate.join();
      start();
    }).work();
    atWork.add(work);
    void work.finally(() => atWork.delete(work));
  };
  for (let started = 0; started < buyers; started++) start();
  while (atWork.size > 0) await Promise.all(atWork);
}

class SoakBuyer {
  private readonly parts: BuyerParts;
  private readonly substitute: () => void;
  private history: History;
  private isReplaced = false;

  constructor(parts: BuyerParts, substitute: () => void) {
    this.parts = parts;
    this.substitute = substitute;
    this.history = this.begin();
  }

  /** Buys until the gate is closed or a substitute has taken over. */
  async work(): Promise<void> {
    while (await this.parts.gate.pass()) {
      if (!this.parts.ledger.isOnSale(this.history)) this.history = this.begin();
      await this.step(this.history);
      if (this.isReplaced) return this.parts.gate.leave();
    }
  }

  private async step(history: History): Promise<void> {
    if (history.pending === null && history.known !== null && randomInt(100) < readsPerHundred) {
      return await this.readSession(history, history.known);
    }
    const { ledger } = this.parts;
    if (!history.hasEntered) return await enter(ledger, history, (call) => this.ask(call));
    history.pending ??= this.choose(history.known);
    ledger.touched.add(history);
    const call = history.isOutcomeUnknown
      ? publicReadCall(history)
      : callOf(history, history.pending, ledger.targetOf(history), ledger.token);
    const sentAt = performance.now();
    const reply = await this.ask(call);
    if (reply === null || reply.status === 503) {
      const mayHaveRun = reply?.body?.errorCode !== 'UNAVAILABLE';
      history.isOutcomeUnknown ||= mayHaveRun && !isRetryable(history.pending);
      await pause(retryMs);
      return;
    }
    if (history.isOutcomeUnknown) this.resolveOutcome(history, reply);
    else this.checkAnswer(history, history.pending, reply, sentAt);
    if (this.isDone(history.known)) this.history = this.begin();
  }

  /** Only this buyer writes its session, so every node must show what was last acknowledged. */
  private async readSession(history: History, known: KnownSession): Promise<void> {
    const { ledger } = this.parts;
    const isPrivate = randomInt(2) === 0;
    const reply = await this.ask(
      isPrivate ? privateReadCall(history.sessionId!, ledger.token) : publicReadCall(history),
    );
    if (reply === null || reply.status === 503) return await pause(retryMs);
    ledger.reads += 1;
    const seen = reply.status === 200 ? viewOf(reply.body as SessionBody, known) : null;
    if (seen === null || !isSame(seen, known)) {
      ledger.reportViolation(
        history,
        `a read must show ${describe(known)}, showed ${seen === null ? reply.status : describe(seen)}`,
      );
    }
  }

  private ask(call: Call): Promise<Reply | null> {
    return this.parts.sender.attempt(call, () => {
      if (this.isReplaced) return;
      this.isReplaced = true;
      this.substitute();
    });
  }

  /** Takes over the state that a read shows, if it is possible: the one before or the one after the pending write. */
  private resolveOutcome(history: History, { status, body }: Reply): void {
    const possible = history.expected();
    const seen = status === 200 ? viewOf(body as SessionBody, history.known) : null;
    const found = seen === null ? undefined : possible.find((known) => isSame(known, seen));
    if (found === undefined || seen === null) {
      this.parts.ledger.reportViolation(
        history,
        `must be ${possible.map(describe).join(' or ')}, is ${seen === null ? status : describe(seen)}`,
      );
    }
    history.known = found ?? history.known;
    history.pending = null;
    history.isOutcomeUnknown = false;
    history.hasTakenEffect = false;
  }

  private checkAnswer(history: History, write: Write, { status, body }: Reply, sentAt: number): void {
    const { ledger } = this.parts;
    history.pending = null;
    if (isLost(write, status, body?.errorCode)) {
      if (history.hasTakenEffect)
        ledger.reportViolation(history, `a ${write.verb} that had taken effect was refused when repeated`);
      history.hasTakenEffect = false;
      return;
    }
    history.hasTakenEffect = false;
    if (status >= 300) {
      const before = history.known === null ? 'nothing' : describe(history.known);
      ledger.reportViolation(history, `${write.verb} on ${before} answered ${status} ${body?.errorCode}`);
      this.history = this.begin();
      return;
    }
    const session = body as SessionBody;
    const expected = stateAfter(history.known, write);
    const seen = viewOf(session, expected);
    if (!isSame(seen, expected)) {
      ledger.reportViolation(history, `${write.verb} must give ${describe(expected)}, gave ${describe(seen)}`);
    }
    if (write.verb === 'create') history.sessionId = session.sessionId ?? null;
    history.known = expected;
    history.expiresAt = session.expiresAt;
    ledger.acknowledge(history, sentAt);
  }

  private begin(): History {
    const { ledger } = this.parts;
    return ledger.open(ledger.targets[randomInt(ledger.targets.length)]!);
  }

  /** Some purchases are kept and some carts are left alone, so that every later audit finds old ones, too. */
  private isDone(known: KnownSession | null): boolean {
    if (known === null) return false;
    if (known.state === 'CANCELLED') return true;
    if (known.state === 'CONFIRMED') return randomInt(2) === 0;
    return known.seats.length > 0 && randomInt(20) === 0;
  }

  private choose(known: KnownSession | null): Write {
    if (known === null) return { verb: 'create' };
    const random = randomInt(100);
    switch (known.state) {
      case 'ACTIVE':
        if (known.seats.length + known.places === 0 || random < 35) return this.lock(known);
        if (random < 55) return { verb: 'unlock', seats: known.seats.slice(0, 1), places: randomInt(2) };
        return { verb: random < 90 ? 'checkout' : 'cancel' };
      case 'PENDING_PAYMENT':
        if (random < 80) return { verb: 'confirm', reference: this.reference() };
        return { verb: random < 90 ? 'checkout' : 'cancel' };
      default:
        return { verb: 'release' };
    }
  }

  private reference(): string {
    const isShared = randomInt(100) < sharedPerHundred;
    return isShared ? `shared-${randomInt(sharedReferences)}` : `order-${this.history.key}`;
  }

  private lock(known: KnownSession): Write {
    const { seats } = this.parts.ledger.targetOf(this.history);
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
