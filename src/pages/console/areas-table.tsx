/** The general-admission areas of an event as a table, with buttons that block and unblock places. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { NumberField } from '../shared/components/fields.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Named } from '../shared/components/words.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { For } from './for.tsx';
import { count } from './format.ts';
import { HistoryButton } from './history-button.tsx';
import type { AreaEntry } from './seat-board.ts';
import { text } from './texts.ts';
import { wholeNumber } from './whole-number.ts';

interface Change {
  readonly eventId: string;
  readonly area: AreaEntry;
  readonly action: 'block' | 'unblock';
  readonly onDone: () => void;
}

interface Properties extends Pick<Change, 'eventId' | 'onDone'> {
  readonly areas: readonly AreaEntry[];
}

const words = {
  block: { button: 'block', ask: 'blockAsk', title: 'blockPlacesOf', done: 'placesWereBlocked' },
  unblock: { button: 'unblock', ask: 'unblockAsk', title: 'unblockPlacesOf', done: 'placesWereUnblocked' },
} as const;

export function AreasTable({ areas, ...event }: Properties): ComponentChild {
  if (areas.length === 0) return null;
  const columns: readonly Column<AreaEntry>[] = [
    { label: text('area'), cell: ({ name }) => <Named text={name} /> },
    { label: text('price'), cell: ({ priceName }) => <Named text={priceName ?? '–'} /> },
    { label: text('left'), isNumber: true, cell: ({ activeCount }) => count(activeCount) },
    { label: text('held'), isNumber: true, cell: ({ held, locked }) => count(held + locked) },
    { label: text('sold'), isNumber: true, cell: ({ sold }) => count(sold) },
    { label: text('blocked'), isNumber: true, cell: ({ blocked }) => count(blocked) },
    {
      label: text('changeColumn'),
      cell: (area) => (
        <span class="row">
          <ChangeButton {...event} area={area} action="block" />
          <ChangeButton {...event} area={area} action="unblock" />
        </span>
      ),
    },
    {
      label: text('whatHappened'),
      cell: ({ id, name }) => <HistoryButton eventId={event.eventId} of={{ kind: 'area', id, name }} />,
    },
  ];
  return (
    <section class="card">
      <div class="card-head">
        <h2>{text('generalAdmission')}</h2>
      </div>
      <Table caption={text('areasCaption')} columns={columns} rows={areas} keyOf={({ id }) => id} />
    </section>
  );
}

/** How many places can be blocked or unblocked. */
function mostOf({ area, action }: Change): number {
  return action === 'block' ? area.activeCount : area.blocked;
}

function ChangeButton(change: Change): ComponentChild {
  const { open } = useDesk();
  const { ask, title } = words[change.action];
  return (
    <For least="MANAGER">
      <Button
        look="quiet"
        aria-label={text(title, { name: change.area.name })}
        isOff={mostOf(change) === 0}
        onPress={() => open(<PlacesForm {...change} />)}
      >
        {text(ask)}
      </Button>
    </For>
  );
}

function PlacesForm(change: Change): ComponentChild {
  const { service, tell } = useDesk();
  const [places, setPlaces] = useState('');
  const { eventId, action, onDone } = change;
  const { id, name } = change.area;
  const { button, title, done } = words[action];
  const most = mostOf(change);
  const run = async (): Promise<null> => {
    const capacity = wholeNumber(text('places'), places, 1, most);
    if (capacity === null) throw new RangeError(text('placesNumber'));
    const body = { seats: [], groupOfSeats: [{ id, capacity }] };
    const options = { params: { query: { eventId } }, body };
    const isDone = await service.ask((client) => client.POST(`/api/private/v2.0/booking/${action}`, options));
    onDone();
    if (isDone !== true) throw new Error(text('areaHasChanged'));
    tell(text(done, { count: capacity, name }));
    return null;
  };
  return (
    <Ask title={text(title, { name })} action={text(button)} onAction={run}>
      <NumberField label={text('places')} hint={text('atMost', { count: most })} value={places} onText={setPlaces} />
    </Ask>
  );
}
