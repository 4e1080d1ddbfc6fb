/**
 * The reference model of the waiting room: lists of tickets, sorted once as the published permutation says, without
 * counters, windows or bits. Follows the facts that time brings about, and says what is wrong with them.
 */
import { hash } from 'node:crypto';
import type { Pass } from '#domain/command.ts';
import type { Fact } from '#domain/fact.ts';
import { type Admission, openAdmission } from '#domain/queue/admission.ts';
import type { TicketState } from '#domain/queue/queue.ts';
import { drawnOrder } from '../support/naive-draw.ts';
import { NaivePace } from './naive-pace.ts';

export interface Seed {
  readonly seed: string;
  readonly seedHash: string;
}

interface AdmittedTicket {
  readonly deadline: number;
  isClaimed: boolean;
  isLapsed: boolean;
}

/** Characters of a key that a ticket keeps. */
export const keptLength = 20;

export class NaiveQueue {
  admission: Admission = openAdmission;
  /** Null while the event never had a queue. */
  seed: Seed | null = null;
  /** How many tickets were drawn; null before the draw. */
  drawn: number | null = null;
  /** Keys, by ticket. */
  readonly keys: string[] = [];
  /** Tickets in the order of admission, from the draw on. */
  readonly line: number[] = [];
  /** By place. */
  readonly admitted: AdmittedTicket[] = [];
  readonly pace = new NaivePace();

  set(admission: Admission, now: number): void {
    const { mode, opensAt, ratePerMinute } = this.admission;
    this.admission = admission;
    const isSame =
      mode === admission.mode && opensAt === admission.opensAt && ratePerMinute === admission.ratePerMinute;
    if (!isSame) this.restart(now);
  }

  /** Returns what is wrong with the seed, or null. */
  begin(seed: Seed): string | null {
    if (this.seed !== null) return 'the event has two queues';
    this.seed = { seed: seed.seed, seedHash: seed.seedHash };
    return hash('sha256', Buffer.from(seed.seed, 'hex')) === seed.seedHash ? null : 'the hash is not of the seed';
  }

  /** From now on, or from the opening, the rate counts anew. */
  restart(now: number): void {
    this.pace.restart(Math.max(now, this.admission.opensAt ?? now));
  }

  ticketOf(key: string): number {
    return this.keys.indexOf(key.slice(0, keptLength));
  }

  join(key: string, now: number): void {
    if (this.isDrawDue(now)) this.#draw(now);
    if (this.drawn !== null && this.line.length === this.admitted.length) this.pace.firstComes(now);
    const ticket = this.keys.push(key.slice(0, keptLength)) - 1;
    if (this.drawn !== null) this.line.push(ticket);
  }

  /** Null before the draw. */
  placeOf(ticket: number): number | null {
    return this.drawn === null ? null : this.line.indexOf(ticket);
  }

  stateOf(ticket: number, now: number): TicketState {
    const admitted = this.admitted[this.line.indexOf(ticket)];
    if (admitted === undefined) return 'WAITING';
    if (admitted.isClaimed) return 'CLAIMED';
    return admitted.isLapsed || now >= admitted.deadline ? 'LAPSED' : 'ADMITTED';
  }

  /** Uses the ticket for a session, or returns the code of the refusal. */
  enter(pass: Pass | undefined, now: number): string | null {
    if (pass === undefined) return 'PASS_REQUIRED';
    if (pass.kind !== 'ticket' || pass.ticket >= this.keys.length) return 'PASS_INVALID';
    const admitted = this.admitted[this.line.indexOf(pass.ticket)];
    switch (this.stateOf(pass.ticket, now)) {
      case 'WAITING':
        return 'PASS_REQUIRED';
      case 'CLAIMED':
        return 'PASS_USED';
      case 'LAPSED':
        return 'PASS_EXPIRED';
      case 'ADMITTED':
        (admitted as AdmittedTicket).isClaimed = true;
        return null;
    }
  }

  isDrawDue(now: number): boolean {
    const { mode, opensAt } = this.admission;
    return this.seed !== null && this.drawn === null && mode === 'QUEUE' && (opensAt ?? now) <= now;
  }

  draw({ seed, count }: Extract<Fact, { type: 'drawn' }>, now: number): string | null {
    if (this.drawn !== null) return 'the queue was drawn twice';
    if (!this.isDrawDue(now)) return 'the queue was drawn early';
    if (seed !== this.seed?.seed) return `the seed was ${seed} instead of ${this.seed?.seed}`;
    if (count !== this.keys.length) return `${count} of ${this.keys.length} tickets were drawn`;
    this.#draw(now);
    return null;
  }

  /** `live`: sessions that count. */
  admit({ upTo, deadline }: Extract<Fact, { type: 'admitted' }>, now: number, live: number): string | null {
    const { mode, opensAt, ratePerMinute, activeSessionsMax, claimSeconds } = this.admission;
    if (this.drawn === null || mode !== 'QUEUE' || now < (opensAt ?? now))
      return 'tickets were admitted before the opening';
    const count = upTo - this.admitted.length;
    if (count <= 0 || upTo > this.line.length) return `${upTo} of ${this.line.length} tickets were admitted`;
    const used = this.open.length + live + count;
    if (used > (activeSessionsMax ?? used)) return `${used} sessions and tickets are more than ${activeSessionsMax}`;
    const isFull = used === activeSessionsMax || upTo === this.line.length;
    if (ratePerMinute === null && !isFull) return `only ${count} tickets were admitted, without need`;
    const earliest = now + claimSeconds * 1000;
    // Never earlier than the tickets before, also when these are claimed.
    const latest = Math.max(
      earliest + 1000,
      ...this.admitted.filter(({ isLapsed }) => !isLapsed).map((other) => other.deadline),
    );
    if (deadline < earliest || deadline > latest)
      return `tickets lapse at ${deadline}, not from ${earliest} to ${latest}`;
    for (let place = 0; place < count; place++) this.admitted.push({ deadline, isClaimed: false, isLapsed: false });
    return this.pace.grant(count, ratePerMinute, now);
  }

  lapse({ upTo }: Extract<Fact, { type: 'lapsed' }>, now: number): string | null {
    if (upTo > this.admitted.length) return 'tickets lapsed before they were admitted';
    const lapsed = this.admitted.slice(0, upTo);
    for (const ticket of lapsed) ticket.isLapsed = true;
    const early = lapsed.find(({ deadline }) => deadline > now);
    return early === undefined ? null : `a ticket lapsed ${early.deadline - now} ms early`;
  }

  /** Admitted tickets that can still be claimed. */
  get open(): readonly AdmittedTicket[] {
    return this.admitted.filter(({ isClaimed, isLapsed }) => !isClaimed && !isLapsed);
  }

  /** Admitted tickets that were never claimed. */
  get lapsed(): readonly AdmittedTicket[] {
    return this.admitted.filter(({ isClaimed, isLapsed }) => !isClaimed && isLapsed);
  }

  #draw(now: number): void {
    this.drawn = this.keys.length;
    this.line.push(...drawnOrder(this.seed?.seed as string, this.drawn));
    this.pace.restart(Math.min(now, this.admission.opensAt ?? now));
  }
}
