/** The audit of the organization: who has changed what, the latest first, with what there was and what there is since. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { SelectField, TextField } from '../shared/components/fields.tsx';
import { type Column, Steps, Table } from '../shared/components/table.tsx';
import { Badge, EmptyText, Named, type Pair, Pairs } from '../shared/components/words.tsx';
import { text } from './audit-texts.ts';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { exactInstant, instant } from './format.ts';
import { Read, useReading } from './reading.tsx';
import { SavedTable } from './saved-table.tsx';
import type { Client } from './service.ts';
import { text as words } from './texts.ts';

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
  useTitle(words('audit'));
  const entries = useReading(
    JSON.stringify([filter, after]),
    () => service.ask((client) => readEntries(client, filter, after.at(-1))) as Promise<Page>,
  );
  const change = (changes: Partial<Filter>): void => {
    setFilter({ ...filter, ...changes });
    setAfter([]);
  };
  return (
    <>
      <h1>{words('audit')}</h1>
      <Filters filter={filter} onChange={change} />
      <div class="card">
        <Read reading={entries} waiting={words('reading')}>
          {({ entries: rows, next }) => (
            <>
              {rows.length === 0 ? (
                <EmptyText>{text('noSuchEntries')}</EmptyText>
              ) : (
                <Table
                  caption={text('caption')}
                  columns={columnsOf((entry) => open(<EntryDialog {...entry} />))}
                  rows={rows}
                  keyOf={({ id }) => id}
                />
              )}
              <Steps
                text={text('latestFirst')}
                back={{ label: words('newer'), isOff: after.length === 0, go: () => setAfter(after.slice(0, -1)) }}
                on={{
                  label: words('older'),
                  isOff: next === null,
                  go: () => next !== null && setAfter([...after, next]),
                }}
              />
            </>
          )}
        </Read>
      </div>
    </>
  );
}

interface FiltersProperties {
  readonly filter: Filter;
  readonly onChange: (changes: Partial<Filter>) => void;
}

function Filters({ filter, onChange }: FiltersProperties): ComponentChild {
  const { service } = useDesk();
  const people = useReading('people', () =>
    service.ask((client) => client.GET('/api/private/management/v2.0/people/')),
  );
  const persons = (people.value?.people ?? []).map(({ id, email }) => ({ value: String(id), label: email }));
  const { accountId, from, until } = filter;
  return (
    <div class="filters">
      <SelectField
        label={text('person')}
        options={[{ value: '', label: text('everybodyAndKeys') }, ...persons]}
        value={accountId}
        onChoose={(chosen) => onChange({ accountId: chosen })}
      />
      <TextField
        label={text('from')}
        type="datetime-local"
        value={from}
        onText={(entered) => onChange({ from: entered })}
      />
      <TextField
        label={text('until')}
        type="datetime-local"
        value={until}
        onText={(entered) => onChange({ until: entered })}
      />
      <SavedTable name="audit.csv" read={() => service.ask((client) => saveEntries(client, filter))} />
    </div>
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
    { label: text('when'), cell: ({ at }) => <span class="no-wrap">{instant(at)}</span> },
    { label: text('who'), cell: ({ by }) => <Named text={authorOf(by)} /> },
    { label: text('call'), cell: ({ target }) => <Named class="code" text={target} /> },
    { label: text('answer'), cell: ({ status }) => <Outcome status={status} /> },
    {
      label: text('details'),
      cell: (entry) => (
        <Button look="quiet" aria-label={text('detailsOf', { id: String(entry.id) })} onPress={() => show(entry)}>
          {text('details')}
        </Button>
      ),
    },
  ];
}

function authorOf({ kind, id, email }: Entry['by']): string {
  if (kind === 'ACCOUNT') return email ?? text('unknownPerson', { id });
  return text('keyNamed', { id });
}

function Outcome({ status }: Pick<Entry, 'status'>): ComponentChild {
  if (status === null) return <Badge look="bad">{text('notKnown')}</Badge>;
  return (
    <Badge look={status < 300 ? 'good' : 'warn'}>
      {status < 300 ? text('isDone') : text('refusedWith', { status: String(status) })}
    </Badge>
  );
}

function EntryDialog({ id, at, by, address, target, eventId, before, after, requestId }: Entry): ComponentChild {
  const { open } = useDesk();
  const rows: Pair[] = [
    [text('when'), exactInstant(at)],
    [text('who'), authorOf(by)],
    [text('fromAddress'), address ?? text('addressNotKnown')],
    [text('call'), <span class="code">{target}</span>],
    [words('event'), eventId === null ? '–' : <a href={`#/events/${eventId}`}>{eventId}</a>],
    [text('request'), <span class="code">{requestId}</span>],
    [text('before'), <State of={before} />],
    [text('after'), <State of={after} />],
  ];
  return (
    <MessageDialog title={text('changeTitle', { id: String(id) })} onClose={() => open(null)}>
      <Pairs rows={rows} />
    </MessageDialog>
  );
}

function State({ of }: { readonly of: unknown }): ComponentChild {
  if (of === null || of === undefined) return '–';
  return <pre class="code state">{JSON.stringify(of, null, 2)}</pre>;
}
