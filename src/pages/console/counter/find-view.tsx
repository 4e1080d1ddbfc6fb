/** Purchases found by reference, name and seat; one of them is opened, released or exchanged. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import type { Column } from '../../shared/components/table.tsx';
import { Named } from '../../shared/components/words.tsx';
import { useDesk } from '../desk.ts';
import { count, instant } from '../format.ts';
import { Listing } from '../listing.tsx';
import { useReading } from '../reading.tsx';
import { SearchField } from '../search-field.tsx';
import type { Client } from '../service.ts';
import { text as words } from '../texts.ts';
import { sumText } from './money.ts';
import { OrderPanel } from './order-panel.tsx';
import { text } from './texts.ts';

type Order = components['schemas']['Order'];
type Page = components['schemas']['PageOrder'];

const nothing = { reference: '', name: '', section: '', row: '', seat: '' };
const fields = [
  { member: 'reference', label: words('reference') },
  { member: 'name', label: words('name') },
  { member: 'section', label: text('section') },
  { member: 'row', label: text('row') },
  { member: 'seat', label: text('seat') },
] as const;
const size = 10;

export function FindView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service } = useDesk();
  const [search, setSearch] = useState(nothing);
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const read = (): Promise<Page> => service.ask((client) => listOrders(client, eventId, search, page)) as Promise<Page>;
  const orders = useReading(JSON.stringify([search, page]), read);
  const change = (changes: Partial<typeof nothing>): void => {
    setSearch((before) => ({ ...before, ...changes }));
    setPage(0);
  };
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
      <div class="filters">
        {fields.map(({ member, label }) => (
          <SearchField
            key={member}
            label={label}
            value={search[member]}
            onSearch={(entered) => change({ [member]: entered })}
          />
        ))}
      </div>
      <div class="card">
        <Listing
          reading={orders}
          caption={text('orders')}
          empty={text('noSuchOrder')}
          columns={columns}
          onPage={setPage}
        />
      </div>
      {opened !== null && (
        <OrderPanel key={opened} eventId={eventId} id={opened} onChange={orders.now} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

function listOrders(client: Client, id: string, search: typeof nothing, page: number) {
  const wanted = Object.fromEntries(Object.entries(search).filter(([, entered]) => entered !== ''));
  const query = { ...wanted, page, size, sort: ['createdAt,desc'] };
  return client.GET('/api/private/v2.0/events/{id}/orders/', { params: { path: { id }, query } });
}
