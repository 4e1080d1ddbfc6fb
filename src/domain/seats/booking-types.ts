/**
 * The ticket types of a private lock or sale. They are the organization's own calls: passes and limits per session do not
 * apply, the event's own limit of a type does. Reads the state; null while a call names no type.
 */
import type { Refused } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { type Price, typedCapture } from '../pricing/price.ts';
import type { TypedAreaCount } from '../pricing/ticket-type.ts';
import type { FieldError } from '../refusal.ts';
import type { BookingSelection } from '../selection.ts';
import { refuseOverTypeCap, TypeGrowth } from '../tickets/type-growth.ts';

export interface BookedTypes {
  readonly seats: readonly (readonly [seat: number, ticketType: string])[];
  /** Each area and type once. */
  readonly areas: readonly TypedAreaCount[];
  readonly errors: readonly FieldError[];
}

export function bookedTypes(state: EventState, selection: BookingSelection): BookedTypes | null {
  const { ticketTypes, groupOfSeats } = selection;
  if (ticketTypes === undefined && groupOfSeats.every(({ ticketType = null }) => ticketType === null)) return null;
  const errors: FieldError[] = [];
  const hasType = (price: Price | null, type: string, field: string): boolean => {
    if (price !== null && typedCapture(price, type) !== undefined) return true;
    const message = 'must be a ticket type of the price';
    errors.push({ field, message, rejectedValue: type, code: 'UNKNOWN_VALUE' });
    return false;
  };
  const seats = (ticketTypes ?? []).flatMap(([id, type]): BookedTypes['seats'] => {
    const seat = state.seatOf(id);
    if (seat === -1 || type === null) return [];
    const price = state.prices.bySlot(state.seats.priceSlotOf(seat));
    return hasType(price, type, `ticketTypes.${id}`) ? [[seat, type]] : [];
  });
  const amounts = new Map<string, TypedAreaCount>();
  for (const [position, { id, capacity, ticketType: type = null }] of groupOfSeats.entries()) {
    const area = state.areaOf(id);
    if (area === -1 || type === null || capacity === 0) continue;
    const price = state.prices.bySlot(state.areaAt(area).priceSlot);
    if (!hasType(price, type, `groupOfSeats[${position}].ticketType`)) continue;
    const line = `${area} ${type}`;
    amounts.set(line, [area, (amounts.get(line)?.[1] ?? 0) + capacity, type]);
  }
  return { seats, areas: [...amounts.values()], errors };
}

/** Refuses more tickets of a type than the event may have; otherwise null. */
export function refuseOverEventMax(state: EventState, types: BookedTypes | null): Refused | null {
  if (types === null) return null;
  const growth = new TypeGrowth();
  const priceIn = (slot: number): number => state.prices.bySlot(slot)?.id ?? 0;
  for (const [seat, type] of types.seats) growth.add(priceIn(state.seats.priceSlotOf(seat)), type, 1);
  for (const [area, amount, type] of types.areas) growth.add(priceIn(state.areaAt(area).priceSlot), type, amount);
  return refuseOverTypeCap(state, growth, null);
}
