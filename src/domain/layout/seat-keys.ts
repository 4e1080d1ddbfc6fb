/**
 * Finds the seat or area that a composite key of the legacy interface names (contract: v1 Selection):
 * section;;row;;seat, or the section alone for a GA area. Immutable; one per layout, shared by its events. Rows with
 * the same seat names share the list, so that 200,000 seats take about a megabyte.
 */
import { numberedNames } from './section-numbers.ts';

export const keySeparator = ';;';
/** Every way to cut a key is tried; a key with more separators than this names nothing. */
const separatorsMax = 16;

export interface KeyedSection {
  readonly id: number;
  readonly name: string;
  readonly ga: boolean;
}

export interface KeyedRow {
  readonly id: number;
  readonly sectionId: number;
  readonly name: string;
  /** By seat id, ascending. Rows may share the list. */
  readonly seatNames: readonly string[];
  readonly firstSeatId: number;
  /** Null when the ids are consecutive. */
  readonly seatIds: readonly number[] | null;
}

export interface KeyTarget {
  readonly kind: 'seat' | 'area';
  readonly id: number;
}

/** By name: one value, or several with the same name. */
type Named<T> = Map<string, T | T[]>;

interface Row {
  readonly id: number;
  readonly sectionId: number;
  readonly places: Named<number>;
  readonly count: number;
  readonly firstSeatId: number;
  readonly seatIds: readonly number[] | null;
}

export class SeatKeys {
  /** Counts sections, rows and distinct seat names: memory grows with it. */
  readonly weight: number;
  readonly #areas: Named<number> = new Map();
  readonly #areaIds = new Set<number>();
  readonly #rowsBySection = new Map<number, Named<Row>>();
  /** Sections by name, and also by the numbered name where it differs. */
  readonly #sections: Named<number> = new Map();
  readonly #rows = new Map<number, Row>();

  /** `sections`: in layout order. */
  constructor(sections: readonly KeyedSection[], rows: Iterable<KeyedRow>) {
    const numbered = numberedNames(sections.map(({ name }) => name));
    for (const [position, { id, name, ga }] of sections.entries()) {
      const known = ga ? this.#areas : this.#sections;
      add(known, name, id);
      const other = numbered[position] as string;
      if (other !== name) add(known, other, id);
      if (ga) this.#areaIds.add(id);
      else this.#rowsBySection.set(id, new Map());
    }
    const shared = new Map<readonly string[], Named<number>>();
    let weight = sections.length;
    for (const { id, sectionId, name, seatNames, firstSeatId, seatIds } of rows) {
      let places = shared.get(seatNames);
      if (places === undefined) {
        places = new Map();
        for (const [place, seat] of seatNames.entries()) add(places, seat, place);
        shared.set(seatNames, places);
        weight += seatNames.length;
      }
      const row = { id, sectionId, places, count: seatNames.length, firstSeatId, seatIds };
      const siblings = this.#rowsBySection.get(sectionId);
      if (siblings !== undefined) add(siblings, name, row);
      this.#rows.set(id, row);
      weight += 1 + (seatIds?.length ?? 0);
    }
    this.weight = weight;
  }

  /**
   * The id of the seat that the key names, where section, row and seat can be told apart in one way and each name is
   * unique; null: `find` decides. Makes no object: a body of 4 MB names 100,000 seats.
   */
  seatOf(key: string): number | null {
    const first = key.indexOf(keySeparator);
    const second = first === -1 ? -1 : key.indexOf(keySeparator, first + keySeparator.length);
    // A third separator, or one that overlaps another: the key can be cut in more than one way.
    if (second === -1 || key[first + keySeparator.length] === ';' || key.indexOf(keySeparator, second + 1) !== -1) {
      return null;
    }
    const section = this.#sections.get(key.slice(0, first));
    if (typeof section !== 'number' || this.#areas.has(key)) return null;
    const row = this.#rowsBySection.get(section)?.get(key.slice(first + keySeparator.length, second));
    if (row === undefined || Array.isArray(row)) return null;
    const place = row.places.get(key.slice(second + keySeparator.length));
    return typeof place === 'number' ? seatIdAt(row, place) : null;
  }

  /**
   * The seat or area that the key names, or null. Names come first, with or without a number; a key that matches no
   * name is read as numeric ids. A key that names more than one seat or area gives null: the wrong seat would be worse
   * than none.
   */
  find(key: string): KeyTarget | null {
    const separators = separatorsIn(key);
    if (separators.length > separatorsMax) return null;
    const found: KeyTarget[] = all(this.#areas.get(key)).map((id) => ({ kind: 'area', id }));
    // Names may begin or end with half a separator, so every way to cut the key is tried.
    for (const [position, first] of separators.entries()) {
      const sections = this.#sections.get(key.slice(0, first));
      if (sections === undefined) continue;
      for (const second of separators.slice(position + 1)) {
        if (second < first + keySeparator.length) continue;
        const row = key.slice(first + keySeparator.length, second);
        const seat = key.slice(second + keySeparator.length);
        for (const section of all(sections)) found.push(...this.#seatsNamed(section, row, seat));
      }
    }
    if (found.length > 1) return null;
    return found[0] ?? this.#findById(key);
  }

  #seatsNamed(section: number, row: string, seat: string): KeyTarget[] {
    return all(this.#rowsBySection.get(section)?.get(row)).flatMap((found) =>
      all(found.places.get(seat)).map((place) => ({ kind: 'seat', id: seatIdAt(found, place) }) as const),
    );
  }

  #findById(key: string): KeyTarget | null {
    const ids = key.split(keySeparator).map(idOf);
    const [section = -1, rowId = -1, seat = -1] = ids;
    if (ids.length === 1) return this.#areaIds.has(section) ? { kind: 'area', id: section } : null;
    const row = ids.length === 3 ? this.#rows.get(rowId) : undefined;
    if (row === undefined || row.sectionId !== section || !hasSeat(row, seat)) return null;
    return { kind: 'seat', id: seat };
  }
}

const canonicalId = /^[1-9]\d{0,15}$/;

/** -1: not an id in its canonical form. */
function idOf(text: string): number {
  return canonicalId.test(text) ? Number(text) : -1;
}

function seatIdAt(row: Row, place: number): number {
  return row.seatIds === null ? row.firstSeatId + place : (row.seatIds[place] as number);
}

function hasSeat(row: Row, id: number): boolean {
  if (row.seatIds !== null) return row.seatIds.includes(id);
  return id >= row.firstSeatId && id < row.firstSeatId + row.count;
}

function separatorsIn(key: string): number[] {
  const found: number[] = [];
  for (let at = key.indexOf(keySeparator); at !== -1; at = key.indexOf(keySeparator, at + 1)) {
    found.push(at);
    if (found.length > separatorsMax) break;
  }
  return found;
}

function add<T>(named: Named<T>, name: string, value: T): void {
  const known = named.get(name);
  if (known === undefined) named.set(name, value);
  else if (Array.isArray(known)) known.push(value);
  else named.set(name, [known, value]);
}

function all<T>(named: T | T[] | undefined): T[] {
  if (named === undefined) return [];
  return Array.isArray(named) ? named : [named];
}
