/** The setting up of an event: what is missing before it is sold, its status, its dates, its face, more dates, its copies, its end. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { For } from '../for.tsx';
import { Read, useReading } from '../reading.tsx';
import { text as words } from '../texts.ts';
import { BeforeSale } from './before-sale.tsx';
import { CopyCard } from './copy-card.tsx';
import { PeriodFields, periodOf } from './new-event-form.tsx';
import { SeriesCard } from './series-card.tsx';
import { text } from './texts.ts';

type ShownEvent = components['schemas']['Event'];

interface Properties {
  readonly event: ShownEvent;
  /** The event was changed. */
  readonly onChange: () => void;
}

export function SetupView({ event, onChange }: Properties): ComponentChild {
  const [version, setVersion] = useState(0);
  const changed = (): void => {
    onChange();
    setVersion((before) => before + 1);
  };
  return (
    <div class="panels">
      <BeforeSale event={event} version={version} onChange={onChange} />
      <DetailsCard event={event} onChange={changed} />
      <FaceCard eventId={event.id} onChange={changed} />
      <SeriesCard event={event} />
      <For least="MANAGER">
        <CopyCard event={event} />
      </For>
    </div>
  );
}

function DetailsCard({ event, onChange }: Properties): ComponentChild {
  const { service, tell } = useDesk();
  const { isBusy, failure, run } = useAction();
  const [name, setName] = useState(event.name);
  const [start, setStart] = useState(event.start.slice(0, 16));
  const [end, setEnd] = useState(event.endDate.slice(0, 16));
  const save = (submitted: Event): void => {
    submitted.preventDefault();
    void run(async () => {
      if (name.trim() === '') throw new RangeError(words('enterName'));
      const body = { id: event.id, schemaId: event.schemaId, name: name.trim(), ...periodOf(start, end) };
      await service.ask((client) => client.PUT('/api/private/v2.0/events/', { body }));
      tell(text('eventSaved'));
      onChange();
    });
  };
  return (
    <Card title={text('nameAndDates')}>
      <form class="form" noValidate onSubmit={save}>
        <TextField label={words('name')} value={name} maxLength={255} required onText={setName} />
        <PeriodFields start={start} end={end} onStart={setStart} onEnd={setEnd} />
        <Failure of={failure} />
        <For least="MANAGER">
          <Button isOff={isBusy}>{text('saveNameAndDates')}</Button>
        </For>
      </form>
    </Card>
  );
}

function FaceCard({ eventId, onChange }: { readonly eventId: string; readonly onChange: () => void }) {
  const { service } = useDesk();
  const params = { path: { id: eventId } };
  const face = useReading(eventId, () =>
    service.ask((client) => client.GET('/api/private/v2.0/events/{id}/face/', { params })),
  );
  return (
    <Card title={text('aboveMap')}>
      <Read reading={face}>{(known) => <FaceForm eventId={eventId} face={known} onChange={onChange} />}</Read>
    </Card>
  );
}

interface FaceProperties {
  readonly eventId: string;
  readonly face: components['schemas']['StoredFace'];
  readonly onChange: () => void;
}

function FaceForm({ eventId, face, onChange }: FaceProperties): ComponentChild {
  const { service, tell } = useDesk();
  const { isBusy, failure, run } = useAction();
  const [title, setTitle] = useState(face.title ?? '');
  const [imageUrl, setImageUrl] = useState(face.imageUrl ?? '');
  const [returnUrl, setReturnUrl] = useState(face.returnUrl ?? '');
  const save = (submitted: Event): void => {
    submitted.preventDefault();
    const orNull = (entered: string): string | null => entered.trim() || null;
    void run(async () => {
      const body = { title: orNull(title), imageUrl: orNull(imageUrl), returnUrl: orNull(returnUrl) };
      const params = { path: { id: eventId } };
      await service.ask((client) => client.PUT('/api/private/v2.0/events/{id}/face/', { params, body }));
      tell(text('buyersSeeIt'));
      onChange();
    });
  };
  return (
    <form class="form" noValidate onSubmit={save}>
      <TextField label={text('title')} hint={text('titleHint')} value={title} maxLength={255} onText={setTitle} />
      <TextField
        label={text('pictureAddress')}
        hint={text('pictureHint')}
        type="url"
        value={imageUrl}
        maxLength={2048}
        onText={setImageUrl}
      />
      <TextField
        label={text('paymentAddress')}
        hint={text('paymentHint')}
        type="url"
        value={returnUrl}
        maxLength={2048}
        onText={setReturnUrl}
      />
      <Failure of={failure} />
      <For least="MANAGER">
        <Button isOff={isBusy}>{text('saveFace')}</Button>
      </For>
    </form>
  );
}
