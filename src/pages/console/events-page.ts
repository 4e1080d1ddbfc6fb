/** The events of the organization as a list, each with its sold, held and left seats and places. */
import type { components } from '../../client/index.ts';
import { type Child, element, fill, link, listening, refill } from './element.ts';
import { field, select, textInput } from './fields.ts';
import { count, share, venueTime, words } from './format.ts';
import { problemBox } from './notices.ts';
import type { Desk, Page } from './page.ts';
import { Poller } from './poller.ts';
import type { Client } from './service.ts';
import { badge, emptyText, pager, table } from './table.ts';

type Listed = components['schemas']['PageEvent'];
type ListedEvent = Listed['content'][number];
type Totals = NonNullable<ListedEvent['totals']>;
type Status = ListedEvent['status'];

interface Filter {
  readonly page: number;
  readonly name: string;
  readonly status: Status | '';
  /** Without events that ended before yesterday. */
  readonly isCurrent: boolean;
}

const refreshMs = 5_000;
const typingMs = 250;
const size = 20;
const dayMs = 86_400_000;

export function eventsPage({ service }: Desk): Page {
  let filter: Filter = { page: 0, name: '', status: '', isCurrent: true };
  const list = element('div', { class: 'card' }, emptyText('Reading the events…'));
  const poller = new Poller(
    async () => {
      const asked = filter;
      const page = await service.ask((client) => listEvents(client, asked));
      if (asked === filter) refill(list, ...listOf(page, (number) => change({ page: number })));
    },
    refreshMs,
    (error) =>
      fill(
        list,
        problemBox(error, () => poller.now()),
      ),
  );
  const change = (changes: Partial<Filter>): void => {
    filter = { ...filter, page: 0, ...changes };
    poller.now();
  };
  const content = element('div', {}, element('h1', {}, 'Events'), filters(change), list);
  return { title: 'Events', section: 'events', content, close: () => poller.close() };
}

function listEvents(client: Client, { page, name, status, isCurrent }: Filter) {
  const filters = { ...(name === '' ? {} : { name }), ...(status === '' ? {} : { status }) };
  const period = isCurrent ? { endsFrom: localTimeOf(Date.now() - dayMs) } : {};
  return client.GET('/api/private/v2.0/events/', {
    params: { query: { page, size, sort: ['start,asc'], totals: true, ...filters, ...period } },
  });
}

/** The local date-time in the browser's zone, which differs by less than a day from that of a venue. */
function localTimeOf(time: number): string {
  const at = new Date(time);
  return new Date(time - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function filters(onChange: (changes: Partial<Filter>) => void): HTMLElement {
  const name = textInput('', { type: 'search', autocomplete: 'off' });
  let timer = 0;
  listening(name, {
    input: () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => onChange({ name: name.value.trim() }), typingMs);
    },
  });
  const options = [
    { value: '', label: 'Any status' },
    { value: 'PUBLISHED', label: 'Published' },
    { value: 'DRAFT', label: 'Draft' },
    { value: 'ARCHIVED', label: 'Archived' },
  ];
  const status = select(options, '');
  listening(status, { change: () => onChange({ status: status.value as Status | '' }) });
  const periods = [
    { value: 'current', label: 'Running and coming' },
    { value: 'all', label: 'All' },
  ];
  const period = select(periods, 'current');
  listening(period, { change: () => onChange({ isCurrent: period.value === 'current' }) });
  return element('div', { class: 'filters' }, field('Name', name), field('Time', period), field('Status', status));
}

function listOf(page: Listed, onPage: (page: number) => void): Child[] {
  if (page.content.length === 0) return [emptyText('There are no such events.')];
  const columns = [
    { label: 'Event' },
    { label: 'Status' },
    { label: 'Sold', isNumber: true },
    { label: 'Held', isNumber: true },
    { label: 'Left', isNumber: true },
    { label: 'Filled' },
    { label: 'Waiting', isNumber: true },
  ] as const;
  const rows = page.content.map(rowOf);
  return [table('Events with what is sold, held and left', columns, rows), pager({ ...page, noun: 'events' }, onPage)];
}

function rowOf(event: ListedEvent): Child[] {
  const name = element(
    'span',
    { class: 'two-lines' },
    link(event.name, `#/events/${event.id}`),
    element('span', { class: 'second' }, venueTime(event.start)),
  );
  const status = statusBadge(event.status);
  const { totals } = event;
  if (totals === null || totals === undefined) return [name, status, '–', '–', '–', 'not reachable', '–'];
  const { sold, held, available, all } = sumsOf(totals);
  const waiting = totals.queue === null ? '–' : count(totals.queue.waiting);
  return [name, status, count(sold), count(held), count(available), filling(sold, held, all), waiting];
}

export function statusBadge(status: Status): HTMLElement {
  const looks = { PUBLISHED: 'good', DRAFT: 'warn', ARCHIVED: '' } as const;
  return badge(words(status), looks[status]);
}

/** Seats and places together. */
export function sumsOf({ seats, places }: Totals) {
  const sum = (name: 'sold' | 'held' | 'available' | 'blocked'): number => seats[name] + places[name];
  const [sold, held, available, blocked] = [sum('sold'), sum('held'), sum('available'), sum('blocked')];
  return { sold, held, available, blocked, all: sold + held + available + blocked };
}

/** A bar of the sold and the held part, with the same as text for screen readers. */
function filling(sold: number, held: number, all: number): HTMLElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 100 1');
  svg.setAttribute('preserveAspectRatio', 'none');
  const soldPart = all === 0 ? 0 : (100 * sold) / all;
  const heldPart = all === 0 ? 0 : (100 * held) / all;
  svg.append(bar(0, soldPart, 'sold'), bar(soldPart, heldPart, 'held'));
  const label = `${share(sold, all)} sold, ${share(held, all)} held`;
  const picture = element('span', { class: 'filling', role: 'img', 'aria-label': label, title: label });
  picture.append(svg);
  return picture;
}

function bar(x: number, width: number, state: 'sold' | 'held'): SVGRectElement {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  rect.setAttribute('x', String(x));
  rect.setAttribute('width', String(width));
  rect.setAttribute('height', '1');
  rect.setAttribute('class', `fill-${state}`);
  return rect;
}
