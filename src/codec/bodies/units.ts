/**
 * The body that sets the units of a layout, and the one that overrides them for an event. Bounds what they can hold; does
 * not know which seats a layout has.
 */
import { z } from 'zod';
import { fieldErrorsMax } from '#domain/limits.ts';
import { seatsInUnitsMax, type UnitTerms, unitBookings, unitSeatsMax, unitsPerSchemaMax } from '#domain/units/unit.ts';
import { describedUnit } from '../answers/units.ts';
import { isAbsent, issue } from '../constraint.ts';
import { longId, text } from '../fields.ts';

const guests = z.int().min(1).max(unitSeatsMax).nullish();

export const termMembers = {
  booking: z
    .enum(unitBookings)
    .nullish()
    .meta({ description: `${describedUnit.booking} Default WHOLE.` }),
  min: guests.meta({ description: describedUnit.min }),
  max: guests.meta({ description: describedUnit.max }),
};

type SentTerms = z.output<z.ZodObject<typeof termMembers>>;

/** Guests are of WHOLE units, and not more at least than at most. */
export function fittingGuests({ value: { booking, min, max }, issues }: z.core.ParsePayload<SentTerms>): void {
  for (const [member, count] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (booking !== 'SEATS' || isAbsent(count)) continue;
    issues.push(issue('NULL', 'must be absent where seats are booked one by one', [member], count));
  }
  if (isAbsent(min) || isAbsent(max) || min <= max) return;
  issues.push(issue('MIN', 'must not be less than min', ['max'], max));
}

export function termsOf({ booking, min, max }: SentTerms): UnitTerms {
  return { booking: booking ?? 'WHOLE', min: min ?? null, max: max ?? null };
}

const sentUnit = z
  .object({
    id: longId.nullish().meta({ description: 'Of a unit that the layout has; absent: a new one.' }),
    name: text(1, 255),
    seats: z.array(longId).min(1).max(unitSeatsMax).meta({ description: describedUnit.seats }),
    ...termMembers,
  })
  .check(fittingGuests)
  .meta({ id: 'SentUnit' });

interface Sent {
  readonly units?:
    | readonly {
        readonly id?: number | null | undefined;
        readonly name?: string;
        readonly seats?: readonly number[];
        /** Of a drawing, in place of `seats`. */
        readonly seatGuids?: readonly string[];
      }[]
    | null
    | undefined;
}

/** No id and no name twice, no seat in two units, and not too many seats in all. */
export function differentUnits({ value: { units }, issues }: z.core.ParsePayload<Sent>): void {
  if (isAbsent(units)) return;
  const known = { ids: new Set<unknown>(), names: new Set<unknown>(), seats: new Set<unknown>() };
  const check = (seen: Set<unknown>, value: unknown, path: (string | number)[], message: string): void => {
    if (seen.has(value) && issues.length < fieldErrorsMax) issues.push(issue('DUPLICATE', message, path, value));
    seen.add(value);
  };
  let count = 0;
  for (const [at, { id, name, seats, seatGuids }] of units.entries()) {
    const [member, named] =
      seatGuids === undefined ? (['seats', seats ?? []] as const) : (['seatGuids', seatGuids] as const);
    if (!isAbsent(id)) check(known.ids, id, ['units', at, 'id'], 'must not be in the list twice');
    if (name !== undefined) check(known.names, name, ['units', at, 'name'], 'must not be the name of another unit');
    for (const [position, seat] of named.entries()) {
      check(known.seats, seat, ['units', at, member, position], 'must not be in two units');
    }
    count += named.length;
  }
  if (count > seatsInUnitsMax) {
    issues.push(issue('SIZE', `must have at most ${seatsInUnitsMax} seats in all`, ['units'], count));
  }
}

export const layoutUnits = z
  .object({ units: z.array(sentUnit).max(unitsPerSchemaMax) })
  .check(differentUnits)
  .meta({ id: 'LayoutUnits', description: 'All units of the layout: one that is left out is one no more.' });

export const unitOverrides = z
  .object({ units: z.array(z.object({ id: longId, ...termMembers }).check(fittingGuests)).max(unitsPerSchemaMax) })
  .check(differentUnits)
  .meta({ id: 'UnitOverrides', description: 'The units that the event books otherwise than its layout says.' });

export const layoutUnitsExample = { units: [{ name: 'Booth 4', seats: [1042], booking: 'WHOLE' }] };
/** All units are booked as the layout says. */
export const unitOverridesExample = { units: [] };
