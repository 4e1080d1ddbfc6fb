/** The private session list: an event's sessions, newest first, filtered and paged. */
import { sql } from 'slonik';
import { everythingInForce } from '#domain/cluster-version.ts';
import { type Session, sessionStates } from '#domain/session/session.ts';
import { PostgresProjection } from '#storage/projection/projection.ts';
import { listSessions, type SessionQuery } from '#storage/projection/sessions.ts';
import { sessionOf } from '../../support/event-states.ts';
import { type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { problemsOnly } from '../../support/logs.ts';

const oddReference = 'R\0"\n\ud800';

let events: JournaledEvents;
let eventNumber: number;
const sessions = Array.from({ length: 40 }, (_, place): Session => {
  const reference = place % 4 === 0 ? 'R' : place % 4 === 1 ? oddReference : null;
  return sessionOf(place + 1, { state: sessionStates[place % 5]!, reference });
});

beforeAll(async () => {
  events = await openJournaledEvents();
  const projection = new PostgresProjection(events.pool, everythingInForce, problemsOnly);
  for (const copies of [sessions, [sessionOf(1, { reference: 'R' })]]) {
    const ownership = await events.ownedEvent();
    const step = {
      ownership,
      fromSeq: 1,
      toSeq: 1,
      nextDeadline: null,
      sessionsGone: [],
      seatsTaken: [],
      seatsFreed: [],
      areas: [],
    };
    await projection.write({ ...step, sessions: copies });
    eventNumber ??= ownership.eventNumber;
  }
});

afterAll(() => events.close());

function list(query: Partial<SessionQuery> = {}) {
  return listSessions(events.pool, { eventNumber, limit: 200, offset: 0, ...query });
}

function expected(matches: (session: Session) => boolean): string[] {
  return sessions
    .filter(matches)
    .map(({ id }) => id)
    .toReversed();
}

async function ids(query: Partial<SessionQuery>): Promise<string[]> {
  return (await list(query)).map(({ id }) => id);
}

describe('the private session list', () => {
  test('has a summary of each session, newest first', async () => {
    const all = await list();
    expect(all.map(({ id }) => id)).toEqual(expected(() => true));
    const { id, state, createdAt, deadline } = sessions[39]!;
    expect(all[0]).toEqual({
      id,
      state,
      createdAt,
      deadline,
      cartSize: 3,
      totalCents: 9_100,
      money: null,
      properties: null,
    });
  });

  test('is paged by limit and offset', async () => {
    expect(await ids({ limit: 7, offset: 5 })).toEqual(expected(() => true).slice(5, 12));
    expect(await ids({ offset: 40 })).toEqual([]);
  });

  test.each(sessionStates)('filtered by state has only %s sessions', async (state) => {
    expect(await ids({ state })).toEqual(expected((session) => session.state === state));
  });

  test.each(['R', oddReference, 'r', ''])('filtered by reference has only exact matches of %j', async (reference) => {
    expect(await ids({ reference })).toEqual(expected((session) => session.reference === reference));
  });

  test('can be filtered by reference and state together', async () => {
    const matches = (session: Session) => session.state === 'CONFIRMED' && session.reference === 'R';
    expect(await ids({ state: 'CONFIRMED', reference: 'R' })).toEqual(expected(matches));
  });

  test('is answered from an index', async () => {
    await events.pool.query(sql.unsafe`
      insert into session_record (
        event_number, ordinal, id, state, reference, cart, cart_size, created_at, seq
      )
      select 900000 + n % 7, n, gen_random_uuid(), case when n % 50 = 0 then 'CONFIRMED' else 'EXPIRED' end,
        'R' || n % 500, '{}', 0, 0, 1
      from generate_series(1, 40000) as n
    `);
    await events.pool.query(sql.unsafe`analyze session_record`);
    for (const [condition, index] of [
      [sql.fragment`true`, 'Index Scan Backward using session_record_pkey'],
      [sql.fragment`state = 'CONFIRMED'`, 'Index Scan Backward using session_record_state'],
      [sql.fragment`reference = 'R7'`, 'session_record_reference'],
    ] as const) {
      const plan = await events.pool.anyFirst(sql.unsafe`
        explain select id from session_record
        where event_number = 900001 and ${condition} order by ordinal desc limit 50
      `);
      expect(plan.join('\n')).toContain(index);
    }
  });
});
