/**
 * The sessions of one event: lists them, finds them by state, reference or id, cancels live ones and releases
 * purchases.
 */
import type { components } from '../../client/index.ts';
import type { Plan } from '../shared/plan.ts';
import { goToSession, keepSearch, searchKept } from './address.ts';
import { ask } from './dialog.ts';
import { button, type Child, element, fill, listening, refill } from './element.ts';
import { field, select, textInput } from './fields.ts';
import { amount, amountOf, count, duration, instant, words } from './format.ts';
import { problemBox } from './notices.ts';
import type { Desk, View } from './page.ts';
import { pairs } from './pairs.ts';
import { Poller } from './poller.ts';
import { Refusal } from './refusal.ts';
import { areaName, readEventPlan, seatPlaceOf } from './seat-places.ts';
import type { Client } from './service.ts';
import { sessionLink } from './session-link.ts';
import { badge, emptyText, table } from './table.ts';

type Summary = components['schemas']['SessionSummary'];
type Session = components['schemas']['PrivateSession'];
type State = Summary['state'];

interface Filter {
  readonly state: State | '';
  readonly reference: string;
  readonly offset: number;
}

const refreshMs = 5_000;
const typingMs = 300;
const limit = 50;
const sessionIdShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const looks = {
  ACTIVE: 'warn',
  PENDING_PAYMENT: 'accent',
  CONFIRMED: 'good',
  CANCELLED: '',
  EXPIRED: '',
} as const satisfies Record<State, string>;

/** `shown`: the session whose details are shown, or null. */
export function sessionsView(desk: Desk, eventId: string, shown: string | null): View {
  const { state, reference } = searchKept();
  let filter: Filter = { state: isState(state) ? state : '', reference, offset: 0 };
  const list = element('div', { class: 'card' }, emptyText('Reading the sessions…'));
  const detail = element('div', {});
  const poller = new Poller(
    async () => {
      const asked = filter;
      const sessions = await desk.service.ask((client) => listSessions(client, eventId, asked));
      if (asked === filter) refill(list, ...listOf(sessions, asked, eventId, (offset) => change({ offset })));
    },
    refreshMs,
    (error) =>
      fill(
        list,
        problemBox(error, () => poller.now()),
      ),
  );
  const change = (changes: Partial<Filter>): void => {
    filter = { ...filter, offset: 0, ...changes };
    keepSearch(filter);
    poller.now();
  };
  if (shown !== null) void showSession(desk, eventId, shown, detail, () => poller.now());
  const content = element('div', { class: 'live-page' }, filters(eventId, filter, change), detail, list);
  return { content, close: () => poller.close() };
}

function listSessions(client: Client, eventId: string, { state, reference, offset }: Filter) {
  const filters = { ...(state === '' ? {} : { state }), ...(reference === '' ? {} : { reference }) };
  const query = { eventId, limit, offset, ...filters };
  return client.GET('/api/private/v2.0/session/', { params: { query } });
}

function readSession(client: Client, id: string) {
  return client.GET('/api/private/v2.0/session/{id}', { params: { path: { id } } });
}

function isState(text: string): text is State {
  return Object.hasOwn(looks, text);
}

