/** The deliveries of a webhook, each of which can be sent again. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { SelectField } from '../shared/components/fields.tsx';
import type { Column } from '../shared/components/table.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { Badge } from '../shared/components/words.tsx';
import { useDesk } from './desk.ts';
import { Failure } from './failure.tsx';
import { count, instant } from './format.ts';
import { Listing } from './listing.tsx';
import { type Reading, useReading } from './reading.tsx';
import type { Client } from './service.ts';
import { text as words } from './texts.ts';
import { text } from './webhook-texts.ts';

type Delivery = components['schemas']['WebhookDelivery'];

interface Filter {
  readonly page: number;
  readonly state: Delivery['state'] | '';
}

interface Listed {
  readonly filter: Filter;
  readonly reading: Reading<components['schemas']['PageWebhookDelivery']>;
  change(changes: Partial<Filter>): void;
}

const path = '/api/private/v2.0/webhooks/{id}/deliveries/';
const refreshMs = 5_000;
const looks = { DELIVERED: 'good', PENDING: 'warn', DEAD: 'bad' } as const;
const names: Readonly<Record<Delivery['state'], string>> = {
  DELIVERED: text('delivered'),
  PENDING: text('statePending'),
  DEAD: text('stateDead'),
};
const options = [
  { value: '', label: words('anyState') },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

export function useDeliveries(id: number): Listed {
  const { service } = useDesk();
  const [filter, setFilter] = useState<Filter>({ page: 0, state: '' });
  const list = () => service.ask((client) => listDeliveries(client, id, filter));
  const reading = useReading(JSON.stringify(filter), list, { pauseMs: refreshMs });
  return { filter, reading, change: (changes) => setFilter((before) => ({ ...before, page: 0, ...changes })) };
}

function listDeliveries(client: Client, id: number, { page, state }: Filter) {
  const query = { page, size: 20, sort: ['id,desc'], ...(state === '' ? {} : { state }) };
  return client.GET(path, { params: { path: { id }, query } });
}

export function Deliveries({ id, filter, reading, change }: Listed & { readonly id: number }): ComponentChild {
  const { service, tell } = useDesk();
  const { isBusy, failure, run } = useAction();
  const sendAgain = ({ id: deliveryId, type }: Delivery): void => {
    void run(async () => {
      const params = { path: { id, deliveryId } };
      await service.ask((client) => client.POST(`${path}{deliveryId}/redeliver`, { params }));
      tell(text('sentAgain', { type }));
      reading.now();
    });
  };
  return (
    <section class="card">
      <div class="card-head">
        <h2>{text('deliveries')}</h2>
        <SelectField
          label={words('state')}
          options={options}
          value={filter.state}
          onChoose={(state) => change({ state: state as Filter['state'] })}
        />
      </div>
      <Failure of={failure} />
      <Listing
        reading={reading}
        caption={text('deliveriesCaption')}
        empty={text('nothingSent')}
        columns={columnsWith(sendAgain, isBusy)}
        onPage={(page) => change({ page })}
      />
    </section>
  );
}

function columnsWith(sendAgain: (delivery: Delivery) => void, isBusy: boolean): readonly Column<Delivery>[] {
  return [
    {
      label: text('changeSent'),
      cell: ({ type, changeId }) => (
        <span class="two-lines">
          {type}
          <span class="second code">{changeId}</span>
        </span>
      ),
    },
    { label: words('state'), cell: ({ state }) => <Badge look={looks[state]}>{names[state]}</Badge> },
    { label: text('attempts'), isNumber: true, cell: ({ attempts }) => count(attempts) },
    { label: text('lastAnswer'), cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? '–' },
    {
      label: text('nextAttempt'),
      cell: ({ nextAttemptAt: at }) => (at === null ? '–' : <span class="no-wrap">{instant(at)}</span>),
    },
    {
      label: text('action'),
      cell: (delivery) => (
        <Button
          look="quiet"
          aria-label={text('sendAgainNamed', { type: delivery.type, id: String(delivery.id) })}
          isOff={isBusy}
          onPress={() => sendAgain(delivery)}
        >
          {text('sendAgain')}
        </Button>
      ),
    },
  ];
}
