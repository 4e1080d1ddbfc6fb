/** A check of ownership is true only if the caller owned the event at some moment after its call. */
import type { DatabasePool } from 'slonik';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { batchOf, type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { recordingLog } from '../../support/logs.ts';
import { StatementProxy } from '../../support/statement-proxy.ts';

const check = 'journal-check';

let events: JournaledEvents;
let wire: StatementProxy;
let pool: DatabasePool;
let journal: PostgresJournal;

beforeAll(async () => {
  const log = recordingLog();
  events = await openJournaledEvents();
  wire = await StatementProxy.open(events.connectionString);
  pool = await createAppendPool(wire.connectionString, log);
  journal = new PostgresJournal({ pool, log, observe: () => {}, appendObserved: () => {} });
});

afterAll(async () => {
  journal.close();
  await pool.end();
  await wire.close();
  await events.close();
});

describe('a check of ownership', () => {
  test('is true only for the owner, at the head of the journal', async () => {
    const ownership = await events.ownedEvent();
    expect(await journal.verify(ownership, 1)).toBe(true);
    await journal.append(batchOf(ownership));
    expect(await journal.verify(ownership, 1)).toBe(false);
    expect(await journal.verify(ownership, 2)).toBe(true);
    expect(await journal.verify({ ...ownership, epoch: ownership.epoch + 1 }, 2)).toBe(false);
    await events.takeOver(ownership.eventNumber);
    expect(await journal.verify(ownership, 2)).toBe(false);
  });

  test('shares one query with all waiting checks', async () => {
    const owners = await Promise.all(Array.from({ length: 40 }, () => events.ownedEvent()));
    const before = wire.count(check);
    const checks = await Promise.all(owners.map((ownership, place) => journal.verify(ownership, place % 2)));
    expect(checks).toEqual(owners.map((_, place) => place % 2 === 1));
    expect(wire.count(check)).toBe(before + 1);
  });

  test('is not answered by a query that was sent before the call', async () => {
    const ownership = await events.ownedEvent();
    const incident = wire.next(check, 'hold-answer');
    const before = journal.verify(ownership, 1);
    await incident.reached;
    await events.takeOver(ownership.eventNumber);
    const after = journal.verify(ownership, 1);
    await incident.release();
    expect([await before, await after]).toEqual([true, false]);
  });

  test('survives one lost connection and rejects after two', async () => {
    const ownership = await events.ownedEvent();
    wire.next(check, 'lose-answer');
    expect(await journal.verify(ownership, 1)).toBe(true);
    wire.next(check, 'lose-answer');
    wire.next(check, 'lose-statement');
    await expect(journal.verify(ownership, 1)).rejects.toThrow();
  });
});
