/**
 * The fence in races on real connections: with any timing, every later owner sees an acknowledged append, and an append
 * that came too late is not in the journal. Next to each race, a variant without the safeguard shows the failure.
 */
import pg from 'pg';
import { type DatabasePool, sql } from 'slonik';
import type { Ownership } from '#actors/ports.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { eventually } from '../../support/eventually.ts';
import { batchOf, type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { recordingLog } from '../../support/logs.ts';
import { StatementProxy } from '../../support/statement-proxy.ts';

const append = 'journal-append';
const gateKey = 4711;

let events: JournaledEvents;
let wire: StatementProxy;
let pool: DatabasePool;
let journal: PostgresJournal;
const clients: pg.Client[] = [];

beforeAll(async () => {
  events = await openJournaledEvents();
  // Blocks every insert into the journal while a test holds the gate, after the statement has read the owner's row.
  await events.pool.query(sql.unsafe`
    create function pass_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(4711); return new; end $$
  `);
  await events.pool.query(sql.unsafe`
    create trigger gate before insert on journal for each row execute function pass_gate()
  `);
});

beforeEach(async () => {
  const log = recordingLog();
  wire = await StatementProxy.open(events.connectionString);
  pool = await createAppendPool(wire.connectionString, log);
  journal = new PostgresJournal({ pool, log, observe: () => {}, appendObserved: () => {} });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  journal.close();
  await pool.end();
  await wire.close();
});

afterAll(() => events.close());

async function connection(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: events.connectionString });
  clients.push(client);
  await client.connect();
  return client;
}

/** Closes the gate; the returned function opens it. */
async function closeGate(): Promise<() => Promise<unknown>> {
  const keeper = await connection();
  await keeper.query('select pg_advisory_lock($1)', [gateKey]);
  return () => keeper.query('select pg_advisory_unlock($1)', [gateKey]);
}

/** Resolves when a statement of this database waits for a lock of the type. */
function waiting(type: 'advisory' | 'transactionid') {
  return eventually(() =>
    events.pool.exists(sql.unsafe`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = ${type}
    `),
  );
}

/** The records that a new owner finds if it reads correctly: after its take-over, in a new statement. */
async function takeOverAndLoad(eventNumber: number) {
  const ownership = await events.takeOver(eventNumber);
  return { ownership, seqs: (await events.journal(eventNumber)).map(({ seq }) => seq) };
}

/** An append without the fence's lock: the owner's row is only read, with the given locking clause. */
async function unfencedAppend(client: pg.Client, { eventNumber, epoch }: Ownership, look: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `with mine as materialized (select from event_owner where event_number = $1 and epoch = $2 ${look})
     insert into journal (event_number, seq, epoch, at, format, facts)
     select $1, (select max(seq) + 1 from journal where event_number = $1), $2, 0, 1, '[]' from mine`,
    [eventNumber, epoch],
  );
  return rowCount === 1;
}

describe('an append that is in flight when the event is taken over', () => {
  test('is waited for by the take-over, and the new owner finds it', async () => {
    const ownership = await events.ownedEvent();
    const openGate = await closeGate();
    const outcome = journal.append(batchOf(ownership));
    await waiting('advisory');
    const taken = takeOverAndLoad(ownership.eventNumber);
    await waiting('transactionid');
    await openGate();
    expect(await outcome).toBe('durable');
    expect(await taken).toMatchObject({ ownership: { headSeq: 2 }, seqs: [1, 2] });
  });

  test.each([
    ['reads the epoch without a lock', ''],
    ['locks the row as a foreign key does', 'for key share'],
  ])('loses an acknowledged record if it %s', async (_, look) => {
    const ownership = await events.ownedEvent();
    const openGate = await closeGate();
    const acknowledged = unfencedAppend(await connection(), ownership, look);
    await waiting('advisory');
    const taken = await takeOverAndLoad(ownership.eventNumber);
    await openGate();
    expect(await acknowledged).toBe(true);
    expect(taken.seqs).toEqual([1]);
    expect(await events.journal(ownership.eventNumber)).toHaveLength(2);
  });

  test('is fenced if the take-over commits first, and succeeds if the take-over rolls back', async () => {
    for (const [end, expected] of [
      ['commit', 'fenced'],
      ['rollback', 'durable'],
    ] as const) {
      const ownership = await events.ownedEvent();
      const taker = await connection();
      await taker.query('begin');
      await taker.query('update event_owner set epoch = epoch + 1, token = gen_random_uuid() where event_number = $1', [
        ownership.eventNumber,
      ]);
      const outcome = journal.append(batchOf(ownership));
      await eventually(() => wire.count('journal-look') > 0);
      await taker.query(end);
      expect(await outcome).toBe(expected);
    }
  });
});

