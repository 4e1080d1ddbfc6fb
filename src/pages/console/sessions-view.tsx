/**
 * The sessions of one event: lists them, finds them by state, reference or id, cancels live ones and releases
 * purchases.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { SelectField } from '../shared/components/fields.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { EmptyText } from '../shared/components/words.tsx';
import { goToSession, keepSearch, searchKept } from './address.ts';
import { useDesk } from './desk.ts';
import { amount, count, duration, instant } from './format.ts';
import { asked, OffsetSteps, shownOf } from './offset-steps.tsx';
import { Read, useReading } from './reading.tsx';
import { SearchField } from './search-field.tsx';
import type { Client } from './service.ts';
import { isState, type SessionState, StateBadge, stateOptions } from './session-badge.tsx';
import { SessionDetail } from './session-detail.tsx';
import { SessionLink } from './session-link.tsx';
import { text } from './texts.ts';

type Summary = components['schemas']['SessionSummary'];

interface Filter {
  readonly state: SessionState | '';
  readonly reference: string;
  readonly offset: number;
}

const refreshMs = 5_000;
const sessionIdShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const options = [{ value: '', label: text('anyState') }, ...stateOptions];

interface Properties {
  readonly eventId: string;
  /** The session whose details are shown, or null. */
  readonly shown: string | null;
}

export function SessionsView({ eventId, shown }: Properties): ComponentChild {
  const { service } = useDesk();
  const [filter, setFilter] = useState<Filter>(() => {
    const { state, reference } = searchKept();
    return { state: isState(state) ? state : '', reference, offset: 0 };
  });
  const change = (changes: Partial<Filter>): void => {
    const changed = { ...filter, offset: 0, ...changes };
    keepSearch(changed);
    setFilter(changed);
  };
  const search = (entered: string): void => {
    if (sessionIdShape.test(entered)) goToSession(eventId, entered);
    else change({ reference: entered });
  };
  const list = () => service.ask((client) => listSessions(client, eventId, filter));
  const sessions = useReading(JSON.stringify(filter), list, { pauseMs: refreshMs });
  return (
    <>
      <div class="filters">
        <SearchField
          label={text('referenceOrId')}
          hint={text('referenceOrIdHint')}
          value={filter.reference}
          onSearch={search}
        />
        <SelectField
          label={text('state')}
          options={options}
          value={filter.state}
          onChoose={(state) => change({ state: isState(state) ? state : '' })}
        />
      </div>
      {shown !== null && <SessionDetail eventId={eventId} id={shown} onChange={sessions.now} />}
      <div class="card">
        <Read reading={sessions} waiting={text('reading')}>
          {(found) => (
            <>
              <SessionTable eventId={eventId} sessions={shownOf(found)} />
              <OffsetSteps offset={filter.offset} found={found.length} onOffset={(offset) => change({ offset })} />
            </>
          )}
        </Read>
      </div>
    </>
  );
}

function listSessions(client: Client, eventId: string, { state, reference, offset }: Filter) {
  const filters = { ...(state === '' ? {} : { state }), ...(reference === '' ? {} : { reference }) };
  const query = { eventId, offset, limit: asked, ...filters };
  return client.GET('/api/private/v2.0/session/', { params: { query } });
}

interface TableProperties {
  readonly eventId: string;
  readonly sessions: readonly Summary[];
}

function SessionTable({ eventId, sessions }: TableProperties): ComponentChild {
  if (sessions.length === 0) return <EmptyText>{text('noSuchSessions')}</EmptyText>;
  const columns: readonly Column<Summary>[] = [
    { label: text('session'), cell: ({ id }) => <SessionLink eventId={eventId} id={id} /> },
    { label: text('state'), cell: ({ state }) => <StateBadge state={state} /> },
    { label: text('created'), cell: ({ createdAt }) => <span class="no-wrap">{instant(createdAt)}</span> },
    { label: text('seatsAndPlaces'), isNumber: true, cell: ({ cartSize }) => count(cartSize) },
    { label: text('total'), isNumber: true, cell: ({ total }) => amount(total) },
    {
      label: text('timeLeft'),
      isNumber: true,
      cell: ({ expiresInSeconds: left }) => (left > 0 ? duration(left) : '–'),
    },
  ];
  return <Table caption={text('sessionsCaption')} columns={columns} rows={sessions} keyOf={({ id }) => id} />;
}
