/** The general-admission areas of an event as a table, with buttons that block and unblock places. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { NumberField } from '../shared/components/fields.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { For } from './for.tsx';
import { amountOf, count } from './format.ts';
import { HistoryButton } from './history-button.tsx';
import type { AreaEntry } from './seat-board.ts';
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

const labels = { block: 'Block', unblock: 'Unblock' } as const;

export function AreasTable({ areas, ...event }: Properties): ComponentChild {
  if (areas.length === 0) return null;
  const columns: readonly Column<AreaEntry>[] = [
    { label: 'Area', cell: ({ name }) => name },
    { label: 'Price', cell: ({ priceName }) => priceName ?? '–' },
    { label: 'Left', isNumber: true, cell: ({ activeCount }) => count(activeCount) },
    { label: 'Held', isNumber: true, cell: ({ held, locked }) => count(held + locked) },
    { label: 'Sold', isNumber: true, cell: ({ sold }) => count(sold) },
    { label: 'Blocked', isNumber: true, cell: ({ blocked }) => count(blocked) },
    {
      label: 'Change',
      cell: (area) => (
        <span class="row">
          <ChangeButton {...event} area={area} action="block" />
          <ChangeButton {...event} area={area} action="unblock" />
        </span>
      ),
    },
    {
      label: 'What happened',
      cell: ({ id, name }) => <HistoryButton eventId={event.eventId} of={{ kind: 'area', id, name }} />,
    },
  ];
  return (
    <section class="card">
      <div class="card-head">
        <h2>General admission</h2>
      </div>
      <Table caption="General-admission areas" columns={columns} rows={areas} keyOf={({ id }) => id} />
    </section>
  );
}

/** How many places can be blocked or unblocked. */
function mostOf({ area, action }: Change): number {
  return action === 'block' ? area.activeCount : area.blocked;
}

function ChangeButton(change: Change): ComponentChild {
  const { open } = useDesk();
  const label = `${labels[change.action]}…`;
  return (
    <For least="MANAGER">
      <Button
        look="quiet"
        aria-label={`${label} places of ${change.area.name}`}
        isOff={mostOf(change) === 0}
        onPress={() => open(<PlacesForm {...change} />)}
      >
        {label}
      </Button>
    </For>
  );
}

function PlacesForm(change: Change): ComponentChild {
  const { service, tell } = useDesk();
  const [places, setPlaces] = useState('');
  const { eventId, action, onDone } = change;
  const { id, name } = change.area;
  const most = mostOf(change);
  const run = async (): Promise<null> => {
    const capacity = wholeNumber('Places', places, 1, most);
    if (capacity === null) throw new RangeError('Enter the number of places.');
    const body = { seats: [], groupOfSeats: [{ id, capacity }] };
    const options = { params: { query: { eventId } }, body };
    const isDone = await service.ask((client) => client.POST(`/api/private/v2.0/booking/${action}`, options));
    onDone();
    if (isDone !== true)
      throw new Error('The area has just changed and has too few such places now. Nothing was done; please try again.');
    tell(`${amountOf(capacity, 'place')} of ${name} ${action}ed.`);
    return null;
  };
  return (
    <Ask title={`${labels[action]} places of ${name}`} action={labels[action]} onAction={run}>
      <NumberField label="Places" hint={`At most ${count(most)}.`} value={places} onText={setPlaces} />
    </Ask>
  );
}
