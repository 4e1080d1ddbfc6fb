/**
 * Turns the JSON of a layout into columns, or says what is wrong with it. Owns every rule about layouts:
 * names are unique inside their parent, areas have a capacity and no rows, rows have seats or a count.
 * 200,000 seats take about 0.1 s (and 0.1 s to parse), so large bodies are checked in a thread.
 */

import { JsonFields, type JsonObject } from '../json-fields.ts';
import type { FieldError } from '../refusal.ts';
import {
  areaCapacityMax,
  type Layout,
  type LayoutSection,
  packText,
  seatsPerSchemaMax,
  sectionsPerSchemaMax,
} from './layout.ts';

/** Distance between the seats and rows of a generated grid, in layout units. */
const gridPitch = 25;

export type LayoutCheck =
  | { readonly ok: true; readonly layout: Layout }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Checks a parsed body: `{name, venueId?, sections: [{name, ga?, capacity?, rows?, …}]}`. */
export function checkLayout(body: unknown): LayoutCheck {
  return new LayoutReader().read(body);
}

class LayoutReader {
  readonly #fields = new JsonFields();
  readonly #sections: LayoutSection[] = [];
  readonly #rowNames: string[] = [];
  readonly #rowSections: number[] = [];
  readonly #rowPositions: number[] = [];
  readonly #rowXs: number[] = [];
  readonly #rowYs: number[] = [];
  readonly #rowFirsts: number[] = [];
  readonly #rowSeatCounts: number[] = [];
  readonly #seatNames: string[] = [];
  readonly #seatRows: number[] = [];
  readonly #seatXs: number[] = [];
  readonly #seatYs: number[] = [];
  readonly #accessible: number[] = [];
  readonly #marked: number[] = [];
  #areaPlaces = 0;
  /** Where the grid of the next section without a place of its own begins. */
  #nextY = 0;

