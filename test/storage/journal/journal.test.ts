/** The journal reports an append as durable only if it is, and finds the true outcome after any fault. */
import { sql } from 'slonik';
import type { Fact } from '#domain/fact.ts';
import { batchOf, type JournaledEvents, openJournaledEvents, someFacts } from '../../support/journaled-events.ts';
import { openProxiedJournal, type ProxiedJournal } from '../../support/proxied-journal.ts';

const append = 'journal-append';

let events: JournaledEvents;
let wired: ProxiedJournal;
let wire: ProxiedJournal['wire'];
let journal: ProxiedJournal['journal'];

beforeAll(async () => {
  events = await openJournaledEvents();
});

beforeEach(async () => {
  wired = await openProxiedJournal(events);
  ({ wire, journal } = wired);
});

afterEach(() => wired.close());

afterAll(() => events.close());

describe('an append', () => {
  test('is in the journal when it is reported as durable, and the head has moved with it', async () => {
    const ownership = await events.ownedEvent();
    expect(await journal.append(batchOf(ownership))).toBe('durable');
    expect(await events.journal(ownership.eventNumber)).toMatchObject([
      { seq: 1, token: null, facts: [{ type: 'opened', status: 'PUBLISHED' }] },
      { seq: 2, token: ownership.token, facts: someFacts },
    ]);
    expect(await events.head(ownership.eventNumber)).toBe(2);
  });

  test('keeps every character, including line breaks, NUL and unpaired surrogates', async () => {
    const ownership = await events.ownedEvent();
    const others = await events.ownedEvents(2);
    const reference = 'a\nb\r\0"\\\u2028{},\ud800 ü😀';
    const facts: Fact[] = [{ type: 'confirmed', session: 1, reference, properties: { [reference]: reference } }];
    await Promise.all([ownership, ...others].map((owner) => journal.append(batchOf(owner, 1, facts))));
    expect((await events.journal(ownership.eventNumber))[1]?.facts).toEqual(facts);
  });

  test("reports the time of Postgres' clock", async () => {
    const before = Number(await events.pool.oneFirst(sql.unsafe`select extract(epoch from now()) * 1000`));
    await journal.append(batchOf(await events.ownedEvent()));
    expect(wired.clocks).toHaveLength(1);
    expect(wired.clocks[0]).toBeGreaterThanOrEqual(Math.floor(before));
    expect(wired.clocks[0]).toBeLessThan(before + 30_000);
  });

  test('updates the owner row as a HOT update, on the same page', async () => {
    const ownership = await events.ownedEvent();
    const hot = sql.unsafe`
      select n_tup_hot_upd = n_tup_upd and n_tup_upd > 20 from pg_stat_user_tables where relname = 'event_owner'
    `;
    await events.pool.query(sql.unsafe`select pg_stat_reset()`);
    for (let nth = 1; nth <= 40; nth++) await journal.append(batchOf(ownership, nth));
    await wired.pool.query(sql.unsafe`select pg_stat_force_next_flush()`);
    expect(await wired.pool.oneFirst(hot)).toBe(true);
  });
});

describe('a former owner', () => {
  test('is told that it is fenced, and the other appends of its statement succeed', async () => {
    const [former, other] = await events.ownedEvents(2);
    await events.takeOver(former!.eventNumber);
    const outcomes = await Promise.all([journal.append(batchOf(former!)), journal.append(batchOf(other!))]);
    expect(outcomes).toEqual(['fenced', 'durable']);
    expect(await events.journal(former!.eventNumber)).toHaveLength(1);
  });

  test('is told that it is fenced if its event is removed', async () => {
    const ownership = await events.ownedEvent();
    await events.pool.query(sql.unsafe`delete from event_owner where event_number = ${ownership.eventNumber}`);
    expect(await journal.append(batchOf(ownership))).toBe('fenced');
  });
});

describe('an owner row that another transaction has locked', () => {
  test('is skipped, not fenced: other appends go on, and its append succeeds afterwards', async () => {
    const [held, other] = await events.ownedEvents(2);
    const outcome = await events.pool.transaction(async (transaction) => {
      await transaction.query(sql.unsafe`
        select from event_owner where event_number = ${held!.eventNumber} for update
      `);
      const skipped = journal.append(batchOf(held!));
      expect(await journal.append(batchOf(other!))).toBe('durable');
      expect(await journal.append(batchOf(other!, 2))).toBe('durable');
      return { skipped };
    });
    expect(await outcome.skipped).toBe('durable');
  });
});

describe('a record that Postgres refuses', () => {
  test('is rejected alone; the others of its statement are written', async () => {
    const owners = await events.ownedEvents(9);
    const bad = { ...batchOf(owners[4]!), at: Number.NaN };
    const outcomes = await Promise.allSettled(
      owners.map((ownership, place) => journal.append(place === 4 ? bad : batchOf(ownership))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      'rejected',
      ...Array(4).fill('fulfilled'),
    ]);
    expect(await events.head(owners[4]!.eventNumber)).toBe(1);
    expect(await journal.append(batchOf(owners[4]!))).toBe('durable');
  });

  test('is rejected if the journal already has a record with its number', async () => {
    const ownership = await events.ownedEvent();
    await events.pool.query(sql.unsafe`
      insert into journal (event_number, seq, epoch, at, format, facts)
      values (${ownership.eventNumber}, 2, 1, 0, 1, '[]')
    `);
    await expect(journal.append(batchOf(ownership))).rejects.toThrow();
    expect(await events.head(ownership.eventNumber)).toBe(1);
  });

  test('is rejected if it does not follow the head', async () => {
    const ownership = await events.ownedEvent();
    await expect(journal.append(batchOf(ownership, 2))).rejects.toThrow('is not at 2');
    expect(await events.journal(ownership.eventNumber)).toHaveLength(1);
  });
});

