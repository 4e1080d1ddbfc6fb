/**
 * The ticket types of the lines of a cart, and its seats of units on which nobody sits. Plain data; a cart without any of
 * them has none.
 */
export interface Tickets {
  /** By seat: the id of its type. Seats at the price itself are missing. */
  readonly types: Readonly<Record<number, string>>;
  /** How many of the places have the type for children. */
  readonly children: number;
  /** Ascending. */
  readonly empty: readonly number[];
}

/** The type of places, the one with a limit for the event, and the one that needs a pass. */
export const ticketTypes = { child: 'child', limited: 'reduced', member: 'member' } as const;

export const noTickets: Tickets = { types: {}, children: 0, empty: [] };

export interface ShownLines {
  readonly seats: readonly { readonly id: number; readonly ticketType?: string; readonly unoccupied?: boolean }[];
  readonly groupOfSeats: readonly { readonly capacity: number; readonly ticketType?: string }[];
}

export function ticketsOf({ seats, groupOfSeats }: ShownLines): Tickets {
  const typed = seats.flatMap(({ id, ticketType }) => (ticketType === undefined ? [] : [[id, ticketType] as const]));
  const children = groupOfSeats.filter(({ ticketType }) => ticketType === ticketTypes.child);
  return {
    types: Object.fromEntries(typed),
    children: children.reduce((sum, { capacity }) => sum + capacity, 0),
    empty: seats.flatMap(({ id, unoccupied }) => (unoccupied === true ? [id] : [])).sort((a, b) => a - b),
  };
}

/** After a lock: `more` has the new total of children. */
export function withMore(before: Tickets, more: Tickets): Tickets {
  const empty = [...new Set([...before.empty, ...more.empty])].sort((a, b) => a - b);
  return { types: { ...before.types, ...more.types }, children: more.children, empty };
}

export function withoutSeats({ types, children, empty }: Tickets, gone: readonly number[]): Tickets {
  const kept = Object.entries(types).filter(([seat]) => !gone.includes(Number(seat)));
  return { types: Object.fromEntries(kept), children, empty: empty.filter((seat) => !gone.includes(seat)) };
}

/** For a report: nothing when there are none. */
export function describeTickets(tickets: Tickets = noTickets): string {
  const { types, children, empty } = tickets;
  const isPlain = Object.keys(types).length + children + empty.length === 0;
  return isPlain ? '' : ` types ${JSON.stringify(types)} children ${children} empty [${empty.join(' ')}]`;
}
