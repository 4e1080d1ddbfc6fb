/**
 * The seats of one event for its live map: reads the layout once, all seats and units every few seconds, but spends at most
 * about a sixth of the time on reading. Reads nothing in a hidden tab.
 */
import { useEffect } from 'preact/hooks';
import { noUnits } from '../shared/units.ts';
import { useDesk } from './desk.ts';
import { type Reading, useReading } from './reading.tsx';
import { readAssignments } from './seat-board.ts';
import { followEvent } from './seat-feed.ts';
import type { SeatMap } from './seat-map.ts';
import { readEventPlan, readEventUnits } from './seat-places.ts';

/** The live stream does not say who holds a seat, so all seats are read again and again. */
const pauseMs = 6_000;
/** A large hall takes long to read: the pause is so many times as long. */
const pauseShare = 5;

export interface LiveSeats {
  readonly layout: Reading<true>;
  readonly seats: Reading<true>;
}

/** Reads the layout and the seats into the map. */
export function useLiveSeats(map: SeatMap | null, eventId: string): LiveSeats {
  const desk = useDesk();
  const loadPlan = async (into: SeatMap): Promise<true> => {
    await into.load(await readEventPlan(desk, eventId));
    return true;
  };
  const takeSeats = async (into: SeatMap): Promise<true> => {
    const [read, units] = await Promise.all([
      desk.service.ask((client) => readAssignments(client, eventId)),
      into.plan === null ? noUnits : readEventUnits(desk, eventId, into.plan),
    ]);
    into.take(read);
    await into.setUnits(units);
    return true;
  };
  const layout = useReading('layout', map && (() => loadPlan(map)));
  const loaded = layout.value === null ? null : map;
  const seats = useReading('seats', loaded && (() => takeSeats(loaded)), { pauseMs, pauseShare });
  useEffect(() => {
    if (loaded === null) return;
    const end = new AbortController();
    const followed = { eventId, publicKey: desk.organization.publicKey, signal: end.signal };
    void followEvent(desk.service.client, followed, {
      moved: (freed, taken) => loaded.move(freed, taken),
      reset: seats.now,
    });
    return () => end.abort();
  }, [loaded]);
  return { layout, seats };
}
