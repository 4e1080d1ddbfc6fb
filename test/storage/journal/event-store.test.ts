/** Recovery gets the whole history or an error, and the newest snapshot; events that need an actor are found. */
import { type DatabasePool, sql } from 'slonik';
import type { Ownership, PolicySource } from '#actors/ports.ts';
import { BrokenInvariant } from '#collections/assert.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { imageOf } from '#domain/image.ts';
import { PostgresEventStore } from '#storage/journal/event-store.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { listParkedEvents, unparkEvent } from '#storage/journal/parked-events.ts';
import { PostgresProjection } from '#storage/projection/projection.ts';
import { findUnsettled } from '#storage/projection/settle.ts';
import { oneRow, sessionOf, stateWith } from '../../support/event-states.ts';
import { batchOf, type JournaledEvents, openJournaledEvents, someFacts } from '../../support/journaled-events.ts';
import { problemsOnly, recordingLog } from '../../support/logs.ts';

const seatMap = oneRow(10);
const policy = {} as PolicySource;

let events: JournaledEvents;
let appendPool: DatabasePool;
let journal: PostgresJournal;
let store: PostgresEventStore;

beforeAll(async () => {
  events = await openJournaledEvents();
  appendPool = await createAppendPool(events.connectionString, problemsOnly);
  const options = { pool: appendPool, log: problemsOnly, observe: () => {}, appendObserved: () => {} };
  journal = new PostgresJournal(options);
  store = storeWith(null);
});

afterAll(async () => {
  await appendPool.end();
  await events.close();
});

function storeWith(journalKeepMs: number | null, log = problemsOnly) {
  return new PostgresEventStore({
    pool: events.pool,
    node: 'node one',
    seatMap: async () => seatMap,
    placedSeatMap: async () => seatMap,
    policy: async () => policy,
    journalKeepMs,
    clusterVersion: everythingInForce,
    log,
  });
}

/** A new event whose owner has appended this number of records. */
async function writtenEvent(records: number): Promise<Ownership> {
  const ownership = await events.ownedEvent();
  for (let nth = 1; nth <= records; nth++) await journal.append(batchOf(ownership, nth));
  return ownership;
}

/** A new event with this number of records, of which all but the first have the epoch 1. */
async function longEvent(records: number): Promise<Ownership> {
  const ownership = await events.ownedEvent();
  const { eventNumber } = ownership;
  await events.pool.query(sql.unsafe`
    insert into journal (event_number, seq, epoch, at, format, facts)
    select ${eventNumber}, seq, 1, seq, 1, ${JSON.stringify(someFacts)} from generate_series(2, ${records}) as seq
  `);
  await events.pool.query(sql.unsafe`update event_owner set head_seq = ${records} where event_number = ${eventNumber}`);
  return ownership;
}

async function taken(eventNumber: number): Promise<Ownership> {
  const ownership = await store.takeOver(eventNumber);
  if (typeof ownership === 'string') throw new Error(ownership);
  return ownership;
}

async function recordsOf(pages: AsyncIterable<readonly JournalRecord[]>): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const page of pages) records.push(...page);
  return records;
}

function project(ownership: Ownership, toSeq: number, nextDeadline: number | null = null) {
  const step = {
    ownership,
    fromSeq: 1,
    toSeq,
    nextDeadline,
    sessions: [],
    sessionsGone: [],
    seatsTaken: [],
    seatsFreed: [],
    areas: [],
  };
  return new PostgresProjection(events.pool, everythingInForce, problemsOnly).write(step);
}

describe('taking an event over', () => {
  test('returns a higher epoch, a new token and the head, and stores the name of the node', async () => {
    const before = await writtenEvent(3);
    const ownership = await taken(before.eventNumber);
    expect(ownership).toMatchObject({ epoch: before.epoch + 1, headSeq: 4 });
    expect(ownership.token).not.toBe(before.token);
    const node = sql.unsafe`select node from event_owner where event_number = ${before.eventNumber}`;
    expect(await events.pool.oneFirst(node)).toBe('node one');
  });

  test('distinguishes an unknown event from a parked one, and works again after unparking', async () => {
    const eventNumber = await events.newEvent();
    expect(await store.takeOver(eventNumber + 1_000_000)).toBe('unknown');
    await store.park(eventNumber, 'record 7: \0 no session has ordinal 9');
    await store.park(eventNumber, 'again');
    expect(await store.takeOver(eventNumber)).toBe('parked');
    expect(await listParkedEvents(events.pool)).toMatchObject([
      { eventNumber, reason: 'record 7:   no session has ordinal 9' },
    ]);
    expect(await unparkEvent(events.pool, eventNumber)).toBe(true);
    expect(await unparkEvent(events.pool, eventNumber)).toBe(false);
    expect(await store.takeOver(eventNumber)).toMatchObject({ epoch: 1 });
  });
});

