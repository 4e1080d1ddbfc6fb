/**
 * The commands that make tables, boxes and booths of seats. Pure: each command is a change. Promises that a seat is in one
 * unit at most, that no unit is empty, and that none takes more guests than it has seats.
 */
import type { Change, Drawing, Unit } from './drawing.ts';
import type { Patch } from './item-table.ts';
import { picked, type Selection } from './place.ts';
import { text } from './texts.ts';

export type UnitTerms = Pick<Unit, 'name' | 'booking' | 'min' | 'max'>;

/** The unit that has all selected seats; null: they are in several, or one is in none. */
export function unitOfSelection({ units, seats }: Drawing, selection: Selection): Unit | null {
  if (units.size === 0) return null;
  const chosen = picked(seats, selection).map(({ guid }) => guid);
  if (chosen.length === 0) return null;
  return [...units].find((unit) => chosen.every((guid) => unit.seats.includes(guid))) ?? null;
}

/** The seats of all units in which one of these is, and these. */
export function withUnits({ units }: Drawing, guids: readonly string[]): readonly string[] {
  const chosen = new Set(guids);
  for (const { seats } of units) {
    if (seats.some((guid) => chosen.has(guid))) for (const guid of seats) chosen.add(guid);
  }
  return [...chosen];
}

/** A unit of the selected seats, in the order of the drawing. They leave the units in which they are. */
export function makeUnit(drawing: Drawing, selection: Selection, newGuid: () => string): Change {
  const { seats: table } = drawing;
  const chosen = picked(table, selection).map(({ guid }) => guid);
  const seats = chosen.sort((one, other) => table.placeOf(one) - table.placeOf(other));
  if (seats.length === 0) return {};
  const name = freeName(drawing, text('table'));
  const made: Unit = { guid: newGuid(), id: null, name, booking: 'WHOLE', min: null, max: null, seats };
  return { units: [...leaving(drawing, selection), { before: null, after: made }] };
}

/** The selected seats are in no unit; a unit that has lost all of its seats is gone. */
export function leaving({ units }: Drawing, selection: Selection): readonly Patch<Unit>[] {
  return [...units].flatMap((before): Patch<Unit>[] => {
    const seats = before.seats.filter((guid) => !selection.has(guid));
    if (seats.length === before.seats.length) return [];
    return [{ before, after: seats.length === 0 ? null : fitted({ ...before, seats }) }];
  });
}

/** The units of selected seats are units no more. */
export function dissolve({ units }: Drawing, selection: Selection): Change {
  const gone = [...units].filter(({ seats }) => seats.some((guid) => selection.has(guid)));
  return { units: gone.map((before) => ({ before, after: null })) };
}

export function setTerms(before: Unit, terms: UnitTerms): Change {
  return { units: [{ before, after: fitted({ ...before, ...terms }) }] };
}

/** Copies of the units whose seats are all copied. `copies`: the guid of the copy of each seat. */
export function copiedUnits(
  drawing: Drawing,
  copies: ReadonlyMap<string, string>,
  newGuid: () => string,
): readonly Patch<Unit>[] {
  const names = new Set<string>();
  return [...drawing.units].flatMap((unit) => {
    const seats = unit.seats.flatMap((guid) => copies.get(guid) ?? []);
    if (seats.length < unit.seats.length) return [];
    const name = freeName(drawing, unit.name.replace(/ \d+$/, ''), names);
    names.add(name);
    return [{ before: null, after: { ...unit, guid: newGuid(), id: null, name, seats } }];
  });
}

/** `word` with the first number that no unit has. */
function freeName({ units }: Drawing, word: string, others: ReadonlySet<string> = new Set()): string {
  const taken = new Set(Array.from(units, ({ name }) => name));
  for (let number = units.size + 1; ; number++) {
    const name = `${word} ${number}`;
    if (!taken.has(name) && !others.has(name)) return name;
  }
}

function fitted(unit: Unit): Unit {
  if (unit.booking === 'SEATS') return { ...unit, min: null, max: null };
  const most = (guests: number | null): number | null => (guests === null ? null : Math.min(guests, unit.seats.length));
  return { ...unit, min: most(unit.min), max: most(unit.max) };
}
