/** The tables of the row-lock baseline, and its events with seats numbered from 1. */
import { randomUUID } from 'node:crypto';
import type { Target } from '../load/plan.ts';
import { makeDatabase, withDatabase } from '../stand/database.ts';

const tables = `
  CREATE TABLE session (
    id uuid PRIMARY KEY, event uuid NOT NULL, state text NOT NULL, expires_at timestamptz NOT NULL, reference text,
    UNIQUE (event, reference)
  ) WITH (fillfactor = 80);
  CREATE TABLE seat (
    event uuid, id integer, state text NOT NULL, session uuid, price text NOT NULL, PRIMARY KEY (event, id)
  ) WITH (fillfactor = 80);
  CREATE INDEX seat_session ON seat (session) WHERE session IS NOT NULL;
`;

/** Makes a database of the given name on the server and the tables in it; resolves with its connection string. */
export function makeRowLockDatabase(serverUrl: string, name: string): Promise<string> {
  return makeDatabase(serverUrl, name, tables);
}

/** Makes one event with so many free seats. */
export async function makeRowLockEvent(databaseUrl: string, seatCount: number): Promise<Target> {
  const eventId = randomUUID();
  await withDatabase(databaseUrl, async (client) => {
    const seats = `INSERT INTO seat SELECT $1, id, 'ACTIVE', NULL, '50 EUR' FROM generate_series(1, $2::integer) AS id`;
    await client.query(seats, [eventId, seatCount]);
    await client.query('VACUUM ANALYZE seat');
  });
  const seats = Array.from({ length: seatCount }, (_, index) => index + 1);
  return { eventId, publicKey: randomUUID(), seats, areaId: null };
}
