/** A list that the service answers in pages, as a table. */
import type { ComponentChild } from 'preact';
import { type Column, Table } from '../shared/components/table.tsx';
import { EmptyText } from '../shared/components/words.tsx';
import { Pager } from './pager.tsx';
import { Read, type Reading } from './reading.tsx';
import { text } from './texts.ts';

interface Page<Row> {
  readonly content: readonly Row[];
  readonly number: number;
  readonly totalPages: number;
  readonly totalElements: number;
}

interface Properties<Row> {
  readonly reading: Reading<Page<Row>>;
  readonly caption: string;
  /** Shown when there is nothing. */
  readonly empty: string;
  readonly columns: readonly Column<Row>[];
  readonly onPage: (page: number) => void;
}

export function Listing<Row extends { readonly id: string | number }>(properties: Properties<Row>): ComponentChild {
  const { reading, caption, empty, columns, onPage } = properties;
  return (
    <Read reading={reading} waiting={text('reading')}>
      {({ content, ...pages }) => (
        <>
          {content.length === 0 ? (
            <EmptyText>{empty}</EmptyText>
          ) : (
            <Table caption={caption} columns={columns} rows={content} keyOf={({ id }) => id} />
          )}
          <Pager {...pages} onPage={onPage} />
        </>
      )}
    </Read>
  );
}
