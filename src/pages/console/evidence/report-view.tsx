/** The report of an event: its places by what the person chooses, as a table, as bars, and as a file. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { formatAmount } from '../../../client/index.ts';
import { speech } from '../../languages/speech.ts';
import { CheckField } from '../../shared/components/fields.tsx';
import { type Column, Table } from '../../shared/components/table.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import { useDesk } from '../desk.ts';
import { amount, count } from '../format.ts';
import { Read, useReading } from '../reading.tsx';
import { SavedTable } from '../saved-table.tsx';
import type { Client } from '../service.ts';
import { ReportBars } from './report-bars.tsx';
import { type Grouping, groupings, nameIn, type ReportRow } from './report-words.ts';
import { text } from './texts.ts';

type Report = components['schemas']['EventReport'];

export function ReportView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service } = useDesk();
  const [chosen, setChosen] = useState<readonly Grouping[]>(['section', 'status']);
  const by = chosen.join(',');
  const read = (): Promise<Report> => service.ask((client) => readReport(client, eventId, by)) as Promise<Report>;
  const report = useReading(by, chosen.length === 0 ? null : read);
  const choose = (name: Grouping, isOn: boolean): void =>
    setChosen(groupings.map((one) => one.name).filter((one) => (one === name ? isOn : chosen.includes(one))));
  return (
    <div class="stack">
      <section class="card panel">
        <fieldset class="row">
          <legend>{text('rowsToldApart')}</legend>
          {groupings.map(({ name, label }) => (
            <CheckField
              key={name}
              label={label}
              isChecked={chosen.includes(name)}
              onCheck={(isOn) => choose(name, isOn)}
            />
          ))}
        </fieldset>
        {chosen.length > 0 && (
          <SavedTable
            name={`report-${eventId}.csv`}
            read={() => service.ask((client) => saveReport(client, eventId, by))}
          />
        )}
      </section>
      {chosen.length === 0 ? (
        <EmptyText>{text('chooseOne')}</EmptyText>
      ) : (
        <Read reading={report} waiting={text('counting')}>
          {(found) => <Shown {...found} />}
        </Read>
      )}
    </div>
  );
}

function readReport(client: Client, id: string, by: string) {
  return client.GET('/api/private/v2.0/events/{id}/report/', { params: { path: { id }, query: { by } } });
}

function saveReport(client: Client, id: string, by: string) {
  const params = { path: { id }, query: { by, format: 'csv' as const } };
  return client.GET('/api/private/v2.0/events/{id}/report/', { params, parseAs: 'text' });
}

function Shown({ by, rows, sequence }: Report): ComponentChild {
  const currencies = [...new Set(rows.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)))].sort();
  const columns: readonly Column<ReportRow>[] = [
    ...by.map((name) => ({ label: labelOf(name), cell: (row: ReportRow) => <Named text={nameIn(row, name)} /> })),
    { label: text('boughtPlaces'), isNumber: true, cell: ({ places }) => count(places) },
    ...(rows.some(({ units }) => units > 0)
      ? [{ label: text('tablesAndBoxes'), isNumber: true as const, cell: ({ units }: ReportRow) => count(units) }]
      : []),
    ...currencies.map((currency) => ({
      label: text('amountIn', { currency }),
      isNumber: true as const,
      cell: (row: ReportRow) => formatAmount(sumIn(row, currency), currency, speech().locale),
    })),
    { label: text('totalByNames'), isNumber: true, cell: ({ total }) => amount(total) },
  ];
  return (
    <>
      <section class="card panel">
        <ReportBars by={by} rows={rows} />
      </section>
      <section class="card">
        <Table
          caption={text('report')}
          columns={columns}
          rows={[...rows, sumOf(rows)]}
          keyOf={(row) => JSON.stringify(row)}
        />
        <p class="pager">{text('includesUpTo', { sequence })}</p>
      </section>
    </>
  );
}

function labelOf(name: Grouping): string {
  return groupings.find((one) => one.name === name)?.label ?? name;
}

function sumIn({ amounts }: ReportRow, currency: string): number {
  return amounts.find((one) => one.currency === currency)?.amount ?? 0;
}

/** All rows together: it has no groups, so its name stands in the first column. */
function sumOf(rows: readonly ReportRow[]): ReportRow {
  const amounts = new Map<string, number>();
  for (const { amounts: own } of rows) {
    for (const { currency, amount: value } of own) amounts.set(currency, (amounts.get(currency) ?? 0) + value);
  }
  const sum = (of: 'places' | 'unoccupied' | 'units' | 'total'): number => rows.reduce((all, row) => all + row[of], 0);
  return {
    places: sum('places'),
    unoccupied: sum('unoccupied'),
    units: sum('units'),
    total: sum('total'),
    amounts: [...amounts].map(([currency, value]) => ({ currency, amount: value })),
  };
}
