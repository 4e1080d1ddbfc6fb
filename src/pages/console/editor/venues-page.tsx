/** The venues of the organization and their layouts, with the ways to make new ones. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import type { Column } from '../../shared/components/table.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk, useTitle } from '../desk.ts';
import { FormDialog } from '../dialogs.tsx';
import { count } from '../format.ts';
import { Listing } from '../listing.tsx';
import { useReading } from '../reading.tsx';
import { problemText } from '../refusal.ts';
import { text as words } from '../texts.ts';
import { readVenueNames } from '../venue-names.ts';
import { text } from './texts.ts';

type Venue = components['schemas']['PageVenue']['content'][number];
type Layout = components['schemas']['PageSchemaMetadata']['content'][number];

const size = 20;

const venueColumns: readonly Column<Venue>[] = [
  {
    label: text('venue'),
    cell: ({ name, address }) => (
      <span class="two-lines">
        {name}
        <span class="second">{address ?? ''}</span>
      </span>
    ),
  },
  {
    label: text('newColumn'),
    cell: ({ id, name }) => <a href={`#/venues/${id}/new`}>{text('newLayoutFor', { name })}</a>,
  },
];

const layoutColumns = (venues: ReadonlyMap<number, string>): readonly Column<Layout>[] => [
  { label: text('layout'), cell: ({ id, name, venueId }) => <a href={`#/venues/${venueId ?? 0}/${id}`}>{name}</a> },
  { label: text('venue'), cell: ({ venueId }) => <bdi>{venues.get(venueId ?? 0) ?? '–'}</bdi> },
  { label: words('seatsAndPlaces'), isNumber: true, cell: ({ capacity }) => count(capacity) },
];

export function VenuesPage(): ComponentChild {
  const { service, open } = useDesk();
  const [page, setPage] = useState({ venues: 0, layouts: 0 });
  useTitle(words('venues'));
  const venues = useReading(`venues-${page.venues}`, () =>
    service.ask((client) =>
      client.GET('/api/private/v2.0/venues/', { params: { query: { page: page.venues, size, sort: ['name,asc'] } } }),
    ),
  );
  const names = useReading('venue-names', () => readVenueNames(service));
  const layouts = useReading(`layouts-${page.layouts}`, () =>
    service.ask((client) =>
      client.GET('/api/private/v2.0/schemas/', { params: { query: { page: page.layouts, size, sort: ['name,asc'] } } }),
    ),
  );
  return (
    <>
      <div class="page-head">
        <h1>{words('venues')}</h1>
        <Button look="primary" onPress={() => open(<VenueForm onDone={venues.now} />)}>
          {text('newVenue')}
        </Button>
      </div>
      <div class="card">
        <Listing
          reading={venues}
          caption={words('venues')}
          empty={text('noVenues')}
          columns={venueColumns}
          onPage={(next) => setPage({ ...page, venues: next })}
        />
      </div>
      <h2>{text('layouts')}</h2>
      <div class="card">
        <Listing
          reading={layouts}
          caption={text('layoutsCaption')}
          empty={text('noLayouts')}
          columns={layoutColumns(names.value ?? new Map())}
          onPage={(next) => setPage({ ...page, layouts: next })}
        />
      </div>
    </>
  );
}

function VenueForm({ onDone }: { readonly onDone: () => void }): ComponentChild {
  const { service, open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const make = (): void => {
    void run(async () => {
      const body = { name: name.trim(), ...(address.trim() === '' ? {} : { address: address.trim() }) };
      await service.ask((client) => client.POST('/api/private/v2.0/venues/', { body }));
      onDone();
      open(null);
    });
  };
  return (
    <FormDialog
      title={text('newVenue')}
      action={text('makeVenue')}
      isBusy={isBusy}
      problem={failure === null ? '' : problemText(failure)}
      onClose={() => open(null)}
      onSubmit={make}
    >
      <TextField label={words('name')} value={name} maxLength={255} required onText={setName} />
      <TextField label={text('address')} value={address} maxLength={255} onText={setAddress} />
    </FormDialog>
  );
}
