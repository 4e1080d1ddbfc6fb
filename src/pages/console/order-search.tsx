/**
 * The purchases of an event by pages, found by reference, name and seat. Each view shows them with its own columns. Reads; changes
 * nothing.
 */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import type { Column } from '../shared/components/table.tsx';
import { useDesk } from './desk.ts';
import { Listing } from './listing.tsx';
import { type Reading, useReading } from './reading.tsx';
import { SearchField } from './search-field.tsx';
import type { Client } from './service.ts';

export type Order = components['schemas']['Order'];
type Page = components['schemas']['PageOrder'];

const nothing = { reference: '', name: '', section: '', row: '', seat: '' };
type Member = keyof typeof nothing;

export interface OrderSearch {
  readonly orders: Reading<Page>;
  /** The fields that are not empty, as the interface takes them. */
  readonly wanted: Readonly<Partial<Record<Member, string>>>;
  readonly entered: Readonly<Record<Member, string>>;
  readonly enter: (member: Member, text: string) => void;
  readonly turnTo: (page: number) => void;
}

/** `size`: orders on a page. */
export function useOrderSearch(eventId: string, size: number): OrderSearch {
  const { service } = useDesk();
  const [entered, setEntered] = useState(nothing);
  const [page, turnTo] = useState(0);
  const wanted = Object.fromEntries(Object.entries(entered).filter(([, text]) => text !== ''));
  const query = { ...wanted, page, size, sort: ['createdAt,desc'] };
  const list = (client: Client) =>
    client.GET('/api/private/v2.0/events/{id}/orders/', { params: { path: { id: eventId }, query } });
  const orders = useReading(JSON.stringify(query), () => service.ask(list) as Promise<Page>);
  const enter = (member: Member, text: string): void => {
    setEntered((before) => ({ ...before, [member]: text }));
    turnTo(0);
  };
  return { orders, wanted, entered, enter, turnTo };
}

interface Properties {
  readonly search: OrderSearch;
  readonly fields: readonly { readonly member: Member; readonly label: string }[];
  readonly caption: string;
  readonly empty: string;
  readonly columns: readonly Column<Order>[];
  /** Beside the fields. */
  readonly children?: ComponentChildren;
}

export function FoundOrders({ search, fields, caption, empty, columns, children }: Properties): ComponentChild {
  const { orders, entered, enter, turnTo } = search;
  return (
    <>
      <div class="filters">
        {fields.map(({ member, label }) => (
          <SearchField key={member} label={label} value={entered[member]} onSearch={(text) => enter(member, text)} />
        ))}
        {children}
      </div>
      <div class="card">
        <Listing reading={orders} caption={caption} empty={empty} columns={columns} onPage={turnTo} />
      </div>
    </>
  );
}
