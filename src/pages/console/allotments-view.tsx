/** The allotments of one event: lists them with their seats, makes, changes and deletes them, and says what is in them. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Badge, EmptyText } from '../shared/components/words.tsx';
import { type Allotment, AllotmentForm } from './allotment-form.tsx';
import { AllotmentPlaces } from './allotment-places.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { For } from './for.tsx';
import { count, instant, words } from './format.ts';
import { Problem, useReading } from './reading.tsx';
import type { Client } from './service.ts';

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
    onDone(`${name} is deleted. Its seats are the public’s.`);
    return null;
  };
  const askToRemove = (allotment: Allotment): void =>
    open(
      <Ask title={`Delete ${allotment.name}?`} action="Delete" look="danger" onAction={() => remove(allotment)}>
        <p>Its free seats can be bought by everybody at once. Carts and sales stay as they are.</p>
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
        <h2>Allotments</h2>
        <For least="MANAGER">
          <Button onPress={() => open(<AllotmentForm {...form} allotment={null} />)}>New allotment…</Button>
        </For>
      </div>
      <Problem of={allotments} />
      {all.length === 0 ? (
        <EmptyText>Every seat is for everybody: the event has no allotments.</EmptyText>
      ) : (
        <Table caption="Allotments" columns={columnsWith(actions)} rows={all} keyOf={({ id }) => id} />
      )}
    </section>
  );
}

type Action = (allotment: Allotment) => void;

function columnsWith(actions: Readonly<Record<'change' | 'fill' | 'remove', Action>>): readonly Column<Allotment>[] {
  const action = (label: string, act: Action, allotment: Allotment): ComponentChild => (
    <For least="MANAGER">
      <Button look="quiet" aria-label={`${label} ${allotment.name}…`} onPress={() => act(allotment)}>
        {`${label}…`}
      </Button>
    </For>
  );
  return [
    { label: 'Name', cell: ({ name }) => name },
    { label: 'For', cell: ({ access }) => forWhom[access] },
    { label: 'Now', cell: (allotment) => <State {...allotment} /> },
    { label: 'Free', isNumber: true, cell: ({ seats }) => count(seats.available) },
    { label: 'Sold', isNumber: true, cell: ({ seats }) => count(seats.sold) },
    {
      label: 'Places of areas',
      isNumber: true,
      cell: ({ groupOfSeats }) => count(groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0)),
    },
    {
      label: 'Change',
      cell: (allotment) => (
        <div class="row">
          {action('Change', actions.change, allotment)}
          {action('Fill', actions.fill, allotment)}
          {action('Delete', actions.remove, allotment)}
        </div>
      ),
    },
  ];
}

const forWhom: Readonly<Record<Allotment['access'], string>> = {
  PUBLIC: 'Everybody',
  PASS: 'Buyers with a pass',
  STAFF: 'Your own calls',
  NEED: 'Wheelchair users',
};

function State({ phase, opensAt, released }: Allotment): ComponentChild {
  if (released !== null) return <Badge>{`Released ${instant(released.at)}, ${causes[released.cause]}`}</Badge>;
  if (phase === 'WAITING') return <Badge look="warn">{`Opens ${opensAt === null ? 'later' : instant(opensAt)}`}</Badge>;
  return <Badge look={phase === 'OPEN' ? 'good' : ''}>{words(phase)}</Badge>;
}

const causes: Readonly<Record<NonNullable<Allotment['released']>['cause'], string>> = {
  TIME: 'at its time',
  EVENT: 'the event was sold',
  SECTION: 'its section was sold',
  PRICE: 'its price was sold',
};

function listAllotments(client: Client, id: string) {
  return client.GET('/api/private/v2.0/events/{id}/allotments/', { params: { path: { id } } });
}
