/**
 * Generates the calls on the allotments of an event: terms whose times come in the middle of the run, seats that move from
 * one to another, and allotments that nobody has.
 */
import type { AllotmentTerms, Release } from '#domain/allotments/allotment.ts';
import type { Answer } from '#domain/reply.ts';
import type { AreaAmount } from '#domain/selection.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ClientRequest, once, retryable } from './client-request.ts';
import type { EventPlan } from './database.ts';
import { startOfTime } from './run-context.ts';
import { wheelchairsIn } from './wish-generator.ts';

export class AllotmentGenerator {
  /** Of allotments that were made, and of one that never was. */
  readonly ids: readonly string[];
  readonly #random: SeededRandom;
  readonly #plan: EventPlan;
  #made = 0;
  #now = startOfTime;
  /** Seats that were given to an allotment not long ago. */
  #given: readonly number[] = [];

  constructor(random: SeededRandom, plan: EventPlan) {
    this.#random = random;
    this.#plan = plan;
    this.ids = plan.hasAllotments ? [1, 2, 3, 4].map((at) => `allotment ${at} of ${plan.eventNumber}`) : [];
  }

  /** The first calls of all, so that buyers meet allotments that are still to open; null: they have been made. */
  begin(): ClientRequest | null {
    if (this.ids.length === 0) return null;
    if (this.#made < 2) return this.#define();
    return this.#given.length === 0 ? this.#fill(this.#random.pick(this.ids.slice(0, 2))) : null;
  }

  /** Null: the event has none. */
  next(): ClientRequest | null {
    const random = this.#random;
    if (this.ids.length === 0) return null;
    if (random.chance(0.25)) return this.#define();
    if (random.chance(0.1)) return retryable({ kind: 'read-allotments' });
    const id = random.pick(this.ids);
    if (random.chance(0.15)) return retryable({ kind: 'read-allotment', id });
    // Not repeated: it would be refused the second time.
    return random.chance(0.12) ? once({ kind: 'remove-allotment', id }) : this.#fill(id);
  }

  #fill(id: string): ClientRequest {
    const random = this.#random;
    const priceIds = random.chance(0.2) ? [1] : [];
    // The seats of a simulated hall are in section 1.
    const sectionIds = random.chance(0.05) ? [1] : [];
    const seats = this.#seats();
    this.#given = seats;
    return retryable({ kind: 'fill-allotment', id, seats, sectionIds, priceIds, groupOfSeats: this.#places() });
  }

  observe(answer: Answer): void {
    if (answer.ok && 'now' in answer.reply) this.#now = Math.max(this.#now, answer.reply.now);
  }

  /** So many neighbours that begin in an allotment, beside it, or with one seat between; null: there are no such seats. */
  near(count: number): readonly number[] | null {
    const random = this.#random;
    if (this.#given.length === 0) return null;
    const from = random.pick(this.#given);
    const [step, gap] = [random.pick([1, -1]), random.below(3)];
    const seats = Array.from({ length: count }, (_, at) => from + step * (gap + at));
    const last = (this.#plan.rows[Math.floor(from / 100) - 1] ?? 0) % 100;
    const isInRow = (id: number): boolean => Math.floor(id / 100) === Math.floor(from / 100) && id % 100 <= last;
    return seats.every((id) => id % 100 > 0 && isInRow(id)) ? seats : null;
  }

  #define(): ClientRequest {
    const random = this.#random;
    const id = this.#made < 2 ? (this.ids[this.#made++] as string) : random.pick(this.ids.slice(0, 3));
    return retryable({ kind: 'define-allotment', id, isNew: true, terms: this.#terms() });
  }

  #terms(): AllotmentTerms {
    const random = this.#random;
    const opensAt = random.chance(0.3) ? null : this.#soon();
    const closesAt = random.chance(0.7) ? null : Math.max(this.#soon(), (opensAt ?? 0) + 1);
    return {
      name: 'Club',
      colour: null,
      access: random.pick(['PUBLIC', 'PUBLIC', 'PUBLIC', 'PASS', 'PASS', 'STAFF', 'NEED', 'NEED'] as const),
      opensAt,
      closesAt,
      maxSeatsPerSession: random.chance(0.7) ? null : 1 + random.below(3),
      release: random.chance(0.4) ? null : this.#release(),
    };
  }

  #release(): Release {
    const random = this.#random;
    return {
      at: random.chance(0.5) ? null : this.#soon(),
      whenSold: random.pick([null, 'EVENT', 'SECTION', 'PRICE', 'PRICE'] as const),
      to: random.chance(0.5) ? null : random.pick(this.ids),
    };
  }

  /** Mostly a moment that comes within the run. */
  #soon(): number {
    return Math.floor(this.#now + this.#random.between(-500, 5_000));
  }

  /** Some places of an area, now and then more than it has. */
  #places(): readonly AreaAmount[] {
    const random = this.#random;
    if (random.chance(0.4)) return [];
    const area = random.below(this.#plan.areas.length);
    const capacity = this.#plan.areas[area] as number;
    return [
      { id: 9001 + area, capacity: random.chance(0.05) ? capacity + 1 : random.below(Math.ceil(capacity / 2) + 1) },
    ];
  }

  /** A part of one row or two, or all wheelchair places; now and then one seat that is not there. */
  #seats(): readonly number[] {
    const random = this.#random;
    if (random.chance(0.3)) return wheelchairsIn(this.#plan);
    const { rows } = this.#plan;
    const seats = Array.from({ length: 1 + random.below(2) }, () => {
      const row = random.below(rows.length);
      const count = rows[row] as number;
      const first = random.below(count);
      return Array.from(
        { length: Math.min(count - first, 1 + random.below(5)) },
        (_, at) => 101 + row * 100 + first + at,
      );
    }).flat();
    return random.chance(0.03) ? [...seats, 99] : seats;
  }
}
