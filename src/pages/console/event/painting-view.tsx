/**
 * Prices and allotments painted on the map: seats are selected one by one, by row, by section, with a box or a free line, and get
 * the price or the allotment that is pressed. What was painted can be taken back, step by step. Areas get theirs in tables.
 */
import type { ComponentChild } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { speech } from '../../languages/speech.ts';
import type { Target } from '../../shared/renderer.ts';
import { type Desk, useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { LineLayer } from '../line-layer.tsx';
import { useMapTip } from '../map-tip.tsx';
import { Problem, useReading } from '../reading.tsx';
import { readEventPlan, readEventUnits, seatPlace } from '../seat-places.ts';
import { useMap } from '../use-map.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { AreaPrices } from './area-prices.tsx';
import { PaintedMap } from './painted-map.ts';
import type { Painted, PaintKind } from './painting.ts';
import { Palette, type Tool, Tools, wordsOf } from './palette.tsx';
import { refusedSeats, SeatList } from './seat-list.tsx';
import { text } from './texts.ts';
import { type Painting, paintboxes, usePainting } from './use-painting.ts';

interface Properties {
  readonly eventId: string;
  /** What is painted first. */
  readonly first: PaintKind;
}

export function PaintingView({ eventId, first }: Properties): ComponentChild {
  const desk = useDesk();
  const surface = useRef<HTMLDivElement>(null);
  const [kind, setKind] = useState(first);
  const [tool, setTool] = useState<Tool>('section');
  const tip = useMapTip((target) => (map === null ? '' : titleOf(map, target, kind)));
  const map: PaintedMap | null = useMap(PaintedMap, surface, {
    onPick: (target) => {
      if (tool === 'box' || tool === 'lasso') return;
      if (target.kind === 'section') map?.pressSection(target.sector);
      else if ('seat' in target) map?.press(target.seat, tool);
    },
    ...tip,
    picksFromAfar: () => tool === 'section',
  });
  const layout = useReading('layout', map && (() => loadInto(map, desk, eventId)));
  const loaded = layout.value === null ? null : map;
  const painted = useReading(kind, loaded && (() => readInto(loaded, desk, eventId, kind)));
  const read = async (): Promise<Painted> => readInto(loaded as PaintedMap, desk, eventId, kind);
  const painting = usePainting(eventId, loaded, kind, painted, read);
  /** Null while what was read last is of the other kind. */
  const value = painted.value?.kind === kind ? painted.value : null;
  return (
    <div class="stack">
      <Problem of={layout} />
      <Problem of={painted} />
      <section class="card map-card" aria-label={wordsOf[kind].onMap}>
        <Tools kind={kind} onKind={setKind} tool={tool} onTool={setTool} map={map} painting={painting} />
        <div class="map-frame">
          <div ref={surface} class="map-surface" role="application" aria-label={text('paintInstructions')} />
          {(tool === 'box' || tool === 'lasso') && (
            <LineLayer form={tool} onLine={(line, isAdded) => map?.selectInside(line, isAdded)} />
          )}
          {tip.shown}
          {map !== null && <ZoomButtons map={map} />}
        </div>
        {tip.spoken}
        {map !== null && value !== null && <Palette kind={kind} map={map} paints={value.paints} painting={painting} />}
        {map !== null && <Outcome kind={kind} map={map} painting={painting} />}
      </section>
      {value !== null && <AreasOf eventId={eventId} painted={value} onChange={painted.now} />}
    </div>
  );
}

interface OutcomeProperties {
  readonly kind: PaintKind;
  readonly map: PaintedMap;
  readonly painting: Painting;
}

/** Why the last painting has failed, or which of its seats are held or sold. */
function Outcome({ kind, map: { plan }, painting: { failure, taken } }: OutcomeProperties): ComponentChild {
  const told = kind === 'prices' ? 'takenKeepPrice' : 'takenStay';
  return (
    <>
      <Failure of={failure} />
      {plan !== null && <SeatList plan={plan} seats={refusedSeats(failure)} />}
      <div role="status">
        {plan !== null && taken.length > 0 && (
          <div class="outcome">
            <p>{text(told, { count: taken.length })}</p>
            <SeatList plan={plan} seats={taken} />
          </div>
        )}
      </div>
    </>
  );
}

interface AreasProperties {
  readonly eventId: string;
  readonly painted: Painted;
  readonly onChange: () => void;
}

function AreasOf({ eventId, painted: { kind, paints, assignments }, onChange }: AreasProperties): ComponentChild {
  if (kind === 'prices') {
    return <AreaPrices eventId={eventId} prices={paints} assignments={assignments} onChange={onChange} />;
  }
  if (assignments.groupsOnEvent.length === 0) return null;
  return (
    <p>
      <a href={`#/events/${eventId}/allotments`}>{text('areasUnderAllotments')}</a>
    </p>
  );
}

/** A unit is one object, with what its seats are painted with. */
function titleOf(map: PaintedMap, target: Target, kind: PaintKind): string {
  if (map.plan === null) return '';
  if (!('seat' in target)) return map.plan.sectors[target.sector]?.name ?? '';
  const { seat } = target;
  const unit = map.units.of(seat);
  const paints = map.paintsOf(unit?.seats ?? [seat]).map((paint) => paint?.name ?? wordsOf[kind].without);
  return text('seatPaintedWith', { place: unit?.name ?? seatPlace(map.plan, seat), paint: speech().list(paints) });
}

async function loadInto(map: PaintedMap, desk: Desk, eventId: string): Promise<true> {
  const plan = await readEventPlan(desk, eventId);
  await map.load(plan);
  await map.setUnits(await readEventUnits(desk, eventId, plan));
  return true;
}

async function readInto(map: PaintedMap, { service }: Desk, eventId: string, kind: PaintKind): Promise<Painted> {
  const painted = await paintboxes[kind].read(service, eventId);
  map.take(painted.paints, painted.seats);
  return painted;
}
