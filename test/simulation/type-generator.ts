/**
 * Generates amounts and ticket types of an event's prices, which come, change their names and amounts and go while lines have
 * them; and gives the lines of selections types. An event without types has none of this.
 */
import type { Command } from '#domain/command.ts';
import type { TermsChange, TicketType } from '#domain/pricing/ticket-type.ts';
import type { Answer } from '#domain/reply.ts';
import type { AreaAmount, Selection } from '#domain/selection.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ClientRequest, retryable } from './client-request.ts';
import type { EventPlan } from './database.ts';

const typeIds = ['child', 'senior', 'member'] as const;

export class TypeGenerator {
  readonly #random: SeededRandom;
  readonly #plan: EventPlan;
  #hasBegun = false;
  /** The session that was the last to get seats. */
  #seated: { readonly id: string; readonly seats: readonly number[] } | null = null;

  constructor(random: SeededRandom, plan: EventPlan) {
    this.#random = random;
    this.#plan = plan;
  }

  /** All prices get types first of all; then, soon after a session has got seats, other types for them. Otherwise null. */
  first(): ClientRequest | null {
    if (!this.#plan.hasTypes) return null;
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      return this.#defined([1, 2, 3, 4]);
    }
    const seated = this.#seated;
    this.#seated = null;
    if (seated === null || seated.seats.length === 0 || this.#random.chance(0.6)) return null;
    const ticketTypes = seated.seats.map((seat) => [seat, this.#type()] as const);
    const selection: Selection = { seats: seated.seats, groupOfSeats: [], ticketTypes };
    return retryable({ kind: 'lock-session', sessionId: seated.id, selection });
  }

  /** Other terms for a price; null: the event has no types. */
  next(): ClientRequest | null {
    return this.#plan.hasTypes ? this.#defined([1 + this.#random.below(4)]) : null;
  }

  observe(command: Command, answer: Answer): void {
    if (command.kind !== 'lock-session' || !answer.ok || answer.reply.kind !== 'session') return;
    const { id, seats } = answer.reply.session;
    this.#seated = { id, seats: seats.filter(({ price }) => price.unoccupied !== true).map((line) => line.id) };
  }

  /** Lines to take. `isExchange`: only seats have types. */
  wanted(selection: Selection, isExchange = false): Selection {
    const random = this.#random;
    if (!this.#plan.hasTypes) return selection;
    const groupOfSeats = isExchange ? [] : this.#lines(selection.groupOfSeats);
    const typed = selection.seats.filter(() => random.chance(0.5));
    if (typed.length === 0) return { ...selection, groupOfSeats };
    return { ...selection, groupOfSeats, ticketTypes: typed.map((seat) => [seat, this.#type()] as const) };
  }

  /** Lines to give back: of one type, of the price itself, or of any. */
  given(selection: Selection): Selection {
    const random = this.#random;
    if (!this.#plan.hasTypes) return selection;
    const groupOfSeats = selection.groupOfSeats.map((line) =>
      random.chance(0.5) ? { ...line, ticketType: this.#type() } : line,
    );
    return { ...selection, groupOfSeats };
  }

  /** One line of an area, or two. */
  #lines(groupOfSeats: readonly AreaAmount[]): readonly AreaAmount[] {
    const random = this.#random;
    return groupOfSeats.flatMap(({ id }) =>
      Array.from({ length: 1 + random.below(2) }, () => ({ id, capacity: random.below(3), ticketType: this.#type() })),
    );
  }

  #type(): string | null {
    const random = this.#random;
    if (random.chance(0.02)) return 'unknown';
    return random.chance(0.3) ? null : random.pick(typeIds);
  }

  #defined(ids: readonly number[]): ClientRequest {
    const prices = ids.map((id) => ({ id, name: this.#plan.prices[id - 1] as string, ...this.#terms() }));
    return retryable({ kind: 'rename-prices', prices });
  }

  #terms(): TermsChange {
    const random = this.#random;
    if (random.chance(0.06)) return { amount: null, currency: null, ticketTypes: null };
    const ticketTypes = typeIds.filter(() => random.chance(0.8)).map((id) => this.#typeNamed(id));
    // Sums of large amounts are exact too.
    const amount = random.chance(0.1) ? 10_000_000_000 : random.below(10_000);
    return { amount, currency: random.chance(0.12) ? 'USD' : 'EUR', ticketTypes };
  }

  #typeNamed(id: string): TicketType {
    const random = this.#random;
    return {
      id,
      name: `${id} ${random.below(3)}`,
      amount: random.below(5_000),
      ...(random.chance(0.5) ? { maxPerSession: 1 + random.below(3) } : {}),
      ...(random.chance(0.5) ? { eventMax: 2 + random.below(6) } : {}),
      ...(random.chance(id === 'member' ? 0.7 : 0.05) ? { requiresPass: true as const } : {}),
    };
  }
}
