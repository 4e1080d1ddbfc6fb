/**
 * A table of orders of any length comes in pieces that are read when the client takes them. The memory for a client that has stopped
 * reading does not grow with the table, and no transaction of the database waits for it.
 */
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'slonik';
import { eventually } from '../../support/eventually.ts';
import { calls, floor, service, show, useHall } from '../../support/hall.ts';
import { succeeded } from '../../support/session-calls.ts';

useHall();

/** 200,000 in `npm run test:long`. */
const lines = Number(process.env.ORDER_LINES ?? 40_000);
const path = () => `/api/private/v2.0/events/${show.eventId}/orders/?format=csv`;
const headers = () => ({ 'X-API-Key': service.catalog.organization.token });

/** Copies of one purchase of two places, each with a kilobyte of properties: one line each. */
async function manyOrders(): Promise<void> {
  const id = await calls.open([], [[floor, 2]]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'order' }));
  await service.parts.router.settle([await eventNumber()]);
  await service.catalog.pool.query(sql.unsafe`
    insert into session_record (
      event_number, ordinal, id, state, reference, properties, cart, cart_size, created_at, deadline, seq
    )
    select event_number, ordinal + copy, gen_random_uuid(), state, reference, ${JSON.stringify({ note: 'x'.repeat(1_000) })},
      cart, cart_size, created_at, deadline, seq
    from session_record, generate_series(1, ${lines - 1}) as copy
    where state = 'CONFIRMED' and event_number = ${await eventNumber()}
  `);
}

async function eventNumber(): Promise<number> {
  return Number(await service.catalog.pool.oneFirst(sql.unsafe`select number from event where id = ${show.eventId}`));
}

/** The answer, of which nothing is read yet. */
function asked(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(service.url + path(), { headers: headers(), agent: false }, (answer) => resolve(answer.pause())).on(
      'error',
      reject,
    );
  });
}

/** The number of orders in the rest of the answer. */
async function counted(answer: IncomingMessage): Promise<number> {
  let count = -1;
  for await (const piece of answer) {
    for (let at = piece.indexOf(0x0a); at !== -1; at = piece.indexOf(0x0a, at + 1)) count += 1;
  }
  return count;
}

test('is whole, however long it is', async () => {
  await manyOrders();
  const answer = await asked();
  expect(answer.statusCode).toBe(200);
  expect(await counted(answer)).toBe(lines);
});

test('is read when the client takes it: what the client has not asked for yet may still go', async () => {
  await manyOrders();
  const answer = await asked();
  // Nothing of the service is in a transaction for it, however long the client waits.
  await eventually(async () => {
    const held = await service.catalog.pool.oneFirst(sql.unsafe`
      select count(*)::int4 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        and backend_type = 'client backend'
    `);
    return Number(held) === 0;
  });
  const ofEvent = sql.fragment`event_number = ${await eventNumber()}`;
  const { pool } = service.catalog;
  const last = Number(await pool.oneFirst(sql.unsafe`select max(ordinal)::int4 from session_record where ${ofEvent}`));
  await pool.query(sql.unsafe`delete from session_record where ${ofEvent} and ordinal > ${last - lines / 2}`);
  expect(await counted(answer)).toBe(lines / 2);
});

test('counts as one of the two of an organization until it was read, or its client has gone', async () => {
  await manyOrders();
  const stalled = [await asked(), await asked()];
  const statusOfNext = async (): Promise<number | undefined> => {
    const next = await asked();
    next.destroy();
    return next.statusCode;
  };
  expect(await statusOfNext()).toBe(429);
  for (const answer of stalled) answer.destroy();
  await eventually(async () => (await statusOfNext()) === 200);
});
