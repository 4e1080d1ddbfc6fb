/** The units that a layout is to have, from what was sent: seats by index, or why they do not fit the layout. */
import { fieldErrorsMax } from '../limits.ts';
import type { FieldError } from '../refusal.ts';
import type { SeatMap } from '../seats/seat-map.ts';
import type { LayoutUnit, UnitTerms } from './unit.ts';

/** `seats`: by id. */
export interface SentUnit extends UnitTerms {
  /** Null: a new unit. */
  readonly id: number | null;
  readonly name: string;
  readonly seats: readonly number[];
}

export type UnitPlan = { readonly errors: readonly FieldError[] } | { readonly units: readonly LayoutUnit[] };

/** `newIds`: one for each new unit, in their order. */
export function planUnits(map: SeatMap, sent: readonly SentUnit[], newIds: readonly number[]): UnitPlan {
  const errors: FieldError[] = [];
  const known = new Set(map.units?.list.map(({ id }) => id));
  const ids = newIds.values();
  const wrong = (field: string, rejectedValue: unknown, message: string): void => {
    errors.push({ field, message, rejectedValue, code: 'UNKNOWN_VALUE' });
  };
  const units = sent.map((unit, at) => {
    const { id } = unit;
    if (id !== null && !known.has(id)) wrong(`units[${at}].id`, id, 'must be a unit of the layout');
    const seats = unit.seats.map((seat, position) => {
      const index = map.indexOf(seat);
      const isThere = index !== -1 && !map.isRemoved(index);
      if (!isThere) wrong(`units[${at}].seats[${position}]`, seat, 'must be a seat of the layout');
      return index;
    });
    errors.push(...guestErrors(unit, seats.length, `units[${at}].`));
    return { ...unit, id: id ?? (ids.next().value as number), seats };
  });
  return errors.length > 0 ? { errors: errors.slice(0, fieldErrorsMax) } : { units };
}

/** More guests than seats. `path`: of the unit in the body, with a point at its end. */
export function guestErrors({ min, max }: UnitTerms, seats: number, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [member, guests] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (guests === null || guests <= seats) continue;
    const message = `must be at most ${seats}, the seats of the unit`;
    errors.push({ field: `${path}${member}`, message, rejectedValue: guests, code: 'MAX' });
  }
  return errors;
}
