/** A list that the service answers in pages, as a table. */
import type { ComponentChild } from 'preact';
import { type Column, Pager, Table } from '../shared/components/table.tsx';
import { EmptyText } from '../shared/components/words.tsx';
import { Read, type Reading } from './reading.tsx';

interface Page<Row> {
  readonly content: readonly Row[];
  readonly number: number;
  readonly totalPages: number;
  readonly totalElements: number;
}

interface Properties<Row> {
  readonly reading: Reading<Page<Row>>;
  /** What the rows are, in the plural. */
  readonly noun: string;
  readonly caption: string;
  /** Shown when there is nothing. */
  readonly empty: string;
  readonly columns: readonly Column<Row>[];
  readonly onPage: (page: number) => void;
}

export function Listing<Row extends { readonly id: string | number }>(properties: Properties<Row>): ComponentChild {
  const { reading, noun, caption, empty, columns, onPage } = properties;
  return (
    <Read reading={reading} waiting={`Reading the ${noun}…`}>
      {({ content, ...pages }) => (
        <>
          {content.length === 0 ? (
            <EmptyText>{empty}</EmptyText>
          ) : (
            <Table caption={caption} columns={columns} rows={content} keyOf={({ id }) => id} />
          )}
          <Pager {...pages} noun={noun} onPage={onPage} />
        </>
      )}
    </Read>
  );
}
