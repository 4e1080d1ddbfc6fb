/**
 * A buyer makes one random call after the other and checks every answer. A call without an answer is repeated unchanged
 * until there is one; a call that is not idempotent is not repeated, its outcome is looked up. Buyers wait while the
 * gate is shut.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../bench/stand/client.ts';
import { callOf, privateReadCall, publicReadCall } from './calls.ts';
import { chooseWrite, isDone, isLost, paysLate } from './choices.ts';
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
import { whyNotAmount, whyNotBest, whyNotDifference, whyNotReclaimed, whyNotRefused } from './promises.ts';
import { type BuyerCall, type CallSender, isReplayed } from './sender.ts';

const retryMs = 20;
/** Percentage of the calls on a session that only read it. */
const readsPerHundred = 15;

export interface BuyerParts {
  readonly ledger: Ledger;
  readonly sender: CallSender;
  readonly gate: Gate;
}

export class SoakBuyer {
  private readonly parts: BuyerParts;
  private readonly substitute: () => void;
  private history: History;
  private isReplaced = false;

  /** `substitute` starts another buyer. */
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
    if (history.pending === null) history.begin(chooseWrite(ledger, history));
    const write = history.pending!;
    ledger.touched.add(history);
    const call = history.isOutcomeUnknown
      ? publicReadCall(history)
      : callOf(history, write, ledger.targetOf(history), ledger.token);
    const sentAt = performance.now();
    const reply = await this.ask(call);
    if (reply === null || reply.status === 503) {
      const mayHaveRun = reply?.body?.errorCode !== 'UNAVAILABLE';
      history.isOutcomeUnknown ||= mayHaveRun && !isRetryable(write);
      await pause(retryMs);
      return;
    }
    if (history.isOutcomeUnknown) this.resolveOutcome(history, reply);
    else this.checkAnswer(history, write, reply, sentAt);
    if (this.history !== history) return;
    if (isDone(history.known)) this.history = this.begin();
    else if (paysLate(history)) {
      ledger.setAside(history);
      this.history = this.begin();
    }
  }

  /** Only this buyer writes its session, so every node must show what was last acknowledged. */
  private async readSession(history: History, known: KnownSession): Promise<void> {
    const { ledger } = this.parts;
    const isPrivate = known.state === 'EXPIRED' || randomInt(2) === 0;
    const reply = await this.ask(
      isPrivate ? privateReadCall(history.sessionId!, ledger.token) : publicReadCall(history),
    );
    if (reply === null || reply.status === 503) return await pause(retryMs);
    ledger.reads += 1;
    const seen = reply.status === 200 ? viewOf(reply.body as SessionBody, known) : null;
    if (seen !== null && isSame(seen, known)) return;
    if (seen?.state === 'EXPIRED' && history.mayHaveExpired()) return history.expire();
    ledger.reportViolation(
      history,
      `a read must show ${describe(known)}, showed ${seen === null ? reply.status : describe(seen)}`,
    );
  }

  private ask(call: BuyerCall): Promise<Reply | null> {
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

  private checkAnswer(history: History, write: Write, reply: Reply, sentAt: number): void {
    const { ledger } = this.parts;
    const { status, body } = reply;
    if (isReplayed(reply)) ledger.traffic.replayed += 1;
    if (isLost(history, write, reply)) {
      // A checkout may have taken effect and expired since.
      if (history.hasTakenEffect && write.verb !== 'checkout')
        ledger.reportViolation(history, `a ${write.verb} that had taken effect was refused when repeated`);
      this.lose(history, write, reply);
      return;
    }
    if (status >= 300) {
      const before = history.known === null ? 'nothing' : describe(history.known);
      ledger.reportViolation(history, `${write.verb} on ${before} answered ${status} ${body?.errorCode}`);
      end(history);
      this.history = this.begin();
      return;
    }
    const session = body as SessionBody;
    if (session.state === 'EXPIRED' && history.mayHaveExpired()) {
      history.expire();
      end(history);
      return;
    }
    this.acknowledge(history, session, sentAt);
  }

  /** Takes over the state that a success shows, which must be the one after the pending write. */
  private acknowledge(history: History, session: SessionBody, sentAt: number): void {
    const { ledger } = this.parts;
    history.learnChoice(viewOf(session, history.known));
    const write = history.pending!;
    const expected = stateAfter(history.known, write);
    const seen = viewOf(session, expected);
    if (!isSame(seen, expected)) {
      ledger.reportViolation(history, `${write.verb} must give ${describe(expected)}, gave ${describe(seen)}`);
    }
    this.checkPromises(history, write, session, expected);
    if (write.verb === 'create') history.sessionId = session.sessionId ?? null;
    history.known = expected;
    history.keyed = 'key' in write ? write : null;
    history.expiresAt = session.expiresAt;
    end(history);
    const isUnit = write.verb === 'lock' && write.unit !== undefined;
    ledger.acknowledge(history, isUnit ? 'lock of a unit' : write.verb, sentAt);
  }

  /** Seats that the event chose are together, amounts are exact, and a session is reclaimed only when its time had passed. */
  private checkPromises(history: History, write: Write, session: SessionBody, after: KnownSession): void {
    const { ledger } = this.parts;
    const rules = ledger.rulesOf(history);
    const broken = [whyNotReclaimed(history, write, session), whyNotAmount(rules, after, session)];
    if (write.verb === 'exchange' && history.known !== null)
      broken.push(whyNotDifference(rules, [history.known, after], session));
    if (session.reclaimed === true && write.verb === 'reclaim') ledger.traffic.reclaimed += 1;
    if (write.verb === 'lock-best') broken.push(whyNotBest(ledger.targetOf(history), write.count, write.seats));
    for (const why of broken) if (why !== null) ledger.reportViolation(history, why);
  }

  /** Another buyer was faster. */
  private lose(history: History, write: Write, reply: Reply): void {
    const why = whyNotRefused(history, write, reply);
    if (why !== null) this.parts.ledger.reportViolation(history, why);
    if (reply.body.errorCode === 'SESSION_DEAD') {
      history.expire();
      // A cart that is gone stays gone for this buyer; a confirm without reclaim is tried again with it.
      if (write.verb === 'reclaim') this.history = this.begin();
    }
    end(history);
  }

  /** A session of its own, or one that was left until its time to pay had passed. */
  private begin(): History {
    const { ledger } = this.parts;
    const late = randomInt(2) === 0 ? ledger.takeLate() : null;
    return late ?? ledger.open(ledger.targets[randomInt(ledger.targets.length)]!);
  }
}

/** The pending write is answered. */
function end(history: History): void {
  history.pending = null;
  history.hasTakenEffect = false;
}
