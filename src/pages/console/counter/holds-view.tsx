/** The holds of an event: for whom, how many places, and until when. One is sold, held longer or shorter, or given back. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { type Column, Table } from '../../shared/components/table.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { count, duration, instantIn } from '../format.ts';
import { asked, OffsetSteps, shownOf } from '../offset-steps.tsx';
import { Read, useReading } from '../reading.tsx';
import { SearchField } from '../search-field.tsx';
import type { Client } from '../service.ts';
import { text as words } from '../texts.ts';
import { keyed, newKey } from './counter-calls.ts';
import { EndForm } from './hold-form.tsx';
import { sumText } from './money.ts';
import { personIn } from './person.ts';
import { text } from './texts.ts';
import { takeHold } from './unfinished-sale.tsx';
import { readTimeZone } from './wares.ts';

type Summary = components['schemas']['SessionSummary'];

interface Search {
  readonly name: string;
  readonly offset: number;
}

const refreshMs = 10_000;

export function HoldsView({ eventId }: { readonly eventId: string }): ComponentChild {
  const desk = useDesk();
  const [search, setSearch] = useState<Search>({ name: '', offset: 0 });
  const clock = useReading(eventId, async () => ({ timeZone: await readTimeZone(desk, eventId) }));
  const read = () => desk.service.ask((client) => listHolds(client, eventId, search));
  const holds = useReading(JSON.stringify(search), read, { pauseMs: refreshMs });
  return (
    <>
      <div class="filters">
        <SearchField label={words('name')} value={search.name} onSearch={(name) => setSearch({ name, offset: 0 })} />
      </div>
      <div class="card">
        <Read reading={clock} waiting={words('reading')}>
          {({ timeZone }) => (
            <Read reading={holds} waiting={words('reading')}>
              {(found) => (
                <>
                  <Holds {...{ eventId, timeZone }} holds={shownOf(found)} onChange={holds.now} />
                  <OffsetSteps
                    {...search}
                    found={found.length}
                    onOffset={(offset) => setSearch({ ...search, offset })}
                  />
                </>
              )}
            </Read>
          )}
        </Read>
      </div>
    </>
  );
}

function listHolds(client: Client, eventId: string, { name, offset }: Search) {
  const query = { eventId, offset, limit: asked, held: 'true' as const, ...(name === '' ? {} : { name }) };
  return client.GET('/api/private/v2.0/session/', { params: { query } });
}

interface Properties {
  readonly eventId: string;
  /** Of the venue; null: not known. */
  readonly timeZone: string | null;
  readonly onChange: () => void;
}

function Holds({ holds, ...properties }: Properties & { readonly holds: readonly Summary[] }): ComponentChild {
  const { timeZone } = properties;
  if (holds.length === 0) return <EmptyText>{text('noHolds')}</EmptyText>;
  const columns: readonly Column<Summary>[] = [
    { label: words('name'), cell: (hold) => <Named text={personIn(hold.properties) || '–'} /> },
    { label: words('places'), isNumber: true, cell: ({ cartSize }) => count(cartSize) },
    { label: words('total'), isNumber: true, cell: sumText },
    {
      label: text('holdUntil'),
      cell: ({ expiresAt }) => (expiresAt ? instantIn(expiresAt, timeZone) : '–'),
    },
    { label: words('timeLeft'), isNumber: true, cell: ({ expiresInSeconds }) => duration(expiresInSeconds) },
    { label: text('hold'), cell: (hold) => <Buttons {...properties} hold={hold} /> },
  ];
  return <Table caption={text('partHolds')} columns={columns} rows={holds} keyOf={({ id }) => id} />;
}

function Buttons({ eventId, timeZone, hold, onChange }: Properties & { readonly hold: Summary }): ComponentChild {
  const desk = useDesk();
  const { isBusy, failure, run } = useAction();
  const { id, expiresAt } = hold;
  const name = personIn(hold.properties);
  const key = newKey();
  const giveBack = async (): Promise<null> => {
    const options = { params: { path: { id } }, headers: keyed(key) };
    await desk.service.ask((client) => client.POST('/api/private/v2.0/session/{id}/cancel', options));
    onChange();
    return null;
  };
  const ask = (): void =>
    desk.open(
      <Ask title={text('giveBackQuestion', { name })} action={text('giveBack')} look="danger" onAction={giveBack}>
        <p>{words('freedAgain', { count: hold.cartSize })}</p>
      </Ask>,
    );
  const move = (endsAt: string): void =>
    desk.open(<EndForm {...{ eventId, id, name, endsAt, timeZone }} onMoved={onChange} />);
  return (
    <>
      <div class="row">
        <Button
          isSmall
          isOff={isBusy}
          aria-label={text('sellHoldOf', { name })}
          onPress={() => void run(() => takeHold(desk, { eventId, id, name }, timeZone))}
        >
          {text('partSell')}
        </Button>
        {expiresAt && (
          <Button isSmall look="quiet" aria-label={text('moveEndOf', { name })} onPress={() => move(expiresAt)}>
            {text('moveEndAsk')}
          </Button>
        )}
        <Button isSmall look="quiet" aria-label={text('giveBackNamed', { place: name })} onPress={ask}>
          {text('giveBackAsk')}
        </Button>
      </div>
      {failure !== null && <Failure of={failure} />}
    </>
  );
}
