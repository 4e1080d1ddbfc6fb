/** The form that makes an event from a layout. The times are those of the venue, without a zone, as the service keeps them. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { speech } from '../../languages/speech.ts';
import { SelectField, TextField } from '../../shared/components/fields.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { Read, useReading } from '../reading.tsx';
import type { Client } from '../service.ts';
import { text as words } from '../texts.ts';
import { readVenueNames } from '../venue-names.ts';
import { pageSize, wholeList } from '../whole-list.ts';
import { text } from './texts.ts';

type Layout = components['schemas']['PageSchemaMetadata']['content'][number];

const hoursUsual = 3;

/** `schemaId`: the layout that is chosen first. */
export function NewEventForm({ schemaId }: { readonly schemaId?: number | undefined }): ComponentChild {
  const { service } = useDesk();
  const choice = useReading('layouts', async () => {
    const all = wholeList((page) => service.ask((client) => listLayouts(client, page)));
    const [layouts, venues] = await Promise.all([all, readVenueNames(service)]);
    return { layouts, venues };
  });
  return <Read reading={choice}>{(read) => <Form {...read} first={schemaId ?? read.layouts[0]?.id} />}</Read>;
}

function listLayouts(client: Client, page: number) {
  const query = { page, size: pageSize, sort: ['name,asc'] };
  return client.GET('/api/private/v2.0/schemas/', { params: { query } });
}

interface FormProperties {
  readonly layouts: readonly Layout[];
  /** Names by id. */
  readonly venues: ReadonlyMap<number, string>;
  readonly first: number | undefined;
}

/** With the name of its venue where layouts of several venues are to choose from. */
function labelOf({ name, venueId }: Layout, { layouts, venues }: Pick<FormProperties, 'layouts' | 'venues'>): string {
  const venue = venues.get(venueId ?? 0);
  const isAlone = layouts.every((layout) => layout.venueId === venueId);
  return venue === undefined || isAlone ? name : speech().beside([name, venue]);
}

function Form({ layouts, venues, first }: FormProperties): ComponentChild {
  const { service } = useDesk();
  const [name, setName] = useState('');
  const [schema, setSchema] = useState(String(first ?? ''));
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const make = async (): Promise<null> => {
    if (schema === '') throw new RangeError(text('makeLayoutFirst'));
    if (name.trim() === '') throw new RangeError(words('enterName'));
    const times = periodOf(start, end);
    const body = { name: name.trim(), schemaId: Number(schema), status: 'DRAFT' as const, ...times };
    const { id } = await service.ask((client) => client.POST('/api/private/v2.0/events/', { body }));
    location.hash = `#/events/${id}/setup`;
    return null;
  };
  return (
    <Ask title={words('newEvent')} action={text('makeEvent')} onAction={make}>
      <TextField label={words('name')} value={name} maxLength={255} required onText={setName} />
      <SelectField
        label={text('layout')}
        hint={text('layoutHint')}
        options={layouts.map((layout) => ({ value: String(layout.id), label: labelOf(layout, { layouts, venues }) }))}
        value={schema}
        onChoose={setSchema}
      />
      <PeriodFields start={start} end={end} onStart={setStart} onEnd={setEnd} />
    </Ask>
  );
}

interface PeriodProperties {
  readonly start: string;
  readonly end: string;
  readonly onStart: (start: string) => void;
  readonly onEnd: (end: string) => void;
}

export function PeriodFields({ start, end, onStart, onEnd }: PeriodProperties): ComponentChild {
  return (
    <div class="pair">
      <TextField
        label={text('begins')}
        hint={text('beginsHint')}
        type="datetime-local"
        value={start}
        required
        onText={onStart}
      />
      <TextField
        label={text('eventEnds')}
        hint={text('endsHint', { count: hoursUsual })}
        type="datetime-local"
        value={end}
        onText={onEnd}
      />
    </div>
  );
}

/** Throws a `RangeError` for the person. */
export function periodOf(start: string, end: string): { readonly start: string; readonly endDate: string } {
  if (start === '') throw new RangeError(text('enterBegin'));
  const endDate = end === '' ? hoursLater(start) : end;
  if (endDate < start) throw new RangeError(text('endsTooEarly'));
  return { start: withSeconds(start), endDate: withSeconds(endDate) };
}

/** Read as UTC, so that no zone skips an hour. */
function hoursLater(start: string): string {
  return new Date(Date.parse(`${withSeconds(start)}Z`) + hoursUsual * 3_600_000).toISOString().slice(0, 19);
}

/** Browsers leave the seconds out when they are zero. */
function withSeconds(local: string): string {
  return local.length === 16 ? `${local}:00` : local.slice(0, 19);
}
