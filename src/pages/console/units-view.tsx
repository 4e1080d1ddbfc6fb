/** The units of one event: those of its layout, how the event books each of them, and a form for terms of its own. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Badge, EmptyText } from '../shared/components/words.tsx';
import { useDesk } from './desk.ts';
import { amountOf, count } from './format.ts';
import { Read, useReading } from './reading.tsx';
import { SearchField } from './search-field.tsx';
import { bookings, listUnits, type Unit, UnitForm } from './unit-form.tsx';

/** A layout has up to 5,000 units: a person looks for one by its name. */
const shownMax = 200;

export function UnitsView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service, tell, open } = useDesk();
  const [search, setSearch] = useState('');
  const units = useReading('units', () => service.ask((client) => listUnits(client, eventId)));
  const onDone = (done: string): void => {
    tell(done);
    units.now();
  };
  const change = (unit: Unit) => open(<UnitForm eventId={eventId} unit={unit} onDone={onDone} />);
  return (
    <Read reading={units}>
      {({ units: all }) => {
        if (all.length === 0) return <EmptyText>Seats are booked one by one: the layout has no units.</EmptyText>;
        const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
        const shown = found.slice(0, shownMax);
        return (
          <>
            <div class="filters">
              <SearchField label="Find a unit" hint="By its name." value={search} onSearch={setSearch} />
            </div>
            <section class="card">
              <div class="card-head">
                <h2>Units</h2>
                <span class="facts">{told(all)}</span>
              </div>
              <Table caption="Units" columns={columnsWith(change)} rows={shown} keyOf={({ id }) => String(id)} />
              {shown.length < found.length && (
                <EmptyText>{`The first ${count(shownMax)} of ${count(found.length)} are shown.`}</EmptyText>
              )}
            </section>
          </>
        );
      }}
    </Read>
  );
}

/** How many units there are, and how many seats are taken as wholes. */
function told(units: readonly Unit[]): string {
  const whole = units.filter(({ booking }) => booking === 'WHOLE');
  const seats = whole.reduce((sum, unit) => sum + unit.seats.length, 0);
  const own = units.filter(({ isOverridden }) => isOverridden).length;
  const parts = [
    amountOf(units.length, 'unit', 'units'),
    `${count(whole.length)} taken as a whole, with ${amountOf(seats, 'seat', 'seats')}`,
    `${count(own)} with terms of this event`,
  ];
  return `${parts.join('; ')}.`;
}

function columnsWith(change: (unit: Unit) => void): readonly Column<Unit>[] {
  return [
    { label: 'Name', cell: ({ name }) => name },
    { label: 'Seats', isNumber: true, cell: ({ seats }) => count(seats.length) },
    { label: 'Booked', cell: ({ booking }) => bookings[booking] },
    { label: 'Guests', cell: guestsText },
    {
      label: 'Terms',
      cell: ({ isOverridden }) => (isOverridden ? <Badge look="warn">This event’s</Badge> : 'The layout’s'),
    },
    {
      label: 'Change',
      cell: (unit) => (
        <Button look="quiet" aria-label={`Change ${unit.name}…`} onPress={() => change(unit)}>
          Change…
        </Button>
      ),
    },
  ];
}

function guestsText({ booking, min, max, seats }: Unit): string {
  if (booking === 'SEATS') return '–';
  if (min === null && max === null) return count(seats.length);
  return `${count(min ?? 1)} to ${count(Math.min(max ?? seats.length, seats.length))}`;
}