  read(body: unknown): LayoutCheck {
    const fields = this.#fields;
    const root = fields.object(body, '');
    if (root === null) return { ok: false, errors: fields.errors };
    const name = fields.text(root.name, 'name');
    const venueId =
      root.venueId === undefined || root.venueId === null
        ? null
        : fields.integer(root.venueId, 'venueId', 1, Number.MAX_SAFE_INTEGER);
    const sections = fields.list(root.sections, 'sections', 1, sectionsPerSchemaMax);
    const names = new Set<string>();
    for (let index = 0; index < sections.length && !fields.isFull; index++) {
      this.#readSection(sections[index], `sections[${index}]`, names);
    }
    return fields.errors.length > 0
      ? { ok: false, errors: fields.errors }
      : { ok: true, layout: this.#layout(name, venueId) };
  }

  #readSection(value: unknown, at: string, names: Set<string>): void {
    const fields = this.#fields;
    const section = fields.object(value, at);
    if (section === null) return;
    const name = this.#name(section.name, `${at}.name`, names);
    const ga = fields.flag(section.ga, `${at}.ga`);
    const firstSeat = this.#seatNames.length;
    if (ga) this.#checkArea(section, at);
    else this.#readRows(section, at);
    const capacity = ga
      ? fields.integer(section.capacity, `${at}.capacity`, 0, areaCapacityMax)
      : this.#seatNames.length - firstSeat;
    if (ga) this.#areaPlaces += capacity;
    this.#sections.push({
      name,
      prefix: fields.optionalText(section.prefix, `${at}.prefix`),
      seatPrefix: fields.optionalText(section.seatPrefix, `${at}.seatPrefix`),
      ga,
      capacity,
      shapes: this.#shapes(section.shapes, `${at}.shapes`),
      x: fields.optionalNumber(section.x, `${at}.x`),
      y: fields.optionalNumber(section.y, `${at}.y`),
      width: fields.optionalNumber(section.width, `${at}.width`),
      height: fields.optionalNumber(section.height, `${at}.height`),
      angle: fields.optionalNumber(section.angle, `${at}.angle`),
    });
  }

  #checkArea(section: JsonObject, at: string): void {
    if (section.rows === undefined || section.rows === null) return;
    if (this.#fields.list(section.rows, `${at}.rows`, 0, seatsPerSchemaMax).length > 0) {
      this.#fields.reject(`${at}.rows`, 'SIZE', 'a general-admission area has no rows', null);
    }
  }

  #readRows(section: JsonObject, at: string): void {
    if (section.rows === undefined || section.rows === null) return;
    const rows = this.#fields.list(section.rows, `${at}.rows`, 0, seatsPerSchemaMax);
    const names = new Set<string>();
    const left = typeof section.x === 'number' ? section.x : 0;
    const top = typeof section.y === 'number' ? section.y : this.#nextY;
    for (let index = 0; index < rows.length && !this.#fields.isFull; index++) {
      const field = `${at}.rows[${index}]`;
      const row = this.#fields.object(rows[index], field);
      if (row === null) continue;
      this.#rowNames.push(this.#name(row.name, `${field}.name`, names));
      this.#rowSections.push(this.#sections.length);
      this.#rowPositions.push(index);
      this.#readSeats(row, field, left, top + index * gridPitch);
    }
    this.#nextY = Math.max(this.#nextY, top + (rows.length + 1) * gridPitch);
  }

  /** `left` and `top`: where the row stands unless it says so itself. */
  #readSeats(row: JsonObject, at: string, left: number, top: number): void {
    const fields = this.#fields;
    const ownX = fields.optionalNumber(row.x, `${at}.x`);
    const ownY = fields.optionalNumber(row.y, `${at}.y`);
    const first = this.#seatNames.length;
    this.#rowFirsts.push(first);
    if (row.seatCount === undefined || row.seatCount === null) this.#readNamedSeats(row, at);
    else if (row.seats === undefined || row.seats === null) this.#numberSeats(row, at, ownX ?? left, ownY ?? top);
    else fields.reject(`${at}.seatCount`, 'NULL', 'must be absent when seats are listed', row.seatCount);
    this.#rowSeatCounts.push(this.#seatNames.length - first);
    this.#rowXs.push(ownX ?? this.#seatXs[first] ?? left);
    this.#rowYs.push(ownY ?? this.#seatYs[first] ?? top);
  }

  #readNamedSeats(row: JsonObject, at: string): void {
    const fields = this.#fields;
    const seats = fields.list(row.seats, `${at}.seats`, 1, seatsPerSchemaMax);
    if (!this.#hasRoomFor(seats.length, `${at}.seats`)) return;
    const names = new Set<string>();
    for (let index = 0; index < seats.length && !fields.isFull; index++) {
      const field = `${at}.seats[${index}]`;
      const seat = fields.object(seats[index], field);
      if (seat === null) continue;
      this.#pushSeat(
        this.#name(seat.name, `${field}.name`, names),
        fields.number(seat.x, `${field}.x`),
        fields.number(seat.y, `${field}.y`),
      );
      this.#accessible.push(fields.flag(seat.accessible, `${field}.accessible`) ? 1 : 0);
      this.#marked.push(fields.flag(seat.marked, `${field}.marked`) ? 1 : 0);
    }
  }

  #numberSeats(row: JsonObject, at: string, left: number, top: number): void {
    const count = this.#fields.integer(row.seatCount, `${at}.seatCount`, 1, seatsPerSchemaMax);
    if (!this.#hasRoomFor(count, `${at}.seatCount`)) return;
    for (let index = 0; index < count; index++) {
      this.#pushSeat(String(index + 1), left + index * gridPitch, top);
      this.#accessible.push(0);
      this.#marked.push(0);
    }
  }

  #pushSeat(name: string, x: number, y: number): void {
    this.#seatNames.push(name);
    this.#seatRows.push(this.#rowNames.length - 1);
    this.#seatXs.push(x);
    this.#seatYs.push(y);
  }

  #hasRoomFor(count: number, field: string): boolean {
    if (this.#seatNames.length + count <= seatsPerSchemaMax) return true;
    this.#fields.reject(field, 'MAX', `a schema has at most ${seatsPerSchemaMax} seats`, count);
    return false;
  }

  /** Names make up the composite keys, so `;;` has no place in them. */
  #name(value: unknown, field: string, taken: Set<string>): string {
    const name = this.#fields.text(value, field);
    if (name.includes(';;')) this.#fields.reject(field, 'PATTERN', "must not contain ';;'", name);
    if (name !== '' && taken.has(name)) this.#fields.reject(field, 'DUPLICATE', 'must be unique in its parent', name);
    taken.add(name);
    return name;
  }

  #shapes(value: unknown, field: string): string | null {
    if (value === undefined || value === null) return null;
    const shapes = this.#fields.list(value, field, 0, seatsPerSchemaMax);
    shapes.forEach((shape, index) => {
      this.#fields.object(shape, `${field}[${index}]`);
    });
    return this.#fields.json(shapes, field);
  }

  #layout(name: string, venueId: number | null): Layout {
    const seatCount = this.#seatNames.length;
    return {
      name,
      venueId,
      capacity: seatCount + this.#areaPlaces,
      sections: this.#sections,
      rows: {
        count: this.#rowNames.length,
        names: packText(this.#rowNames),
        sections: Int32Array.from(this.#rowSections),
        positions: Int32Array.from(this.#rowPositions),
        xs: Float64Array.from(this.#rowXs),
        ys: Float64Array.from(this.#rowYs),
        firstSeats: Int32Array.from(this.#rowFirsts),
        seatCounts: Int32Array.from(this.#rowSeatCounts),
      },
      seats: {
        count: seatCount,
        names: packText(this.#seatNames),
        rows: Int32Array.from(this.#seatRows),
        xs: Float64Array.from(this.#seatXs),
        ys: Float64Array.from(this.#seatYs),
        accessible: Uint8Array.from(this.#accessible),
        marked: Uint8Array.from(this.#marked),
      },
    };
  }
}
