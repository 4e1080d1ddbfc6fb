/** What happened to a seat or an area, the latest first: when, from which state to which, by whom. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { type Column, Table } from '../../shared/components/table.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import { useDesk } from '../desk.ts';
import { MessageDialog } from '../dialogs.tsx';
import { exactInstant } from '../format.ts';
import { Read, useReading } from '../reading.tsx';
import { SessionLink } from '../session-link.tsx';
import { text as words } from '../texts.ts';
import { authorText, type Emails, readEmails } from './authors.ts';
import { type History, type Recorded, readHistory } from './history.ts';
import { type Placed, placesText, stateText } from './state-words.ts';
import { text } from './texts.ts';

type Entry = History['history'][number];

/** What the history is of. */
export interface Subject extends Recorded {
  /** Such as "Stalls, row A, seat 12". */
  readonly name: string;
}

interface Properties {
  readonly eventId: string;
  readonly of: Subject;
}

const limit = 20;

export function HistoryDialog({ eventId, of }: Properties): ComponentChild {
  const { open } = useDesk();
  return (
    <MessageDialog title={text('historyTitle', of)} onClose={() => open(null)}>
      <HistoryList eventId={eventId} of={of} />
    </MessageDialog>
  );
}

interface Shown {
  readonly emails: Emails;
  readonly history: readonly Entry[];
  readonly last: History;
}

function HistoryList({ eventId, of }: Properties): ComponentChild {
  const desk = useDesk();
  /** The places in the history after which pages begin; the first page has none. */
  const [after, setAfter] = useState<readonly string[]>([]);
  const reading = useReading(JSON.stringify(after), async (): Promise<Shown> => {
    const place = after.at(-1);
    const page = { limit, ...(place === undefined ? {} : { after: place }) };
    const [emails, last] = await Promise.all([readEmails(desk), readHistory(desk.service, eventId, of, page)]);
    return { emails, history: last.history, last };
  });
  return (
    <Read reading={reading} waiting={words('reading')}>
      {({ emails, history, last }) => (
        <>
          {history.length === 0 ? (
            <EmptyText>{text('nothingHappened')}</EmptyText>
          ) : (
            <Table
              caption={text('historyCaption', of)}
              columns={columnsOf(eventId, emails)}
              rows={history}
              keyOf={({ sequence, at }) => `${sequence} ${at}`}
            />
          )}
          <div class="row spread">
            <Button isOff={after.length === 0} onPress={() => setAfter(after.slice(0, -1))}>
              {words('newer')}
            </Button>
            <Button isOff={last.next === null} onPress={() => last.next !== null && setAfter([...after, last.next])}>
              {words('older')}
            </Button>
          </div>
          {!last.complete && <p class="quiet-text">{beginningText(last)}</p>}
        </>
      )}
    </Read>
  );
}

function columnsOf(eventId: string, emails: Emails): readonly Column<Entry>[] {
  return [
    { label: text('when'), cell: ({ at }) => <span class="no-wrap">{exactInstant(at)}</span> },
    { label: text('from'), cell: ({ from }) => endText(from) },
    { label: text('to'), cell: ({ to }) => endText(to) },
    {
      label: text('by'),
      cell: ({ by }) => authorText(by, emails) ?? <SessionLink eventId={eventId} id={by?.id ?? ''} />,
    },
    { label: words('reference'), cell: ({ reference }) => <Named text={reference ?? '–'} /> },
    {
      label: text('eventThen'),
      cell: ({ sequence }) => <a href={`#/events/${eventId}/past/${sequence}`}>{words('show')}</a>,
    },
  ];
}

function endText(end: Entry['from']): string {
  if (end === null) return text('notInLayout');
  return typeof end === 'string' ? stateText(end) : placesText(end as Placed);
}

function beginningText({ begins }: History): string {
  const { sequence, at } = begins;
  return at === null
    ? text('historyBegins', { sequence })
    : text('historyBeginsAt', { sequence, at: exactInstant(at) });
}
