/** A hall with wheelchair places, and the allotment that keeps them for those who need them. */
import type { Show } from './service.ts';
import { succeeded } from './session-calls.ts';
import { ask } from './shared-service.ts';

/** Two rows of six: place 2 is for a wheelchair, places 1 and 3 are for companions. */
export const accessibleHall = {
  name: 'Hall',
  sections: [
    {
      name: 'Stalls',
      rows: ['A', 'B'].map((name) => ({
        name,
        seatCount: 6,
        seatFlags: [
          { from: 2, to: 2, wheelchair: true, accessible: true, stepFree: true },
          { from: 1, to: 1, companion: true },
          { from: 3, to: 3, companion: true },
          { from: 6, to: 6, restrictedView: true },
        ],
      })),
    },
    { name: 'Balcony', rows: [{ name: 'A', seatCount: 4 }] },
    { name: 'Floor', ga: true, capacity: 20 },
    { name: 'Gallery', ga: true, capacity: 4 },
  ],
};

/** Keeps these seats for those who need them; the id of the allotment. */
export async function keepForNeed({ eventId }: Show, seats: readonly number[], more: object = {}): Promise<string> {
  const path = `/api/private/v2.0/events/${eventId}/allotments/`;
  const { id } = succeeded(await ask('POST', path, { name: 'Wheelchair places', access: 'NEED', ...more })).body;
  succeeded(await ask('PUT', `${path}${id}/places`, { seats }));
  return id;
}