describe('an owner that freezes', () => {
  test('during its append does not delay the next owner, which finds the record', async () => {
    const ownership = await events.ownedEvent();
    const frozen = wire.next(append, 'hold-answer');
    const outcome = journal.append(batchOf(ownership));
    await frozen.reached;
    expect(await takeOverAndLoad(ownership.eventNumber)).toMatchObject({ ownership: { headSeq: 2 }, seqs: [1, 2] });
    await frozen.release();
    expect(await outcome).toBe('durable');
  });

  test('in an open transaction would block the next owner until it resumes', async () => {
    const ownership = await events.ownedEvent();
    const frozen = await connection();
    await frozen.query('begin');
    await frozen.query('update event_owner set head_seq = 2 where event_number = $1', [ownership.eventNumber]);
    let isTaken = false;
    const taken = events.takeOver(ownership.eventNumber).then(() => {
      isTaken = true;
    });
    await waiting('transactionid');
    expect(isTaken).toBe(false);
    await frozen.query('rollback');
    await taken;
  });

  test('beyond its lease is fenced when it resumes, and its ownership checks fail', async () => {
    const ownership = await events.ownedEvent();
    await journal.append(batchOf(ownership));
    const next = await events.takeOver(ownership.eventNumber);
    expect(await journal.append(batchOf(ownership, 2))).toBe('fenced');
    expect(await journal.verify(ownership, 2)).toBe(false);
    expect(await journal.append(batchOf(next))).toBe('durable');
  });
});

describe('a new owner', () => {
  test('that takes over and reads in one statement would miss a record that its head counts', async () => {
    const ownership = await events.ownedEvent();
    const openGate = await closeGate();
    const outcome = journal.append(batchOf(ownership));
    await waiting('advisory');
    const taker = await connection();
    const both = taker.query(
      `with taken as (
         update event_owner set epoch = epoch + 1, token = gen_random_uuid() where event_number = $1 returning head_seq
       ) select head_seq::int, (select max(seq)::int from journal where event_number = $1) as last_seq from taken`,
      [ownership.eventNumber],
    );
    await waiting('transactionid');
    await openGate();
    expect(await outcome).toBe('durable');
    expect((await both).rows).toEqual([{ head_seq: 2, last_seq: 1 }]);
  });
});

describe('after a failover that lost the last rows', () => {
  test('of two owners with the same epoch only the one whose token is stored may write', async () => {
    const lost = await events.ownedEvent();
    await events.pool.query(sql.unsafe`
      update event_owner set epoch = epoch - 1 where event_number = ${lost.eventNumber}
    `);
    const owner = await events.takeOver(lost.eventNumber);
    expect(owner.epoch).toBe(lost.epoch);
    expect(await journal.append(batchOf(lost))).toBe('fenced');
    expect(await journal.verify(lost, 1)).toBe(false);
    expect(await journal.append(batchOf(owner))).toBe('durable');
    expect(await unfencedAppend(await connection(), lost, 'for no key update')).toBe(true);
  });

  test('an owner whose records were lost cannot write a journal with a gap', async () => {
    const ownership = await events.ownedEvent();
    const { eventNumber } = ownership;
    await journal.append(batchOf(ownership));
    await events.pool.query(sql.unsafe`delete from journal where event_number = ${eventNumber} and seq = 2`);
    await events.pool.query(sql.unsafe`update event_owner set head_seq = 1 where event_number = ${eventNumber}`);
    await expect(journal.append(batchOf(ownership, 2))).rejects.toThrow('is not at 2');
    expect(await journal.verify(ownership, 2)).toBe(false);
    expect((await events.journal(eventNumber)).map(({ seq }) => seq)).toEqual([1]);
  });
});

