/** The checklist before a sale and the status of the event: shown where it is published, and where the sale is opened. */
import type { ComponentChild } from 'preact';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { Badge } from '../../shared/components/words.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { For } from '../for.tsx';
import { Read, useReading } from '../reading.tsx';
import { mayForAll } from '../rights.ts';
import { type CheckLine, checklistOf, hasObstacle } from './checklist.ts';
import { PriceSums } from './price-sums.tsx';
import { readSaleFacts } from './sale-facts.ts';
import { text } from './texts.ts';

type ShownEvent = components['schemas']['Event'];

interface Properties {
  readonly event: ShownEvent;
  /** Another one: something was changed that the list looks at. */
  readonly version: number;
  /** The status was changed. */
  readonly onChange: () => void;
}

export function BeforeSale({ event, version, onChange }: Properties): ComponentChild {
  const desk = useDesk();
  const facts = useReading(JSON.stringify([event, version]), () => readSaleFacts(desk, event));
  const changed = (): void => {
    onChange();
    facts.now();
  };
  return (
    <Card title={text('beforeSale')}>
      <Read reading={facts} waiting={text('looking')}>
        {(known) => {
          const lines = checklistOf(known);
          return (
            <>
              <Checklist eventId={event.id} lines={lines} onChange={changed} />
              <PriceSums sums={known.sums} />
              <StatusButtons event={event} isBlocked={hasObstacle(lines)} onChange={changed} />
            </>
          );
        }}
      </Read>
    </Card>
  );
}

const looks = { bad: 'bad', warn: 'warn', good: 'good' } as const;
const labels = { bad: text('mustBePutRight'), warn: text('lookAtIt'), good: text('asItShouldBe') } as const;

interface ChecklistProperties {
  readonly eventId: string;
  readonly lines: readonly CheckLine[];
  readonly onChange: () => void;
}

function Checklist({ eventId, lines, onChange }: ChecklistProperties): ComponentChild {
  return (
    <ul class="checklist">
      {lines.map(({ level, says, view, isSwitchOff }) => (
        <li key={says}>
          <Badge look={looks[level]}>{labels[level]}</Badge>
          <span>{says}</span>
          {view !== undefined && <a href={`#/events/${eventId}/${view}`}>{text('goThere')}</a>}
          {isSwitchOff === true && <SessionsSwitch onChange={onChange} />}
        </li>
      ))}
    </ul>
  );
}

/** It counts for every event of the organization, so only its owners have it. */
function SessionsSwitch({ onChange }: { readonly onChange: () => void }): ComponentChild {
  const { service, rights, tell } = useDesk();
  const { isBusy, failure, run } = useAction();
  if (!mayForAll(rights, 'OWNER')) return null;
  const press = (): void => {
    void run(async () => {
      const body = { publicSessionsEnabled: true };
      await service.ask((client) => client.PUT('/api/private/management/v2.0/session-config/', { body }));
      tell(text('buyersMayBuy'));
      onChange();
    });
  };
  return (
    <>
      <Button isSmall isOff={isBusy} onPress={press}>
        {text('letBuyersBuy')}
      </Button>
      <Failure of={failure} />
    </>
  );
}

interface StatusProperties {
  readonly event: ShownEvent;
  readonly onChange: () => void;
  readonly isBlocked: boolean;
}

function StatusButtons({ event, isBlocked, onChange }: StatusProperties): ComponentChild {
  const { service, tell, open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const { id, status } = event;
  const set = async (wanted: ShownEvent['status'], done: string): Promise<null> => {
    const params = { path: { id } };
    await service.ask((client) =>
      client.POST('/api/private/v2.0/events/{id}/status', { params, body: { status: wanted } }),
    );
    tell(done);
    onChange();
    return null;
  };
  const publish = (): void => {
    if (!isBlocked) return void run(async () => void (await set('PUBLISHED', text('eventPublished'))));
    open(
      <Ask
        title={text('publishInSpite')}
        action={text('publish')}
        onAction={() => set('PUBLISHED', text('eventPublished'))}
      >
        <p>{text('publishInSpiteText')}</p>
      </Ask>,
    );
  };
  const archive = (): void =>
    open(
      <Ask
        title={text('archiveQuestion')}
        action={text('archive')}
        look="danger"
        onAction={() => set('ARCHIVED', text('eventArchived'))}
      >
        <p>{text('archiveText')}</p>
      </Ask>,
    );
  return (
    <For least="MANAGER">
      <div class="row">
        {status === 'DRAFT' && (
          <Button look="primary" isOff={isBusy} onPress={publish}>
            {text('publish')}
          </Button>
        )}
        {status === 'PUBLISHED' && (
          <Button look="quiet" onPress={archive}>
            {text('archiveAsk')}
          </Button>
        )}
      </div>
      <Failure of={failure} />
    </For>
  );
}
