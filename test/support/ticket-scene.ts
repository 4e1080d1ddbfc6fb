/** An event whose prices have ticket types, and the calls and views that its tests use. */
import type { TicketType } from '#domain/pricing/ticket-type.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver, organizationId } from './event-driver.ts';

export const child: TicketType = { id: 'child', name: 'Child', amount: 2_000 };
export const senior: TicketType = { id: 'senior', name: 'Senior', amount: 3_000 };
export const standing: TicketType = { id: 'child', name: 'Child', amount: 5 };

export type Types = readonly (readonly [seat: number, type: string | null])[];
export type Lines = readonly (readonly [area: number, capacity: number, type?: string | null])[];

export function wanted(types: Types, areas: Lines = []) {
  const groupOfSeats = areas.map(([id, capacity, ticketType]) => ({ id, capacity, ticketType }));
  return { seats: types.map(([seat]) => seat), groupOfSeats, ticketTypes: types };
}

export const lock = (driver: EventDriver, types: Types, areas: Lines = [], sessionId = 's1'): Answer =>
  driver.ask({ kind: 'lock-session', sessionId, selection: wanted(types, areas) });
export const unlock = (driver: EventDriver, areas: Lines): Answer =>
  driver.ask({ kind: 'unlock-session', sessionId: 's1', selection: wanted([], areas) });
export const late = (driver: EventDriver): Answer =>
  driver.ask({
    ...{ kind: 'confirm-session', organizationId, sessionId: 's1' },
    body: { reference: null, properties: null, reclaim: true },
  });

/** Row A costs 50 EUR and has two types, the area 9001 costs 10 cents and has one. Session s1 is open. */
export function opened(
  types: readonly TicketType[] = [child, senior],
  ofArea: readonly TicketType[] = [standing],
): EventDriver {
  const driver = new EventDriver({ policy: { maxSeats: 10 } });
  priced(driver, types, ofArea);
  driver.create();
  return driver;
}

export function priced(
  driver: EventDriver,
  types: readonly TicketType[],
  ofArea: readonly TicketType[] = [standing],
): void {
  const prices = [
    { id: 1, name: '50 EUR', amount: 5_000, currency: 'EUR', ticketTypes: types },
    { id: 3, name: '0.10 standing', amount: 10, currency: 'EUR', ticketTypes: ofArea },
  ];
  driver.ask({ kind: 'rename-prices', prices });
}

/** The cart's lines as `id type amount`, areas as `id×places type amount`. */
export function cart(driver: EventDriver, id = 's1'): string[] {
  const { seats, areas } = driver.session(id);
  return [
    ...seats.map(({ id: seat, price }) => `${seat} ${price.ticketType?.id ?? '-'} ${price.amount}`),
    ...areas.map((line) => `${line.id}×${line.capacity} ${line.price.ticketType?.id ?? '-'} ${line.price.amount}`),
  ];
}

export const counts = ({ state: { tickets } }: EventDriver): readonly number[] => [
  tickets.countOf(1, 'child'),
  tickets.countOf(1, 'senior'),
  tickets.countOf(3, 'child'),
];
