/**
 * A second, independent implementation of ticket types: one list of tickets, each with its place, type, amount and
 * holder. Counts by looking at all of them. Knows two prices of one currency: of the seats and of the area.
 */
import type { TicketType } from '#domain/pricing/ticket-type.ts';

export interface NaiveTicket {
  /** A seat, or 0 for a place of the area. */
  readonly seat: number;
  readonly holder: string;
  type: string | null;
  amount: number;
}

export interface NaivePrice {
  readonly amount: number;
  types: readonly TicketType[];
}

export class NaiveTicketTypes {
  tickets: NaiveTicket[] = [];
  readonly withPass = new Set<string>();
  readonly seatPrice: NaivePrice;
  readonly areaPrice: NaivePrice;
  readonly #capacity: number;

  constructor(seatPrice: NaivePrice, areaPrice: NaivePrice, capacity: number) {
    this.seatPrice = seatPrice;
    this.areaPrice = areaPrice;
    this.#capacity = capacity;
  }

  /**
   * Wants these seats with these types (undefined: as it is), and these totals of the area's types. The possible answers:
   * several when several types refuse.
   */
  lock(
    holder: string,
    seats: readonly (readonly [seat: number, type: string | null | undefined])[],
    totals: readonly (readonly [type: string | null, total: number])[],
  ): readonly string[] {
    const draft = this.tickets.map((ticket) => ({ ...ticket }));
    let isTaken = false;
    for (const [seat, type] of seats) {
      const found = draft.find((ticket) => ticket.seat === seat);
      isTaken ||= found !== undefined && found.holder !== holder;
      if (found?.holder !== holder) draft.push({ seat, holder, type: null, amount: this.seatPrice.amount });
      const own = draft.find((ticket) => ticket.seat === seat && ticket.holder === holder);
      if (own === undefined || type === undefined || own.type === type) continue;
      const amount = amountOf(this.seatPrice, type);
      if (amount === undefined) return ['VALIDATION_FAILED'];
      Object.assign(own, { type, amount });
    }
    for (const [type, total] of totals) {
      const isOfLine = (ticket: NaiveTicket): boolean =>
        ticket.seat === 0 && ticket.holder === holder && ticket.type === type;
      const has = draft.filter(isOfLine).length;
      const amount = draft.find(isOfLine)?.amount ?? amountOf(this.areaPrice, type);
      if (total > has && amountOf(this.areaPrice, type) === undefined) return ['VALIDATION_FAILED'];
      for (let more = has; more < total; more++) {
        draft.push({ seat: 0, holder, type, amount: amount as number });
      }
      for (let less = has; less > total; less--) draft.splice(draft.findLastIndex(isOfLine), 1);
    }
    if (draft.filter((ticket) => ticket.holder === holder).length > 10) return ['CAP_SEATS'];
    const refused = this.#refused(holder, draft);
    if (refused.length > 0) return refused;
    if (isTaken || draft.filter(({ seat }) => seat === 0).length > this.#capacity) return ['SEAT_CONFLICT'];
    this.tickets = draft;
    return ['ACTIVE'];
  }

  unlock(holder: string, seats: readonly number[]): void {
    this.tickets = this.tickets.filter((ticket) => ticket.holder !== holder || !seats.includes(ticket.seat));
  }

  /** All of the holder's tickets are free again. */
  free(holder: string): void {
    this.tickets = this.tickets.filter((ticket) => ticket.holder !== holder);
  }

  ofType(isSeat: boolean, type: string): number {
    return this.tickets.filter((ticket) => ticket.seat > 0 === isSeat && ticket.type === type).length;
  }

  /** The types of the holder's seats and places, sorted, with their amounts. */
  cart(holder: string): string[] {
    const own = this.tickets.filter((ticket) => ticket.holder === holder);
    return own.map(({ seat, type, amount }) => `${seat} ${type} ${amount}`).toSorted();
  }

  #refused(holder: string, draft: readonly NaiveTicket[]): string[] {
    const refusals: string[] = [];
    for (const [isSeat, { types }] of [
      [true, this.seatPrice],
      [false, this.areaPrice],
    ] as const) {
      for (const { id, maxPerSession = Infinity, eventMax = Infinity, requiresPass } of types) {
        const count = (tickets: readonly NaiveTicket[], of?: string): number =>
          tickets.filter((one) => one.seat > 0 === isSeat && one.type === id && (of ?? one.holder) === one.holder)
            .length;
        if (count(draft) <= count(this.tickets)) continue;
        if (requiresPass === true && !this.withPass.has(holder)) refusals.push('PASS_REQUIRED');
        else if (count(draft, holder) > maxPerSession || count(draft) > eventMax) refusals.push('CAP_TICKET_TYPE');
      }
    }
    return refusals;
  }
}

function amountOf({ amount, types }: NaivePrice, type: string | null): number | undefined {
  return type === null ? amount : types.find(({ id }) => id === type)?.amount;
}
