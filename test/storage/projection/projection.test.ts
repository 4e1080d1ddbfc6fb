/** The projection contains only journaled changes, is written once, and does not block appends. */
import pg from 'pg';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Ownership, ProjectionStep } from '#actors/ports.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import { createPool } from '#storage/database/pool.ts';
import { historyReach } from '#storage/history/history-rows.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { PostgresProjection } from '#storage/projection/projection.ts';
import { findSession } from '#storage/projection/sessions.ts';
import { sessionOf } from '../../support/event-states.ts';
import { eventually } from '../../support/eventually.ts';
import { batchOf, type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { problemsOnly, recordingLog } from '../../support/logs.ts';
import { StatementProxy } from '../../support/statement-proxy.ts';

/** A word that is in every projection statement and in no other one. */
const write = 'seats_freed';

let events: JournaledEvents;
let wire: StatementProxy;
let pool: DatabasePool;
let appendPool: DatabasePool;
let journal: PostgresJournal;
let projection: PostgresProjection;

beforeAll(async () => {
  events = await openJournaledEvents();
  wire = await StatementProxy.open(events.connectionString);
  pool = await createPool(wire.connectionString, { maximumPoolSize: 2, log: recordingLog() });
  projection = new PostgresProjection(pool, everythingInForce, recordingLog());
  appendPool = await createAppendPool(events.connectionString, problemsOnly);
  const options = { pool: appendPool, log: problemsOnly, observe: () => {}, appendObserved: () => {} };
  journal = new PostgresJournal(options);
});

afterAll(async () => {
  await pool.end();
  await appendPool.end();
  await wire.close();
  await events.close();
});

/** A new event with its first record and one record of its owner. */
async function writtenEvent(): Promise<Ownership> {
  const ownership = await events.ownedEvent();
  await journal.append(batchOf(ownership));
  return ownership;
}

function stepOf(ownership: Ownership, members: Partial<ProjectionStep> = {}): ProjectionStep {
  return {
    ownership,
    fromSeq: 1,
    toSeq: 2,
    nextDeadline: null,
    sessions: [],
    sessionsGone: [],
    seatsTaken: [],
    seatsFreed: [],
    areas: [],
    ...members,
  };
}

const lockedSeat = {
  state: 'LOCKED',
  owner: -3,
  holdType: 'A "quoted", {odd}\\ one',
  priceId: 7,
  priceName: '12 "odd", {too}\\\n',
  properties: '{"view":"pillar\\n","n":1.0}',
} as const;

async function seatsOf({ eventNumber }: Ownership) {
  const rows = await events.pool.any(sql.type(z.looseObject({ properties: z.string().nullable() }))`
    select seat, state, owner, hold_type as "holdType", price_id as "priceId", price_name as "priceName", properties
    from seat_booking where event_number = ${eventNumber} order by seat
  `);
  return rows;
}

function progressOf({ eventNumber }: Ownership) {
  return events.pool.one(sql.unsafe`
    select projected_seq as "projectedSeq", next_deadline as "nextDeadline"
    from event_projection where event_number = ${eventNumber}
  `);
}

describe('a projection step', () => {
  test('writes a changed status into the catalog, and never an older one over a newer', async () => {
    const ownership = await writtenEvent();
    const statusOf = () =>
      events.pool.oneFirst(sql.unsafe`select status from event where number = ${ownership.eventNumber}`);
    expect(await projection.write(stepOf(ownership, { status: 'ARCHIVED' }))).toBe(2);
    expect(await statusOf()).toBe('ARCHIVED');
    await journal.append(batchOf(ownership, 2));
    await events.pool.query(sql.unsafe`
      update event set status = 'DRAFT', status_seq = 9 where number = ${ownership.eventNumber}
    `);
    expect(await projection.write(stepOf(ownership, { fromSeq: 2, toSeq: 3, status: 'ARCHIVED' }))).toBe(3);
    expect(await statusOf()).toBe('DRAFT');
  });

  test('writes sessions unchanged, including odd references and properties', async () => {
    const ownership = await writtenEvent();
    const sessions = [
      sessionOf(1),
      sessionOf(10, { state: 'PENDING_PAYMENT' }),
      sessionOf(11, {
        state: 'CONFIRMED',
        deadline: null,
        reference: 'a\n\r\0\\"\ud800=,{}',
        properties: '{"\\n":["\\n",null,1.50]}',
      }),
      sessionOf(12, { state: 'CANCELLED', seats: [], deadline: null, reference: '' }),
    ];
    expect(await projection.write(stepOf(ownership, { sessions }))).toBe(2);
    for (const session of sessions) {
      expect(await findSession(pool, ownership.eventNumber, session.id)).toEqual(session);
    }
  });

  test('writes changed seats and areas, and deletes seats that are free again', async () => {
    const ownership = await writtenEvent();
    const seatsTaken = [1, 2, 3].map((seat) => ({ seat, ...lockedSeat }));
    const area = { area: 0, available: 5, held: 4, locked: 3, blocked: 2, sold: 1, priceId: null };
    await projection.write(stepOf(ownership, { seatsTaken, areas: [area], nextDeadline: 1_800_000_000_000 }));
    expect(await seatsOf(ownership)).toEqual(seatsTaken);
    expect(await progressOf(ownership)).toEqual({ projectedSeq: 2, nextDeadline: 1_800_000_000_000 });

    await journal.append(batchOf(ownership, 2));
    const nothing = { holdType: null, priceId: null, priceName: null, properties: null };
    const sold = { seat: 2, state: 'SOLD', owner: 4, ...nothing } as const;
    const next = { fromSeq: 2, toSeq: 3, seatsTaken: [sold], seatsFreed: [1, 9], areas: [{ ...area, priceId: 8 }] };
    await projection.write(stepOf(ownership, next));
    expect(await seatsOf(ownership)).toEqual([sold, { seat: 3, ...lockedSeat }]);
    expect(await progressOf(ownership)).toEqual({ projectedSeq: 3, nextDeadline: null });
    const areas = await events.pool.any(sql.unsafe`
      select area, available, held, locked, blocked, sold, price_id as "priceId"
      from area_booking where event_number = ${ownership.eventNumber}
    `);
    expect(areas).toEqual([{ ...area, priceId: 8 }]);
  });

  test('replaces a session by its newer record', async () => {
    const ownership = await writtenEvent();
    const session = sessionOf(1);
    await projection.write(stepOf(ownership, { sessions: [session] }));
    await journal.append(batchOf(ownership, 2));
    const confirmed = { ...session, state: 'CONFIRMED', deadline: null, reference: 'R', seq: 3 } as const;
    await projection.write(stepOf(ownership, { fromSeq: 2, toSeq: 3, sessions: [confirmed] }));
    expect(await findSession(pool, ownership.eventNumber, session.id)).toEqual(confirmed);
  });

  test('of an owner that has appended nothing since its take-over is written too', async () => {
    const { eventNumber } = await writtenEvent();
    const loaded = await events.takeOver(eventNumber);
    expect(await projection.write(stepOf(loaded, { seatsTaken: [{ seat: 1, ...lockedSeat }] }))).toBe(2);
  });

  test('shares one statement with the steps of other events', async () => {
    const owners = await Promise.all(Array.from({ length: 30 }, writtenEvent));
    const before = wire.count(write);
    const seatsTaken = [{ seat: 1, ...lockedSeat }];
    const written = await Promise.all(owners.map((ownership) => projection.write(stepOf(ownership, { seatsTaken }))));
    expect(new Set(written)).toEqual(new Set([2]));
    expect(wire.count(write)).toBe(before + 1);
    for (const ownership of owners) expect(await seatsOf(ownership)).toHaveLength(1);
  });
});

describe('a projection step is not written', () => {
  test('with its history, also when a former owner’s late step has written the same rows without it', async () => {
    const former = await writtenEvent();
    const next = await events.takeOver(former.eventNumber);
    await projection.write(stepOf(former));
    const history = { begin: 0, to: 2, rows: [{ block: 0, after: 0, to: 2, entries: Uint8Array.of(1, 2, 3) }] };
    expect(await projection.write(stepOf(next, { history }))).toBe(2);
    expect(await historyReach(events.pool, next.eventNumber)).toEqual({ begin: 0, to: 2 });
    const stored = await events.pool.oneFirst(sql.type(z.object({ entries: z.instanceof(Buffer) }))`
      select entries from history_block where event_number = ${next.eventNumber}
    `);
    expect([...stored]).toEqual([1, 2, 3]);
  });

  test('if a former owner’s late step came first, and the writer is told how far that went', async () => {
    const former = await writtenEvent();
    const next = await events.takeOver(former.eventNumber);
    await journal.append(batchOf(next));
    await projection.write(stepOf(former));
    const seatsTaken = [{ seat: 1, ...lockedSeat }];
    expect(await projection.write(stepOf(next, { toSeq: 3, seatsTaken }))).toBe(2);
    expect(await seatsOf(next)).toEqual([]);
    expect(await projection.write(stepOf(next, { fromSeq: 2, toSeq: 3, seatsTaken }))).toBe(3);
  });

  test('if the projection is ahead of the step, or has not reached its beginning', async () => {
    const ownership = await writtenEvent();
    await journal.append(batchOf(ownership, 2));
    expect(await projection.write(stepOf(ownership, { fromSeq: 2, toSeq: 3 }))).toBeNull();
    expect(await projection.write(stepOf(ownership, { toSeq: 3 }))).toBe(3);
    expect(await projection.write(stepOf(ownership))).toBeNull();
  });

  test('if its writer was fenced before its record was journaled', async () => {
    const former = await events.ownedEvent();
    const next = await events.takeOver(former.eventNumber);
    await journal.append(batchOf(next));
    const seatsTaken = [{ seat: 1, ...lockedSeat }];
    expect(await projection.write(stepOf(former, { seatsTaken }))).toBeNull();
    expect(await seatsOf(former)).toEqual([]);
    expect(await projection.write(stepOf(next, { seatsTaken }))).toBe(2);
    expect(await projection.write(stepOf(former, { seatsTaken }))).toBeNull();
  });

  test('and does not stop the other steps of its statement', async () => {
    const [good, late, bad] = await Promise.all([writtenEvent(), writtenEvent(), writtenEvent()]);
    const twice = [sessionOf(1), sessionOf(1)];
    const outcomes = await Promise.allSettled([
      projection.write(stepOf(good)),
      projection.write(stepOf(late, { fromSeq: 0 })),
      projection.write(stepOf(bad, { sessions: twice })),
    ]);
    expect(outcomes).toMatchObject([{ value: 2 }, { value: 1 }, { status: 'rejected' }]);
    expect(await progressOf(bad)).toMatchObject({ projectedSeq: 1 });
  });
});

describe('a projection step is written once', () => {
  test.each(['lose-answer', 'lose-statement'] as const)('although the connection broke (%s)', async (fault) => {
    const ownership = await writtenEvent();
    const incident = wire.next(write, fault);
    const written = projection.write(stepOf(ownership, { seatsTaken: [{ seat: 1, ...lockedSeat }] }));
    await incident.reached;
    expect(await written).toBe(2);
    expect(await seatsOf(ownership)).toHaveLength(1);
  });

  test('although another writer is writing the same step, and waits for that writer without blocking it', async () => {
    const ownership = await writtenEvent();
    const other = new pg.Client({ connectionString: events.connectionString });
    await other.connect();
    await other.query('begin');
    await other.query('update event_projection set projected_seq = 2 where event_number = $1', [ownership.eventNumber]);
    const before = wire.count(write);
    const written = projection.write(stepOf(ownership));
    await eventually(() => wire.count(write) > before);
    await other.query('commit');
    await other.end();
    expect(await written).toBe(2);
  });
});

describe('a projector that freezes in a transaction', () => {
  test('blocks neither appends nor a take-over', async () => {
    const ownership = await writtenEvent();
    const frozen = new pg.Client({ connectionString: events.connectionString });
    await frozen.connect();
    await frozen.query('begin');
    await frozen.query('update event_projection set projected_seq = 2 where event_number = $1', [
      ownership.eventNumber,
    ]);
    expect(await journal.append(batchOf(ownership, 2))).toBe('durable');
    const next = await events.takeOver(ownership.eventNumber);
    expect(await journal.append(batchOf(next))).toBe('durable');
    await frozen.query('rollback');
    await frozen.end();
  });
});
