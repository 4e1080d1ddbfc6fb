/** The allotments of one event: lists them with their seats, makes, changes and deletes them, and sets their places of areas. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Badge, EmptyText, Named } from '../shared/components/words.tsx';
import { type Allotment, AllotmentForm } from './allotment-form.tsx';
import { AllotmentPlaces } from './allotment-places.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { For } from './for.tsx';
import { count, instant } from './format.ts';
import { Problem, useReading } from './reading.tsx';
import { text } from './sale-texts.ts';
import type { Client } from './service.ts';
import { text as words } from './texts.ts';

const refreshMs = 5_000;

export function AllotmentsView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service, tell, open } = useDesk();
  const read = () => service.ask((client) => listAllotments(client, eventId));
  const allotments = useReading('allotments', read, { pauseMs: refreshMs });
  const all = allotments.value ?? [];
  const onDone = (done: string): void => {
    tell(done);
    allotments.now();
  };
  const form = { eventId, others: all, onDone };
  const remove = async ({ id, name }: Allotment): Promise<null> => {
    const params = { path: { id: eventId, allotmentId: id } };
    await service.ask((client) => client.DELETE('/api/private/v2.0/events/{id}/allotments/{allotmentId}', { params }));
    onDone(text('allotmentDeleted', { name }));
    return null;
  };
  const askToRemove = (allotment: Allotment): void =>
    open(
      <Ask
        title={text('deleteQuestion', { name: allotment.name })}
        action={words('delete')}
        look="danger"
        onAction={() => remove(allotment)}
      >
        <p>{text('deleteEffect')}</p>
      </Ask>,
    );
  const actions = {
    change: (allotment: Allotment) => open(<AllotmentForm {...form} allotment={allotment} />),
    fill: (allotment: Allotment) => open(<AllotmentPlaces eventId={eventId} allotment={allotment} onDone={onDone} />),
    remove: askToRemove,
  };
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words('viewAllotments')}</h2>
        <For least="MANAGER">
          <div class="row">
            <a href={`#/events/${eventId}/painting/allotments`}>{text('paintSeats')}</a>
            <Button onPress={() => open(<AllotmentForm {...form} allotment={null} />)}>
              {text('newAllotmentAsk')}
            </Button>
          </div>
        </For>
      </div>
      <Problem of={allotments} />
      {all.length === 0 ? (
        <EmptyText>{text('noAllotments')}</EmptyText>
      ) : (
        <Table caption={words('viewAllotments')} columns={columnsWith(actions)} rows={all} keyOf={({ id }) => id} />
      )}
    </section>
  );
}

type Action = (allotment: Allotment) => void;

function columnsWith(actions: Readonly<Record<'change' | 'fill' | 'remove', Action>>): readonly Column<Allotment>[] {
  const action = (label: string, named: string, onPress: () => void): ComponentChild => (
    <For least="MANAGER">
      <Button look="quiet" aria-label={named} onPress={onPress}>
        {label}
      </Button>
    </For>
  );
  return [
    { label: words('name'), cell: ({ name }) => <Named text={name} /> },
    { label: text('forColumn'), cell: ({ access }) => forWhom[access] },
    { label: text('now'), cell: (allotment) => <State {...allotment} /> },
    { label: words('free'), isNumber: true, cell: ({ seats }) => count(seats.available) },
    { label: words('sold'), isNumber: true, cell: ({ seats }) => count(seats.sold) },
    {
      label: text('placesOfAreas'),
      isNumber: true,
      cell: ({ groupOfSeats }) => count(groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0)),
    },
    {
      label: words('changeColumn'),
      cell: (allotment) => (
        <div class="row">
          {action(words('change'), words('changeNamed', allotment), () => actions.change(allotment))}
          {action(text('fill'), text('fillNamed', allotment), () => actions.fill(allotment))}
          {action(words('deleteAsk'), text('deleteNamed', allotment), () => actions.remove(allotment))}
        </div>
      ),
    },
  ];
}

const forWhom: Readonly<Record<Allotment['access'], string>> = {
  PUBLIC: words('everybody'),
  PASS: text('forPass'),
  STAFF: text('forStaff'),
  NEED: text('forNeed'),
};

function State({ phase, opensAt, released }: Allotment): ComponentChild {
  if (released !== null) return <Badge>{text(causes[released.cause], { at: instant(released.at) })}</Badge>;
  if (phase === 'WAITING') {
    const opens = opensAt === null ? text('opensLater') : text('phaseOpensAt', { at: instant(opensAt) });
    return <Badge look="warn">{opens}</Badge>;
  }
  return <Badge look={phase === 'OPEN' ? 'good' : ''}>{phases[phase]}</Badge>;
}

const phases: Readonly<Record<Exclude<Allotment['phase'], 'WAITING'>, string>> = {
  OPEN: text('phaseOpen'),
  CLOSED: text('phaseClosed'),
};

const causes = {
  TIME: 'releasedByTime',
  EVENT: 'releasedByEvent',
  SECTION: 'releasedBySection',
  PRICE: 'releasedByPrice',
} as const;

function listAllotments(client: Client, id: string) {
  return client.GET('/api/private/v2.0/events/{id}/allotments/', { params: { path: { id } } });
}
