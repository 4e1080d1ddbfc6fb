/**
 * How many more tickets of each type a call would take, and the refusal when a type may not have as many, or needs a
 * pass. The event counts held and sold tickets; what is given back, reverted or expired counts no more.
 */
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';

export class TypeGrowth {
  /** By price, then by type. */
  readonly #growth = new Map<number, Map<string, number>>();

  add(price: number, ticketType: string, change: number): void {
    const types = this.#growth.get(price) ?? new Map<string, number>();
    this.#growth.set(price, types.set(ticketType, (types.get(ticketType) ?? 0) + change));
  }

  *[Symbol.iterator](): Generator<readonly [price: number, ticketType: string, growth: number]> {
    for (const [price, types] of this.#growth) for (const [type, growth] of types) yield [price, type, growth];
  }
}

/** Who takes the tickets. */
export interface TicketBuyer {
  /** How many of a type the buyer has already. */
  readonly inCart: (price: number, ticketType: string) => number;
  readonly hasPass: boolean;
}

/** `buyer`: null for the organization itself, to which only the event's own limit applies. */
export function refuseOverTypeCap(state: EventState, growth: TypeGrowth, buyer: TicketBuyer | null): Refused | null {
  for (const [priceId, ticketType, more] of growth) {
    const type = state.prices.byId(priceId)?.terms?.ticketTypes?.find(({ id }) => id === ticketType);
    if (type === undefined || more <= 0) continue;
    if (buyer !== null && type.requiresPass === true && !buyer.hasPass) {
      const detail = `The ticket type "${type.name}" is only for sessions that were opened with a pass.`;
      return refuse({ code: 'PASS_REQUIRED', detail });
    }
    const leftOfEvent = (type.eventMax ?? Number.POSITIVE_INFINITY) - state.tickets.countOf(priceId, ticketType);
    const ofSession = buyer === null ? undefined : type.maxPerSession;
    const leftOfSession = ofSession === undefined ? leftOfEvent : ofSession - (buyer?.inCart(priceId, ticketType) ?? 0);
    const left = Math.max(0, Math.min(leftOfEvent, leftOfSession));
    if (more <= left) continue;
    const detail = `No more than ${left} tickets of the type "${type.name}" are left for this call.`;
    return refuse({ code: 'CAP_TICKET_TYPE', detail, priceId, ticketType, left });
  }
  return null;
}
