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
import { count, instant, words } from './format.ts';
import { Listing } from './listing.tsx';
import { type Reading, useReading } from './reading.tsx';
import type { Client } from './service.ts';

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
const options = [
  { value: '', label: 'Any state' },
  ...Object.keys(looks).map((value) => ({ value, label: words(value) })),
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
      tell(`${type} is sent again.`);
      reading.now();
    });
  };
  return (
    <section class="card">
      <div class="card-head">
        <h2>Deliveries</h2>
        <SelectField
          label="State"
          options={options}
          value={filter.state}
          onChoose={(state) => change({ state: state as Filter['state'] })}
        />
      </div>
      <Failure of={failure} />
      <Listing
        reading={reading}
        caption="Deliveries, newest first"
        empty="Nothing was sent yet."
        columns={columnsWith(sendAgain, isBusy)}
        onPage={(page) => change({ page })}
      />
    </section>
  );
}

function columnsWith(sendAgain: (delivery: Delivery) => void, isBusy: boolean): readonly Column<Delivery>[] {
  return [
    {
      label: 'Change',
      cell: ({ type, changeId }) => (
        <span class="two-lines">
          {type}
          <span class="second code">{changeId}</span>
        </span>
      ),
    },
    { label: 'State', cell: ({ state }) => <Badge look={looks[state]}>{words(state)}</Badge> },
    { label: 'Attempts', isNumber: true, cell: ({ attempts }) => count(attempts) },
    { label: 'Last answer', cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? '–' },
    {
      label: 'Next attempt',
      cell: ({ nextAttemptAt: at }) => (at === null ? '–' : <span class="no-wrap">{instant(at)}</span>),
    },
    {
      label: 'Action',
      cell: (delivery) => (
        <Button
          look="quiet"
          aria-label={`Send again: ${delivery.type} ${delivery.id}`}
          isOff={isBusy}
          onPress={() => sendAgain(delivery)}
        >
          Send again
        </Button>
      ),
    },
  ];
}
