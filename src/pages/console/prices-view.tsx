/**
 * The prices of one event: lists, makes and renames them. The amount is read from the name, so the service's warnings
 * about an amount that was probably not meant stay on the page until the price is renamed.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { type components, formatAmount } from '../../client/index.ts';
import { speech } from '../languages/speech.ts';
import { Button } from '../shared/components/button.tsx';
import { TextField } from '../shared/components/fields.tsx';
import type { Column } from '../shared/components/table.tsx';
import { Named } from '../shared/components/words.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { currencyCode } from './entered-amount.ts';
import { For } from './for.tsx';
import { Listing } from './listing.tsx';
import { amountField, enteredAmount, MoneyField } from './money-field.tsx';
import { useReading } from './reading.tsx';
import { text } from './sale-texts.ts';
import type { Client } from './service.ts';
import { text as words } from './texts.ts';
import { draftsOf, TicketTypesFields, typesOf } from './ticket-types-fields.tsx';

type Price = components['schemas']['Price'];
type WrittenPrice = components['schemas']['WrittenPrice'];

const path = '/api/private/v2.0/event/{eventId}/prices/';
const size = 50;

export function PricesView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service, tell, open } = useDesk();
  const [page, setPage] = useState(0);
  /** By the id of the price. */
  const [warnings, setWarnings] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const prices = useReading(String(page), () => service.ask((client) => listPrices(client, eventId, page)));
  const onWritten = ([price]: readonly WrittenPrice[], done: 'priceMade' | 'priceChanged'): void => {
    if (price === undefined) return;
    setWarnings((before) => new Map(before).set(price.id, price.warnings ?? []));
    tell(text(done, { name: price.name }));
    prices.now();
  };
  const form = { eventId, onWritten };
  const columns: readonly Column<Price>[] = [
    { label: words('name'), cell: ({ id, name }) => <PriceName name={name} warnings={warnings.get(id) ?? []} /> },
    { label: text('externalId'), cell: ({ externalId }) => externalId ?? '–' },
    { label: text('amount'), isNumber: true, cell: ({ amount, currency }) => amountText(amount, currency) },
    {
      label: text('ticketTypes'),
      cell: ({ ticketTypes = [] }) => speech().list(ticketTypes.map(({ name }) => name)) || '–',
    },
    {
      label: words('changeColumn'),
      cell: (price) => (
        <For least="MANAGER">
          <Button
            look="quiet"
            aria-label={words('changeNamed', { name: price.name })}
            onPress={() => open(<PriceForm {...form} price={price} />)}
          >
            {words('change')}
          </Button>
        </For>
      ),
    },
  ];
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words('viewPrices')}</h2>
        <For least="MANAGER">
          <div class="row">
            <a href={`#/events/${eventId}/painting`}>{text('paintSeats')}</a>
            <Button onPress={() => open(<PriceForm {...form} price={null} />)}>{text('newPriceAsk')}</Button>
          </div>
        </For>
      </div>
      <Listing
        reading={prices}
        caption={words('viewPrices')}
        empty={text('noPrices')}
        columns={columns}
        onPage={setPage}
      />
    </section>
  );
}

function PriceName({ name, warnings }: { readonly name: string; readonly warnings: readonly string[] }) {
  return (
    <span class="two-lines">
      <Named text={name} />
      {warnings.map((warning) => (
        <span key={warning} class="warning-text" role="status">
          {warning}
        </span>
      ))}
    </span>
  );
}

function listPrices(client: Client, eventId: string, page: number) {
  return client.GET(path, { params: { path: { eventId }, query: { page, size, sort: ['id,asc'] } } });
}

function amountText(amount: number | null | undefined, currency: string | null | undefined): string {
  return amount == null || currency == null ? '–' : formatAmount(amount, currency, speech().locale);
}

/** Both or none. Throws a `RangeError` for the person. */
function moneyOf(amount: string, currency: string) {
  const sum = enteredAmount(amount, currency);
  const code = currencyCode(currency);
  if ((sum === null) !== (code === '')) throw new RangeError(text('amountNeedsCurrency'));
  return { amount: sum, currency: code === '' ? null : code };
}

interface FormProperties {
  readonly eventId: string;
  /** Null: a new one. */
  readonly price: Price | null;
  readonly onWritten: (prices: readonly WrittenPrice[], done: 'priceMade' | 'priceChanged') => void;
}

function PriceForm({ eventId, price, onWritten }: FormProperties): ComponentChild {
  const { service } = useDesk();
  const [name, setName] = useState(price?.name ?? '');
  const [externalId, setExternalId] = useState(price?.externalId ?? '');
  const [amount, setAmount] = useState(amountField(price?.amount, price?.currency));
  const [currency, setCurrency] = useState(price?.currency ?? '');
  const [types, setTypes] = useState(() => draftsOf(price?.ticketTypes, price?.currency));
  const write = async (): Promise<null> => {
    const money = moneyOf(amount, currency);
    const entered = {
      name: name.trim(),
      externalId: externalId.trim() || null,
      ...money,
      ticketTypes: types.length === 0 ? null : typesOf(types, currency),
    };
    if (entered.name === '') throw new RangeError(words('enterName'));
    const params = { path: { eventId } };
    const written = await service.ask<readonly WrittenPrice[]>((client) =>
      price === null
        ? client.POST(path, { params, body: [entered] })
        : client.PUT(path, { params, body: [{ id: price.id, ...entered }] }),
    );
    onWritten(written, price === null ? 'priceMade' : 'priceChanged');
    return null;
  };
  const labels =
    price === null
      ? { title: text('newPrice'), action: text('makePrice') }
      : { title: words('changeTitle', { name: price.name }), action: words('save') };
  const limits = { autoComplete: 'off', maxLength: 255 } as const;
  return (
    <Ask {...labels} onAction={write}>
      <TextField {...limits} label={words('name')} hint={text('priceNameHint')} value={name} onText={setName} />
      <TextField
        {...limits}
        label={text('externalId')}
        hint={text('externalIdHint')}
        value={externalId}
        onText={setExternalId}
      />
      <div class="pair">
        <MoneyField
          label={text('amount')}
          currency={currency}
          emptyHint={text('noAmountHint')}
          value={amount}
          onText={setAmount}
        />
        <TextField
          {...limits}
          label={text('currency')}
          hint={text('currencyHint')}
          value={currency}
          onText={setCurrency}
        />
      </div>
      <TicketTypesFields types={types} currency={currency} onChange={setTypes} />
    </Ask>
  );
}
