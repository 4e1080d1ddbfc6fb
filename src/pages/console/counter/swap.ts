/** An exchange that a person puts together: the lines given back, the lines taken, and the difference in amount. Pure. */

import type { CartLine } from './cart.ts';
import type { Cart, Exchange, Selection } from './counter-calls.ts';
import type { Offer, Wares } from './wares.ts';

export interface Swap {
  /** How many places of each line are given back, by its key. */
  readonly given: ReadonlyMap<string, number>;
  /** Ids of seats with their prices and ticket types. */
  readonly seats: ReadonlyMap<number, { readonly priceId: number; readonly ticketType: string | null }>;
  /** How many places are taken, by the key of the offer. */
  readonly places: ReadonlyMap<string, number>;
}

export const noSwap: Swap = { given: new Map(), seats: new Map(), places: new Map() };

/** The lines that are given back, as they are told and as they are sent. */
export function givenLines(lines: readonly CartLine[], { given }: Swap): readonly CartLine[] {
  return lines.flatMap((line) => {
    const places = given.get(line.key) ?? 0;
    return places === 0 ? [] : [partOf(line, places)];
  });
}

/** Some of the places of an area. */
function partOf(line: CartLine, places: number): CartLine {
  const [area] = line.selection.groupOfSeats ?? [];
  if (area === undefined || places >= line.places) return line;
  return {
    ...{ ...line, places, amount: line.amount === null ? null : (line.amount / line.places) * places },
    selection: { groupOfSeats: [{ ...area, capacity: places }] },
  };
}

/** What is taken, as a cart. */
export function takenCart({ seats, places }: Swap, { prices }: Wares, areas: readonly Offer[]): Cart {
  const priced = (priceId: number, ticketType: string | null) => {
    const price = prices.find(({ id }) => id === priceId);
    const type = price?.ticketTypes?.find(({ id }) => id === ticketType);
    const amount = type?.amount ?? price?.amount;
    return {
      ...{ priceId, priceName: price?.name ?? '' },
      ...(amount === undefined || price?.currency === undefined ? {} : { amount, currency: price.currency }),
      ...(type === undefined ? {} : { ticketType: type.id, ticketTypeName: type.name }),
    };
  };
  return {
    seats: [...seats].map(([id, { priceId, ticketType }]) => ({ id, ...priced(priceId, ticketType) })),
    groupOfSeats: areas.flatMap(({ key, area, priceId, ticketType }) => {
      const capacity = places.get(key) ?? 0;
      return area === null || capacity === 0 ? [] : [{ id: area, capacity, ...priced(priceId, ticketType) }];
    }),
  };
}

export function exchangeOf(given: readonly CartLine[], { seats, groupOfSeats }: Cart): Exchange {
  const types = seats.flatMap(({ id, ticketType }) => (ticketType === undefined ? [] : [[id, ticketType] as const]));
  return {
    release: merged(given.map(({ selection }) => selection)),
    take: {
      seats: seats.map(({ id }) => id),
      groupOfSeats: groupOfSeats.map(({ id, capacity, ticketType }) => ({
        ...{ id, capacity },
        ...(ticketType === undefined ? {} : { ticketType }),
      })),
      ...(types.length === 0 ? {} : { ticketTypes: Object.fromEntries(types) }),
    },
  };
}

function merged(selections: readonly Selection[]): Selection {
  return {
    seats: selections.flatMap(({ seats }) => seats ?? []),
    groupOfSeats: selections.flatMap(({ groupOfSeats }) => groupOfSeats ?? []),
    units: selections.flatMap(({ units }) => units ?? []),
  };
}

/** What the customer pays in addition, in minor units; null: not every line has an amount in one currency. */
export function differenceOf(
  given: readonly CartLine[],
  taken: readonly CartLine[],
): { readonly amount: number; readonly currency: string } | null {
  const all = [...given, ...taken];
  const currency = all[0]?.currency ?? null;
  if (currency === null || all.some((line) => line.amount === null || line.currency !== currency)) return null;
  const sum = (lines: readonly CartLine[]) => lines.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return { amount: sum(taken) - sum(given), currency };
}
