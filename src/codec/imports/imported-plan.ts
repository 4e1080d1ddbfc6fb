/**
 * A layout while a file is read into it, item by item: which seat is in which row of which section, and at which place of
 * the file each item stands. Promises that every mistake names its place in the file, that at most `fieldErrorsMax` are
 * kept, and that a layout comes out only when there is none. `new-layout.ts` alone says which contents a layout may have.
 */

import type { Layout } from '#domain/layout/layout.ts';
import { fieldErrorsMax } from '#domain/limits.ts';
import type { FieldCode, FieldError } from '#domain/refusal.ts';
import { layoutOf } from '../bodies/layout.ts';
import { newLayout } from '../bodies/new-layout.ts';
import { addUnitSeat, type UnitSeats } from '../bodies/new-units.ts';
import { check, fieldError } from '../check.ts';
import { withDrawnAreas } from './drawn-areas.ts';
import type { SeatFlags } from './seat-flags.ts';

/** A place in the file, such as `lines[7]`. */
export type Place = string;

export interface ImportedLayout {
  /** Its name is `''` when the file has none. */
  readonly layout: Layout;
  /** What the file contains and the layout does not, in sentences. */
  readonly warnings: readonly string[];
}

/** Names of the members of a section, a row, a seat and a unit in the file; `''`: the item's place itself. */
export interface PlaceNames {
  readonly section: string;
  readonly row: string;
  readonly seat: string;
  readonly unit: string;
}

interface ImportedSeat {
  readonly name: string;
  readonly point: { readonly x: number; readonly y: number } | null;
  readonly flags: SeatFlags;
  readonly place: Place;
  /** Name of its unit; `''` or absent: none. */
  readonly unit?: string;
}

interface ImportedRow {
  readonly name: string;
  readonly place: Place;
  readonly seats: ImportedSeat[];
}

interface ImportedSection {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly place: Place;
  readonly rows: Map<string, ImportedRow>;
}

interface ImportedUnit {
  readonly place: Place;
  /** Members of the unit beside its name and seats. */
  readonly sent: Record<string, unknown>;
  readonly seats: UnitSeats[];
}

const warningsMax = 20;
/** The name of a layout whose file has none, while it is checked. */
const unnamed = 'Layout';

export class ImportedPlan {
  readonly errors: FieldError[] = [];
  readonly #names: PlaceNames;
  readonly #sections = new Map<string, ImportedSection>();
  readonly #decorations: { readonly sent: object; readonly place: Place }[] = [];
  readonly #units = new Map<string, ImportedUnit>();
  readonly #warnings = new Set<string>();
  focalPoint: { readonly x: number; readonly y: number } | null = null;

  constructor(names: PlaceNames) {
    this.#names = names;
  }

  /** Whether nothing more needs to be read. */
  get isFull(): boolean {
    return this.errors.length >= fieldErrorsMax;
  }

  reject(place: Place, member: string, code: FieldCode, message: string, rejected: unknown = null): void {
    if (!this.isFull) this.errors.push(fieldError(fieldOf(place, member), code, message, rejected));
  }

