/**
 * More dates of an event: a series with the event as its template, and a new event for each date. The service copies prices,
 * assignments and the face; each date is sold by itself, and the report counts them all.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { For } from '../for.tsx';
import { venueTime } from '../format.ts';
import { Read, useReading } from '../reading.tsx';
import { PeriodFields, periodOf } from './new-event-form.tsx';
import { text } from './texts.ts';

type ShownEvent = components['schemas']['Event'];

export function SeriesCard({ event }: { readonly event: ShownEvent }): ComponentChild {
  const { service } = useDesk();
  const series = useReading(event.id, async () => {
    const query = { eventId: event.id };
    const [own = null] = await service.ask((client) => client.GET('/api/private/v2.0/series/', { params: { query } }));
    const params = { path: { id: own?.id ?? 0 } };
    const path = '/api/private/v2.0/series/{id}/events/';
    const dates = own === null ? [] : await service.ask((client) => client.GET(path, { params }));
    return { own, dates };
  });
  return (
    <Card title={text('moreDates')}>
      <Read reading={series}>
        {({ own, dates }) => (
          <>
            <p class="quiet-text">{text('datesText')}</p>
            <ul class="plain-list">
              {dates.map(({ id, name, start }) => (
                <li key={id}>
                  <a href={`#/events/${id}`}>{name}</a>
                  {`, ${venueTime(start)}`}
                </li>
              ))}
            </ul>
            {dates.length > 0 && (
              <p>
                <a href={`#/events/${event.id}/report/series`}>{text('reportOfDates')}</a>
              </p>
            )}
            <For least="MANAGER">
              {event.status === 'PUBLISHED' ? (
                <DateForm event={event} seriesId={own?.id ?? null} onDone={series.now} />
              ) : (
                <p>{text('publishFirst')}</p>
              )}
            </For>
          </>
        )}
      </Read>
    </Card>
  );
}

interface FormProperties {
  readonly event: ShownEvent;
  /** Null: there is none yet. */
  readonly seriesId: number | null;
  readonly onDone: () => void;
}

function DateForm({ event, seriesId, onDone }: FormProperties): ComponentChild {
  const { service, tell } = useDesk();
  const { isBusy, failure, run } = useAction();
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const add = (submitted: Event): void => {
    submitted.preventDefault();
    void run(async () => {
      const { start: begins, endDate } = periodOf(start, end);
      const id = seriesId ?? (await begin());
      const options = { params: { path: { id } }, body: { start: begins, end: endDate } };
      await service.ask((client) => client.POST('/api/private/v2.0/series/{id}/events/', options));
      tell(text('dateAdded'));
      setStart('');
      setEnd('');
      onDone();
    });
  };
  const begin = async (): Promise<number> => {
    const body = { name: event.name, templateEventId: event.id, timeZone: timeZone.trim() };
    const { id } = await service.ask((client) => client.POST('/api/private/v2.0/series/', { body }));
    return id;
  };
  return (
    <form class="form" noValidate onSubmit={add}>
      {seriesId === null && (
        <TextField label={text('timeZone')} hint={text('timeZoneHint')} value={timeZone} onText={setTimeZone} />
      )}
      <PeriodFields start={start} end={end} onStart={setStart} onEnd={setEnd} />
      <Failure of={failure} />
      <Button isOff={isBusy}>{text('addDate')}</Button>
    </form>
  );
}
