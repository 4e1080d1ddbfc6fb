/**
 * An event as it was at a moment: its seats on the map, its areas, and a slider through time. Shows; changes nothing. A press on a
 * seat shows what happened to it.
 */
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { type Column, Table } from '../../shared/components/table.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import type { Plan } from '../../shared/plan.ts';
import type { Target } from '../../shared/renderer.ts';
import type { WholeUnit } from '../../shared/units.ts';
import { type Desk, useDesk } from '../desk.ts';
import { MessageDialog } from '../dialogs.tsx';
import { count } from '../format.ts';
import { HistoryButton } from '../history-button.tsx';
import { kindLabels } from '../map-paint.ts';
import { useMapTip } from '../map-tip.tsx';
import { Problem, useReading } from '../reading.tsx';
import { kindsThen, type Moment } from '../seat-board.ts';
import { SeatMap } from '../seat-map.ts';
import { areaName, readEventPlan, readEventUnits, seatPlace } from '../seat-places.ts';
import { text as words } from '../texts.ts';
import { UnitSeats, unitTitle } from '../unit-dialog.tsx';
import { useMap } from '../use-map.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { readHistory } from './history.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { stateText } from './state-words.ts';
import { text } from './texts.ts';
import { TimeBar, type Wanted } from './time-bar.tsx';

type Area = components['schemas']['EventMoment']['groupOfSeats'][number];

interface Properties {
  readonly eventId: string;
  /** The number of the change after which the event is shown first; absent: now. */
  readonly sequence: string | undefined;
}

export function PastView({ eventId, sequence }: Properties): ComponentChild {
  const desk = useDesk();
  const surface = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Wanted>(() => (sequence === undefined ? {} : { sequence: Number(sequence) }));
  const tip = useMapTip((target) => (map === null ? '' : titleOf(map, target)));
  const show = (target: Target): void => {
    const plan = map?.board?.plan;
    if (plan === undefined || !('seat' in target)) return;
    const unit = map?.units.of(target.seat);
    const showSeat = (seat: number): void => {
      const of = { kind: 'seat', id: plan.ids[seat] ?? 0, name: seatPlace(plan, seat) } as const;
      desk.open(<HistoryDialog eventId={eventId} of={of} />);
    };
    if (unit === undefined) showSeat(target.seat);
    else desk.open(<UnitThen plan={plan} unit={unit} onSeat={showSeat} />);
  };
  const map: SeatMap | null = useMap(SeatMap, surface, {
    onPick: show,
    ...tip,
  });
  const layout = useReading('layout', map && (() => loadInto(map, desk, eventId)));
  // An organization reads one moment at a time.
  const moment = useReading(JSON.stringify(wanted), layout.value && (() => readMoment(desk, eventId, wanted)));
  useEffect(() => {
    if (layout.value !== null && moment.value !== null) map?.takeMoment(moment.value);
  }, [map, layout.value, moment.value]);
  return (
    <div class="stack">
      {layout.value !== null && (
        <TimeBar {...layout.value} moment={moment.value} wanted={wanted} onWanted={setWanted} />
      )}
      <Problem of={layout} />
      <Problem of={moment} />
      <section class="card map-card past" aria-label={text('seatsThen')}>
        <div class="map-frame">
          <div ref={surface} class="map-surface" role="application" aria-label={text('pastInstructions')} />
          {tip.shown}
          {map !== null && <ZoomButtons map={map} />}
        </div>
        {moment.value !== null && <Legend {...moment.value} />}
        {tip.spoken}
      </section>
      {moment.value !== null && layout.value !== null && (
        <Areas eventId={eventId} areas={moment.value.groupOfSeats} plan={layout.value.plan} />
      )}
    </div>
  );
}

interface Loaded {
  readonly plan: Plan;
  /** When the kept history begins; null: the event has neither seats nor areas, or nothing has happened. */
  readonly begins: number | null;
  /** When the last change was made: nothing has happened since. */
  readonly ends: number;
}