  warn(sentence: string): void {
    if (this.#warnings.size < warningsMax) this.#warnings.add(sentence);
  }

  /** `sent`: members of the section beside its name. */
  section(name: string, place: Place, sent: object = {}): void {
    if (!this.#sections.has(name)) this.#sections.set(name, { sent: { name, ...sent }, place, rows: new Map() });
  }

  area(name: string, place: Place, sent: object): void {
    if (this.#sections.has(name)) {
      this.reject(place, this.#names.section, 'DUPLICATE', 'must not be the name of another section', name);
    } else this.section(name, place, { ...sent, ga: true });
  }

  /** `point` null: the service places the seat, with all others of its row. */
  seat(section: string, row: string, seat: ImportedSeat): void {
    this.section(section, seat.place);
    const rows = (this.#sections.get(section) as ImportedSection).rows;
    let found = rows.get(row);
    if (found === undefined) {
      found = { name: row, place: seat.place, seats: [] };
      rows.set(row, found);
    }
    if ((found.seats[0]?.point === null) !== (seat.point === null) && found.seats.length > 0) {
      this.reject(seat.place, 'x', 'NOT_NULL', 'must be there for all seats of a row, or for none');
    }
    found.seats.push(seat);
    const { unit = '', place } = seat;
    if (unit !== '') addUnitSeat(this.#unitOf(unit, place).seats, section, row, found.seats.length);
  }

  /** What the file says of a unit at one place: it may say it at several, but not differently. */
  unit(name: string, place: Place, terms: Readonly<Record<string, unknown>>): void {
    const { sent } = this.#unitOf(name, place);
    for (const [member, value] of Object.entries(terms)) {
      if (member in sent && sent[member] !== value) {
        this.reject(place, member, 'INVALID', `must be ${String(sent[member])}, as before in this unit`, value);
      } else sent[member] = value;
    }
  }

  #unitOf(name: string, place: Place): ImportedUnit {
    const found = this.#units.get(name) ?? { place, sent: {}, seats: [] };
    this.#units.set(name, found);
    return found;
  }

  decoration(sent: object, place: Place): void {
    this.#decorations.push({ sent, place });
  }

  /** The layout, with the name that the file has; or all errors. */
  finish(name = ''): ImportedLayout | readonly FieldError[] {
    if (this.errors.length > 0) return this.errors;
    const sections = [...this.#sections.values()];
    const checked = check(newLayout, {
      name: name || unnamed,
      sections: sections.map(({ sent, rows }) => ({
        ...sent,
        ...(rows.size > 0 ? { rows: [...rows.values()].map(sentRow) } : {}),
      })),
      shapes: this.#decorations.map(({ sent }) => sent),
      focalPoint: this.focalPoint,
      ...(this.#units.size > 0
        ? { units: [...this.#units].map(([name, { sent, seats }]) => ({ name, ...sent, seats })) }
        : {}),
    });
    if (!checked.ok) {
      const errors = checked.errors.map((error) => ({ ...error, field: this.#placeOf(error.field, sections) }));
      return errors.toSorted((one, other) => lineOf(one) - lineOf(other));
    }
    return { layout: { ...withDrawnAreas(layoutOf(checked.value)), name }, warnings: [...this.#warnings] };
  }

  /** The place in the file of a field of the layout that was made of it. */
  #placeOf(field: string, sections: readonly ImportedSection[]): string {
    const [, list, at] = /^(sections|shapes|units)\[(\d+)\]/.exec(field) ?? [];
    if (list === undefined) return field === 'sections' ? 'body' : field;
    const member = /\.(\w+)$/.exec(field)?.[1] ?? '';
    if (list === 'shapes') return fieldOf(this.#decorations[Number(at)]?.place ?? '', member);
    if (list === 'units') {
      const unit = [...this.#units.values()][Number(at)];
      return fieldOf(unit?.place ?? '', ['booking', 'min', 'max'].includes(member) ? member : this.#names.unit);
    }
    const section = sections[Number(at)] as ImportedSection;
    const [, rowAt, seatAt] = /\.rows\[(\d+)\](?:\.(?:seats|seatNames)\[(\d+)\])?/.exec(field) ?? [];
    const isName = member === 'name' || field.endsWith(']');
    if (rowAt === undefined) return fieldOf(section.place, isName ? this.#names.section : member);
    const row = [...section.rows.values()][Number(rowAt)] as ImportedRow;
    if (seatAt === undefined) return fieldOf(row.place, isName ? this.#names.row : member);
    return fieldOf(row.seats[Number(seatAt)]?.place ?? row.place, isName ? this.#names.seat : member);
  }
}

/** 0 in a file whose places are no lines. */
function lineOf({ field }: FieldError): number {
  return Number(/^lines\[(\d+)\]/.exec(field)?.[1] ?? 0);
}

function fieldOf(place: Place, member: string): string {
  return member === '' ? place : `${place}.${member}`;
}

function sentRow({ name, seats }: ImportedRow): object {
  if (seats[0]?.point === null) return { name, seatNames: seats.map(({ name }) => name), seatFlags: rangesOf(seats) };
  return { name, seats: seats.map(({ name, point, flags }) => ({ name, ...point, ...flags })) };
}

/** Neighbours that are the same are one range. */
function rangesOf(seats: readonly ImportedSeat[]): readonly object[] {
  const ranges: { from: number; to: number; key: string; flags: SeatFlags }[] = [];
  for (const [at, { flags }] of seats.entries()) {
    const key = Object.keys(flags).sort().join(' ');
    const last = ranges.at(-1);
    if (last?.key === key && last.to === at) last.to = at + 1;
    else if (key !== '') ranges.push({ from: at + 1, to: at + 1, key, flags });
  }
  return ranges.map(({ from, to, flags }) => ({ from, to, ...flags }));
}
