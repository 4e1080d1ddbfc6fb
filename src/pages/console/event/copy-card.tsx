/** A copy of an event under another name and at another time, and the end of the event for good. Each asks before it acts. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { Read, useReading } from '../reading.tsx';
import { text as words } from '../texts.ts';
import { PeriodFields, periodOf } from './new-event-form.tsx';
import { text } from './texts.ts';

interface Properties {
  readonly event: components['schemas']['Event'];
}

export function CopyCard({ event }: Properties): ComponentChild {
  const { open } = useDesk();
  return (
    <Card title={text('copyAndDelete')}>
      <p class="quiet-text">{text('copyText')}</p>
      <div class="row">
        <Button onPress={() => open(<CopyForm event={event} />)}>{text('copyAsk')}</Button>
        <Button look="danger" onPress={() => open(<Deletion event={event} />)}>
          {words('deleteAsk')}
        </Button>
      </div>
    </Card>
  );
}

function CopyForm({ event }: Properties): ComponentChild {
  const { service, tell } = useDesk();
  const [name, setName] = useState(event.name);
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const copy = async (): Promise<null> => {
    if (name.trim() === '') throw new RangeError(words('enterName'));
    const options = { params: { path: { id: event.id } }, body: { name: name.trim(), ...periodOf(start, end) } };
    const { id } = await service.ask((client) => client.POST('/api/private/v2.0/events/{id}/copies/', options));
    tell(text('eventCopied'));
    location.hash = `#/events/${id}/setup`;
    return null;
  };
  return (
    <Ask title={text('copyTitle', { name: event.name })} action={text('makeCopy')} onAction={copy}>
      <p>{text('copyTimes')}</p>
      <TextField label={words('name')} value={name} maxLength={255} required onText={setName} />
      <PeriodFields start={start} end={end} onStart={setStart} onEnd={setEnd} />
    </Ask>
  );
}

function Deletion({ event: { id, name } }: Properties): ComponentChild {
  const { service, tell } = useDesk();
  const path = { id };
  const sold = useReading('sold', async () => {
    const params = { path, query: { by: 'status' } };
    const { rows } = (await service.ask((client) =>
      client.GET('/api/private/v2.0/events/{id}/report/', { params }),
    )) as components['schemas']['EventReport'];
    return rows.reduce((sum, { status, places }) => (status === 'SOLD' ? sum + places : sum), 0);
  });
  const remove = async (): Promise<null> => {
    await service.ask((client) => client.DELETE('/api/private/v2.0/events/{id}', { params: { path } }));
    tell(text('eventDeleted', { name }));
    location.hash = '#/events';
    return null;
  };
  return (
    <Read reading={sold}>
      {(places) => (
        <Ask title={text('deleteEvent', { name })} action={words('delete')} look="danger" onAction={remove}>
          <p>{text('deleteSold', { count: places })}</p>
          <p>{text('deleteForGood')}</p>
        </Ask>
      )}
    </Read>
  );
}
