/** One event live: its totals, with the units that are taken as wholes, its map, and plots of the last hour. */
import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { speech } from '../languages/speech.ts';
import { type Activity, ActivityHistory } from './activity-history.ts';
import { useDesk } from './desk.ts';
import { sumsOf } from './events-page.tsx';
import { count, share } from './format.ts';
import { Later } from './later.tsx';
import { LiveMap } from './live-map.tsx';
import { Problem, useReading } from './reading.tsx';
import type { UnitCounts } from './seat-board.ts';
import type { Client } from './service.ts';
import { text } from './texts.ts';

const refreshMs = 5_000;
export function LiveView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service } = useDesk();
  const history = useMemo(() => new ActivityHistory(), []);
  const [units, setUnits] = useState<UnitCounts | null>(null);
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
      <section class="card tiles" aria-label={text('totals')}>
        {value !== null && <Tiles totals={value.totals} units={units} />}
      </section>
      <div class="live">
        <LiveMap eventId={eventId} onDone={activity.now} onUnits={setUnits} />
        <Later name="plots" load={() => import('./activity-plots.tsx')}>
          {({ ActivityPlots }) => <ActivityPlots history={history} isKnown={value !== null} />}
        </Later>
      </div>
    </>
  );
}

/** `after`: in seconds since 1970. */
function readActivity(client: Client, id: string, after: number) {
  const params = { path: { id }, query: { after } };
  return client.GET('/api/private/v2.0/events/{id}/activity/', { params });
}

interface TilesProperties {
  readonly totals: Activity['totals'];
  readonly units: UnitCounts | null;
}

function Tiles({ totals, units }: TilesProperties): ComponentChild {
  const { sold, held, available, blocked, all } = sumsOf(totals);
  const { sessions, queue } = totals;
  const withUnits = (note: string, state: keyof UnitCounts): string =>
    units === null ? note : speech().beside([note, text('unitCount', { count: units[state] })]);
  return (
    <>
      <Tile
        label={text('sold')}
        value={sold}
        note={withUnits(text('shareOf', { share: share(sold, all), all }), 'sold')}
        state="sold"
      />
      <Tile label={text('held')} value={held} note={withUnits(text('inCartsOrLocked'), 'held')} state="held" />
      <Tile
        label={text('left')}
        value={available}
        note={withUnits(share(available, all), 'available')}
        state="available"
      />
      <Tile label={text('blocked')} value={blocked} note={withUnits(text('notForSale'), 'blocked')} state="blocked" />
      <Tile label={text('choosing')} value={sessions.active} note={text('inLiveSessions')} />
      <Tile label={text('paying')} value={sessions.pendingPayment} note={text('checkedOut')} />
      {queue !== null && (
        <>
          <Tile
            label={text('waiting')}
            value={queue.waiting}
            note={text('admittedCount', { admitted: queue.admitted })}
          />
          <Tile label={text('letIn')} value={queue.claimed} note={text('lapsedCount', { lapsed: queue.lapsed })} />
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
