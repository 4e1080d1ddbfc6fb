/** The purchases of an event: found by reference, by name and by seat, with their lines, and all of them as a file. */
import type { ComponentChild } from 'preact';
import { formatAmount } from '../../../client/index.ts';
import { speech } from '../../languages/speech.ts';
import type { Column } from '../../shared/components/table.tsx';
import { Named } from '../../shared/components/words.tsx';
import { useDesk } from '../desk.ts';
import { amount, instant } from '../format.ts';
import { FoundOrders, type Order, type OrderSearch, useOrderSearch } from '../order-search.tsx';
import { SavedTable } from '../saved-table.tsx';
import type { Client } from '../service.ts';
import { SessionLink } from '../session-link.tsx';
import { text as words } from '../texts.ts';
import { text } from './texts.ts';

type Line = Order['lines'][number];

const fields = [
  { member: 'reference', label: words('reference') },
  { member: 'name', label: text('nameOrProperty') },
  { member: 'section', label: text('section') },
  { member: 'row', label: text('row') },
  { member: 'seat', label: text('seat') },
] as const;
const size = 25;
const linesMax = 8;

export function OrdersView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service } = useDesk();
  const search = useOrderSearch(eventId, size);
  const columns: readonly Column<Order>[] = [
    { label: words('reference'), cell: ({ reference }) => <Named text={reference ?? '–'} /> },
    { label: text('bought'), cell: ({ createdAt }) => <span class="no-wrap">{instant(createdAt)}</span> },
    { label: text('boughtPlaces'), cell: ({ lines }) => <Lines lines={lines} /> },
    { label: text('amount'), isNumber: true, cell: amountText },
    { label: words('properties'), cell: ({ properties }) => <Properties of={properties} /> },
    { label: words('session'), cell: ({ id }) => <SessionLink eventId={eventId} id={id} /> },
  ];
  return (
    <FoundOrders
      search={search}
      fields={fields}
      caption={text('ordersCaption')}
      empty={text('noSuchOrders')}
      columns={columns}
    >
      <SavedTable
        name={`orders-${eventId}.csv`}
        read={() => service.ask((client) => saveOrders(client, eventId, search))}
      />
    </FoundOrders>
  );
}

function saveOrders(client: Client, id: string, { wanted }: OrderSearch) {
  const params = { path: { id }, query: { ...wanted, format: 'csv' as const } };
  return client.GET('/api/private/v2.0/events/{id}/orders/', { params, parseAs: 'text' });
}

function amountText({ amount: value, currency, total }: Order): string {
  return value === undefined || currency === undefined ? amount(total) : formatAmount(value, currency, speech().locale);
}

function Lines({ lines }: { readonly lines: readonly Line[] }): ComponentChild {
  const shown = lines.slice(0, linesMax);
  return (
    <ul class="plain-list">
      {shown.map((line) => (
        <li key={`${line.id} ${line.priceId} ${line.ticketType}`}>{placeOf(line)}</li>
      ))}
      {lines.length > shown.length && <li>{text('andMore', { count: lines.length - shown.length })}</li>}
    </ul>
  );
}

/** "Stalls, row A, seat 12, Adult", "3 × Floor". */
function placeOf({ section, row, seat, places, ticketTypeName, unoccupied }: Line): string {
  const place =
    seat === null
      ? text('placesIn', { count: places, section })
      : words('seatPlace', {
          section,
          row: words('rowOf', { label: row ?? '' }),
          seat: words('seatOf', { label: seat }),
        });
  const type = unoccupied === true ? words('noGuest') : ticketTypeName;
  return type === undefined ? place : text('placeFor', { place, type });
}

function Properties({ of }: { readonly of: Order['properties'] }): ComponentChild {
  const entries = Object.entries(of);
  if (entries.length === 0) return '–';
  return (
    <ul class="plain-list">
      {entries.map(([name, value]) => (
        <li key={name}>
          <Named
            text={text('propertyIs', { name, value: typeof value === 'string' ? value : JSON.stringify(value) })}
          />
        </li>
      ))}
    </ul>
  );
}
