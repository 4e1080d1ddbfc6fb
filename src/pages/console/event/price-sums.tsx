/** The amount of each price when all its places are sold, and the sum by currency. Ticket types are left out. */
import type { ComponentChild } from 'preact';
import { formatAmount } from '../../../client/index.ts';
import { speech } from '../../languages/speech.ts';
import { type Column, Table } from '../../shared/components/table.tsx';
import { count } from '../format.ts';
import { text as words } from '../texts.ts';
import type { PriceSum } from './checklist.ts';
import { text } from './texts.ts';

const money = (amount: number, currency: string): string => formatAmount(amount, currency, speech().locale);

const columns: readonly Column<PriceSum>[] = [
  { label: words('price'), cell: ({ name }) => <bdi>{name}</bdi> },
  { label: words('places'), isNumber: true, cell: ({ places }) => count(places) },
  {
    label: text('ifAllSold'),
    isNumber: true,
    cell: ({ amount, currency, places }) => money(amount * places, currency),
  },
];

export function PriceSums({ sums }: { readonly sums: readonly PriceSum[] }): ComponentChild {
  if (sums.length === 0) return null;
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  const totals = [...byCurrency].map(([currency, list]) =>
    money(
      list.reduce((sum, { amount, places }) => sum + amount * places, 0),
      currency,
    ),
  );
  return (
    <>
      <Table caption={text('sumsByPrice')} columns={columns} rows={sums} keyOf={({ name }) => name} />
      <p class="quiet-text">{text('allSoldIs', { amounts: speech().list(totals) })}</p>
    </>
  );
}
