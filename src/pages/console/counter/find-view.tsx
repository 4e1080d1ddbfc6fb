/** Purchases found by reference, name and seat; one of them is opened, released or exchanged. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import type { Column } from '../../shared/components/table.tsx';
import { Named } from '../../shared/components/words.tsx';
import { count, instant } from '../format.ts';
import { FoundOrders, type Order, useOrderSearch } from '../order-search.tsx';
import { text as words } from '../texts.ts';
import { sumText } from './money.ts';
import { OrderPanel } from './order-panel.tsx';
import { text } from './texts.ts';

const fields = [
  { member: 'reference', label: words('reference') },
  { member: 'name', label: words('name') },
  { member: 'section', label: text('section') },
  { member: 'row', label: text('row') },
  { member: 'seat', label: text('seat') },
] as const;
const size = 10;

export function FindView({ eventId }: { readonly eventId: string }): ComponentChild {
  const search = useOrderSearch(eventId, size);
  const [opened, setOpened] = useState<string | null>(null);
  const columns: readonly Column<Order>[] = [
    { label: words('reference'), cell: ({ reference }) => <Named text={reference ?? '–'} class="code" /> },
    { label: words('name'), cell: ({ properties }) => <Named text={String(properties.name ?? '–')} /> },
    { label: text('boughtAt'), cell: ({ createdAt }) => <span class="no-wrap">{instant(createdAt)}</span> },
    { label: words('places'), isNumber: true, cell: ({ places }) => count(places) },
    { label: words('total'), isNumber: true, cell: sumText },
    {
      label: text('order'),
      cell: ({ id, reference }) => (
        <Button
          isSmall
          aria-pressed={id === opened}
          aria-label={text('openOrder', { reference: reference ?? id })}
          onPress={() => setOpened(id)}
        >
          {text('open')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <FoundOrders
        search={search}
        fields={fields}
        caption={text('orders')}
        empty={text('noSuchOrder')}
        columns={columns}
      />
      {opened !== null && (
        <OrderPanel
          key={opened}
          eventId={eventId}
          id={opened}
          onChange={search.orders.now}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