describe('an unknown outcome of an append', () => {
  test.each(['lose-answer', 'lose-statement'] as const)(
    'becomes known after %s, and the record is in the journal once',
    async (fault) => {
      const owners = await events.ownedEvents(3);
      const incident = wire.next(append, fault);
      const outcomes = owners.map((ownership) => journal.append(batchOf(ownership)));
      await incident.reached;
      expect(await Promise.all(outcomes)).toEqual(['durable', 'durable', 'durable']);
      for (const { eventNumber } of owners) expect(await events.journal(eventNumber)).toHaveLength(2);
      expect(wired.log.lines).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ level: 'warn', records: 3 })]),
      );
    },
  );

  test('stays pending while the database is unavailable', async () => {
    const ownership = await events.ownedEvent();
    wire.refuse();
    const incident = wire.next(append, 'lose-answer');
    let settled = false;
    const outcome = journal.append(batchOf(ownership)).finally(() => {
      settled = true;
    });
    await incident.reached;
    for (let turn = 0; turn < 50; turn++) await events.head(ownership.eventNumber);
    expect(settled).toBe(false);
    wire.accept();
    expect(await outcome).toBe('durable');
  });

  test('is durable if the record was stored, even if another owner has taken the event over since', async () => {
    const ownership = await events.ownedEvent();
    wire.refuse();
    const incident = wire.next(append, 'lose-answer');
    const outcome = journal.append(batchOf(ownership));
    await incident.reached;
    expect(await events.takeOver(ownership.eventNumber)).toMatchObject({ headSeq: 2 });
    wire.accept();
    expect(await outcome).toBe('durable');
  });

  test('is fenced if the record was not stored before the event was taken over', async () => {
    const ownership = await events.ownedEvent();
    wire.refuse();
    const incident = wire.next(append, 'lose-statement');
    const outcome = journal.append(batchOf(ownership));
    await incident.reached;
    expect(await events.takeOver(ownership.eventNumber)).toMatchObject({ headSeq: 1 });
    wire.accept();
    expect(await outcome).toBe('fenced');
    expect(await events.journal(ownership.eventNumber)).toHaveLength(1);
  });

  test('is a success with a warning, such as a cancelled wait for the standby', async () => {
    const ownership = await events.ownedEvent();
    await events.pool.query(sql.unsafe`
      create function warn() returns trigger language plpgsql as $$
      begin raise warning 'canceling wait for synchronous replication'; return new; end $$
    `);
    await events.pool.query(sql.unsafe`
      create trigger warn before insert on journal for each row execute function warn()
    `);
    try {
      expect(await journal.append(batchOf(ownership))).toBe('durable');
    } finally {
      await events.pool.query(sql.unsafe`drop function warn cascade`);
    }
    expect(wire.count('journal-look')).toBe(1);
    expect(wired.log.lines[0]).toMatchObject({ reason: expect.stringContaining('synchronous replication') });
  });

  test('of a refused record is not reported as a failure', async () => {
    const owners = await events.ownedEvents(2);
    const incident = wire.next(append, 'lose-answer');
    const bad = journal.append({ ...batchOf(owners[0]!), at: Number.NaN });
    const good = journal.append(batchOf(owners[1]!));
    await incident.reached;
    expect(await good).toBe('durable');
    await events.takeOver(owners[0]!.eventNumber);
    expect(await bad).toBe('fenced');
  });

  test('does not result from idle connections that the server has closed', async () => {
    const ownership = await events.ownedEvent();
    await journal.append(batchOf(ownership));
    await events.pool.query(sql.unsafe`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and query like '%journal%' and pid <> pg_backend_pid()
    `);
    expect(await journal.append(batchOf(ownership, 2))).toBe('durable');
  });

  test('is rejected as unknown if the journal is closed', async () => {
    const ownership = await events.ownedEvent();
    const incident = wire.next(append, 'lose-answer');
    const outcome = journal.append(batchOf(ownership));
    journal.close();
    await incident.reached;
    await expect(outcome).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect(journal.append(batchOf(ownership, 2))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('is rejected as unknown if the journal is closed while the record is looked up', async () => {
    const ownership = await events.ownedEvent();
    const append = wire.next('journal-append', 'lose-answer');
    // Postgres refuses the record; the first refusal is lost, so the second one proves nothing.
    const outcome = journal.append({ ...batchOf(ownership), at: Number.NaN });
    const look = wire.next('journal-look', 'lose-statement');
    await Promise.all([append.reached, look.reached]);
    journal.close();
    await expect(outcome).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  test('does not arise if the record was certainly not added and the journal is closed during the look-up', async () => {
    const ownership = await events.ownedEvent();
    await events.takeOver(ownership.eventNumber);
    const look = wire.next('journal-look', 'lose-statement');
    const outcome = journal.append(batchOf(ownership));
    await look.reached;
    journal.close();
    await expect(outcome).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
