/** The form that says what is in an allotment: seats by price or by their ids, and places of areas. The whole of it. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { CheckField, NumberField, TextField } from '../shared/components/fields.tsx';
import { EmptyText } from '../shared/components/words.tsx';
import type { Allotment } from './allotment-form.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { Problem, useReading } from './reading.tsx';
import { text } from './sale-texts.ts';
import type { Client, Service } from './service.ts';
import { text as words } from './texts.ts';
import { wholeNumber } from './whole-number.ts';

type Price = components['schemas']['Price'];

interface Properties {
  readonly eventId: string;
  readonly allotment: Allotment;
  readonly onDone: (done: string) => void;
}

const placesMax = 1_000_000;

export function AllotmentPlaces({ eventId, allotment, onDone }: Properties): ComponentChild {
  const { service } = useDesk();
  const prices = useReading('prices', () => allPrices(service, eventId));
  const areas = useReading('areas', () => service.ask((client) => readAssignments(client, eventId)));
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [ids, setIds] = useState('');
  const [places, setPlaces] = useState<ReadonlyMap<number, string>>(
    () => new Map(allotment.groupOfSeats.map(({ id, capacity }) => [id, String(capacity)])),
  );
  const write = async (): Promise<null> => {
    const groupOfSeats = [...places].flatMap(([id, entered]) => {
      const capacity = wholeNumber(words('places'), entered, 0, placesMax) ?? 0;
      return capacity === 0 ? [] : [{ id, capacity }];
    });
    const body = { seats: seatIds(ids), prices: [...chosen], groupOfSeats };
    const params = { path: { id: eventId, allotmentId: allotment.id } };
    const path = '/api/private/v2.0/events/{id}/allotments/{allotmentId}/places';
    const { seats } = await service.ask<Allotment>((client) => client.PUT(path, { params, body }));
    const all = seats.available + seats.locked + seats.sold + seats.blocked;
    onDone(text('allotmentHas', { name: allotment.name, count: all }));
    return null;
  };
  return (
    <Ask title={text('seatsOfNamed', { name: allotment.name })} action={text('setSeats')} onAction={write}>
      <p>{text('wholeAllotment')}</p>
      <Problem of={prices} />
      <fieldset>
        <legend>{text('seatsWithPrices')}</legend>
        <div class="choices">
          {(prices.value ?? []).map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              isChecked={chosen.includes(id)}
              onCheck={(isOn) => setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          ))}
          {prices.value?.length === 0 && <EmptyText>{text('noPrices')}</EmptyText>}
        </div>
      </fieldset>
      <TextField label={text('seatIds')} hint={text('seatIdsHint')} autoComplete="off" value={ids} onText={setIds} />
      {(areas.value?.groupsOnEvent ?? []).map(({ id, name }) => (
        <NumberField
          key={id}
          label={text('placesOfNamed', { name })}
          value={places.get(id) ?? ''}
          onText={(entered) => setPlaces(new Map(places).set(id, entered))}
        />
      ))}
    </Ask>
  );
}

/** Throws a `RangeError` for the person when one is no number. */
function seatIds(entered: string): number[] {
  return entered.split(/[\s,;]+/).flatMap((part) => {
    if (part === '') return [];
    const id = Number(part);
    if (!Number.isSafeInteger(id)) throw new RangeError(text('noSeatId', { part }));
    return [id];
  });
}

async function allPrices(service: Service, eventId: string): Promise<readonly Price[]> {
  const all: Price[] = [];
  for (let page = 0; ; page++) {
    const { content, last } = await service.ask((client) => listPrices(client, eventId, page));
    all.push(...content);
    if (last) return all;
  }
}

function listPrices(client: Client, eventId: string, page: number) {
  const params = { path: { eventId }, query: { page, size: 100, sort: ['id,asc'] } };
  return client.GET('/api/private/v2.0/event/{eventId}/prices/', { params });
}

function readAssignments(client: Client, eventId: string) {
  return client.GET('/api/private/v2.0/event/{eventId}/prices/assignments/', { params: { path: { eventId } } });
}
