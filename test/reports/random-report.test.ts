/** Reports add up: after random histories each report equals a count of the replayed journal, place by place. */
import { sql } from 'slonik';
import { z } from 'zod';
import { eventProgress, Replay } from '#storage/audit/replayed-event.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';
import { readSectionPlan } from '#storage/reports/layout-places.ts';
import { naiveReport } from '../support/naive-report.ts';
import { RandomSale } from '../support/random-sale.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import type { TestService } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

useService();

const groupings = ['status', 'section', 'price', 'ticketType', 'allotment', 'channel'] as const;
type Grouping = (typeof groupings)[number];
type Shown = string | null | { readonly name: string };

async function replayed(eventId: string, sequence: number) {
  const { pool } = service.catalog;
  const number = await pool.oneFirst(sql.type(z.object({ number: z.int() }))`
    select number from event where id = ${eventId}
  `);
  const progress = await eventProgress(pool, number);
  if (progress === null) throw new Error('the event is gone');
  const map = await new SeatMaps(pool).get(progress.schemaId);
  const replay = new Replay(pool, progress, map, null);
  await replay.to(sequence);
  const { runs, sections } = await readSectionPlan(pool, progress.schemaId);
  const sectionOf = (seat: number): string => {
    const run = runs.find(([, first, count]) => seat >= first && seat < first + count);
    return sections[run?.[0] ?? -1]?.name ?? '';
  };
  return { state: replay.state, sectionOf };
}

async function report(at: TestService, eventId: string, by: readonly Grouping[]) {
  const key = service.catalog.organization.token;
  const path = `/api/private/v2.0/events/${eventId}/report/?by=${by.join(',')}`;
  const { body } = succeeded(await at.call('GET', path, { key }));
  const text = (value: Shown) => (value === null ? '-' : typeof value === 'string' ? value : value.name);
  const rows = body.rows.map((row: Record<string, Shown> & { total: number; amounts: { amount: number }[] }) => [
    by.map((name) => text(row[name] as Shown)).join('|'),
    `${row.places} ${row.unoccupied} ${row.units} EUR=${row.amounts[0]?.amount ?? 0} ${Math.round(row.total * 100)}`,
  ]);
  return { sequence: body.sequence as number, rows: new Map<string, string>(rows) };
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
      const { state, sectionOf } = await replayed(sale.show.eventId, sequence);
      expect(new Map([...rows].sort())).toEqual(new Map([...naiveReport(state, sectionOf, by)].sort()));
    }
  }
});
