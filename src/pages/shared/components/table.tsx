/** Tables, each with a caption for screen readers, and the pager below a table. */
import type { ComponentChild } from 'preact';
import { Button } from './button.tsx';

export interface Column {
  readonly label: string;
  readonly isNumber?: true;
}

export interface Row {
  /** The same for the same thing: its row keeps the focus when the table is drawn anew. */
  readonly key: string | number;
  readonly cells: readonly ComponentChild[];
}

interface TableProperties {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/**
 * The first cell of each row is its header. A narrow window shows each row as a card, with the label of each figure: the
 * roles keep it a table for screen readers.
 */
export function Table({ caption, columns, rows }: TableProperties): ComponentChild {
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
          {rows.map(({ key, cells }) => (
            <tr key={key} role="row">
              {cells.map((cell, at) => cellOf(cell, columns[at]))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );

  function cellOf(cell: ComponentChild, column: Column | undefined): ComponentChild {
    if (column === columns[0]) {
      return (
        <th key={column?.label} scope="row" role="rowheader" class={lookOf(column)}>
          {cell}
        </th>
      );
    }
    return (
      <td key={column?.label} role="cell" class={lookOf(column)} data-label={column?.label}>
        {cell}
      </td>
    );
  }
}

function lookOf(column: Column | undefined): string | undefined {
  return column?.isNumber === true ? 'number' : undefined;
}

interface PagerProperties {
  /** From 0. */
  readonly number: number;
  readonly totalPages: number;
  readonly totalElements: number;
  /** What the elements are, in the plural. */
  readonly noun: string;
  readonly onPage: (number: number) => void;
}

/** Nothing when one page holds everything. */
export function Pager({ number, totalPages, totalElements, noun, onPage }: PagerProperties): ComponentChild {
  if (totalPages <= 1) return null;
  const text = (count: number): string => count.toLocaleString('en');
  return (
    <div class="pager">
      Page {text(number + 1)} of {text(totalPages)}, {text(totalElements)} {noun}
      <div class="row">
        <Button isOff={number === 0} onPress={() => onPage(number - 1)}>
          Previous
        </Button>
        <Button isOff={number >= totalPages - 1} onPress={() => onPage(number + 1)}>
          Next
        </Button>
      </div>
    </div>
  );
}
