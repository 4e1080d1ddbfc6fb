/**
 * The usual scene of a test file: one service for the whole file, and for each test a new priced show, usually in
 * `rowsHall`, with the calls of its buyers and its organization. `useHall` registers the hooks; the other exports are set
 * before each test.
 */
import { openPricedShow, type Show } from './service.ts';
import { type BookingVerb, outcomeOf, rowsHall, type SessionCalls, sessionCalls } from './session-calls.ts';
import { service, useService } from './shared-service.ts';

export { ask, service } from './shared-service.ts';
export let show: Show;
export let calls: SessionCalls;
/** The area of 20 places. */
export let floor: number;
/** The area of 4 places. */
export let gallery: number;

export interface HallOptions {
  readonly layout?: unknown;
  /** Environment variables of the service. */
  readonly settings?: Record<string, string>;
  /** All tests of the file share the show. */
  readonly once?: boolean;
}

/** Hooks that the file registers after this call run after these. */
export function useHall({ layout = rowsHall, settings = {}, once = false }: HallOptions = {}): void {
  useService(settings);

  (once ? beforeAll : beforeEach)(async () => {
    show = await openPricedShow(service, layout);
    calls = sessionCalls(service, show);
    [floor, gallery] = show.areas as [number, number];
  });
}

/** The id of a seat, by its place in the layout. */
export const seat = (index: number): number => show.seats[index] as number;

/** What a booking call answers: `true`, `false`, or status and code. */
export async function booked(verb: BookingVerb, body: unknown, key?: string): Promise<unknown> {
  const answer = await calls.book(verb, body, key);
  return answer.status === 200 ? answer.body : outcomeOf(answer);
}

/** The state of a seat, with its hold type if it has one. */
export async function stateOf(index: number): Promise<string> {
  const { state, holdType } = (await calls.assignments()).seatsOnEvent[index];
  return holdType === null ? state : `${state} ${holdType}`;
}

/** The ACTIVE, LOCKED and SOLD places of each area. */
export async function placesByState(): Promise<number[][]> {
  const { groupsOnEvent } = await calls.assignments();
  return groupsOnEvent.map((area: Record<string, number>) => [area.activeCount, area.locked, area.sold]);
}
