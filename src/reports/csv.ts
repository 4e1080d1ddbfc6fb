/**
 * Tables as comma-separated values (RFC 4180): lines end with CR LF, a cell with a comma, a quote or a line break is
 * quoted. A text that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets show as text. No
 * byte order mark: RFC 4180 has none, other programs read it as part of the first name, and the media type says UTF-8.
 */
import { csvCell } from '#codec/imports/csv-table.ts';

export const csvType = 'text/csv; charset=utf-8; header=present';

export type CsvCell = string | number | bigint | null;

/** Spreadsheets also trim spaces in front of the sign, and read the wide forms of it. */
const formula = /^\s*[=+\-@\t\r＝＋－＠]/;

/** One line with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  // Numbers are the service's own: -5 is an amount, and no formula.
  if (typeof cell !== 'string') return String(cell);
  return csvCell(formula.test(cell) ? `'${cell}` : cell);
}

/** The header that makes a browser save the answer under this name. The name is the service's own: letters, digits, `-`, `.`. */
export function savedAs(name: string): { readonly 'Content-Disposition': string } {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}
