/** Reports add up: after random histories each report equals a count of the replayed journal, place by place. */
import { sql } from 'slonik';
import { z } from 'zod';
import { type Grouping, groupings } from '#reports/groups.ts';
import { eventProgress, Replay } from '#storage/audit/replayed-event.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';
import { RandomSale } from '../support/random-sale.ts';
import { answeredReport, replayedReport } from '../support/replayed-report.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import type { TestService } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

useService();

async function replayed(eventId: string, sequence: number, by: readonly Grouping[]) {
  const { pool } = service.catalog;
  const number = await pool.oneFirst(sql.type(z.object({ number: z.int() }))`
    select number from event where id = ${eventId}
  `);
  const progress = await eventProgress(pool, number);
  if (progress === null) throw new Error('the event is gone');
  const replay = new Replay(pool, progress, await new SeatMaps(pool).get(progress.schemaId), null);
  await replay.to(sequence);
  return replayedReport(pool, progress.schemaId, replay.state, by);
}

async function report(at: TestService, eventId: string, by: readonly Grouping[]) {
  const key = service.catalog.organization.token;
  const path = `/api/private/v2.0/events/${eventId}/report/?by=${by.join(',')}`;
  const { body } = succeeded(await at.call('GET', path, { key }));
  return { sequence: body.sequence as number, rows: answeredReport(body.rows, by) };
}

test.each([1, 2, 3, 4, 5, 6])('history %i', async (seed) => {
  const random = new SeededRandom(seed);
  const sale = await RandomSale.open(service, random);
  let at = service;
  for (let round = 0; round < 4; round++) {
    await sale.run(60);
    if (round === 1) {
      at = await service.restart();
      sale.moveTo(at);
    }
    for (const by of [groupings, [random.pick(groupings)], random.shuffled(groupings).slice(0, 3)]) {
      const { sequence, rows } = await report(at, sale.show.eventId, by);
      const due = await replayed(sale.show.eventId, sequence, by);
      expect(new Map([...rows].sort())).toEqual(new Map([...due].sort()));
    }
  }
});
