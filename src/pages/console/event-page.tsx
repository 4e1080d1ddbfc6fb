/** One event: its name and status, and its views. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Tabs } from '../shared/components/frames.tsx';
import { Named } from '../shared/components/words.tsx';
import { useDesk, useTitle } from './desk.ts';
import { StatusBadge } from './events-page.tsx';
import { venueTime } from './format.ts';
import { Later } from './later.tsx';
import { LiveView } from './live-view.tsx';
import { Read, useReading } from './reading.tsx';
import { may, type Role } from './rights.ts';
import type { Client } from './service.ts';
import { SessionsView } from './sessions-view.tsx';
import { text } from './texts.ts';

type ShownEvent = NonNullable<Awaited<ReturnType<typeof readEvent>>['data']>;

interface Properties {
  readonly id: string;
  readonly view: string | undefined;
  /** What the view shows first. */
  readonly detail: string | undefined;
  /** The id of the session to show. */
  readonly session: string | null;
}

/** `role`: the least one that sees it; absent: every one. */
const views: readonly { readonly name: string; readonly label: string; readonly role?: Role }[] = [
  { name: 'live', label: text('viewLive') },
  { name: 'box-office', label: text('viewBoxOffice'), role: 'BOX_OFFICE' },
  { name: 'sessions', label: text('viewSessions') },
  { name: 'setup', label: text('viewSetup') },
  { name: 'prices', label: text('viewPrices') },
  { name: 'painting', label: text('viewPainting') },
  { name: 'allotments', label: text('viewAllotments') },
  { name: 'units', label: text('viewUnits') },
  { name: 'on-sale', label: text('viewOnSale') },
  { name: 'orders', label: text('viewOrders') },
  { name: 'report', label: text('viewReport') },
  { name: 'past', label: text('viewPast') },
];

export function EventPage({ id, view = 'live', detail, session }: Properties): ComponentChild {
  const { service, rights } = useDesk();
  const event = useReading(view, () => service.ask((client) => readEvent(client, id)));
  useTitle(event.value?.name ?? text('event'));
  const seen = views.filter(({ role = 'VIEWER' }) => may(rights, role));
  const tabs = seen.map(({ name, label }) => ({ label, address: `#/events/${id}/${name}`, isCurrent: name === view }));
  return (
    <>
      <div class="page-head">{event.value !== null && <Head {...event.value} />}</div>
      <Tabs label={text('viewsOfEvent')} tabs={tabs} />
      <Read reading={event}>
        {(shown) => (
          <ViewOf
            key={`${view} ${detail} ${session}`}
            {...{ id, view, detail, session }}
            event={shown}
            onChange={event.now}
          />
        )}
      </Read>
    </>
  );
}

function readEvent(client: Client, id: string) {
  return client.GET('/api/private/v2.0/events/{id}', { params: { path: { id } } });
}

interface ViewProperties extends Properties {
  readonly event: ShownEvent;
  readonly onChange: () => void;
}

function ViewOf({ id, view, detail, session, event, onChange }: ViewProperties): ComponentChild {
  if (view === 'sessions') return <SessionsView eventId={id} shown={session} />;
  if (view === 'box-office') {
    return (
      <Later name="counter" load={() => import('./counter/views.ts')}>
        {({ CounterView }) => <CounterView event={event} part={detail} />}
      </Later>
    );
  }
  if (view === 'on-sale') return <OnSale event={event} onChange={onChange} />;
  if (view === 'prices' || view === 'allotments' || view === 'units') {
    return (
      <Later name="sale" load={() => import('./sale-views.ts')}>
        {({ PricesView, AllotmentsView, UnitsView }) => {
          const View = { prices: PricesView, allotments: AllotmentsView, units: UnitsView }[view];
          return <View eventId={id} />;
        }}
      </Later>
    );
  }
  if (view === 'setup' || view === 'painting') {
    return (
      <Later name="event" load={() => import('./event/views.ts')}>
        {({ SetupView, PaintingView }) =>
          view === 'setup' ? (
            <SetupView event={event} onChange={onChange} />
          ) : (
            <PaintingView eventId={id} first={detail === 'allotments' ? 'allotments' : 'prices'} />
          )
        }
      </Later>
    );
  }
  if (view === 'orders' || view === 'report' || view === 'past') {
    return (
      <Later name="evidence" load={() => import('./evidence/views.ts')}>
        {({ OrdersView, ReportView, PastView }) => {
          if (view === 'orders') return <OrdersView eventId={id} />;
          if (view === 'past') return <PastView eventId={id} sequence={detail} />;
          return <ReportView eventId={id} first={detail === 'series' ? 'series' : 'event'} />;
        }}
      </Later>
    );
  }
  return <LiveView eventId={id} />;
}

/** The list of what is missing stands beside the form that opens the sale. */
function OnSale({ event, onChange }: Pick<ViewProperties, 'event' | 'onChange'>): ComponentChild {
  const [version, setVersion] = useState(0);
  const changed = (): void => setVersion((before) => before + 1);
  return (
    <div class="stack">
      <Later name="sale" load={() => import('./sale-views.ts')}>
        {({ OnSaleView }) => <OnSaleView eventId={event.id} onSaved={changed} />}
      </Later>
      <Later name="event" load={() => import('./event/views.ts')}>
        {({ BeforeSale }) => <BeforeSale event={event} version={version} onChange={onChange} />}
      </Later>
    </div>
  );
}

function Head({ id, name, start, status }: ShownEvent): ComponentChild {
  const { publicKey } = useDesk().organization;
  return (
    <div class="title">
      <a class="back" href="#/events">
        {text('backToEvents')}
      </a>
      <div class="line">
        <Named as="h1" text={name} />
        <StatusBadge status={status} />
        <span class="facts">{venueTime(start)}</span>
        <a
          class="facts"
          href={`../map/?${new URLSearchParams({ event: id, key: publicKey })}`}
          target="_blank"
          rel="noopener"
        >
          {text('buyersMap')}
        </a>
      </div>
    </div>
  );
}
