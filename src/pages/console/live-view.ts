/** One event live: its totals, its map, and plots of the last hour. */
import { type Activity, ActivityHistory } from './activity-history.ts';
import { button, element, fill } from './element.ts';
import { sumsOf } from './events-page.ts';
import { count, rate, share } from './format.ts';
import { LiveMap } from './live-map.ts';
import { problemBox } from './notices.ts';
import type { Desk, View } from './page.ts';
import { Plot, type PlotPlan } from './plot.ts';
import { Poller } from './poller.ts';
import type { Client } from './service.ts';

const refreshMs = 5_000;
const ranges = [
  { label: '10 min', seconds: 600 },
  { label: '30 min', seconds: 1_800 },
  { label: '1 hour', seconds: 3_600 },
] as const;

const shownAtFirst = ranges[2];

const plans: readonly PlotPlan[] = [
  {
    title: 'Buying',
    unit: 'per second',
    format: rate,
    isWhole: false,
    lines: [
      { label: 'Holds', column: 'holds', isRate: true, colour: 2 },
      { label: 'Checkouts', column: 'checkouts', isRate: true, colour: 1 },
      { label: 'Confirmations', column: 'confirmations', isRate: true, colour: 3 },
    ],
  },
  {
    title: 'Live sessions',
    unit: '',
    format: count,
    isWhole: true,
    lines: [
      { label: 'Choosing', column: 'activeSessions', isRate: false, colour: 2 },
      { label: 'Paying', column: 'pendingSessions', isRate: false, colour: 1 },
    ],
  },
  {
    title: 'Queue',
    unit: 'tickets',
    format: count,
    isWhole: true,
    lines: [
      { label: 'Waiting', column: 'waiting', isRate: false, colour: 1 },
      { label: 'Admitted', column: 'admitted', isRate: false, colour: 3 },
    ],
  },
  {
    title: 'Journal append',
    unit: 'milliseconds',
    format: rate,
    isWhole: false,
    lines: [
      { label: 'Mean', column: 'appendMs', isRate: false, colour: 1 },
      { label: 'Slowest', column: 'slowestAppendMs', isRate: false, colour: 4 },
    ],
  },
];

export function liveView(desk: Desk, eventId: string): View {
  const history = new ActivityHistory();
  const tiles = element('section', { class: 'card tiles', 'aria-label': 'Totals' });
  const trouble = element('div', {});
  const plots = plans.map((plan) => new Plot(plan));
  const map = new LiveMap(desk, eventId, () => poller.now());
  let seconds: number = shownAtFirst.seconds;
  const redraw = (): void => {
    for (const plot of plots) plot.show(history, seconds);
  };
  const poller = new Poller(
    async () => {
      const activity = await desk.service.ask((client) => readActivity(client, eventId, history.after));
      history.add(activity);
      fill(tiles, ...tilesOf(activity));
      fill(trouble);
      redraw();
    },
    refreshMs,
    (error) =>
      fill(
        trouble,
        problemBox(error, () => poller.now()),
      ),
  );
  const choice = rangeChoice((chosen) => {
    seconds = chosen;
    redraw();
  });
  const head = element('div', { class: 'row spread' }, element('h2', {}, 'Activity'), choice);
  const side = element('div', { class: 'plots' }, ...plots.map(({ content }) => content));
  const aside = element('div', { class: 'plots-side' }, head, side);
  const content = element(
    'div',
    { class: 'live-page' },
    trouble,
    tiles,
    element('div', { class: 'live' }, map.content, aside),
  );
  return {
    content,
    close: () => {
      poller.close();
      map.close();
      for (const plot of plots) plot.close();
    },
  };
}

/** `after`: in seconds since 1970. */
function readActivity(client: Client, id: string, after: number) {
  const params = { path: { id }, query: { after } };
  return client.GET('/api/private/v2.0/events/{id}/activity/', { params });
}

function rangeChoice(onChoice: (seconds: number) => void): HTMLElement {
  const buttons = ranges.map((range) => {
    const { label, seconds } = range;
    const made = button(label, () => choose(made, seconds), 'plain', {
      'aria-pressed': String(range === shownAtFirst),
    });
    return made;
  });
  const choose = (pressed: HTMLButtonElement, seconds: number): void => {
    for (const one of buttons) one.setAttribute('aria-pressed', String(one === pressed));
    onChoice(seconds);
  };
  return element('div', { class: 'segments', role: 'group', 'aria-label': 'Time shown' }, ...buttons);
}

function tilesOf({ totals }: Activity): HTMLElement[] {
  const { sold, held, available, blocked, all } = sumsOf(totals);
  const { sessions, queue } = totals;
  const made = [
    tile('Sold', sold, `${share(sold, all)} of ${count(all)}`, 'sold'),
    tile('Held', held, 'in carts or locked', 'held'),
    tile('Left', available, share(available, all), 'available'),
    tile('Blocked', blocked, 'not for sale', 'blocked'),
    tile('Choosing', sessions.active, 'live sessions', null),
    tile('Paying', sessions.pendingPayment, 'checked out', null),
  ];
  if (queue !== null) {
    made.push(tile('Waiting', queue.waiting, `${count(queue.admitted)} admitted`, null));
    made.push(tile('Let in', queue.claimed, `${count(queue.lapsed)} lapsed`, null));
  }
  return made;
}

function tile(label: string, value: number, note: string, state: string | null): HTMLElement {
  const mark = state === null ? null : element('span', { class: `swatch ${state}` });
  return element(
    'div',
    { class: 'tile' },
    element('span', { class: 'label' }, mark, label),
    element('span', { class: 'value' }, count(value)),
    element('span', { class: 'note' }, note),
  );
}