describe('loading an event', () => {
  test('returns the identity of the event and every record, in pages', async () => {
    const first = await longEvent(1234);
    const stored = await store.load(await taken(first.eventNumber));
    const row = sql.unsafe`
      select number as "eventNumber", id as "eventId", organization_id as "organizationId", schema_id as "schemaId"
      from event where number = ${first.eventNumber}
    `;
    expect(stored.identity).toEqual(await events.pool.one(row));
    expect(stored).toMatchObject({ restored: null, projectedSeq: 1 });
    expect(stored.seatMap).toBe(seatMap);
    expect(stored.policy).toBe(policy);
    const records = await recordsOf(stored.records());
    expect(records).toHaveLength(1234);
    const opened = { type: 'opened', event: stored.identity.eventId, status: 'PUBLISHED' };
    expect(records[0]).toMatchObject({ seq: 1, epoch: 0, facts: [opened] });
    expect(records[1233]).toEqual({ seq: 1234, epoch: 1, at: 1234, facts: someFacts });
  });

  test('starts from the newest snapshot', async () => {
    const owner = await writtenEvent(3);
    await project(owner, 3);
    await store.saveSnapshot(owner, imageOf(stateWith(seatMap, 2, 3)));
    const stored = await store.load(await taken(owner.eventNumber));
    expect(stored.restored?.seq).toBe(3);
    expect(stored.restored?.sessions.size).toBe(2);
    expect(stored.projectedSeq).toBe(3);
    expect((await recordsOf(stored.records())).map(({ seq }) => seq)).toEqual([4]);
  });

  test('replays all records if the snapshot is damaged', async () => {
    const owner = await writtenEvent(3);
    await project(owner, 3);
    await store.saveSnapshot(owner, imageOf(stateWith(seatMap, 2, 3)));
    await events.pool.query(sql.unsafe`
      update snapshot set checksum = 0 where event_number = ${owner.eventNumber} and part = 1
    `);
    const stored = await storeWith(null, recordingLog()).load(await taken(owner.eventNumber));
    expect(stored.restored).toBeNull();
    expect(await recordsOf(stored.records())).toHaveLength(4);
  });

  test('fails if another owner has taken the event over meanwhile', async () => {
    const ownership = await writtenEvent(1);
    await events.takeOver(ownership.eventNumber);
    await expect(store.load(ownership)).rejects.toThrow('has another owner by now');
    await expect(store.load(ownership)).rejects.not.toThrow(BrokenInvariant);
  });

  test('does not take a snapshot of the next owner for a broken journal', async () => {
    const ownership = await writtenEvent(3);
    await project(ownership, 3);
    const next = await taken(ownership.eventNumber);
    await store.saveSnapshot(next, imageOf(stateWith(seatMap, 2, 3)));
    expect(ownership.headSeq).toBeLessThan(3);
    await expect(store.load(ownership)).rejects.toThrow('has another owner by now');
  });

  test.each([
    ['ends below the head', 4, /ends at 3, its owner's head is 4/],
    ['has a gap', 3, /lacks record 3/],
    ['lacks its beginning', 1, /lacks record 1/],
  ])('fails if the journal %s', async (_, missing, complaint) => {
    const { eventNumber } = await writtenEvent(3);
    await events.pool.query(sql.unsafe`delete from journal where event_number = ${eventNumber} and seq = ${missing}`);
    const loaded = taken(eventNumber).then(async (owner) => recordsOf((await store.load(owner)).records()));
    await expect(loaded).rejects.toThrow(complaint);
    await expect(loaded).rejects.toThrow(BrokenInvariant);
  });

  test.each([
    ['an epoch that falls', sql.fragment`epoch = -1`, /epoch falls at record 3/],
    ['an unknown format', sql.fragment`format = 9`, /unknown format 9/],
  ])('fails on %s', async (_, change, complaint) => {
    const { eventNumber } = await writtenEvent(3);
    await events.pool.query(sql.unsafe`update journal set ${change} where event_number = ${eventNumber} and seq = 3`);
    const stored = await store.load(await taken(eventNumber));
    await expect(recordsOf(stored.records())).rejects.toThrow(complaint);
  });

  test.each([
    ['lacks', sql.fragment`delete from journal`, /lacks record 626/],
    ['has an epoch that falls at', sql.fragment`update journal set epoch = 0`, /epoch falls at record 626/],
  ])('fails if a long journal %s the first record of a page', async (_, change, complaint) => {
    const { eventNumber } = await longEvent(1234);
    await events.pool.query(sql.unsafe`${change} where event_number = ${eventNumber} and seq = 626`);
    const stored = await store.load(await taken(eventNumber));
    await expect(recordsOf(stored.records())).rejects.toThrow(complaint);
  });
});

describe('old journal records', () => {
  async function keptAfterSnapshot(keepMs: number | null, records: number, snapshotSeq: number) {
    const owner = await writtenEvent(records);
    await project(owner, snapshotSeq);
    await storeWith(keepMs).saveSnapshot(owner, imageOf(stateWith(seatMap, 1, snapshotSeq)));
    return (await events.journal(owner.eventNumber)).map(({ seq }) => seq);
  }

  test('are kept unless a maximum age is set', async () => {
    expect(await keptAfterSnapshot(null, 5, 4)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('are deleted if the snapshot and the projection contain them, except the last one', async () => {
    expect(await keptAfterSnapshot(-1, 5, 4)).toEqual([5, 6]);
    expect(await keptAfterSnapshot(-1, 5, 6)).toEqual([6]);
  });

  test('stay while they are younger than the maximum age', async () => {
    expect(await keptAfterSnapshot(10 * 365 * 24 * 3_600_000, 5, 4)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('an event needs an actor', () => {
  test('if its deadline has passed or its projection is behind, unless it is excluded or parked', async () => {
    const [due, later, behind, parked, atRest] = await Promise.all(Array.from({ length: 5 }, () => writtenEvent(1)));
    await project(due!, 2, 1_000);
    await project(later!, 2, 1_001);
    await project(parked!, 2, 1_000);
    await project(atRest!, 2);
    await store.park(parked!.eventNumber, 'a test');
    const numbers = [due, later, behind, parked, atRest].map((owner) => owner!.eventNumber);
    const among = (found: readonly number[]) => found.filter((number) => numbers.includes(number)).toSorted();
    const overdue = async (now: number, except: number[] = []) => among(await store.findOverdue(now, except, 1_000));
    const unprojected = async (except: number[] = []) => among(await store.findUnprojected(except, 1_000));
    const ofThese = (...owners: (Ownership | undefined)[]) => owners.map((owner) => owner!.eventNumber).toSorted();
    expect(await overdue(999)).toEqual([]);
    expect(await overdue(1_000)).toEqual(ofThese(due));
    expect(await overdue(1_001)).toEqual(ofThese(due, later));
    expect(await overdue(1_001, [later!.eventNumber])).toEqual(ofThese(due));
    expect(await store.findOverdue(1_001, [], 1)).toHaveLength(1);
    expect(await unprojected()).toEqual(ofThese(behind));
    expect(await unprojected([behind!.eventNumber])).toEqual([]);
    expect(await findUnsettled(events.pool, numbers)).toEqual([behind!.eventNumber]);
    expect(await findUnsettled(events.pool, [])).toEqual([]);
  });
});

describe('a session that has left memory', () => {
  test('is found in its own event only', async () => {
    const owner = await writtenEvent(1);
    const session = sessionOf(1, { state: 'EXPIRED', seats: [], deadline: null });
    const step = { ownership: owner, fromSeq: 1, toSeq: 2, nextDeadline: null, sessions: [session] };
    await new PostgresProjection(events.pool, everythingInForce, problemsOnly).write({
      ...step,
      sessionsGone: [],
      seatsTaken: [],
      seatsFreed: [],
      areas: [],
    });
    expect(await store.findSession(owner.eventNumber, session.id)).toEqual(session);
    expect(await store.findSession(owner.eventNumber + 1, session.id)).toBeNull();
    expect(await store.findSession(owner.eventNumber, sessionOf(1).id)).toBeNull();
  });
});
