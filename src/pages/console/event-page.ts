/** One event: its name and status, and its views: live, sessions, prices, on-sale. */
import { element, fill, link } from './element.ts';
import { statusBadge } from './events-page.ts';
import { venueTime } from './format.ts';
import { liveView } from './live-view.ts';
import { problemBox } from './notices.ts';
import { onSaleView } from './on-sale-view.ts';
import type { Desk, Page, View } from './page.ts';
import { pricesView } from './prices-view.ts';
import type { Client } from './service.ts';
import { sessionsView } from './sessions-view.ts';

export type ShownEvent = NonNullable<Awaited<ReturnType<typeof readEvent>>['data']>;

interface Address {
  readonly id: string;
  readonly tab: string | undefined;
  /** The id of the session to show. */
  readonly session: string | null;
}

const tabs = [
  { name: 'live', label: 'Live' },
  { name: 'sessions', label: 'Sessions' },
  { name: 'prices', label: 'Prices' },
  { name: 'on-sale', label: 'On-sale' },
] as const;

export function eventPage(desk: Desk, { id, tab, session }: Address): Page {
  let view: View | null = null;
  let isClosed = false;
  const head = element('div', { class: 'page-head' });
  const body = element('div', {});
  const show = async (): Promise<void> => {
    try {
      const event = await desk.service.ask((client) => readEvent(client, id));
      if (isClosed) return;
      document.title = `${event.name} – Usher console`;
      fill(head, headOf(event, desk.organization.publicKey));
      view = viewOf(desk, event, tab, session);
      body.replaceWith(view.content);
    } catch (error) {
      fill(
        body,
        problemBox(error, () => void show()),
      );
    }
  };
  void show();
  const content = element('div', {}, head, tabsOf(id, tab), body);
  return {
    title: 'Event',
    section: 'events',
    content,
    close: () => {
      isClosed = true;
      view?.close();
    },
  };
}

function readEvent(client: Client, id: string) {
  return client.GET('/api/private/v2.0/events/{id}', { params: { path: { id } } });
}

function viewOf(desk: Desk, event: ShownEvent, tab: string | undefined, session: string | null): View {
  if (tab === 'sessions') return sessionsView(desk, event.id, session);
  if (tab === 'prices') return pricesView(desk, event.id);
  if (tab === 'on-sale') return onSaleView(desk, event.id);
  return liveView(desk, event.id);
}

function headOf({ id, name, start, status }: ShownEvent, publicKey: string): HTMLElement {
  const map = `../map/?${new URLSearchParams({ event: id, key: publicKey })}`;
  return element(
    'div',
    { class: 'title' },
    link('← Events', '#/events', { class: 'back' }),
    element(
      'div',
      { class: 'line' },
      element('h1', {}, name),
      statusBadge(status),
      element('span', { class: 'facts' }, venueTime(start)),
      link('Buyer’s map', map, { class: 'facts', target: '_blank', rel: 'noopener' }),
    ),
  );
}

function tabsOf(id: string, tab = 'live'): HTMLElement {
  const links = tabs.map(({ name, label }) =>
    link(label, `#/events/${id}/${name}`, { class: 'tab', 'aria-current': name === tab ? 'page' : null }),
  );
  return element('nav', { class: 'tabs', 'aria-label': 'Views of the event' }, ...links);
}
