/**
 * A real PostgreSQL that refuses appends while reads still work, as with a full disk. A trigger raises the same error
 * while a flag is set.
 */
import { sql } from 'slonik';
import { eventually } from '../support/eventually.ts';
import { openPricedShow, type Show, startTestService, type TestService } from '../support/service.ts';
import { outcomeOf, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';

let service: TestService;
let struck: Show;
let otherShow: Show;

beforeAll(async () => {
  // The service logs the outage repeatedly.
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => {});
  service = await startTestService();
  struck = await openPricedShow(service, rowsHall);
  otherShow = await openPricedShow(service, rowsHall);
  const { pool } = service.catalog;
  await pool.query(sql.unsafe`create table journal_outage (state text)`);
  await pool.query(sql.unsafe`
    create function refuse_appends() returns trigger language plpgsql as $$
    declare refusal text;
    begin
      select state into refusal from journal_outage;
      if found then raise exception 'could not extend file: No space left on device' using errcode = refusal; end if;
      return null;
    end $$
  `);
  await pool.query(sql.unsafe`
    create trigger refuse_appends before insert on journal for each statement execute function refuse_appends()
  `);
});

afterAll(async () => {
  await service.close();
  jest.restoreAllMocks();
});

const fill = (state: string) => service.catalog.pool.query(sql.unsafe`insert into journal_outage values (${state})`);
const makeRoom = () => service.catalog.pool.query(sql.unsafe`delete from journal_outage`);
const ready = () => service.call('GET', '/readyz');

describe.each([
  ['a full disk', '53100'],
  ['a failing disk', '58030'],
  ['a revoked privilege', '42501'],
  ['a read-only server', '25006'],
])('%s', (_, state) => {
  test('makes the node not ready, refuses changes at once, and ends with the first successful append', async () => {
    const calls = sessionCalls(service, struck);
    const others = sessionCalls(service, otherShow);
    const [waiting, known] = [await calls.open(), await others.open()];
    const free = struck.seats.at(-1) as number;
    await fill(state);
    const stuck = calls.lock(waiting, [free]);
    const refusal = await eventually(async () => {
      const answer = await ready();
      return answer.status === 503 ? answer : null;
    });
    expect(refusal.body.detail).toBe('The journal cannot be written.');
    expect(refusal.headers.get('retry-after')).toBe('1');
    expect(await service.metric('usher_journal_writable')).toBe(0);

    // The journal still refuses: these calls do not wait until it takes records again.
    for (const answer of [
      await others.create(),
      await others.lock(known, [otherShow.seats[0]]),
      await calls.get(waiting),
    ]) {
      expect([outcomeOf(answer), answer.headers.get('retry-after')]).toEqual(['503 UNAVAILABLE', '1']);
    }
    expect(outcomeOf(await others.get(known))).toBe('200');

    await makeRoom();
    expect(outcomeOf(await stuck)).toBe('200');
    expect((await ready()).status).toBe(200);
    expect(await service.metric('usher_journal_writable')).toBe(1);
    expect((await calls.cart(waiting)).seats).toEqual([free]);
    succeeded(await others.lock(known, [otherShow.seats[0]]));
    for (const session of [waiting, known]) succeeded(await calls.callPublic(session, 'cancel', {}));
  });
});

test('an append that is refused because of one record does not make the node unready', async () => {
  const calls = sessionCalls(service, struck);
  const session = await calls.open();
  await fill('23514');
  expect(outcomeOf(await calls.lock(session, [struck.seats[0]]))).toBe('503 UNAVAILABLE');
  expect((await ready()).status).toBe(200);
  await makeRoom();
  succeeded(await calls.lock(session, [struck.seats[0]]));
});
