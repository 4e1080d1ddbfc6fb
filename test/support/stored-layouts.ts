/** Creates, changes and reads layouts in a test's catalog that no event uses. */

import type { SeatRecord } from '#codec/layout-records.ts';
import type { LayoutChange } from '#domain/layout/layout-change.ts';
import { separateChanges } from '#storage/database/call-changes.ts';
import { Layouts } from '#storage/layouts/layouts.ts';
import { LayoutChanges } from '#workflows/layout-change.ts';
import { type Catalog, smallHall, storeSchema } from './catalog.ts';

export type StoredLayouts = ReturnType<typeof storedLayouts>;

export function storedLayouts(catalog: Catalog) {
  const { pool, notifications, organization } = catalog;
  const layouts = new Layouts(pool);
  const settle = async (events: readonly number[]): Promise<void> => {
    if (events.length > 0) throw new Error(`events ${events} were settled`);
  };
  const changes = new LayoutChanges({
    pool,
    settle,
    notifications,
    writeDrawingInThread: () => Promise.reject(new Error('unused')),
  });
  const change = (schemaId: number, wanted: LayoutChange) =>
    changes.change(separateChanges(pool), {
      organizationId: organization.id,
      schemaId,
      change: wanted,
      forceDelete: false,
    });
  const seatsOf = async (schemaId: number): Promise<SeatRecord[]> => {
    const seats: SeatRecord[] = [];
    for await (const page of layouts.seats(schemaId)) seats.push(...page);
    return seats;
  };
  return {
    layouts,
    changes,
    change,
    seatsOf,
    /** Stores a layout and returns its id. */
    store: async (body: unknown = smallHall): Promise<number> => (await storeSchema(catalog, body)).id,
    /** The outcome of a change; throws unless it succeeded. */
    async changed(schemaId: number, wanted: LayoutChange) {
      const outcome = await change(schemaId, wanted);
      if (outcome.outcome !== 'changed') throw new Error(JSON.stringify(outcome));
      return outcome;
    },
    /** Row and name of every seat. */
    shown: async (schemaId: number): Promise<string[]> =>
      (await seatsOf(schemaId)).map(({ rowName, name }) => `${rowName} ${name}`),
  };
}
