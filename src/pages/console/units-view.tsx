/** The units of one event: those of its layout, how the event books each of them, and a form for terms of its own. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Badge, EmptyText, Named } from '../shared/components/words.tsx';
import { useDesk } from './desk.ts';
import { count } from './format.ts';
import { Read, useReading } from './reading.tsx';
import { text } from './sale-texts.ts';
import { SearchField } from './search-field.tsx';
import { listUnits } from './seat-places.ts';
import { text as words } from './texts.ts';
import { bookings, type Unit, UnitForm } from './unit-form.tsx';

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
        if (all.length === 0) return <EmptyText>{text('noUnits')}</EmptyText>;
        const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
        const shown = found.slice(0, shownMax);
        return (
          <>
            <div class="filters">
              <SearchField label={text('findUnit')} hint={text('byItsName')} value={search} onSearch={setSearch} />
            </div>
            <section class="card">
              <div class="card-head">
                <h2>{words('viewUnits')}</h2>
                <span class="facts">{told(all)}</span>
              </div>
              <Table
                caption={words('viewUnits')}
                columns={columnsWith(change)}
                rows={shown}
                keyOf={({ id }) => String(id)}
              />
              {shown.length < found.length && (
                <EmptyText>{text('firstShown', { shown: shownMax, found: found.length })}</EmptyText>
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
  return text('unitsTold', {
    units: words('unitCount', { count: units.length }),
    whole: whole.length,
    seats: words('seatCount', { count: seats }),
    own,
  });
}

function columnsWith(change: (unit: Unit) => void): readonly Column<Unit>[] {
  return [
    { label: words('name'), cell: ({ name }) => <Named text={name} /> },
    { label: words('seats'), isNumber: true, cell: ({ seats }) => count(seats.length) },
    { label: text('booked'), cell: ({ booking }) => bookings[booking] },
    { label: words('guests'), cell: guestsText },
    {
      label: text('terms'),
      cell: ({ isOverridden }) => (isOverridden ? <Badge look="warn">{text('thisEvents')}</Badge> : text('theLayouts')),
    },
    {
      label: words('changeColumn'),
      cell: (unit) => (
        <Button look="quiet" aria-label={words('changeNamed', unit)} onPress={() => change(unit)}>
          {words('change')}
        </Button>
      ),
    },
  ];
}

function guestsText({ booking, min, max, seats }: Unit): string {
  if (booking === 'SEATS') return '–';
  if (min === null && max === null) return count(seats.length);
  return words('guestsFromTo', { least: min ?? 1, most: Math.min(max ?? seats.length, seats.length) });
}
