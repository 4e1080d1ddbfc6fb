/** Generates sessions of the counter, and other ends of their holds: soon, now and then already over or too far away. */

import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { organizationId } from '../support/event-driver.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { startOfTime } from './run-context.ts';

type Opening = Pick<Extract<Command, { kind: 'create-session' }>, 'counter'>;

export class CounterGenerator {
  readonly #random: SeededRandom;
  /** Sessions of the counter, the newest last. */
  readonly #ids: string[] = [];
  #now = startOfTime;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  observe(answer: Answer): void {
    if (!answer.ok || answer.reply.kind !== 'session') return;
    const { now, session } = answer.reply;
    this.#now = Math.max(this.#now, now);
    if (session.counter === true && !this.#ids.includes(session.id)) this.#ids.push(session.id);
  }

  /** Empty: a buyer opens the session. */
  opening(): Opening {
    const random = this.#random;
    if (random.chance(0.85)) return {};
    const properties = random.chance(0.5) ? `{"name":"Guest ${random.below(9)}"}` : null;
    const until = random.chance(0.4) ? null : this.#end();
    return { counter: { organizationId: this.#caller(), properties, until } };
  }

  /** Mostly of a session of the counter; otherwise of this one. */
  move(other: string): Command {
    const recent = this.#ids.slice(-4);
    const sessionId = recent.length === 0 || this.#random.chance(0.1) ? other : this.#random.pick(recent);
    return { kind: 'move-hold', organizationId: this.#caller(), sessionId, body: { until: this.#end() } };
  }

  #end(): number {
    const random = this.#random;
    return random.chance(0.03) ? this.#now + 401 * 86_400_000 : this.#now + random.between(-300, 6_000);
  }

  #caller(): number {
    return this.#random.chance(0.02) ? organizationId + 1 : organizationId;
  }
}
