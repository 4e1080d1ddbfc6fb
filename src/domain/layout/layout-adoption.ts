/** Builds the fact that an event adopts a version of its layout, from the map of that version. */
import type { Fact } from '../fact.ts';
import type { SeatMap } from '../seats/seat-map.ts';

export type LayoutAdoption = Extract<Fact, { type: 'layout-adopted' }>;

/** The fact of adopting this map's version; null for the first version, which every event starts with. */
export function adoptionOf({ changed, schemaId, size, areas }: SeatMap): LayoutAdoption | null {
  if (changed === null) return null;
  const { version, removed, forced } = changed;
  return {
    type: 'layout-adopted',
    schema: schemaId,
    version,
    size,
    ...(removed.length > 0 ? { removed } : {}),
    ...(forced.length > 0 ? { forced } : {}),
    ...(areas.length > 0
      ? {
          areas: areas.map(({ id, name, capacity, removed: how }) =>
            how === undefined ? { id, name, capacity } : { id, name, capacity: 0, removed: how },
          ),
        }
      : {}),
  };
}
