/** The hook with which the counter has the live map of the hall, and its picture. */
import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Target } from '../../shared/renderer.ts';
import { useLiveSeats } from '../live-seats.ts';
import { useMapTip } from '../map-tip.tsx';
import { Problem } from '../reading.tsx';
import { seatTitle } from '../seat-dialog.tsx';
import { SeatMap } from '../seat-map.ts';
import { text as words } from '../texts.ts';
import { unitTitle } from '../unit-dialog.tsx';
import { useMap } from '../use-map.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { text } from './texts.ts';

export interface Hall {
  /** Null until the layout and the seats were read. */
  readonly map: SeatMap | null;
  readonly picture: ComponentChild;
}

/** `marked`: ids of the seats that are shown as chosen. `onSeat`: a seat, or one of a unit, was pressed; it is named by its place in the plan. */
export function useHall(
  eventId: string,
  marked: readonly number[],
  onSeat: (seat: number, map: SeatMap) => void,
): Hall {
  const surface = useRef<HTMLDivElement>(null);
  const tip = useMapTip((target) => titleOf(map, target));
  const map: SeatMap | null = useMap(SeatMap, surface, {
    onPick: (target) => {
      if ('seat' in target && map?.board) onSeat(target.seat, map);
    },
    ...tip,
  });
  const { layout, seats } = useLiveSeats(map, eventId);
  const loaded = seats.value === null ? null : map;
  useEffect(() => {
    loaded?.select(marked.flatMap((id) => loaded.plan?.seatById.get(id) ?? []));
  }, [loaded, JSON.stringify(marked)]);
  const isReading = seats.value === null && layout.failure === null && seats.failure === null;
  const picture = (
    <section class="card map-card" aria-label={words('seats')}>
      <Problem of={layout} />
      <Problem of={seats} />
      <div class="map-frame">
        <div ref={surface} class="map-surface" role="application" aria-label={text('mapInstructions')} />
        {isReading && <p class="map-reading">{words('readingSeats')}</p>}
        {tip.shown}
        {map !== null && <ZoomButtons map={map} />}
      </div>
      {tip.spoken}
    </section>
  );
  return { map: loaded, picture };
}

function titleOf(map: SeatMap | null, target: Target): string {
  if (!map?.board) return '';
  if (!('seat' in target)) return map.board.plan.sectors[target.sector]?.name ?? '';
  const unit = map.units.of(target.seat);
  return unit === undefined ? seatTitle(map.board, target.seat) : unitTitle(map.board, unit);
}
