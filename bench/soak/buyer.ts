/**
 * A buyer at work: one random call after the other, each judged by what it must answer. A call without an answer is
 * repeated, unchanged, until there is one, unless that could do more than was wanted: then its outcome is looked up.
 * Stands still while the gate is shut.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Reply } from '../client.ts';
import { callOf, lookCall } from './calls.ts';
import type { Gate } from './gate.ts';
import {
  after,
  type History,
  isRepeatable,
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

export class SoakBuyer {
  private readonly ledger: Ledger;
  private readonly client: Client;
  private readonly gate: Gate;
  private history: History;

  constructor(ledger: Ledger, client: Client, gate: Gate) {
    this.ledger = ledger;
    this.client = client;
    this.gate = gate;
    this.history = this.begin();
  }

  /** Buys until the gate closes for ever. */
  async work(): Promise<void> {
    while (await this.gate.pass()) {
      const { history } = this;
      history.pending ??= this.choose(history.known);
      this.ledger.touched.add(history);
      const call = history.isUnclear
        ? lookCall(history)
        : callOf(history, history.pending, this.ledger.targetOf(history), this.ledger.token);
      const reply = await this.client.attempt(call);
      if (reply === null || reply.status === 503) {
        const mayHaveRun = reply?.body?.errorCode !== 'UNAVAILABLE';
        history.isUnclear ||= mayHaveRun && !isRepeatable(history.pending);
        await pause(retryMs);
        continue;
      }
      if (history.isUnclear) this.clear(history, reply);
      else this.judge(history, history.pending, reply);
      if (this.isDone(history.known)) this.history = this.begin();
    }
  }

  /** Takes over what a look at the session shows, if it is one of the two things that can be. */
  private clear(history: History, { status, body }: Reply): void {
    const possible = history.expected();
    const seen = status === 200 ? viewOf(body as SessionBody, history.known) : null;
    const found = seen === null ? undefined : possible.find((known) => isSame(known, seen));
    if (found === undefined || seen === null) {
      this.ledger.accuse(
        history,
        `must be ${possible.map(show).join(' or ')}, is ${seen === null ? status : show(seen)}`,
      );
    }
    history.known = found ?? history.known;
    history.pending = null;
    history.isUnclear = false;
    history.hasLanded = false;
  }

  private judge(history: History, write: Write, { status, body }: Reply): void {
    history.pending = null;
    if (status === 409 && body?.errorCode === 'SEAT_CONFLICT' && write.verb === 'lock') {
      if (history.hasLanded) this.ledger.accuse(history, 'a lock that had taken effect was refused when repeated');
      history.hasLanded = false;
      return;
    }
    history.hasLanded = false;
    if (status >= 300) {
      const before = history.known === null ? 'nothing' : show(history.known);
      this.ledger.accuse(history, `${write.verb} on ${before} answered ${status} ${body?.errorCode}`);
      this.history = this.begin();
      return;
    }
    const session = body as SessionBody;
    const expected = after(history.known, write);
    const seen = viewOf(session, expected);
    if (!isSame(seen, expected)) {
      this.ledger.accuse(history, `${write.verb} must give ${show(expected)}, gave ${show(seen)}`);
    }
    if (write.verb === 'create') history.sessionId = session.sessionId ?? null;
    history.known = expected;
    history.expiresAt = session.expiresAt;
    this.ledger.writes += 1;
  }

  private begin(): History {
    const { targets } = this.ledger;
    return this.ledger.open(targets[randomInt(targets.length)]!);
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
        if (chance < 80) return { verb: 'confirm', reference: `order-${this.history.key}` };
        return { verb: chance < 90 ? 'checkout' : 'cancel' };
      default:
        return { verb: 'release' };
    }
  }

  private lock(known: Known): Write {
    const { seats } = this.ledger.targetOf(this.history);
    const places = Math.min(randomInt(3), cartMax - known.seats.length);
    const room = cartMax - known.seats.length - places;
    const chosen = Array.from({ length: Math.min(room, 1 + randomInt(3)) }, () => seats[randomInt(seats.length)]!);
    return { verb: 'lock', seats: [...new Set(chosen)], places };
  }
}
