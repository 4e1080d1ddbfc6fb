/** The audit of the organization: who has changed what, the latest first, with what there was and what there is since. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { SelectField, TextField } from '../shared/components/fields.tsx';
import { type Column, Steps, Table } from '../shared/components/table.tsx';
import { Badge, EmptyText, Named, type Pair, Pairs } from '../shared/components/words.tsx';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { instant } from './format.ts';
import { Read, useReading } from './reading.tsx';
import { SavedTable } from './saved-table.tsx';
import type { Client } from './service.ts';

type Entry = components['schemas']['AuditEntry'];
type Page = components['schemas']['AuditPage'];

interface Filter {
  /** Empty: everybody. */
  readonly accountId: string;
  /** Local times of the reader; empty: no bound. */
  readonly from: string;
  readonly until: string;
}

const limit = 50;
const path = '/api/private/management/v2.0/audit/';

export function AuditPage(): ComponentChild {
  const { service, open } = useDesk();
  const [filter, setFilter] = useState<Filter>({ accountId: '', from: '', until: '' });
  /** The entries after which pages begin; the first page has none. */
  const [after, setAfter] = useState<readonly number[]>([]);
  useTitle('Audit');
  const people = useReading('people', () =>
    service.ask((client) => client.GET('/api/private/management/v2.0/people/')),
  );
  const entries = useReading(
    JSON.stringify([filter, after]),
    () => service.ask((client) => readEntries(client, filter, after.at(-1))) as Promise<Page>,
  );
  const change = (changes: Partial<Filter>): void => {
    setFilter({ ...filter, ...changes });
    setAfter([]);
  };
  const persons = (people.value?.people ?? []).map(({ id, email }) => ({ value: String(id), label: email }));
  return (
    <>
      <h1>Audit</h1>
      <div class="filters">
        <SelectField
          label="Person"
          options={[{ value: '', label: 'Everybody, and keys' }, ...persons]}
          value={filter.accountId}
          onChoose={(accountId) => change({ accountId })}
        />
        <TextField label="From" type="datetime-local" value={filter.from} onText={(from) => change({ from })} />
        <TextField label="Until" type="datetime-local" value={filter.until} onText={(until) => change({ until })} />
        <SavedTable name="audit.csv" read={() => service.ask((client) => saveEntries(client, filter))} />
      </div>
      <div class="card">
        <Read reading={entries} waiting="Reading the audit…">
          {({ entries: rows, next }) => (
            <>
              {rows.length === 0 ? (
                <EmptyText>There are no such entries.</EmptyText>
              ) : (
                <Table
                  caption="Changes, the latest first"
                  columns={columnsOf((entry) => open(<EntryDialog {...entry} />))}
                  rows={rows}
                  keyOf={({ id }) => id}
                />
              )}
              <Steps
                text="The latest change comes first."
                back={{ label: 'Newer', isOff: after.length === 0, go: () => setAfter(after.slice(0, -1)) }}
                on={{ label: 'Older', isOff: next === null, go: () => next !== null && setAfter([...after, next]) }}
              />
            </>
          )}
        </Read>
      </div>
    </>
  );
}

function wanted({ accountId, from, until }: Filter) {
  const instantOf = (local: string): string => new Date(local).toISOString();
  return {
    ...(accountId === '' ? {} : { accountId: Number(accountId) }),
    ...(from === '' ? {} : { from: instantOf(from) }),
    ...(until === '' ? {} : { until: instantOf(until) }),
  };
}

function readEntries(client: Client, filter: Filter, after: number | undefined) {
  const query = { ...wanted(filter), limit, ...(after === undefined ? {} : { after }) };
  return client.GET(path, { params: { query } });
}

function saveEntries(client: Client, filter: Filter) {
  return client.GET(path, { params: { query: { ...wanted(filter), format: 'csv' } }, parseAs: 'text' });
}

function columnsOf(show: (entry: Entry) => void): readonly Column<Entry>[] {
  return [
    { label: 'When', cell: ({ at }) => <span class="no-wrap">{instant(at)}</span> },
    { label: 'Who', cell: ({ by }) => <Named text={authorOf(by)} /> },
    { label: 'Call', cell: ({ target }) => <Named class="code" text={target} /> },
    { label: 'Answer', cell: ({ status }) => <Outcome status={status} /> },
    {
      label: 'Details',
      cell: (entry) => (
        <Button look="quiet" aria-label={`Details of change ${entry.id}`} onPress={() => show(entry)}>
          Details
        </Button>
      ),
    },
  ];
}

function authorOf({ kind, id, email }: Entry['by']): string {
  if (kind === 'ACCOUNT') return email ?? `A person who is not known any more, number ${id}`;
  return `Key: ${id}`;
}

function Outcome({ status }: Pick<Entry, 'status'>): ComponentChild {
  if (status === null) return <Badge look="bad">Not known</Badge>;
  return <Badge look={status < 300 ? 'good' : 'warn'}>{status < 300 ? 'Done' : `Refused with ${status}`}</Badge>;
}

function EntryDialog({ id, at, by, address, target, eventId, before, after, requestId }: Entry): ComponentChild {
  const { open } = useDesk();
  const rows: Pair[] = [
    ['When', new Date(at).toLocaleString('en-GB')],
    ['Who', authorOf(by)],
    ['From', address ?? 'not known'],
    ['Call', <span class="code">{target}</span>],
    ['Event', eventId === null ? '–' : <a href={`#/events/${eventId}`}>{eventId}</a>],
    ['Request', <span class="code">{requestId}</span>],
    ['Before', <State of={before} />],
    ['After', <State of={after} />],
  ];
  return (
    <MessageDialog title={`Change ${id}`} onClose={() => open(null)}>
      <Pairs rows={rows} />
    </MessageDialog>
  );
}

function State({ of }: { readonly of: unknown }): ComponentChild {
  if (of === null || of === undefined) return '–';
  return <pre class="code state">{JSON.stringify(of, null, 2)}</pre>;
}
