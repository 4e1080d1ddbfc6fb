/** Group commit: which appends share a statement, and when it is sent. */
import type { DatabasePool } from 'slonik';
import { PostgresJournal } from '#storage/journal/journal.ts';
import { batchOf, type JournaledEvents, openJournaledEvents, someFacts } from '../../support/journaled-events.ts';
import { openProxiedJournal, type ProxiedJournal } from '../../support/proxied-journal.ts';

const append = 'journal-append';

let events: JournaledEvents;
let wired: ProxiedJournal;

beforeAll(async () => {
  events = await openJournaledEvents();
});

beforeEach(async () => {
  wired = await openProxiedJournal(events);
});

afterEach(() => wired.close());

afterAll(() => events.close());

describe('an append to the journal', () => {
  test('shares one statement with all appends of the same iteration of the loop', async () => {
    const owners = await events.ownedEvents(60);
    const outcomes = await Promise.all(owners.map((ownership) => wired.journal.append(batchOf(ownership))));
    expect(new Set(outcomes)).toEqual(new Set(['durable']));
    expect(wired.wire.count(append)).toBe(1);
    expect(wired.statements).toEqual([{ records: 60, characters: 60 * JSON.stringify(someFacts).length }]);
  });

  test('is grouped with other appends while a statement is in flight', async () => {
    const [first, ...others] = await events.ownedEvents(30);
    const flight = wired.wire.next(append, 'hold-statement');
    const outcomes = [wired.journal.append(batchOf(first!))];
    await flight.reached;
    for (const ownership of others) {
      outcomes.push(wired.journal.append(batchOf(ownership)));
      await new Promise(setImmediate);
    }
    await flight.release();
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['durable']));
    expect(wired.wire.count(append)).toBe(2);
  });

  test('that follows an answered one is sent in the same iteration of the loop', async () => {
    const ownership = await events.ownedEvent();
    const happened: string[] = [];
    const connect: DatabasePool['connect'] = (work) => {
      happened.push('sent');
      return wired.pool.connect(work);
    };
    const journal = new PostgresJournal({ ...wired.settings, pool: { ...wired.pool, connect } });
    await journal.append(batchOf(ownership));
    setImmediate(() => happened.push('next iteration'));
    // An outcome reaches the next decision through a few promises.
    for (let promise = 0; promise < 20; promise++) await null;
    await journal.append(batchOf(ownership, 2));
    journal.close();
    expect(happened).toEqual(['sent', 'sent', 'next iteration']);
  });

  test('of a large record does not delay other appends', async () => {
    const [large, small] = await events.ownedEvents(2);
    const flight = wired.wire.next(append, 'hold-statement');
    const seats = Array.from({ length: 40_000 }, (_, seat) => seat);
    const slow = wired.journal.append(batchOf(large!, 1, [{ type: 'held', session: 1, seats }]));
    await flight.reached;
    expect(await wired.journal.append(batchOf(small!))).toBe('durable');
    await flight.release();
    expect(await slow).toBe('durable');
  });
});