function filters(eventId: string, chosen: Filter, onChange: (changes: Partial<Filter>) => void): HTMLElement {
  const search = textInput(chosen.reference, { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  let timer = 0;
  listening(search, {
    input: () => {
      clearTimeout(timer);
      const entered = search.value.trim();
      timer = window.setTimeout(() => {
        // Another page is shown meanwhile.
        if (!search.isConnected) return;
        if (sessionIdShape.test(entered)) goToSession(eventId, entered);
        else onChange({ reference: entered });
      }, typingMs);
    },
  });
  const options = Object.keys(looks).map((state) => ({ value: state, label: words(state) }));
  const state = select([{ value: '', label: 'Any state' }, ...options], chosen.state);
  listening(state, { change: () => onChange({ state: state.value as State | '' }) });
  const hint = 'The whole reference of a purchase, or a session’s id.';
  return element('div', { class: 'filters' }, field('Reference or session id', search, hint), field('State', state));
}

function listOf(
  sessions: readonly Summary[],
  { offset }: Filter,
  eventId: string,
  onOffset: (offset: number) => void,
): Child[] {
  const back = button('Newer', () => onOffset(Math.max(0, offset - limit)));
  const on = button('Older', () => onOffset(offset + limit));
  back.disabled = offset === 0;
  on.disabled = sessions.length < limit;
  const isPaged = offset > 0 || sessions.length === limit;
  const from = `From ${count(offset + 1)} to ${count(offset + sessions.length)}, newest first`;
  const pages = isPaged ? element('div', { class: 'pager' }, from, element('div', { class: 'row' }, back, on)) : null;
  if (sessions.length === 0) return [emptyText('There are no such sessions.'), pages];
  const columns = [
    { label: 'Session' },
    { label: 'State' },
    { label: 'Created' },
    { label: 'Seats and places', isNumber: true },
    { label: 'Total', isNumber: true },
    { label: 'Time left', isNumber: true },
  ] as const;
  const rows = sessions.map(({ id, state, cartSize, total, createdAt, expiresInSeconds }): Child[] => [
    sessionLink(eventId, id),
    stateBadge(state),
    element('span', { class: 'no-wrap' }, instant(createdAt)),
    count(cartSize),
    amount(total),
    expiresInSeconds > 0 ? duration(expiresInSeconds) : '–',
  ]);
  return [table('Sessions, newest first', columns, rows), pages];
}

function stateBadge(state: State): HTMLElement {
  return badge(words(state), looks[state]);
}

/** Reads the session and shows it; `onChange` is called after it was cancelled or released. */
async function showSession(
  desk: Desk,
  eventId: string,
  id: string,
  place: HTMLElement,
  onChange: () => void,
): Promise<void> {
  try {
    const [session, plan] = await Promise.all([
      desk.service.ask((client) => readSession(client, id)),
      // Without the layout the seats are told by their ids.
      readEventPlan(desk, eventId).catch(() => null),
    ]);
    const again = (): void => {
      onChange();
      void showSession(desk, eventId, id, place, onChange);
    };
    fill(place, detailOf(desk, session, plan, again));
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.status === 404;
    fill(place, problemBox(isUnknown ? new Error('There is no such session.') : error));
  }
}

function detailOf(desk: Desk, session: Session, plan: Plan | null, onChange: () => void): HTMLElement {
  const { id, state, cart, reference, total, createdAt, expiresAt, eventId } = session;
  const seats = cart.seats.map(({ id: seat, priceName }) => {
    return `${plan === null ? `seat ${seat}` : seatPlaceOf(plan, seat)} (${priceName})`;
  });
  const places = cart.groupOfSeats.map(({ id: area, capacity, priceName }) => {
    return `${count(capacity)} × ${plan === null ? `area ${area}` : areaName(plan, area)} (${priceName})`;
  });
  const rows: (readonly [string, Child])[] = [
    ['State', stateBadge(state)],
    ['Reference', reference ?? '–'],
    ['Created', instant(createdAt)],
    ['Ends', expiresAt === null ? '–' : instant(expiresAt)],
    ['Seats', linesOf(seats)],
    ['Places', linesOf(places)],
    ['Total', amount(total)],
  ];
  const { properties } = session as { readonly properties?: object };
  if (properties !== undefined && Object.keys(properties).length > 0) {
    rows.push(['Properties', element('span', { class: 'code' }, JSON.stringify(properties))]);
  }
  const actions = element('div', { class: 'row' }, ...actionsFor(desk, session, onChange));
  actions.append(button('Close', () => goToSession(eventId, null), 'quiet'));
  const title = element('h2', {}, 'Session ', element('span', { class: 'code' }, id));
  const head = element('div', { class: 'row spread' }, title, actions);
  return element('section', { class: 'card panel' }, head, pairs(rows));
}

function linesOf(lines: readonly string[]): Child {
  if (lines.length === 0) return '–';
  return element('ul', { class: 'plain-list' }, ...lines.map((line) => element('li', {}, line)));
}

function actionsFor(desk: Desk, session: Session, onChange: () => void): Child[] {
  const { state } = session;
  const lines = session.cart.seats.length + session.cart.groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0);
  const freed = `${amountOf(lines, 'seat or place', 'seats and places')} will be free again.`;
  if (state === 'ACTIVE' || state === 'PENDING_PAYMENT') {
    const note = state === 'PENDING_PAYMENT' ? ' The buyer may be paying at this moment.' : '';
    return [button('Cancel session…', () => end(desk, session, 'cancel', freed + note, onChange), 'danger')];
  }
  if (state !== 'CONFIRMED') return [];
  const text = `The purchase is undone: ${freed} Refund the buyer yourself.`;
  return [button('Release purchase…', () => end(desk, session, 'release', text, onChange), 'danger')];
}

function end(
  { service, tell }: Desk,
  { id }: Session,
  action: 'cancel' | 'release',
  text: string,
  onChange: () => void,
): void {
  const isCancel = action === 'cancel';
  ask({
    title: isCancel ? 'Cancel this session?' : 'Release this purchase?',
    content: [element('p', {}, text)],
    action: isCancel ? 'Cancel session' : 'Release purchase',
    look: 'danger',
    onAction: async () => {
      const params = { path: { id } };
      await service.ask((client) =>
        isCancel
          ? client.POST('/api/private/v2.0/session/{id}/cancel', { params })
          : client.POST('/api/private/v2.0/session/{id}/release', { params }),
      );
      tell(isCancel ? 'The session is cancelled.' : 'The purchase is released.');
      onChange();
    },
  });
}
