/**
 * Generates the calls of an event's on-sale: its admission, set and changed in mid-sale, and of buyers who join the
 * queue, ask about their tickets and create sessions with them, too early, twice and too late among them.
 */
import { hash } from 'node:crypto';
import type { Command, Pass } from '#domain/command.ts';
import { type Admission, openAdmission } from '#domain/queue/admission.ts';
import type { TicketState } from '#domain/queue/queue.ts';
import type { Answer } from '#domain/reply.ts';
import { keyOf } from '../support/queues.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ClientRequest, retryable } from './client-request.ts';
import type { EventPlan } from './database.ts';
import { startOfTime } from './run-context.ts';

/** The longest time to claim a ticket; shorter than the public interface allows, because a run is short. */
export const claimSecondsMax = 3;

export class QueueGenerator {
  readonly #random: SeededRandom;
  readonly #plan: EventPlan;
  readonly #states = new Map<number, TicketState>();
  /** As the last answer showed it. */
  #admission: Admission = openAdmission;
  #now = startOfTime;
  #isBegun: boolean;
  #joined = 0;
  #seeds = 0;

  constructor(random: SeededRandom, plan: EventPlan) {
    this.#random = random;
    this.#plan = plan;
    this.#isBegun = plan.entry !== 'QUEUE';
  }

  /** Whether the event is to get its queue first. */
  get isToBegin(): boolean {
    return !this.#isBegun;
  }

  /** Sets the admission as a whole, or changes a part of it. */
  admission(): ClientRequest {
    const random = this.#random;
    if (this.#isBegun && random.chance(0.1)) return retryable({ kind: 'read-admission' });
    this.#isBegun = true;
    const seed = hash('sha256', `seed ${++this.#seeds} of ${this.#plan.eventNumber}, ${random.next()}`);
    const seeds = { seed, seedHash: hash('sha256', Buffer.from(seed, 'hex')) };
    return retryable({ kind: 'set-admission', admission: this.#nextAdmission(), seed: seeds });
  }

  /** A call of somebody who waits; null, most of the time, while nobody can. */
  next(): ClientRequest | null {
    const random = this.#random;
    if (this.#admission.mode !== 'QUEUE' && random.chance(0.95)) return null;
    if (random.chance(0.06)) return retryable({ kind: 'read-queue' });
    if (random.chance(this.#states.size === 0 ? 0.95 : 0.5)) {
      // The same keys again, as clients do that lost the answer.
      const name = this.#joined > 0 && random.chance(0.25) ? random.below(this.#joined) : this.#joined++;
      return retryable({ kind: 'join-queue', keyHash: keyOf(name) });
    }
    return retryable({ kind: 'read-ticket', ticket: this.#someTicket() });
  }

  /** A call of somebody who waits, most of the time while no ticket is known to be admitted; otherwise null. */
  insteadOfCreate(): ClientRequest | null {
    const isWaiting = this.#admission.mode === 'QUEUE' && this.#ticketsIn('ADMITTED').length === 0;
    return isWaiting && this.#random.chance(0.8) ? this.next() : null;
  }

  /** The member `pass` of a create while the event has a queue; otherwise null. */
  pass(): { readonly pass?: Pass } | null {
    const random = this.#random;
    if (this.#admission.mode !== 'QUEUE') return null;
    if (random.chance(0.05)) return {};
    if (random.chance(0.03)) return null;
    const admitted = this.#ticketsIn('ADMITTED');
    const isTimely = admitted.length > 0 && random.chance(0.8);
    return { pass: { kind: 'ticket', ticket: isTimely ? random.pick(admitted.slice(-4)) : this.#someTicket() } };
  }

  observe(command: Command, answer: Answer): void {
    const pass = command.kind === 'create-session' ? command.pass : undefined;
    if (pass?.kind === 'ticket') this.#noteClaim(pass.ticket, answer);
    if (!answer.ok) return;
    const { reply } = answer;
    if (reply.kind === 'admission') this.#admission = reply.admission;
    if (reply.kind === 'ticket') this.#states.set(reply.ticket.ticket, reply.ticket.state);
    if ('now' in reply) this.#now = Math.max(this.#now, reply.now);
  }

  #noteClaim(ticket: number, answer: Answer): void {
    if (!this.#states.has(ticket)) return;
    const code = answer.ok ? 'PASS_USED' : answer.refusal.code;
    if (code === 'PASS_USED') this.#states.set(ticket, 'CLAIMED');
    if (code === 'PASS_EXPIRED') this.#states.set(ticket, 'LAPSED');
  }

  #ticketsIn(state: TicketState): readonly number[] {
    return [...this.#states].filter((entry) => entry[1] === state).map(([ticket]) => ticket);
  }

  /** Mostly one that waits; now and then one that nobody has. */
  #someTicket(): number {
    const random = this.#random;
    const count = this.#states.size;
    if (count === 0 || random.chance(0.03)) return count + random.below(50);
    const waiting = this.#ticketsIn('WAITING');
    return random.pick(waiting.length > 0 && random.chance(0.7) ? waiting : [...this.#states.keys()]);
  }

  #nextAdmission(): Admission {
    const random = this.#random;
    const before = this.#admission;
    if (before.mode === 'QUEUE' && random.chance(0.6)) {
      const { opensAt, ratePerMinute, activeSessionsMax, claimSeconds } = this.#drawAdmission();
      return {
        ...before,
        ...random.pick([{ opensAt }, { ratePerMinute }, { ratePerMinute }, { activeSessionsMax }, { claimSeconds }]),
      };
    }
    return this.#drawAdmission();
  }

  #drawAdmission(): Admission {
    const random = this.#random;
    const { entry } = this.#plan;
    return {
      mode: random.chance(0.75) ? entry : random.pick(['OPEN', 'PASS', 'QUEUE']),
      opensAt: random.chance(0.3) ? null : Math.floor(this.#now + random.between(-500, 2_500)),
      ratePerMinute: random.chance(0.2) ? null : random.pick([0, 60, 600, 3_000, 3_000, 60_000]),
      activeSessionsMax: random.chance(0.5) ? null : 1 + random.below(8),
      claimSeconds: 1 + random.below(claimSecondsMax),
      ...(random.chance(0.5) ? {} : { maxSeatsPerBuyer: 1 + random.below(8) }),
    };
  }
}