async function loadInto(map: SeatMap, desk: Desk, id: string): Promise<Loaded> {
  const plan = await readEventPlan(desk, id);
  const [units, begins] = await Promise.all([readEventUnits(desk, id, plan), beginOf(desk, id, plan), map.load(plan)]);
  await map.setUnits(units);
  const last = await readMoment(desk, id, {});
  return { plan, begins, ends: Date.parse(last.at) };
}

/** Any seat or area tells where the event's history begins. */
async function beginOf({ service }: Desk, id: string, { ids, sectors }: Plan): Promise<number | null> {
  const [area, seat] = [sectors.find(({ isArea }) => isArea)?.id, ids[0]];
  const of =
    seat !== undefined
      ? { kind: 'seat' as const, id: seat }
      : area !== undefined
        ? { kind: 'area' as const, id: area }
        : null;
  if (of === null) return null;
  const { begins } = await readHistory(service, id, of, { limit: 1 });
  return begins.at === null ? null : Date.parse(begins.at);
}

function readMoment({ service }: Desk, id: string, { sequence, time }: Wanted): Promise<Moment> {
  const query = {
    ...(sequence === undefined ? {} : { sequence }),
    ...(time === undefined ? {} : { time: new Date(time).toISOString() }),
  };
  return service.ask((client) => client.GET('/api/private/v2.0/events/{id}/at/', { params: { path: { id }, query } }));
}

function titleOf({ board, units }: SeatMap, target: Target): string {
  if (board === null) return '';
  const { plan } = board;
  if (!('seat' in target)) return plan.sectors[target.sector]?.name ?? '';
  const unit = units.of(target.seat);
  return unit === undefined ? seatPlace(plan, target.seat) : unitTitle(board, unit, labelsThen);
}

/** A past moment does not tell who held or sold. */
const labelsThen: typeof kindLabels = {
  ...kindLabels,
  available: stateText('AVAILABLE'),
  held: stateText('LOCKED'),
  sold: stateText('SOLD'),
  blocked: stateText('BLOCKED'),
};

interface UnitProperties {
  readonly plan: Plan;
  readonly unit: WholeUnit;
  readonly onSeat: (seat: number) => void;
}

/** The seats of a unit, each with its own history. */
function UnitThen({ plan, unit, onSeat }: UnitProperties): ComponentChild {
  const { open } = useDesk();
  return (
    <MessageDialog title={unit.name} onClose={() => open(null)}>
      <p>{text('unitHistory')}</p>
      <UnitSeats plan={plan} seats={unit.seats} onSeat={onSeat} />
    </MessageDialog>
  );
}

const states = ['AVAILABLE', 'LOCKED', 'SOLD', 'BLOCKED'] as const;

function Legend({ seats }: Moment): ComponentChild {
  return (
    <ul class="legend" aria-label={text('seatsByStateThen')}>
      {states.map((state) => (
        <li key={state}>
          <span class={`swatch ${kindsThen[state]}`} />
          {stateText(state)}
          <strong>{count(seats[state].length)}</strong>
        </li>
      ))}
    </ul>
  );
}

interface AreasProperties {
  readonly eventId: string;
  readonly areas: readonly Area[];
  readonly plan: Plan;
}

function Areas({ eventId, areas, plan }: AreasProperties): ComponentChild {
  if (areas.length === 0) return <EmptyText>{text('noAreas')}</EmptyText>;
  const columns: readonly Column<Area>[] = [
    { label: words('area'), cell: ({ id }) => <Named text={areaName(plan, id)} /> },
    { label: stateText('AVAILABLE'), isNumber: true, cell: ({ available }) => count(available) },
    { label: stateText('LOCKED'), isNumber: true, cell: ({ locked }) => count(locked) },
    { label: stateText('SOLD'), isNumber: true, cell: ({ sold }) => count(sold) },
    { label: stateText('BLOCKED'), isNumber: true, cell: ({ blocked }) => count(blocked) },
    {
      label: words('whatHappened'),
      cell: ({ id }) => <HistoryButton eventId={eventId} of={{ kind: 'area', id, name: areaName(plan, id) }} />,
    },
  ];
  return (
    <section class="card">
      <Table caption={text('areasThen')} columns={columns} rows={areas} keyOf={({ id }) => id} />
    </section>
  );
}
