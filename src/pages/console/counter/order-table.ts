/** Reads the service's table of purchases (docs/reports.md): one line for each seat. Pure. */

/** One seat, or places of an area, with the person who bought them. */
export interface DoorLine {
  readonly key: string;
  readonly section: string;
  readonly row: string;
  readonly seat: string;
  readonly places: number;
  /** Ticket type, or else the price. */
  readonly type: string;
  readonly name: string;
  readonly reference: string;
}

/** In the order of sections, rows and seats, as people count: 2 is before 10. Seats without a guest are left out. */
export function doorLines(table: string): readonly DoorLine[] {
  const [head = [], ...records] = recordsOf(table);
  const lines = records.flatMap((cells, at): DoorLine[] => {
    const cell = (column: string): string => plainText(cells[head.indexOf(column)] ?? '');
    if (cell('section') === '' || cell('unoccupied') !== '') return [];
    const [section, row, seat, reference] = ['section', 'row', 'seat', 'reference'].map(cell) as [
      string,
      string,
      string,
      string,
    ];
    const type = cell('ticketType') || cell('price');
    return [
      { key: String(at), section, row, seat, places: Number(cell('places')), type, name: nameOf(cell), reference },
    ];
  });
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return lines.sort(
    (one, other) => compare(one.section, other.section) || compare(one.row, other.row) || compare(one.seat, other.seat),
  );
}

function nameOf(cell: (column: string) => string): string {
  try {
    const { name } = JSON.parse(cell('properties')) as { readonly name?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/** The apostrophe keeps a spreadsheet from running a text. */
function plainText(cell: string): string {
  return /^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

/** A cell with its end: quoted, or without a quote. */
const cellShape = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy;

function recordsOf(table: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = '', end] of table.matchAll(cellShape)) {
    if (end === '' && record.length === 0 && quoted === undefined && plain === '') break;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
