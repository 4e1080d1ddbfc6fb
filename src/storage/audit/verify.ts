/**
 * Verifies all events of a database, or one, after each other: memory holds one event at a time. Beside a running service
 * and on a copy. Reads only.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { SeatMaps } from '../layouts/seat-maps.ts';
import { type Auditor, verifyEvent } from './verify-event.ts';

const eventsPerPage = 500;

export interface Verification {
  readonly events: number;
  readonly records: number;
  readonly sessions: number;
  readonly findings: number;
}

const eventRow = z.object({ id: z.string(), number: z.int() });

/** Null: there is no such event. `tell` gets each finding, with the id of its event before it. */
export async function verify(
  { pool, compareReport }: Pick<Auditor, 'pool' | 'compareReport'>,
  eventId: string | null,
  tell: (finding: string) => void,
): Promise<Verification | null> {
  const auditor = { pool, seatMaps: new SeatMaps(pool), compareReport };
  const sum = { events: 0, records: 0, sessions: 0, findings: 0 };
  for (let last = 0; ; ) {
    const page = await pool.any(sql.type(eventRow)`
      select id, number from event
      where number > ${last} and ${eventId === null ? sql.fragment`true` : sql.fragment`id = ${eventId}`}
      order by number limit ${eventsPerPage}
    `);
    for (const { id, number } of page) {
      const { records, sessions, findings } = await verifyEvent(auditor, number);
      sum.events += 1;
      sum.records += records;
      sum.sessions += sessions;
      sum.findings += findings.length;
      for (const finding of findings) tell(`event ${id}: ${finding}`);
    }
    last = page.at(-1)?.number ?? last;
    if (page.length < eventsPerPage) break;
  }
  return eventId !== null && sum.events === 0 ? null : sum;
}
