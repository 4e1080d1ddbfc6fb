/** Price ids: allocated once, map to their event, and are removed with it. */
import { sql } from 'slonik';
import { z } from 'zod';
import { beginRemoval } from '#storage/catalog/events.ts';
import { allocatePriceIds, allocatePriceIdsOf, eventOfPrice } from '#storage/catalog/price-ids.ts';
import { finishRemoval } from '#workflows/event-removal.ts';
import { openShow } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';

const catalog = catalogOfFile();

test('a price id maps to the event for which it was allocated, until the event is removed', async () => {
  const { pool } = catalog;
  const { event } = await openShow(catalog);
  const [first = 0, second = 0] = await allocatePriceIdsOf(pool, event.number, 2);
  expect(second).toBeGreaterThan(first);
  expect([await eventOfPrice(pool, first), await eventOfPrice(pool, second)]).toEqual([event.id, event.id]);
  const [free = 0] = await allocatePriceIds(pool, 1);
  expect(await eventOfPrice(pool, free)).toBeNull();
  expect(await allocatePriceIdsOf(pool, event.number, 0)).toEqual([]);
  const seq = await pool.oneFirst(sql.type(z.object({ seq: z.int() }))`
    select head_seq as seq from event_owner where event_number = ${event.number}
  `);
  expect(await beginRemoval(pool, event.number, seq)).toBe(true);
  await finishRemoval({ pool, forget: async () => {} }, event.number);
  expect(await eventOfPrice(pool, first)).toBeNull();
});
