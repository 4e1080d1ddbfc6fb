/** The report of an event, or of all events of its series: places by what the person chooses, as a table, as bars, and as a file. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { formatAmount } from '../../../client/index.ts';
import { speech } from '../../languages/speech.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField } from '../../shared/components/fields.tsx';
import { type Column, Table } from '../../shared/components/table.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import { useDesk } from '../desk.ts';
import { amount, count } from '../format.ts';
import { Problem, Read, useReading } from '../reading.tsx';
import { mayForAll } from '../rights.ts';
import { SavedTable } from '../saved-table.tsx';
import { ReportBars } from './report-bars.tsx';
import { type Counted, type Report, readReport, readSeries, saveReport } from './report-calls.ts';
import { type Grouping, groupings, nameIn, type ReportRow } from './report-words.ts';
import { text } from './texts.ts';

interface Properties {
  readonly eventId: string;
  /** What is counted first. */
  readonly first: Counted['of'];
}

export function ReportView({ eventId, first }: Properties): ComponentChild {
  const { service, rights } = useDesk();
  const isOfAll = mayForAll(rights, 'VIEWER');
  const series = useReading(eventId, isOfAll ? () => readSeries(service, eventId) : null);
  const [of, setOf] = useState(isOfAll ? first : 'event');
  const id = of === 'event' ? eventId : (series.value?.[0]?.id ?? null);
  const counted = id === null ? null : ({ of, id } as Counted);
  return (
    <div class="stack">
      {(series.value?.length ?? 0) > 0 && <Scopes of={of} onScope={setOf} />}
      {counted !== null && <Counting key={of} counted={counted} />}
      {counted === null && series.value !== null && <EmptyText>{text('noSeries')}</EmptyText>}
      <Problem of={series} />
    </div>
  );
}

interface ScopeProperties {
  readonly of: Counted['of'];
  readonly onScope: (of: Counted['of']) => void;
}

function Scopes({ of, onScope }: ScopeProperties): ComponentChild {
  const scopes = [
    { value: 'event', label: text('thisEvent') },
    { value: 'series', label: text('wholeSeries') },
  ] as const;
  return (
    <div class="row">
      <fieldset class="segments" aria-label={text('whatIsCounted')}>
        {scopes.map(({ value, label }) => (
          <Button key={value} aria-pressed={value === of} onPress={() => onScope(value)}>
            {label}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

function Counting({ counted }: { readonly counted: Counted }): ComponentChild {
  const { service } = useDesk();
  const [chosen, setChosen] = useState<readonly Grouping[]>(['section', 'status']);
  const by = chosen.join(',');
  const report = useReading(by, chosen.length === 0 ? null : () => readReport(service, counted, by));
  const choose = (name: Grouping, isOn: boolean): void =>
    setChosen(groupings.map((one) => one.name).filter((one) => (one === name ? isOn : chosen.includes(one))));
  return (
    <>
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
            name={`report-${counted.of === 'event' ? '' : 'series-'}${counted.id}.csv`}
            read={() => saveReport(service, counted, by)}
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
    </>
  );
}

function Shown({ by, rows, includes }: Report): ComponentChild {
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
        <p class="pager">
          {'sequence' in includes ? text('includesUpTo', includes) : text('includesEvents', { count: includes.events })}
        </p>
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
