/** The selling rules of one event, as far as its buyers and its audits must know them. */
import type { Target } from '../../bench/load/plan.ts';
import type { Cart } from './history.ts';
import { noTickets } from './tickets.ts';

export interface Unit {
  readonly id: number;
  /** Taken and given back together. */
  readonly seats: readonly number[];
}

/** What a ticket of a type costs in minor units, and how many there may be; null: any number. */
export interface TypeRule {
  readonly amount: number;
  readonly maxPerSession: number | null;
  readonly eventMax: number | null;
  readonly requiresPass: boolean;
}

export interface EventRules {
  /** Id of the allotment for passes that name it. */
  readonly fanClub: string;
  readonly units: readonly Unit[];
  readonly guests: { readonly min: number; readonly max: number };
  /** What the price itself costs. */
  readonly amount: number;
  /** By id. */
  readonly types: Readonly<Record<string, TypeRule>>;
}

/** An event on sale. `seats`: those that are booked by themselves. */
export interface OnSale extends Target {
  /** Absent: it has none. */
  readonly rules?: EventRules;
}

/** What a cart costs in minor units. */
export function amountOf({ amount, types }: EventRules, { seats, places, tickets = noTickets }: Cart): number {
  const priceOf = (type: string | undefined): number => (type === undefined ? amount : (types[type]?.amount ?? 0));
  const paid = seats.filter((seat) => !tickets.empty.includes(seat));
  const bySeats = paid.reduce((sum, seat) => sum + priceOf(tickets.types[seat]), 0);
  return bySeats + (places - tickets.children) * amount + tickets.children * priceOf('child');
}

/** The seats of a cart that are given back by themselves, and the whole units in it. */
export function partsOf(rules: EventRules | undefined, { seats }: Cart) {
  const units = (rules?.units ?? []).filter((unit) => unit.seats.every((seat) => seats.includes(seat)));
  return { units, loose: seats.filter((seat) => !units.some((unit) => unit.seats.includes(seat))) };
}
