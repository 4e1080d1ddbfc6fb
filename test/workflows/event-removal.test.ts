/** The removal of an event deletes all of its data, prevents later writes, and can be resumed after a crash. */
import { type DatabasePool, sql } from 'slonik';
import type { Ownership } from '#actors/ports.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import { imageOf } from '#domain/image.ts';
import { findHalfRemoved } from '#storage/catalog/event-removal.ts';
import { takeOver } from '#storage/journal/epochs.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { saveSnapshot } from '#storage/journal/snapshots.ts';
import { PostgresProjection } from '#storage/projection/projection.ts';
import { finishRemoval } from '#workflows/event-removal.ts';
import { oneRow, sessionOf, stateWith } from '../support/event-states.ts';
import { batchOf, type JournaledEvents, openJournaledEvents } from '../support/journaled-events.ts';
import { problemsOnly } from '../support/logs.ts';

const tables = [
  'journal',
  'snapshot',
  'event_owner',
  'event_projection',
  'session_record',
  'seat_booking',
  'area_booking',
  'event_history',
  'history_block',
];

let events: JournaledEvents;
let appendPool: DatabasePool;
let journal: PostgresJournal;
let projection: PostgresProjection;

beforeAll(async () => {
  events = await openJournaledEvents();
  appendPool = await createAppendPool(events.connectionString, problemsOnly);
  const options = { pool: appendPool, log: problemsOnly, observe: () => {}, appendObserved: () => {} };
  journal = new PostgresJournal(options);
  projection = new PostgresProjection(events.pool, everythingInForce, problemsOnly);
});

afterAll(async () => {
  journal.close();
  await appendPool.end();
  await events.close();
});

const stayed = async (): Promise<void> => {};

const remove = (eventNumber: number, forget: (eventNumber: number) => Promise<void>): Promise<void> =>
  finishRemoval({ pool: events.pool, forget }, eventNumber);

/** The names of the tables that have rows of the event. */
async function traces(eventNumber: number): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const name = sql.identifier([table]);
    if (await events.pool.exists(sql.unsafe`select from ${name} where event_number = ${eventNumber}`))
      found.push(table);
  }
  if (await events.pool.exists(sql.unsafe`select from event where number = ${eventNumber}`)) found.push('event');
  return found;
}

function stepOf(ownership: Ownership, fromSeq: number, toSeq: number) {
  return {
    ownership,
    fromSeq,
    toSeq,
    nextDeadline: 5,
    sessions: [sessionOf(1)],
    sessionsGone: [],
    seatsTaken: [
      { seat: 1, state: 'LOCKED', owner: 1, holdType: null, priceId: null, priceName: null, properties: null },
    ] as const,
    seatsFreed: [],
    areas: [{ area: 0, available: 1, held: 0, locked: 0, blocked: 0, sold: 0, priceId: null }],
    history: { begin: 0, to: toSeq, rows: [{ block: 0, after: fromSeq, to: toSeq, entries: new Uint8Array(1) }] },
  };
}

/** An event with rows in every table. */
async function fullEvent(): Promise<Ownership> {
  const ownership = await events.ownedEvent();
  await journal.append(batchOf(ownership));
  await projection.write(stepOf(ownership, 1, 2));
  await saveSnapshot(events.pool, ownership, imageOf(stateWith(oneRow(10), 2)));
  return ownership;
}

describe('a removed event', () => {
  test('leaves no rows, and the rows of other events stay', async () => {
    const [{ eventNumber }, other] = [await fullEvent(), await fullEvent()];
    expect(await traces(eventNumber)).toEqual([...tables, 'event']);
    await remove(eventNumber, stayed);
    expect(await traces(eventNumber)).toEqual([]);
    expect(await traces(other.eventNumber)).toEqual([...tables, 'event']);
    await remove(eventNumber, stayed);
  });

  test('cannot be taken over, nor written by an owner that still has it in memory', async () => {
    const ownership = await fullEvent();
    const { eventNumber } = ownership;
    await remove(eventNumber, stayed);
    expect(await takeOver(events.pool, eventNumber, 'test')).toBe('unknown');
    expect(await journal.append(batchOf(ownership, 2))).toBe('fenced');
    expect(await journal.verify(ownership, 2)).toBe(false);
    expect(await projection.write(stepOf(ownership, 2, 3))).toBeNull();
    expect(await saveSnapshot(events.pool, ownership, imageOf(stateWith(oneRow(10), 2, 3)))).toBe(false);
    expect(await traces(eventNumber)).toEqual([]);
  });

  test('loses its owner row before its actor is told to leave, and its other rows afterwards', async () => {
    const { eventNumber } = await fullEvent();
    const seen: string[][] = [];
    await remove(eventNumber, async (number) => {
      seen.push(await traces(number));
    });
    expect(seen).toEqual([[...tables.filter((table) => table !== 'event_owner'), 'event']]);
  });
});

describe('a removal that was interrupted', () => {
  test('is found and can be finished', async () => {
    const { eventNumber } = await fullEvent();
    const failing = remove(eventNumber, () => Promise.reject(new Error('crash')));
    await expect(failing).rejects.toThrow('crash');
    expect(await findHalfRemoved(events.pool)).toEqual([eventNumber]);
    await remove(eventNumber, stayed);
    expect(await findHalfRemoved(events.pool)).toEqual([]);
    expect(await traces(eventNumber)).toEqual([]);
  });
});
