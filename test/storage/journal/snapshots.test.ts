/** A snapshot restores the exact state or is not used; an incomplete or invalid snapshot is never read. */
import { hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'slonik';
import type { Ownership } from '#actors/ports.ts';
import { type EventImage, imageOf, stateOf } from '#domain/image.ts';
import { passesPerChunk } from '#domain/passes/spent-passes.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { partsOf } from '#storage/journal/snapshot-format.ts';
import { loadSnapshot, saveSnapshot } from '#storage/journal/snapshots.ts';
import { EventDriver, organizationId, selectionOf } from '../../support/event-driver.ts';
import { oneRow, stateWith } from '../../support/event-states.ts';
import { batchOf, type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { problemsOnly, recordingLog } from '../../support/logs.ts';
import { keyOf, queueOf, setAdmission } from '../../support/queues.ts';

const seatMap = oneRow(6_000);

let events: JournaledEvents;
let ownership: Ownership;

beforeAll(async () => {
  events = await openJournaledEvents();
});

afterAll(() => events.close());

beforeEach(async () => {
  ownership = await events.ownedEvent();
});

/** Appends records up to `seq` and moves the projection to it. */
async function written(owner: Ownership, seq: number): Promise<void> {
  const pool = await createAppendPool(events.connectionString, problemsOnly);
  const journal = new PostgresJournal({
    pool,
    log: problemsOnly,
    observe: () => {},
    appendObserved: () => {},
  });
  for (let nth = 1; owner.headSeq + nth <= seq; nth++) await journal.append(batchOf(owner, nth));
  await pool.end();
  await events.pool.query(sql.unsafe`
    update event_projection set projected_seq = ${seq} where event_number = ${owner.eventNumber}
  `);
}

/**
 * An event that has admitted with passes and then from a queue: of seven tickets five were drawn, one has opened a session
 * and one has lapsed. It remembers three keyed answers of the organization and two of buyers, with and without a session.
 */
function admittingEvent(): EventDriver {
  const driver = new EventDriver();
  const key = (name: string) => ({ keyHash: name, bodyHash: `body of ${name}` });
  driver.ask(setAdmission({ mode: 'PASS' }));
  for (const sessionId of ['p1', 'p2']) {
    const pass = { kind: 'signed', hash: hash('sha256', sessionId).slice(0, 24), until: driver.now + 60_000 } as const;
    driver.ask({ kind: 'create-session', sessionId, keyHash: `key of ${sessionId}`, pass });
  }
  driver.ask({ kind: 'lock-session', sessionId: 'p1', selection: selectionOf([101, 102]), key: key('lock') });
  driver.ask({ kind: 'lock-session', sessionId: 'p2', selection: selectionOf([102]), key: key('refused') });
  driver.checkout('p1');
  const body = { reference: 'order', properties: null };
  driver.ask({ kind: 'confirm-session', organizationId, sessionId: 'p1', body, key: key('confirm') });
  driver.book('lock-seats', [104], [], { key: key('booked') });
  driver.book('lock-seats', [101], [], { key: key('not booked') });
  const opensAt = driver.now + 60_000;
  driver.ask(setAdmission({ opensAt, ratePerMinute: 6, claimSeconds: 10 }));
  const queue = queueOf(driver);
  for (let name = 0; name < 5; name++) queue.join(name);
  driver.now = opensAt;
  queue.pass(11_000);
  for (let name = 5; name < 7; name++) queue.join(name);
  queue.claim([0, 1, 2, 3, 4].find((ticket) => queue.read(ticket).position === 1) as number);
  queue.pass(24_000);
  return driver;
}

function stored(owner: Ownership) {
  return events.pool.any(sql.unsafe`
    select distinct seq from snapshot where event_number = ${owner.eventNumber} order by seq
  `);
}

const load = (owner: Ownership, log = problemsOnly) => loadSnapshot(events.pool, owner.eventNumber, log);
const save = (owner: Ownership, image: EventImage) => saveSnapshot(events.pool, owner, image);

describe('a snapshot', () => {
  test.each([0, 3, 2_500])('of %d sessions restores the same state', async (sessions) => {
    await written(ownership, 2);
    const image = imageOf(stateWith(seatMap, sessions));
    expect(await save(ownership, image)).toBe(true);
    const loaded = await load(ownership);
    expect(loaded).toEqual(image);
    expect(imageOf(stateOf(loaded!, seatMap))).toEqual(image);
  });

  test('has the spent passes in parts of bounded size', async () => {
    await written(ownership, 2);
    const state = stateWith(seatMap, 3);
    const count = 2 * passesPerChunk + 7;
    const hashOf = (pass: number) => hash('sha256', `${pass}`).slice(0, 24);
    for (let pass = 0; pass < count; pass++) state.passes.add(hashOf(pass));
    const image = imageOf(state);
    expect(Math.max(...[...partsOf(image)].map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(100_000);
    await save(ownership, image);
    const loaded = await load(ownership);
    expect(loaded).toEqual(image);
    const { passes } = stateOf(loaded!, seatMap);
    expect([passes.size, passes.has(hashOf(0)), passes.has(hashOf(count - 1)), passes.has(hashOf(count))]).toEqual([
      count,
      true,
      true,
      false,
    ]);
  });

  test('of an event with passes, keyed answers and a queue together restores all of them', async () => {
    const driver = admittingEvent();
    const image = driver.image();
    await written(ownership, image.seq);
    expect(await save(ownership, image)).toBe(true);
    const restored = stateOf((await load(ownership)) as EventImage, driver.state.seatMap);
    expect(imageOf(restored)).toEqual(image);
    expect([restored.passes.size, restored.keys.answers.size, restored.keys.sessionAnswers.size]).toEqual([2, 3, 2]);
    const { queue } = restored;
    expect([queue?.keys.count, queue?.draw?.count, queue?.claimed, queue?.lapsed]).toEqual([7, 5, 1, 1]);
    expect(queue?.admitted).toBe(3);
    expect(queue?.keys.find(keyOf(6))).toBe(6);
  });

  test('shares captured prices between sessions after a load, which saves most of the memory', async () => {
    await written(ownership, 2);
    await save(ownership, imageOf(stateWith(seatMap, 3)));
    const [first, second] = (await load(ownership))!.sessions;
    expect(first!.seats[0]!.price).toBe(second!.seats[1]!.price);
  });

  test('replaces older ones and is not written twice', async () => {
    await written(ownership, 2);
    await save(ownership, imageOf(stateWith(seatMap, 3)));
    await written({ ...ownership, headSeq: 2 }, 4);
    await save(ownership, imageOf(stateWith(seatMap, 5, 4)));
    expect(await save(ownership, imageOf(stateWith(seatMap, 5, 4)))).toBe(true);
    expect(await stored(ownership)).toEqual([{ seq: 4 }]);
    expect((await load(ownership))?.sessions).toHaveLength(5);
  });

  test('is not read while its first part is missing', async () => {
    await written(ownership, 2);
    await save(ownership, imageOf(stateWith(seatMap, 3)));
    await events.pool.query(sql.unsafe`
      delete from snapshot where event_number = ${ownership.eventNumber} and part = 0
    `);
    expect(await load(ownership)).toBeNull();
  });

  test('is skipped and logged as an error if a part is damaged, missing or of another format', async () => {
    await written(ownership, 2);
    const { eventNumber } = ownership;
    for (const damage of [
      sql.unsafe`update snapshot set bytes = set_byte(bytes, 9, 255 - get_byte(bytes, 9)) where event_number = ${eventNumber} and part > 5`,
      sql.unsafe`update snapshot set bytes = set_byte(bytes, 40, 255 - get_byte(bytes, 40)) where event_number = ${eventNumber} and part = 3`,
      sql.unsafe`delete from snapshot where event_number = ${eventNumber} and part = 2`,
      sql.unsafe`delete from snapshot where event_number = ${eventNumber} and part > 6`,
      sql.unsafe`update snapshot set checksum = checksum + 1 where event_number = ${eventNumber} and part = 0`,
    ]) {
      await events.pool.query(sql.unsafe`delete from snapshot where event_number = ${eventNumber}`);
      await save(ownership, imageOf(stateWith(seatMap, 3)));
      await events.pool.query(damage);
      const log = recordingLog();
      expect(await load(ownership, log)).toBeNull();
      expect(log.lines).toMatchObject([{ level: 'error', seq: 2, eventNumber }]);
    }
  });

  test('of an earlier format is read, and replaced by the next one', async () => {
    const id = randomUUID();
    const { parts, shown } = JSON.parse(readFileSync(new URL('fixtures/keyed.json', import.meta.url), 'utf8'));
    await written(ownership, shown.seq + 1);
    for (const { part, checksum, body, bytes } of parts) {
      await events.pool.query(sql.unsafe`
        insert into snapshot (event_number, seq, id, part, checksum, body, bytes)
        values (${ownership.eventNumber}, ${shown.seq}, ${id}, ${part}, ${checksum}, ${body}, decode(${bytes}, 'base64'))
      `);
    }
    expect((await load(ownership))?.sessions).toEqual(Object.values(shown.sessions));
    await save(ownership, imageOf(stateWith(seatMap, 3, shown.seq + 1)));
    expect(await stored(ownership)).toEqual([{ seq: shown.seq + 1 }]);
  });

  test('that is replaced while it is being read is dropped for the newer one', async () => {
    await written(ownership, 2);
    await save(ownership, imageOf(stateWith(seatMap, 3)));
    await written({ ...ownership, headSeq: 2 }, 4);
    let reads = 0;
    const whileReplaced = new Proxy(events.pool, {
      get: (pool, name) => {
        if (name !== 'any') return Reflect.get(pool, name);
        return async (query: Parameters<typeof pool.any>[0]) => {
          const rows = await pool.any(query);
          if (++reads === 1) await save(ownership, imageOf(stateWith(seatMap, 5, 4)));
          return rows;
        };
      },
    });
    const log = recordingLog();
    expect((await loadSnapshot(whileReplaced, ownership.eventNumber, log))?.sessions).toHaveLength(5);
    expect(log.lines).toEqual([]);
  });

  test('that cannot be read is dropped for an older one that can', async () => {
    await written(ownership, 2);
    await save(ownership, imageOf(stateWith(seatMap, 3)));
    await events.pool.query(sql.unsafe`
      insert into snapshot (event_number, seq, id, part, checksum, body)
      values (${ownership.eventNumber}, 9, gen_random_uuid(), 0, 1, '{}')
    `);
    expect((await load(ownership, recordingLog()))?.seq).toBe(2);
  });
});

describe('a snapshot is not stored', () => {
  test('if its record is not in the journal', async () => {
    expect(await save(ownership, imageOf(stateWith(seatMap, 3)))).toBe(false);
    expect(await stored(ownership)).toEqual([]);
  });

  test('if the record with its number is of a later owner', async () => {
    await written(await events.takeOver(ownership.eventNumber), 2);
    expect(await save(ownership, imageOf(stateWith(seatMap, 3)))).toBe(false);
    expect(await load(ownership)).toBeNull();
  });

  test('if the projection is behind it, because ended sessions would be lost', async () => {
    await written(ownership, 2);
    await events.pool.query(sql.unsafe`
      update event_projection set projected_seq = 1 where event_number = ${ownership.eventNumber}
    `);
    expect(await save(ownership, imageOf(stateWith(seatMap, 3)))).toBe(false);
  });

  test('except if its record is of an earlier owner and the saving owner has loaded it', async () => {
    await written(ownership, 2);
    expect(await save(await events.takeOver(ownership.eventNumber), imageOf(stateWith(seatMap, 3)))).toBe(true);
  });
});