describe('an append whose connection breaks', () => {
  test('may have succeeded, so it must not be reported as failed', async () => {
    const ownership = await events.ownedEvent();
    const incident = wire.next(append, 'lose-answer');
    const outcome = journal.append(batchOf(ownership));
    await incident.reached;
    // A naive writer would get an error here and wrongly report a failure.
    expect(await events.journal(ownership.eventNumber)).toHaveLength(2);
    expect(await outcome).toBe('durable');
  });

  test('is written once, although the first attempt arrives after the second', async () => {
    const ownership = await events.ownedEvent();
    const late = wire.next(append, 'late-statement');
    expect(await journal.append(batchOf(ownership))).toBe('durable');
    await late.release();
    expect(await journal.append(batchOf(ownership, 2))).toBe('durable');
    expect((await events.journal(ownership.eventNumber)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('is not written if it arrives after a take-over', async () => {
    const ownership = await events.ownedEvent();
    wire.refuse();
    const late = wire.next(append, 'late-statement');
    const outcome = journal.append(batchOf(ownership));
    await late.reached;
    const next = await events.takeOver(ownership.eventNumber);
    await late.release();
    wire.accept();
    expect(await outcome).toBe('fenced');
    expect(await journal.append(batchOf(next))).toBe('durable');
    expect((await events.journal(ownership.eventNumber)).map(({ token }) => token)).toEqual([null, next.token]);
  });

  test('because its server process was killed has a known outcome in the end', async () => {
    const ownership = await events.ownedEvent();
    const openGate = await closeGate();
    const outcome = journal.append(batchOf(ownership));
    await waiting('advisory');
    await events.pool.query(sql.unsafe`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'
    `);
    await openGate();
    expect(await outcome).toBe('durable');
    expect(await events.journal(ownership.eventNumber)).toHaveLength(2);
  });
});

describe('many owners in turn', () => {
  test('never lose an acknowledged record nor leave a gap', async () => {
    const eventNumber = await events.newEvent();
    const acknowledged: string[] = [];
    const write = async (ownership: Ownership) => {
      for (let nth = 1; ; nth++) {
        const id = `${ownership.epoch}/${nth}`;
        const outcome = await journal.append(batchOf(ownership, nth, [{ type: 'owned', node: id }]));
        if (outcome === 'fenced') return;
        acknowledged.push(id);
      }
    };
    const writers: Promise<void>[] = [];
    for (let turn = 0; turn < 25; turn++) {
      const before = acknowledged.length;
      const { ownership, seqs } = await takeOverAndLoad(eventNumber);
      expect(seqs.at(-1)).toBe(ownership.headSeq);
      if (turn % 3 === 0) wire.next(append, turn % 2 === 0 ? 'lose-answer' : 'lose-statement');
      writers.push(write(ownership));
      await eventually(() => acknowledged.length > before + 3);
    }
    await events.takeOver(eventNumber);
    await Promise.all(writers);
    const records = await events.journal(eventNumber);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, place) => place + 1));
    const written = records.slice(1).map(({ facts }) => (facts[0] as { node: string }).node);
    expect(written).toEqual(expect.arrayContaining(acknowledged));
    expect(written).toHaveLength(acknowledged.length);
  });
});
