/**
 * A layout as a table: one line for each seat, `section,row,seat,x,y,flags`, and one for each area, which has neither row
 * nor seat and the flag `capacity=300`. Further columns name the unit of a seat and its terms. Rows whose seats have no coordinates are placed by the service.
 */
import { seatsPerSchemaMax, sectionsPerSchemaMax } from '#domain/layout/layout.ts';
import type { FieldError } from '#domain/refusal.ts';
import { csvRecords, separatorOf } from './csv-table.ts';
import { type ImportedLayout, ImportedPlan } from './imported-plan.ts';
import { readFlags, seatFlagNames } from './seat-flags.ts';

export const csvColumns = ['section', 'row', 'seat', 'x', 'y', 'flags'] as const;
/** Of a seat's unit. An export has them where a layout has units. */
export const csvUnitColumns = ['unit', 'booking', 'min', 'max'] as const;
const knownColumns = [...csvColumns, ...csvUnitColumns];
type Column = (typeof knownColumns)[number];
const neededColumns: readonly Column[] = ['section', 'row', 'seat'];
const linesMax = seatsPerSchemaMax + sectionsPerSchemaMax;
const capacityWord = /(?:^|[\s,;|])capacity=(\S*)/i;

/** `text`: without a byte order mark. */
export function layoutOfCsv(text: string): ImportedLayout | readonly FieldError[] {
  const plan = new ImportedPlan({ section: 'section', row: 'row', seat: 'seat', unit: 'unit' });
  const separator = separatorOf(text.slice(0, text.indexOf('\n') === -1 ? text.length : text.indexOf('\n')));
  const lines = new Lines(plan, separator);
  let count = 0;
  for (const { line, cells, isBroken } of csvRecords(text, separator)) {
    const place = `lines[${line}]`;
    if (isBroken) plan.reject(place, '', 'PATTERN', 'must have an end and a separator after each quoted cell');
    else if (count++ === 0) lines.readHeader(cells, place);
    else if (count > linesMax + 1) plan.reject(place, '', 'MAX', `must be one of at most ${linesMax} lines`);
    else lines.read(cells, place);
    if (plan.isFull || !lines.isReadable || count > linesMax + 1) break;
  }
  if (count === 0) plan.reject('body', '', 'NOT_NULL', `must begin with the line ${csvColumns.join(',')}`);
  return plan.finish();
}

class Lines {
  readonly #plan: ImportedPlan;
  readonly #separator: string;
  #columns = new Map<Column, number>();
  isReadable = true;

  constructor(plan: ImportedPlan, separator: string) {
    this.#plan = plan;
    this.#separator = separator;
  }

  readHeader(cells: readonly string[], place: string): void {
    for (const [at, cell] of cells.entries()) {
      const name = knownColumns.find((column) => column === cell.trim().toLowerCase());
      if (name === undefined) this.#plan.warn(`The column '${cell.trim().slice(0, 50)}' is not read.`);
      else if (!this.#columns.has(name)) this.#columns.set(name, at);
    }
    for (const name of neededColumns) {
      if (this.#columns.has(name)) continue;
      this.isReadable = false;
      this.#plan.reject(place, name, 'NOT_NULL', 'must be a column of the first line');
    }
  }

  read(cells: readonly string[], place: string): void {
    const cell = (column: Column): string => cells[this.#columns.get(column) ?? cells.length]?.trim() ?? '';
    const [section, row, seat] = [cell('section'), cell('row'), cell('seat')];
    if (section === '') this.#plan.reject(place, 'section', 'NOT_NULL', 'must not be empty');
    const [x, y] = [this.#numberOf(cell('x'), place, 'x'), this.#numberOf(cell('y'), place, 'y')];
    if (x === undefined || y === undefined) return;
    if ((x === null) !== (y === null)) {
      this.#plan.reject(place, x === null ? 'x' : 'y', 'NOT_NULL', 'must be there as well: a place has x and y');
      return;
    }
    const point = x === null || y === null ? null : { x, y };
    const flags = cell('flags');
    if (row === '' && seat === '') this.#readArea({ section, point, flags, place });
    else if (row === '' || seat === '') {
      this.#plan.reject(place, row === '' ? 'row' : 'seat', 'NOT_NULL', 'must be there as well: a seat has a row');
    } else {
      this.#readSeat({ section, point, flags, place }, row, seat, cell('unit'));
      if (cell('unit') !== '') this.#readTerms(cell, place);
    }
  }

  /** Of the unit: on one of its lines or on several, which then agree. */
  #readTerms(cell: (column: Column) => string, place: string): void {
    const terms: Record<string, string | number> = {};
    if (cell('booking') !== '') terms.booking = cell('booking').toUpperCase();
    for (const column of ['min', 'max'] as const) {
      const guests = this.#numberOf(cell(column), place, column);
      if (typeof guests === 'number') terms[column] = guests;
    }
    this.#plan.unit(cell('unit'), place, terms);
  }

  #readSeat({ section, point, flags: text, place }: Item, row: string, name: string, unit: string): void {
    const { flags, unknown } = readFlags(text);
    if (unknown.length > 0) {
      this.#plan.reject(place, 'flags', 'UNKNOWN_VALUE', `must be words of ${seatFlagNames.join(', ')}`, unknown[0]);
    }
    this.#plan.seat(section, row, { name, point, flags, place, unit });
  }

  #readArea({ section, point, flags, place }: Item): void {
    const capacity = capacityWord.exec(flags)?.[1];
    if (capacity === undefined || !/^\d{1,9}$/.test(capacity)) {
      const message =
        'must be capacity= and a whole number, such as capacity=300: a line without row and seat is an area';
      this.#plan.reject(place, 'flags', capacity === undefined ? 'NOT_NULL' : 'TYPE', message, flags);
      return;
    }
    this.#plan.area(section, place, { capacity: Number(capacity), ...point });
  }

  /** Null: empty; undefined: no number. Beside a semicolon as separator, a comma is one of decimals. */
  #numberOf(text: string, place: string, column: Column): number | null | undefined {
    if (text === '') return null;
    const written = this.#separator === ',' ? text : text.replace(',', '.');
    if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(written) && Number.isFinite(Number(written))) {
      return Number(written);
    }
    this.#plan.reject(place, column, 'TYPE', 'must be a number', text);
    return undefined;
  }
}

interface Item {
  readonly section: string;
  readonly point: { readonly x: number; readonly y: number } | null;
  readonly flags: string;
  readonly place: string;
}
