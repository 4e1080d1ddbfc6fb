/**
 * The parser that makes columns of the body that creates a layout (`new-layout.ts`). Owns what one body must hold: names
 * are unique inside their parent, areas have a capacity and no rows, rows have seats or a count. 200,000 seats take
 * about 0.2 s (and 0.1 s to parse), so a worker thread parses large bodies.
 */
import { arrange } from '#domain/layout/geometry/arrange.ts';
import { curveMax } from '#domain/layout/geometry/block.ts';
import { areaCapacityMax, type Layout, seatsPerSchemaMax, sectionsPerSchemaMax } from '#domain/layout/layout.ts';
import { LayoutDraft, unplaced } from '#domain/layout/layout-draft.ts';
import type { FieldError } from '#domain/refusal.ts';
import { DecorationReader, decorationsPerSchemaMax } from './decorations.ts';
import { JsonFields, type JsonObject } from './json-fields.ts';

export type LayoutCheck =
  | { readonly ok: true; readonly layout: Layout }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Checks a parsed body: `{name, venueId?, sections: [{name, ga?, capacity?, rows?, …}], shapes?, focalPoint?}`. */
export function checkLayout(body: unknown): LayoutCheck {
  return new LayoutReader().read(body);
}

class LayoutReader {
  readonly #fields = new JsonFields();
  readonly #draft = new LayoutDraft();

  read(body: unknown): LayoutCheck {
    const fields = this.#fields;
    const root = fields.object(body, 'body');
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
    this.#readDecorations(root);
    this.#readFocalPoint(root);
    if (fields.errors.length > 0) return { ok: false, errors: fields.errors };
    arrange(this.#draft);
    return { ok: true, layout: this.#draft.layout(name, venueId) };
  }

  #readDecorations({ shapes }: JsonObject): void {
    if (shapes === undefined || shapes === null) return;
    const list = this.#fields.list(shapes, 'shapes', 0, decorationsPerSchemaMax);
    const reader = new DecorationReader(this.#fields);
    let hasUnplaced = false;
    for (let index = 0; index < list.length && !this.#fields.isFull; index++) {
      const decoration = reader.read(list[index], `shapes[${index}]`);
      if (decoration === null) continue;
      const isUnplaced = Number.isNaN(decoration.left);
      // Only one stage without coordinates can be placed.
      if (isUnplaced && hasUnplaced) this.#fields.reject(`shapes[${index}].x`, 'NOT_NULL', 'must not be null', null);
      hasUnplaced ||= isUnplaced;
      this.#draft.decorations.push(decoration);
    }
  }

  #readFocalPoint({ focalPoint }: JsonObject): void {
    if (focalPoint === undefined || focalPoint === null) return;
    const point = this.#fields.object(focalPoint, 'focalPoint');
    if (point === null) return;
    const x = this.#fields.number(point.x, 'focalPoint.x');
    const y = this.#fields.number(point.y, 'focalPoint.y');
    this.#draft.focalPoint = { x, y };
  }

  #readSection(value: unknown, at: string, names: Set<string>): void {
    const fields = this.#fields;
    const section = fields.object(value, at);
    if (section === null) return;
    const name = this.#name(section.name, `${at}.name`, names);
    const ga = fields.flag(section.ga, `${at}.ga`);
    const firstSeat = this.#draft.seats.names.length;
    if (ga) this.#checkArea(section, at);
    else this.#readRows(section, at);
    const places =
      ga || (section.capacity !== undefined && section.capacity !== null)
        ? fields.integer(section.capacity, `${at}.capacity`, 0, areaCapacityMax)
        : 0;
    const capacity = ga ? places : this.#draft.seats.names.length - firstSeat;
    this.#draft.sections.push({
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
      curve: this.#curve(section.curve, `${at}.curve`),
      isDrawn: Array.isArray(section.shapes) && section.shapes.some(saysWhereItIs),
    });
  }

  #curve(value: unknown, field: string): number {
    const curve = this.#fields.optionalNumber(value, field) ?? 0;
    if (curve < 0) this.#fields.reject(field, 'MIN', 'must be at least 0', curve);
    if (curve > curveMax) this.#fields.reject(field, 'MAX', `must be at most ${curveMax}`, curve);
    return curve;
  }

  #checkArea(section: JsonObject, at: string): void {
    if (section.rows === undefined || section.rows === null) return;
    if (this.#fields.list(section.rows, `${at}.rows`, 0, seatsPerSchemaMax).length > 0) {
      this.#fields.reject(`${at}.rows`, 'SIZE', 'must be absent or empty in a general-admission area', null);
    }
  }

  #readRows(section: JsonObject, at: string): void {
    if (section.rows === undefined || section.rows === null) return;
    const rows = this.#fields.list(section.rows, `${at}.rows`, 0, seatsPerSchemaMax);
    const names = new Set<string>();
    for (let index = 0; index < rows.length && !this.#fields.isFull; index++) {
      const field = `${at}.rows[${index}]`;
      const row = this.#fields.object(rows[index], field);
      if (row !== null) this.#readRow(row, field, index, names);
    }
  }

  #readRow(row: JsonObject, at: string, position: number, names: Set<string>): void {
    const fields = this.#fields;
    const name = this.#name(row.name, `${at}.name`, names);
    const isCounted = row.seatCount !== undefined && row.seatCount !== null;
    const [x, y] = [fields.optionalNumber(row.x, `${at}.x`), fields.optionalNumber(row.y, `${at}.y`)];
    this.#draft.openRow(name, position, x, y, isCounted);
    if (!isCounted) this.#readNamedSeats(row, at);
    else if (row.seats === undefined || row.seats === null) this.#countSeats(row, at);
    else fields.reject(`${at}.seatCount`, 'NULL', 'must be absent when seats are listed', row.seatCount);
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
      this.#draft.push({
        name: this.#name(seat.name, `${field}.name`, names),
        x: fields.number(seat.x, `${field}.x`),
        y: fields.number(seat.y, `${field}.y`),
        accessible: fields.flag(seat.accessible, `${field}.accessible`),
        marked: fields.flag(seat.marked, `${field}.marked`),
      });
    }
  }

  /** Their coordinates are computed when the whole layout is known. */
  #countSeats(row: JsonObject, at: string): void {
    const count = this.#fields.integer(row.seatCount, `${at}.seatCount`, 1, seatsPerSchemaMax);
    if (!this.#hasRoomFor(count, `${at}.seatCount`)) return;
    for (let index = 0; index < count; index++) {
      this.#draft.push({ name: String(index + 1), x: unplaced, y: unplaced, accessible: false, marked: false });
    }
  }

  #hasRoomFor(count: number, field: string): boolean {
    if (this.#draft.seats.names.length + count <= seatsPerSchemaMax) return true;
    this.#fields.reject(field, 'MAX', `must leave the schema with at most ${seatsPerSchemaMax} seats`, count);
    return false;
  }

  /** Names are parts of composite keys, which `;;` separates. */
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
}

/** Whether a section's own shape has coordinates on the plan. */
function saysWhereItIs(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  const { points, left, top, x, y } = shape as JsonObject;
  return Array.isArray(points) || (typeof (left ?? x) === 'number' && typeof (top ?? y) === 'number');
}
