/** Tables, each with a caption for screen readers, and the steps below a table from one page of it to the next. */
import type { ComponentChild } from 'preact';
import { Button } from './button.tsx';

export interface Column<Row> {
  readonly label: string;
  readonly isNumber?: true;
  readonly cell: (row: Row) => ComponentChild;
}

interface TableProperties<Row> {
  readonly caption: string;
  /** The first one is the header of each row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The same for the same thing: its row keeps the focus when the table is drawn anew. */
  readonly keyOf: (row: Row) => string | number;
}

/** A narrow window shows each row as a card, with the label of each figure: the roles keep it a table. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProperties<Row>): ComponentChild {
  const lookOf = ({ isNumber }: Column<Row>) => (isNumber === true ? 'number' : undefined);
  const [header, ...others] = columns;
  return (
    // With a `tabindex` the keyboard can scroll a table that is wider than the screen.
    <section class="table-frame" tabIndex={0} aria-label={caption}>
      <table role="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.label} scope="col" role="columnheader" class={lookOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {header !== undefined && (
                <th scope="row" role="rowheader" class={lookOf(header)}>
                  {header.cell(row)}
                </th>
              )}
              {others.map((column) => (
                <td key={column.label} role="cell" class={lookOf(column)} data-label={column.label}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Step {
  readonly label: string;
  /** There is nothing more in this direction. */
  readonly isOff: boolean;
  readonly go: () => void;
}

/** Goes back and on in a list. `text` says where the person is. */
export function Steps({ text, back, on }: { readonly text: string; readonly back: Step; readonly on: Step }) {
  return (
    <div class="pager">
      {text}
      <div class="row">
        {[back, on].map(({ label, isOff, go }) => (
          <Button key={label} isOff={isOff} onPress={go}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
