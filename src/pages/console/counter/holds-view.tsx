/** The holds of an event: for whom, how many places, and the time left. One is taken into the till to be sold, or given back. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { type Column, Table } from '../../shared/components/table.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { count, duration } from '../format.ts';
import { Read, useReading } from '../reading.tsx';
import { SearchField } from '../search-field.tsx';
import type { Client } from '../service.ts';
import { text as words } from '../texts.ts';
import { keyed, newKey } from './counter-calls.ts';
import { KeptSale } from './kept-sale.ts';
import { sumText } from './money.ts';
import { newReference } from './reference.ts';
import { text } from './texts.ts';

type Summary = components['schemas']['SessionSummary'];

const limit = 200;
const refreshMs = 10_000;

export function HoldsView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service } = useDesk();
  const [name, setName] = useState('');
  const read = () => service.ask((client) => listHolds(client, eventId, name));
  const holds = useReading(name, read, { pauseMs: refreshMs });
  const columns: readonly Column<Summary>[] = [
    { label: words('name'), cell: (hold) => <Named text={nameOf(hold)} /> },
    { label: words('places'), isNumber: true, cell: ({ cartSize }) => count(cartSize) },
    { label: words('total'), isNumber: true, cell: sumText },
    { label: words('timeLeft'), isNumber: true, cell: ({ expiresInSeconds }) => duration(expiresInSeconds) },
    {
      label: text('hold'),
      cell: (hold) => <Buttons eventId={eventId} hold={hold} onChange={holds.now} />,
    },
  ];
  return (
    <>
      <div class="filters">
        <SearchField label={words('name')} value={name} onSearch={setName} />
      </div>
      <div class="card">
        <Read reading={holds} waiting={words('reading')}>
          {(found) => {
            const named = found.filter((hold) => nameOf(hold) !== '' && hold.cartSize > 0);
            if (named.length === 0) return <EmptyText>{text('noHolds')}</EmptyText>;
            return <Table caption={text('partHolds')} columns={columns} rows={named} keyOf={({ id }) => id} />;
          }}
        </Read>
      </div>
    </>
  );
}

function nameOf({ properties }: Summary): string {
  return typeof properties?.name === 'string' ? properties.name : '';
}

function listHolds(client: Client, eventId: string, name: string) {
  const query = {
    eventId,
    limit,
    counter: 'true' as const,
    state: 'ACTIVE' as const,
    ...(name === '' ? {} : { name }),
  };
  return client.GET('/api/private/v2.0/session/', { params: { query } });
}

interface Properties {
  readonly eventId: string;
  readonly hold: Summary;
  readonly onChange: () => void;
}

function Buttons({ eventId, hold, onChange }: Properties): ComponentChild {
  const { service, open } = useDesk();
  const name = nameOf(hold);
  const key = newKey();
  const giveBack = async (): Promise<null> => {
    const options = { params: { path: { id: hold.id } }, headers: keyed(key) };
    await service.ask((client) => client.POST('/api/private/v2.0/session/{id}/cancel', options));
    onChange();
    return null;
  };
  const ask = (): void =>
    open(
      <Ask title={text('giveBackQuestion', { name })} action={text('giveBack')} look="danger" onAction={giveBack}>
        <p>{words('freedAgain', { count: hold.cartSize })}</p>
      </Ask>,
    );
  const sell = (): void => {
    new KeptSale(eventId).write({ openKey: newKey(), id: hold.id, reference: newReference(), name });
    location.hash = `#/events/${eventId}/box-office/sell`;
  };
  return (
    <div class="row">
      <Button isSmall aria-label={text('sellHoldOf', { name })} onPress={sell}>
        {text('partSell')}
      </Button>
      <Button isSmall look="quiet" aria-label={text('giveBackNamed', { place: name })} onPress={ask}>
        {text('giveBackAsk')}
      </Button>
    </div>
  );
}
