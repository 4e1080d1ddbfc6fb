/** One event live: its totals, its map, and plots of the last hour. */
import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { type Activity, ActivityHistory } from './activity-history.ts';
import { useDesk } from './desk.ts';
import { sumsOf } from './events-page.tsx';
import { count, rate, share } from './format.ts';
import { LiveMap } from './live-map.tsx';
import { Plot, type PlotPlan, plotData } from './plot.tsx';
import { Problem, useReading } from './reading.tsx';
import type { Client } from './service.ts';

const refreshMs = 5_000;
const ranges = [
  { label: '10 min', seconds: 600 },
  { label: '30 min', seconds: 1_800 },
  { label: '1 hour', seconds: 3_600 },
] as const;

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

export function LiveView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service } = useDesk();
  const history = useMemo(() => new ActivityHistory(), []);
  const [seconds, setSeconds] = useState<number>(ranges[2].seconds);
  const read = async (): Promise<Activity> => {
    const activity = await service.ask((client) => readActivity(client, eventId, history.after));
    history.add(activity);
    return activity;
  };
  const activity = useReading('activity', read, { pauseMs: refreshMs });
  const { value } = activity;
  return (
    <>
      <Problem of={activity} />
      <section class="card tiles" aria-label="Totals">
        {value !== null && <Tiles {...value} />}
      </section>
      <div class="live">
        <LiveMap eventId={eventId} onDone={activity.now} />
        <div class="stack">
          <div class="row spread">
            <h2>Activity</h2>
            <fieldset class="segments" aria-label="Time shown">
              {ranges.map((range) => (
                <Button
                  key={range.label}
                  aria-pressed={range.seconds === seconds}
                  onPress={() => setSeconds(range.seconds)}
                >
                  {range.label}
                </Button>
              ))}
            </fieldset>
          </div>
          <div class="plots">
            {plans.map((plan) => (
              <Plot key={plan.title} plan={plan} data={value === null ? null : plotData(plan, history, seconds)} />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

/** `after`: in seconds since 1970. */
function readActivity(client: Client, id: string, after: number) {
  const params = { path: { id }, query: { after } };
  return client.GET('/api/private/v2.0/events/{id}/activity/', { params });
}

function Tiles({ totals }: Activity): ComponentChild {
  const { sold, held, available, blocked, all } = sumsOf(totals);
  const { sessions, queue } = totals;
  return (
    <>
      <Tile label="Sold" value={sold} note={`${share(sold, all)} of ${count(all)}`} state="sold" />
      <Tile label="Held" value={held} note="in carts or locked" state="held" />
      <Tile label="Left" value={available} note={share(available, all)} state="available" />
      <Tile label="Blocked" value={blocked} note="not for sale" state="blocked" />
      <Tile label="Choosing" value={sessions.active} note="live sessions" />
      <Tile label="Paying" value={sessions.pendingPayment} note="checked out" />
      {queue !== null && (
        <>
          <Tile label="Waiting" value={queue.waiting} note={`${count(queue.admitted)} admitted`} />
          <Tile label="Let in" value={queue.claimed} note={`${count(queue.lapsed)} lapsed`} />
        </>
      )}
    </>
  );
}

interface TileProperties {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  /** The state of the seats that are counted. */
  readonly state?: string;
}

function Tile({ label, value, note, state }: TileProperties): ComponentChild {
  return (
    <div class="tile">
      <span class="label">
        {state !== undefined && <span class={`swatch ${state}`} />}
        {label}
      </span>
      <span class="value">{count(value)}</span>
      <span class="note">{note}</span>
    </div>
  );
}
