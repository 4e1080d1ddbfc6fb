/**
 * Reads a text as a table of comma-separated values (RFC 4180), record by record, each with the line on which it begins.
 * Takes the separators that spreadsheets write: comma, semicolon, tab. Copies nothing but the cells of one record.
 */

export interface CsvRecord {
  /** Of its first character, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A quoted cell has no end, or something behind its end. */
  readonly isBroken: boolean;
}

const separators = [';', '\t'] as const;

/** The separator of a header line: what it has outside of quotes; a comma unless there is another one. */
export function separatorOf(header: string): string {
  const plain = header.replaceAll(/"[^"]*"/g, '');
  return plain.includes(',') ? ',' : (separators.find((one) => plain.includes(one)) ?? ',');
}

/** All records that are not empty. */
export function* csvRecords(text: string, separator: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const first = line;
    const cells: string[] = [];
    let isBroken = false;
    for (;;) {
      const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator);
      cells.push(cell.text);
      line += cell.lines;
      at = cell.end;
      if (text[at] === separator) {
        at++;
        continue;
      }
      if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
        isBroken = true;
        at = endOfLine(text, at);
      }
      isBroken ||= cell.isOpen;
      break;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    line++;
    if (cells.length > 1 || cells[0]?.trim() !== '') yield { line: first, cells, isBroken };
  }
}

interface Cell {
  readonly text: string;
  readonly end: number;
  /** Line ends inside. */
  readonly lines: number;
  readonly isOpen: boolean;
}

function plainCell(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end++;
  return { text: text.slice(from, end), end, lines: 0, isOpen: false };
}

function quotedCell(text: string, from: number): Cell {
  let content = '';
  let start = from + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    const end = quote === -1 ? text.length : quote;
    content += text.slice(start, end);
    if (text[end + 1] !== '"') {
      const lines = content.split('\n').length - 1;
      return { text: content, end: Math.min(text.length, end + 1), lines, isOpen: quote === -1 };
    }
    content += '"';
    start = end + 2;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** A cell that reads back as this text. */
export function csvCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
