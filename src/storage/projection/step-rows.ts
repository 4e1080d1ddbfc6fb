/**
 * Rows of steps as columns: the parameters of the statement that writes them. Yields to the event loop between rows, because a
 * step may have 30,000 of them.
 */
import { sql } from 'slonik';
import type { ProjectionStep } from '#actors/ports.ts';

/** Encoding this many rows takes 1 to 2 ms. */
const rowsPerTurn = 500;

export type Cell = string | number | null;

/** Cells are already quoted where needed. Cells of type `lines` hold no raw line break: JSON escapes it. */
type Column<T> = readonly [
  type: 'int4' | 'int8' | 'bool' | 'uuid' | 'text' | 'lines',
  cell: (row: T, step: ProjectionStep) => Cell,
];

/** The event number and the given columns of all rows, as an `unnest` call for `from`. Yields to the event loop. */
export async function rowsOf<T>(
  steps: readonly ProjectionStep[],
  member: (step: ProjectionStep) => readonly T[],
  columns: readonly Column<T>[],
) {
  const numbers = new ColumnText(',');
  const texts = columns.map(([type]) => new ColumnText(type === 'lines' ? '\n' : ','));
  let rows = 0;
  for (const step of steps) {
    for (const row of member(step)) {
      numbers.add(step.ownership.eventNumber);
      columns.forEach(([, cell], place) => {
        texts[place]?.add(cell(row, step) ?? 'null');
      });
      if (++rows % rowsPerTurn !== 0) continue;
      for (const text of [numbers, ...texts]) text.join();
      await new Promise(setImmediate);
    }
  }
  const arrays = columns.map(([type], place) => {
    const text = texts[place]?.join() ?? '';
    if (type === 'lines') return sql.fragment`string_to_array(${text}, E'\n')`;
    return sql.fragment`${`{${text}}`}::${sql.identifier([type])}[]`;
  });
  return sql.fragment`unnest(${`{${numbers.join()}}`}::int4[], ${sql.join(arrays, sql.fragment`, `)})`;
}

/** The cells of a column as one text, joined piece by piece: joining 30,000 at once would take some milliseconds. */
class ColumnText {
  readonly #separator: string;
  #cells: Cell[] = [];
  #text: string | null = null;

  constructor(separator: string) {
    this.#separator = separator;
  }

  add(cell: Cell): void {
    this.#cells.push(cell);
  }

  /** The text of all cells so far. */
  join(): string {
    if (this.#cells.length > 0) {
      const piece = this.#cells.join(this.#separator);
      this.#text = this.#text === null ? piece : this.#text + this.#separator + piece;
      this.#cells = [];
    }
    return this.#text ?? '';
  }
}

export function arrayOf(values: readonly Cell[]): string {
  return `{${values.join(',')}}`;
}

export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
