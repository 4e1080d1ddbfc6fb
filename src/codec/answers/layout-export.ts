/**
 * Encodes a layout as a file that can be imported again: JSON as `new-layout.ts` has it, or a table. In pieces, one per
 * page of seats. Contains no ids: an import makes new ones.
 */

import { namedFeatures } from '#domain/layout/seat-features.ts';
import type { LayoutUnit } from '#domain/units/unit.ts';
import { newDecoration } from '../bodies/decorations.ts';
import { addUnitSeat, type UnitSeats } from '../bodies/new-units.ts';
import { check } from '../check.ts';
import { csvColumns, csvUnitColumns } from '../imports/csv-layout.ts';
import { csvCell } from '../imports/csv-table.ts';
import { flagsText } from '../imports/seat-flags.ts';
import type { FocalPoint, SeatRecord, SectionRecord, ShapeRecord } from '../layout-records.ts';
import { LayoutEncoder, type LayoutShape } from './layout-encoder.ts';

/** A layout without its seats. */
export interface ExportedLayout {
  readonly name: string;
  readonly sections: readonly SectionRecord[];
  /** Of sections, and decorations. */
  readonly shapes: readonly ShapeRecord[];
  readonly focalPoint: FocalPoint | null;
  /** `seats`: by id. */
  readonly units: readonly LayoutUnit[];
}

const none = { name: '', booking: '', min: null, max: null };

type SeatPages = AsyncIterable<readonly SeatRecord[]>;

const shape: LayoutShape = {
  section: ({ id: _, guid: __, ...section }) => section,
  row: ({ rowName, rowX, rowY }) => ({ name: rowName, x: rowX, y: rowY }),
  seat: ({ name, x, y, accessible, marked, features }) => ({
    ...{ name, x, y },
    ...(accessible ? { accessible } : {}),
    ...(marked ? { marked } : {}),
    ...namedFeatures(features),
  }),
};

/** The shapes that an import takes: none that an editor has drawn in a form of its own. */
function importableOf(shapes: readonly ShapeRecord[] = []) {
  return shapes.flatMap(({ rest, left, top, type, shapeType, width, height, angle, text, fill }) => {
    const drawn = { ...rest, type, shapeType, x: left, y: top, width, height, angle, text, fill };
    const checked = check(newDecoration, drawn);
    return checked.ok ? [checked.value] : [];
  });
}

export async function* exportedJson(
  { name, sections, shapes, focalPoint, units }: ExportedLayout,
  pages: SeatPages,
): AsyncGenerator<string> {
  const drawn = Map.groupBy(shapes, ({ sectionId }) => sectionId);
  const whole = sections.map((section) => {
    const own = [...(section.shapes ?? []), ...importableOf(drawn.get(section.id))];
    return { ...section, shapes: own.length === 0 ? null : own };
  });
  const encoder = new LayoutEncoder(whole, shape);
  const places = new UnitPlaces(whole, units);
  yield `${JSON.stringify({ name }).slice(0, -1)},"sections":[`;
  for await (const page of pages) {
    places.note(page);
    yield encoder.encode(page);
  }
  const decorations = importableOf(drawn.get(null));
  yield `${encoder.end()}],"shapes":${JSON.stringify(decorations)},"focalPoint":${JSON.stringify(focalPoint)}`;
  yield units.length === 0 ? '}\n' : `,"units":${JSON.stringify(places.units)}}\n`;
}

interface SeatPlace {
  readonly section: string;
  readonly row: string;
  /** In its row, from 1. */
  readonly number: number;
}

/** Where the seats of units are, as their section, row and number name them. Learns it from the pages. */
class UnitPlaces {
  readonly #units: readonly LayoutUnit[];
  readonly #sections: ReadonlyMap<number, string>;
  /** By id. */
  readonly #seats = new Map<number, SeatPlace | null>();
  #row = 0;
  #number = 0;

  constructor(sections: readonly SectionRecord[], units: readonly LayoutUnit[]) {
    this.#units = units;
    this.#sections = new Map(sections.map(({ id, name }) => [id, name]));
    for (const { seats } of units) for (const seat of seats) this.#seats.set(seat, null);
  }

  note(page: readonly SeatRecord[]): void {
    for (const { id, rowId, rowName, sectionId } of page) {
      this.#number = rowId === this.#row ? this.#number + 1 : 1;
      this.#row = rowId;
      if (!this.#seats.has(id)) continue;
      this.#seats.set(id, { section: this.#sections.get(sectionId) ?? '', row: rowName, number: this.#number });
    }
  }

  /** As the body that creates a layout has them. */
  get units(): readonly object[] {
    return this.#units.map(({ name, booking, min, max, seats }) => {
      const runs: UnitSeats[] = [];
      for (const seat of seats) {
        const place = this.#seats.get(seat) ?? null;
        // Null: the layout has changed meanwhile, and the answer fails at its end.
        if (place !== null) addUnitSeat(runs, place.section, place.row, place.number);
      }
      return { name, booking, ...(min === null ? {} : { min }), ...(max === null ? {} : { max }), seats: runs };
    });
  }
}

/** Seats with their units, and areas. */
export async function* exportedCsv({ sections, units }: ExportedLayout, pages: SeatPages): AsyncGenerator<string> {
  const names = new Map(sections.map(({ id, name }) => [id, csvCell(name)]));
  const unitOf = new Map(units.flatMap((unit) => unit.seats.map((seat) => [seat, unit])));
  const unitCells = (seat: number): string => {
    const { name, booking, min, max } = unitOf.get(seat) ?? none;
    return units.length === 0 ? '' : `,${csvCell(name)},${booking},${min ?? ''},${max ?? ''}`;
  };
  yield `${[...csvColumns, ...(units.length === 0 ? [] : csvUnitColumns)].join(',')}\r\n`;
  for await (const page of pages) {
    yield page
      .map(({ id, sectionId, rowName, name, x, y, accessible, marked, features }) => {
        const flags = flagsText(accessible, marked, features);
        return `${names.get(sectionId)},${csvCell(rowName)},${csvCell(name)},${x},${y},${flags}${unitCells(id)}\r\n`;
      })
      .join('');
  }
  yield sections
    .filter(({ ga }) => ga)
    .map(({ name, x, y, capacity }) => `${csvCell(name)},,,${x ?? ''},${y ?? ''},capacity=${capacity}\r\n`)
    .join('');
}
