/** The events that a person or a group is limited to: all, or those that are ticked. */
import type { ComponentChild } from 'preact';
import { CheckField } from '../shared/components/fields.tsx';
import { useDesk } from './desk.ts';
import { venueTime } from './format.ts';
import { text } from './people-texts.ts';
import { Read, useReading } from './reading.tsx';
import type { Rights } from './rights.ts';
import { text as words } from './texts.ts';

/** The service lists so many at once. */
const eventsShown = 100;

interface Properties {
  /** Of the field that limits, and of the list of events. */
  readonly label: string;
  readonly legend: string;
  readonly events: Rights['events'];
  readonly onEvents: (events: Rights['events']) => void;
}

export function EventLimit({ label, legend, events, onEvents }: Properties): ComponentChild {
  return (
    <>
      <CheckField label={label} isChecked={events !== null} onCheck={(isLimited) => onEvents(isLimited ? [] : null)} />
      {events !== null && <EventChoice legend={legend} chosen={events} onChoose={onEvents} />}
    </>
  );
}

interface ChoiceProperties {
  readonly legend: string;
  readonly chosen: readonly string[];
  readonly onChoose: (events: readonly string[]) => void;
}

/** The latest events. Those that are chosen and not among them stay chosen. */
function EventChoice({ legend, chosen, onChoose }: ChoiceProperties): ComponentChild {
  const { service } = useDesk();
  const query = { size: eventsShown, sort: ['start,desc'] };
  const events = useReading('events', () =>
    service.ask((client) => client.GET('/api/private/v2.0/events/', { params: { query } })),
  );
  return (
    <Read reading={events} waiting={words('reading')}>
      {({ content }) => (
        <fieldset>
          <legend>{legend}</legend>
          <div class="choices">
            {content.map(({ id, name, start }) => (
              <CheckField
                key={id}
                label={text('eventAt', { name, start: venueTime(start) })}
                isChecked={chosen.includes(id)}
                onCheck={(isChosen) => onChoose([...chosen.filter((one) => one !== id), ...(isChosen ? [id] : [])])}
              />
            ))}
          </div>
        </fieldset>
      )}
    </Read>
  );
}
