/** The events of the organization as a list, each with its sold, held and left seats and places. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { SelectField } from '../shared/components/fields.tsx';
import type { Column } from '../shared/components/table.tsx';
import { Badge } from '../shared/components/words.tsx';
import { useDesk, useTitle } from './desk.ts';
import { count, share, venueTime } from './format.ts';
import { Listing } from './listing.tsx';
import { NewEvent } from './new-event.tsx';
import { useReading } from './reading.tsx';
import { mayForAll } from './rights.ts';
import { SearchField } from './search-field.tsx';
import type { Client } from './service.ts';
import { text } from './texts.ts';

type ListedEvent = components['schemas']['PageEvent']['content'][number];
type Totals = NonNullable<ListedEvent['totals']>;
type Status = ListedEvent['status'];

interface Filter {
  readonly page: number;
  readonly name: string;
  readonly status: Status | '';
  /** `current`: without events that ended before yesterday. */
  readonly period: 'current' | 'all';
}

const noFilter: Filter = { page: 0, name: '', status: '', period: 'current' };
const refreshMs = 5_000;
const size = 20;
const dayMs = 86_400_000;
const looks = { PUBLISHED: 'good', DRAFT: 'warn', ARCHIVED: '' } as const;
const statusNames: Readonly<Record<Status, string>> = {
  PUBLISHED: text('statusPublished'),
  DRAFT: text('statusDraft'),
  ARCHIVED: text('statusArchived'),
};
const statuses = [
  { value: '', label: text('anyStatus') },
  ...Object.entries(statusNames).map(([value, label]) => ({ value, label })),
];
const periods = [
  { value: 'current', label: text('runningAndComing') },
  { value: 'all', label: text('allEvents') },
];

const columns: readonly Column<ListedEvent>[] = [
  {
    label: text('event'),
    cell: ({ id, name, start }) => (
      <span class="two-lines">
        <a dir="auto" href={`#/events/${id}`}>
          {name}
        </a>
        <span class="second">{venueTime(start)}</span>
      </span>
    ),
  },
  { label: text('status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { label: text('sold'), isNumber: true, cell: (event) => figure(event, 'sold') },
  { label: text('held'), isNumber: true, cell: (event) => figure(event, 'held') },
  { label: text('left'), isNumber: true, cell: (event) => figure(event, 'available') },
  { label: text('filled'), cell: ({ totals }) => (totals ? <Filling totals={totals} /> : text('notReachable')) },
  { label: text('waiting'), isNumber: true, cell: ({ totals }) => (totals?.queue ? count(totals.queue.waiting) : '–') },
];

export function EventsPage(): ComponentChild {
  const { service, rights, open } = useDesk();
  const [filter, setFilter] = useState(noFilter);
  const change = (changes: Partial<Filter>): void => setFilter((before) => ({ ...before, page: 0, ...changes }));
  const list = () => service.ask((client) => listEvents(client, filter));
  const events = useReading(JSON.stringify(filter), list, { pauseMs: refreshMs });
  useTitle(text('events'));
  return (
    <>
      <div class="page-head">
        <h1>{text('events')}</h1>
        {mayForAll(rights, 'MANAGER') && (
          <Button look="primary" onPress={() => open(<NewEvent />)}>
            {text('newEvent')}
          </Button>
        )}
      </div>
      <div class="filters">
        <SearchField label={text('name')} value="" onSearch={(name) => change({ name })} />
        <SelectField
          label={text('period')}
          options={periods}
          value={filter.period}
          onChoose={(period) => change({ period: period as Filter['period'] })}
        />
        <SelectField
          label={text('status')}
          options={statuses}
          value={filter.status}
          onChoose={(status) => change({ status: status as Filter['status'] })}
        />
      </div>
      <div class="card">
        <Listing
          reading={events}
          caption={text('eventsCaption')}
          empty={text(JSON.stringify(filter) === JSON.stringify(noFilter) ? 'noEventsYet' : 'noSuchEvents')}
          columns={columns}
          onPage={(page) => change({ page })}
        />
      </div>
    </>
  );
}

function listEvents(client: Client, { page, name, status, period }: Filter) {
  const filters = { ...(name === '' ? {} : { name }), ...(status === '' ? {} : { status }) };
  const ends = period === 'current' ? { endsFrom: localTimeOf(Date.now() - dayMs) } : {};
  return client.GET('/api/private/v2.0/events/', {
    params: { query: { page, size, sort: ['start,asc'], totals: true, ...filters, ...ends } },
  });
}

/** The local date-time in the browser's zone, which differs by less than a day from that of a venue. */
function localTimeOf(time: number): string {
  const at = new Date(time);
  return new Date(time - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function figure({ totals }: ListedEvent, name: 'sold' | 'held' | 'available'): string {
  return totals ? count(sumsOf(totals)[name]) : '–';
}

export function StatusBadge({ status }: { readonly status: Status }): ComponentChild {
  return <Badge look={looks[status]}>{statusNames[status]}</Badge>;
}

/** Seats and places together. */
export function sumsOf({ seats, places }: Totals) {
  const sum = (name: 'sold' | 'held' | 'available' | 'blocked'): number => seats[name] + places[name];
  const [sold, held, available, blocked] = [sum('sold'), sum('held'), sum('available'), sum('blocked')];
  return { sold, held, available, blocked, all: sold + held + available + blocked };
}

/** A bar of the sold and the held part, with the same as text for screen readers. */
function Filling({ totals }: { readonly totals: Totals }): ComponentChild {
  const { sold, held, all } = sumsOf(totals);
  const label = text('soldAndHeld', { sold: share(sold, all), held: share(held, all) });
  return (
    <span class="filling" role="img" aria-label={label} title={label}>
      <svg viewBox={`0 0 ${Math.max(1, all)} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="fill-sold" width={sold} height="1" />
        <rect class="fill-held" x={sold} width={held} height="1" />
      </svg>
    </span>
  );
}
