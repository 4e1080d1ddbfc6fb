/** The list for the door: one line for each seat, on paper or as a file. */
import type { ComponentChild } from 'preact';
import { speech } from '../../languages/speech.ts';
import { Button } from '../../shared/components/button.tsx';
import { type Column, Table } from '../../shared/components/table.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import { useDesk } from '../desk.ts';
import { count, instant } from '../format.ts';
import { Read, useReading } from '../reading.tsx';
import { SavedTable } from '../saved-table.tsx';
import type { Client } from '../service.ts';
import { text as words } from '../texts.ts';
import { type DoorLine, doorLines } from './order-table.ts';
import { text } from './texts.ts';

const columns: readonly Column<DoorLine>[] = [
  { label: text('section'), cell: ({ section }) => <Named text={section} /> },
  { label: text('row'), cell: ({ row }) => row || '–' },
  { label: text('seat'), cell: ({ seat, places }) => seat || `× ${count(places)}` },
  { label: text('type'), cell: ({ type }) => <Named text={type} /> },
  { label: words('name'), cell: ({ name }) => <Named text={name || '–'} /> },
  { label: words('reference'), cell: ({ reference }) => <Named text={reference || '–'} class="code" /> },
];

export function DoorView({ eventId, event }: { readonly eventId: string; readonly event: string }): ComponentChild {
  const { service } = useDesk();
  const read = () => service.ask((client) => readTable(client, eventId));
  const list = useReading(eventId, async () => ({ lines: doorLines(String(await read())), at: new Date() }));
  return (
    <Read reading={list} waiting={words('reading')}>
      {({ lines, at }) => (
        <section class="card door-list">
          <div class="card-head">
            <div class="two-lines">
              <h2>{text('doorListOf', { event })}</h2>
              <span class="second">
                {speech().beside([placesText(lines), text('doorAsOf', { time: instant(at) })])}
              </span>
            </div>
            <div class="row no-print">
              <Button onPress={list.now}>{text('readAgain')}</Button>
              <Button look="primary" onPress={() => print()}>
                {text('print')}
              </Button>
              <SavedTable name={`door-${eventId}.csv`} read={read} />
            </div>
          </div>
          {lines.length === 0 ? (
            <EmptyText>{text('nothingSold')}</EmptyText>
          ) : (
            <Table caption={text('doorList')} columns={columns} rows={lines} keyOf={({ key }) => key} />
          )}
        </section>
      )}
    </Read>
  );
}

function placesText(lines: readonly DoorLine[]): string {
  return text('placesInCart', { count: lines.reduce((sum, { places }) => sum + places, 0) });
}

function readTable(client: Client, id: string) {
  const params = { path: { id }, query: { format: 'csv' as const } };
  return client.GET('/api/private/v2.0/events/{id}/orders/', { params, parseAs: 'text' });
}
