/** The setting up of an event: what is missing before it is sold, its dates, its face, its status, more dates, its end. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { Badge } from '../../shared/components/words.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { For } from '../for.tsx';
import { Read, useReading } from '../reading.tsx';
import { type CheckLine, checklistOf, hasObstacle } from './checklist.ts';
import { PeriodFields, periodOf } from './new-event-form.tsx';
import { readSaleFacts } from './sale-facts.ts';
import { SeriesCard } from './series-card.tsx';

type ShownEvent = components['schemas']['Event'];

interface Properties {
  readonly event: ShownEvent;
  /** The event was changed. */
  readonly onChange: () => void;
}

export function SetupView({ event, onChange }: Properties): ComponentChild {
  const desk = useDesk();
  const facts = useReading(JSON.stringify(event), () => readSaleFacts(desk, event));
  const changed = (): void => {
    onChange();
    facts.now();
  };
  return (
    <div class="panels">
      <Card title="Before the sale">
        <Read reading={facts} waiting="Looking…">
          {(known) => {
            const lines = checklistOf(known);
            return (
              <>
                <Checklist eventId={event.id} lines={lines} />
                <StatusButtons event={event} isBlocked={hasObstacle(lines)} onChange={changed} />
              </>
            );
          }}
        </Read>
      </Card>
      <DetailsCard event={event} onChange={changed} />
      <FaceCard eventId={event.id} onChange={changed} />
      <SeriesCard event={event} />
    </div>
  );
}

const looks = { bad: 'bad', warn: 'warn', good: 'good' } as const;
const labels = { bad: 'Must be put right', warn: 'Look at it', good: 'As it should be' } as const;

function Checklist({ eventId, lines }: { readonly eventId: string; readonly lines: readonly CheckLine[] }) {
  return (
    <ul class="checklist">
      {lines.map(({ level, text, view }) => (
        <li key={text}>
          <Badge look={looks[level]}>{labels[level]}</Badge>
          <span>{text}</span>
          {view !== undefined && <a href={`#/events/${eventId}/${view}`}>Go there</a>}
        </li>
      ))}
    </ul>
  );
}

interface StatusProperties extends Properties {
  readonly isBlocked: boolean;
}

function StatusButtons({ event, isBlocked, onChange }: StatusProperties): ComponentChild {
  const { service, tell, open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const { id, status } = event;
  const set = async (wanted: ShownEvent['status'], done: string): Promise<null> => {
    const params = { path: { id } };
    await service.ask((client) =>
      client.POST('/api/private/v2.0/events/{id}/status', { params, body: { status: wanted } }),
    );
    tell(done);
    onChange();
    return null;
  };
  const publish = (): void => {
    if (!isBlocked) return void run(async () => void (await set('PUBLISHED', 'The event is published.')));
    open(
      <Ask
        title="Publish in spite of the list?"
        action="Publish"
        onAction={() => set('PUBLISHED', 'The event is published.')}
      >
        <p>Something on the list must be put right before buyers can buy.</p>
      </Ask>,
    );
  };
  const archive = (): void =>
    open(
      <Ask
        title="Archive the event?"
        action="Archive"
        look="danger"
        onAction={() => set('ARCHIVED', 'The event is archived.')}
      >
        <p>Nobody can buy any more. What is sold stays.</p>
      </Ask>,
    );
  return (
    <For least="MANAGER">
      <div class="row">
        {status === 'DRAFT' && (
          <Button look="primary" isOff={isBusy} onPress={publish}>
            Publish
          </Button>
        )}
        {status === 'PUBLISHED' && (
          <Button look="quiet" onPress={archive}>
            Archive…
          </Button>
        )}
      </div>
      <Failure of={failure} />
    </For>
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
      if (name.trim() === '') throw new RangeError('Enter a name.');
      const body = { id: event.id, schemaId: event.schemaId, name: name.trim(), ...periodOf(start, end) };
      await service.ask((client) => client.PUT('/api/private/v2.0/events/', { body }));
      tell('The event is saved.');
      onChange();
    });
  };
  return (
    <Card title="Name and dates">
      <form class="form" noValidate onSubmit={save}>
        <TextField label="Name" value={name} maxLength={255} required onText={setName} />
        <PeriodFields start={start} end={end} onStart={setStart} onEnd={setEnd} />
        <Failure of={failure} />
        <For least="MANAGER">
          <Button isOff={isBusy}>Save name and dates</Button>
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
    <Card title="What buyers see above the map">
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
    const orNull = (text: string): string | null => text.trim() || null;
    void run(async () => {
      const body = { title: orNull(title), imageUrl: orNull(imageUrl), returnUrl: orNull(returnUrl) };
      const params = { path: { id: eventId } };
      await service.ask((client) => client.PUT('/api/private/v2.0/events/{id}/face/', { params, body }));
      tell('Buyers see it within a second.');
      onChange();
    });
  };
  return (
    <form class="form" noValidate onSubmit={save}>
      <TextField label="Title" hint="Empty: the name of the event." value={title} maxLength={255} onText={setTitle} />
      <TextField
        label="Address of a picture"
        hint="With https."
        type="url"
        value={imageUrl}
        maxLength={2048}
        onText={setImageUrl}
      />
      <TextField
        label="Address of the payment"
        hint="The page of your shop that takes over after the checkout. Its site must be one that may embed the map."
        type="url"
        value={returnUrl}
        maxLength={2048}
        onText={setReturnUrl}
      />
      <Failure of={failure} />
      <For least="MANAGER">
        <Button isOff={isBusy}>Save what buyers see</Button>
      </For>
    </form>
  );
}
