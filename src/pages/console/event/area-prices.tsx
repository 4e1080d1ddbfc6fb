/** The prices of general-admission areas, and how many of their places are sold at them. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NumberField, SelectField } from '../../shared/components/fields.tsx';
import { type Column, Table } from '../../shared/components/table.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { For } from '../for.tsx';
import { count } from '../format.ts';
import type { AreaEntry, Assignments } from '../seat-board.ts';
import { text as words } from '../texts.ts';
import { wholeNumber } from '../whole-number.ts';
import type { Paint } from './painting.ts';
import { text } from './texts.ts';

interface Properties {
  readonly eventId: string;
  readonly prices: readonly Paint[];
  readonly assignments: Assignments;
  readonly onChange: () => void;
}

const placesMax = 100_000_000;

export function AreaPrices({ eventId, prices, assignments, onChange }: Properties): ComponentChild {
  const { open } = useDesk();
  const areas = assignments.groupsOnEvent;
  if (areas.length === 0) return null;
  const form = { eventId, prices, onChange };
  const columns: readonly Column<AreaEntry>[] = [
    { label: words('area'), cell: ({ name }) => name },
    { label: words('price'), cell: ({ priceName }) => priceName ?? '–' },
    { label: text('placesForSale'), isNumber: true, cell: ({ activeCount }) => count(activeCount) },
    {
      label: words('changeColumn'),
      cell: (area) => (
        <For least="MANAGER">
          <Button
            look="quiet"
            aria-label={text('priceAskOf', area)}
            onPress={() => open(<AreaForm {...form} area={area} />)}
          >
            {text('priceAsk')}
          </Button>
        </For>
      ),
    },
  ];
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words('generalAdmission')}</h2>
      </div>
      <Table caption={text('pricesOfAreas')} columns={columns} rows={areas} keyOf={({ id }) => id} />
    </section>
  );
}

interface FormProperties extends Omit<Properties, 'assignments'> {
  readonly area: AreaEntry;
}

function AreaForm({ eventId, prices, area, onChange }: FormProperties): ComponentChild {
  const { service, tell } = useDesk();
  const [price, setPrice] = useState(String(area.priceId ?? prices[0]?.id ?? ''));
  const [places, setPlaces] = useState('');
  const save = async (): Promise<null> => {
    if (price === '') throw new RangeError(text('makePriceFirst'));
    const activeCount = wholeNumber(words('places'), places, 0, placesMax);
    const line = { objectId: area.id, assignmentId: Number(price), ...(activeCount === null ? {} : { activeCount }) };
    const options = { params: { path: { eventId } }, body: { groupOfSeats: [line] } };
    await service.ask((client) => client.POST('/api/private/v2.0/event/{eventId}/prices/assignments/', options));
    tell(text('areaHasPrice', area));
    onChange();
    return null;
  };
  return (
    <Ask title={text('priceOf', area)} action={words('save')} onAction={save}>
      <SelectField
        label={words('price')}
        options={prices.map(({ id, name }) => ({ value: id, label: name }))}
        value={price}
        onChoose={setPrice}
      />
      <NumberField label={text('placesForSale')} hint={text('placesForSaleHint')} value={places} onText={setPlaces} />
    </Ask>
  );
}
