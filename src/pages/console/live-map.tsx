/**
 * The live map of one event by state and holder, with the selection of seats to block and unblock, and the areas below. A unit
 * that is taken as a whole is one object.
 */
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import type { Target } from '../shared/renderer.ts';
import type { WholeUnit } from '../shared/units.ts';
import { AreasTable } from './areas-table.tsx';
import { useDesk } from './desk.ts';
import { count } from './format.ts';
import { LineLayer } from './line-layer.tsx';
import { useLiveSeats } from './live-seats.ts';
import { kindLabels } from './map-paint.ts';
import { useMapTip } from './map-tip.tsx';
import type { Point } from './polygon.ts';
import { Problem } from './reading.tsx';
import { type SeatBoard, seatKinds, type UnitCounts } from './seat-board.ts';
import { SeatDialog, seatTitle } from './seat-dialog.tsx';
import { SeatMap } from './seat-map.ts';
import { SelectionBar } from './selection-bar.tsx';
import { text } from './texts.ts';
import { UnitDialog, unitTitle } from './unit-dialog.tsx';
import { useMap } from './use-map.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface Properties {
  readonly eventId: string;
  /** Seats or places were blocked or unblocked. */
  readonly onDone: () => void;
  /** Null: the layout has no units that are taken as wholes, or they are not read yet. */
  readonly onUnits: (counts: UnitCounts | null) => void;
}

export function LiveMap({ eventId, onDone, onUnits }: Properties): ComponentChild {
  const surface = useRef<HTMLDivElement>(null);
  const [isSelecting, setIsSelecting] = useState(false);
  const { open } = useDesk();
  const tip = useMapTip((target) => titleOf(map, target));
  const map: SeatMap | null = useMap(SeatMap, surface, {
    onPick: (target) => {
      if (!('seat' in target) || !map?.board) return;
      if (isSelecting) map.toggle(map.seatsOf(target));
      else open(dialogOf(map.board, map.units.of(target.seat) ?? target.seat, eventId));
    },
    ...tip,
  });
  const { layout, seats } = useLiveSeats(map, eventId);
  const units = map?.board && map.units.list.length > 0 ? map.board.unitCounts(map.units) : null;
  useEffect(() => onUnits(units), [units && Object.values(units).join()]);
  const readAgain = (): void => {
    seats.now();
    onDone();
  };
  const setSelecting = (isOn: boolean): void => {
    setIsSelecting(isOn);
    if (!isOn) map?.clear();
  };
  const choose = (line: readonly Point[], isAdded: boolean): void => {
    map?.selectInside(line, isAdded);
    tip.say(text('seatsSelected', { count: map?.selected.size ?? 0 }));
  };
  const isReading = seats.value === null && layout.failure === null && seats.failure === null;
  return (
    <div class="stack">
      <section class="card map-card">
        <Tools isSelecting={isSelecting} onSelecting={setSelecting} />
        <Problem of={layout} />
        <Problem of={seats} />
        <div class="map-frame">
          <div ref={surface} class="map-surface" role="application" aria-label={text('mapInstructions')} />
          {isSelecting && <LineLayer form="box" onLine={choose} />}
          {isReading && <p class="map-reading">{text('readingSeats')}</p>}
          {tip.shown}
          {map !== null && <ZoomButtons map={map} />}
        </div>
        {map !== null && <SelectionBar map={map} eventId={eventId} onDone={readAgain} />}
        <Legend board={seats.value && (map?.board ?? null)} mixedUnits={units?.mixed ?? 0} />
        {tip.spoken}
      </section>
      <AreasTable eventId={eventId} areas={map?.board?.areas ?? []} onDone={readAgain} />
    </div>
  );
}

function dialogOf(board: SeatBoard, of: WholeUnit | number, eventId: string): ComponentChild {
  if (typeof of === 'number') return <SeatDialog board={board} seat={of} eventId={eventId} />;
  return <UnitDialog board={board} unit={of} eventId={eventId} />;
}

function titleOf(map: SeatMap | null, target: Target): string {
  if (!map?.board) return '';
  if (!('seat' in target)) return map.board.plan.sectors[target.sector]?.name ?? '';
  const unit = map.units.of(target.seat);
  return unit === undefined ? seatTitle(map.board, target.seat) : unitTitle(map.board, unit);
}

interface ToolsProperties {
  readonly isSelecting: boolean;
  readonly onSelecting: (isSelecting: boolean) => void;
}

function Tools({ isSelecting, onSelecting }: ToolsProperties): ComponentChild {
  return (
    <div class="card-head">
      <h2>{text('seats')}</h2>
      <div class="row">
        {isSelecting && <span class="quiet-text">{text('boxHint')}</span>}
        <Button key="select" aria-pressed={isSelecting} onPress={() => onSelecting(!isSelecting)}>
          {text('selectSeats')}
        </Button>
      </div>
    </div>
  );
}

interface LegendProperties {
  /** Null until its seats were read. */
  readonly board: SeatBoard | null;
  readonly mixedUnits: number;
}

function Legend({ board, mixedUnits }: LegendProperties): ComponentChild {
  const counts = board?.counts();
  const shown = seatKinds.filter((kind) => counts && (counts[kind] > 0 || kind === 'available' || kind === 'sold'));
  return (
    <ul class="legend" aria-label={text('seatsByState')}>
      {shown.map((kind) => (
        <li key={kind}>
          <span class={`swatch ${kind}`} />
          {kindLabels[kind]}
          <strong>{count(counts?.[kind] ?? 0)}</strong>
        </li>
      ))}
      {mixedUnits > 0 && (
        <li>
          <span class="swatch" />
          {text('unitsInPart')}
          <strong>{count(mixedUnits)}</strong>
        </li>
      )}
    </ul>
  );
}
