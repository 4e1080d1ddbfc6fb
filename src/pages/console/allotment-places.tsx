/** The form that says how many places of each area are in an allotment. Its seats are painted on the map, and stay. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { NumberField } from '../shared/components/fields.tsx';
import { EmptyText } from '../shared/components/words.tsx';
import type { Allotment } from './allotment-form.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { Read, useReading } from './reading.tsx';
import { text } from './sale-texts.ts';
import { type AreaEntry, readAssignments } from './seat-board.ts';
import type { Service } from './service.ts';
import { text as words } from './texts.ts';
import { wholeNumber } from './whole-number.ts';

type Places = components['schemas']['ShownAllotmentPlaces'];

interface Properties {
  readonly eventId: string;
  readonly allotment: Allotment;
  readonly onDone: (done: string) => void;
}

const placesMax = 1_000_000;
const path = '/api/private/v2.0/events/{id}/allotments/{allotmentId}/places';

export function AllotmentPlaces(properties: Properties): ComponentChild {
  const { service } = useDesk();
  const { eventId, allotment } = properties;
  const reading = useReading('places', async () => {
    const { groupsOnEvent: areas } = await service.ask((client) => readAssignments(client, eventId));
    return { areas, places: await readPlaces(service, eventId, allotment) };
  });
  return <Read reading={reading}>{(read) => <Form {...properties} {...read} />}</Read>;
}

function readPlaces(service: Service, eventId: string, { id }: Allotment): Promise<Places> {
  const params = { path: { id: eventId, allotmentId: id } };
  return service.ask((client) => client.GET(path, { params }));
}

interface FormProperties extends Properties {
  readonly areas: readonly AreaEntry[];
  readonly places: Places;
}

function Form({ eventId, allotment, areas, places, onDone }: FormProperties): ComponentChild {
  const { service } = useDesk();
  const { id: allotmentId, name } = allotment;
  const [entered, setEntered] = useState<ReadonlyMap<number, string>>(
    () => new Map(places.groupOfSeats.map(({ id, capacity }) => [id, String(capacity)])),
  );
  const write = async (): Promise<null> => {
    const groupOfSeats = [...entered].flatMap(([id, typed]) => {
      const capacity = wholeNumber(words('places'), typed, 0, placesMax) ?? 0;
      return capacity === 0 ? [] : [{ id, capacity }];
    });
    const { seats } = await readPlaces(service, eventId, allotment);
    const options = { params: { path: { id: eventId, allotmentId } }, body: { seats, groupOfSeats } };
    await service.ask((client) => client.PUT(path, options));
    onDone(text('placesSet', { name }));
    return null;
  };
  return (
    <Ask title={text('placesOfAllotment', { name })} action={words('save')} onAction={write}>
      {areas.length === 0 && <EmptyText>{text('noAreas')}</EmptyText>}
      {areas.map((area) => (
        <NumberField
          key={area.id}
          label={text('placesOfNamed', area)}
          value={entered.get(area.id) ?? ''}
          onText={(typed) => setEntered(new Map(entered).set(area.id, typed))}
        />
      ))}
    </Ask>
  );
}
