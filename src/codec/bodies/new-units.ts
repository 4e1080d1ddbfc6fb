/**
 * The units of a layout whose seats have no ids yet: a seat is named by its section, its row and its number in the row, as
 * `seatFlags` do it. Owns the schema and the check against the sections of the same body, and finds the seats.
 */
import { z } from 'zod';
import { seatsPerSchemaMax } from '#domain/layout/layout.ts';
import { fieldErrorsMax } from '#domain/limits.ts';
import { guestErrors } from '#domain/units/plan-units.ts';
import { type NewUnit, seatsInUnitsMax, unitSeatsMax, unitsPerSchemaMax } from '#domain/units/unit.ts';
import { isAbsent, issue } from '../constraint.ts';
import { partName, text } from '../fields.ts';
import { fittingGuests, termMembers, termsOf } from './units.ts';

const seatNumber = z.int().min(1).max(seatsPerSchemaMax).nullish();

const unitSeats = z
  .object({
    section: partName.meta({ description: 'Name of a section of the layout.' }),
    row: partName.meta({ description: 'Name of a row of the section.' }),
    from: seatNumber.meta({ description: 'Number of the first seat in the row, from 1; absent: the first one.' }),
    to: seatNumber.meta({ description: 'Number of the last seat; absent: the last one of the row.' }),
  })
  .meta({ id: 'NewUnitSeats', description: 'Seats of a row that stand one after the other.' });

const newUnit = z
  .object({
    name: text(1, 255),
    seats: z.array(unitSeats).min(1).max(unitSeatsMax).meta({ description: 'In the order in which guests fill them.' }),
    ...termMembers,
  })
  .check(fittingGuests)
  .meta({ id: 'NewUnit', description: 'A table, a box or a booth of the new layout.' });

export const newUnits = z.array(newUnit).max(unitsPerSchemaMax).nullish().meta({
  description: 'Seats that belong together. Names are unique; a seat is in one unit or in none.',
});

/** Seats of a unit that stand one after the other in a row. */
export interface UnitSeats {
  readonly section: string;
  readonly row: string;
  readonly from: number;
  to: number;
}

/** Adds the next seat of a unit; `number`: in its row, from 1. */
export function addUnitSeat(runs: UnitSeats[], section: string, row: string, number: number): void {
  const last = runs.at(-1);
  if (last?.section === section && last.row === row && last.to === number - 1) last.to = number;
  else runs.push({ section, row, from: number, to: number });
}

interface Row {
  readonly name: string;
  readonly seats?: readonly unknown[] | null | undefined;
  readonly seatCount?: number | null | undefined;
  readonly seatNames?: readonly unknown[] | null | undefined;
}

interface WithUnits {
  readonly sections: readonly { readonly name: string; readonly rows?: readonly Row[] | null | undefined }[];
  readonly units?: z.output<typeof newUnits>;
}

interface Run {
  readonly first: number;
  readonly count: number;
}

/** Where the seats of each row are among those of the layout. */
class RowPlaces {
  readonly #sections = new Map<string, ReadonlyMap<string, Run>>();

  constructor({ sections }: Pick<WithUnits, 'sections'>) {
    let first = 0;
    for (const { name, rows } of sections) {
      const runs = new Map<string, Run>();
      for (const { name: row, seats, seatCount, seatNames } of rows ?? []) {
        const count = seatCount ?? seatNames?.length ?? seats?.length ?? 0;
        runs.set(row, { first, count });
        first += count;
      }
      this.#sections.set(name, runs);
    }
  }

  section(name: string): ReadonlyMap<string, Run> | undefined {
    return this.#sections.get(name);
  }

  /** The body has been checked. */
  runOf({ section, row, from, to }: z.output<typeof unitSeats>): Run {
    const { first, count } = this.#sections.get(section)?.get(row) ?? { first: 0, count: 0 };
    return { first: first + (from ?? 1) - 1, count: (to ?? count) - (from ?? 1) + 1 };
  }
}

/** A check of the whole body: the units' seats are there, in one unit each, and not too many. */
export function fittingUnits({ value, issues }: z.core.ParsePayload<WithUnits>): void {
  const { units } = value;
  if (isAbsent(units) || units.length === 0) return;
  const places = new RowPlaces(value);
  const [names, taken] = [new Set<string>(), new Set<number>()];
  let count = 0;
  for (const [at, unit] of units.entries()) {
    if (issues.length >= fieldErrorsMax) return;
    const path = ['units', at] as const;
    if (names.has(unit.name))
      issues.push(issue('DUPLICATE', 'must not be the name of another unit', [...path, 'name'], unit.name));
    names.add(unit.name);
    let seats = 0;
    for (const [position, named] of unit.seats.entries()) {
      const wrong = misfit(places, named);
      if (wrong !== null) {
        issues.push(issue(wrong.code, wrong.message, [...path, 'seats', position, wrong.member], wrong.value));
        continue;
      }
      const run = places.runOf(named);
      seats += run.count;
      if (seats > unitSeatsMax || count + seats > seatsInUnitsMax) {
        const message = `must have at most ${unitSeatsMax} seats, and all units together at most ${seatsInUnitsMax}`;
        issues.push(issue('SIZE', message, [...path, 'seats'], seats));
        return;
      }
      if (isTaken(run, taken))
        issues.push(issue('DUPLICATE', 'must not be in two units', [...path, 'seats', position], null));
    }
    count += seats;
    for (const { field, code, message, rejectedValue } of guestErrors(termsOf(unit), seats, '')) {
      issues.push(issue(code, message, [...path, field], rejectedValue));
    }
  }
}

/** Takes the seats; true: one of them was taken already. */
function isTaken({ first, count }: Run, taken: Set<number>): boolean {
  const before = taken.size;
  for (let seat = first; seat < first + count; seat++) taken.add(seat);
  return taken.size < before + count;
}

function misfit(places: RowPlaces, { section, row, from, to }: z.output<typeof unitSeats>) {
  const code = 'UNKNOWN_VALUE' as const;
  const rows = places.section(section);
  if (rows === undefined)
    return { code, message: 'must be a section of the layout', member: 'section', value: section };
  const run = rows.get(row);
  if (run === undefined) return { code, message: 'must be a row of the section', member: 'row', value: row };
  const last = to ?? run.count;
  const message = `must be a seat of the row, which has ${run.count}`;
  if (last > run.count) return { code, message, member: 'to', value: last };
  if ((from ?? 1) > last) return { code, message: `must not be more than ${last}`, member: 'from', value: from ?? 1 };
  return null;
}

/** The units of a body that has been checked; seats by their place in the layout. */
export function newUnitsOf(layout: WithUnits): readonly NewUnit[] {
  const { units } = layout;
  if (isAbsent(units) || units.length === 0) return [];
  const places = new RowPlaces(layout);
  return units.map((unit) => {
    const runs = unit.seats.map((named) => places.runOf(named));
    return { name: unit.name, ...termsOf(unit), seats: runs.flatMap(({ first, count }) => [first, count]) };
  });
}
