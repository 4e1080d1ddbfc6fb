/** A large drawing is written in a thread; its refusals are those of a small one, and each changes nothing. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { inlineBytesMax } from '#codec/bodies/bulk-bodies.ts';
import { type Drawing, guidOf, threeSections } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

let service: TestService;
let editor: Editor;
/** Makes a body too large for the event loop without a change of what it says. */
const padding = ' '.repeat(inlineBytesMax);

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
});

afterAll(() => service.close());

async function drawn(): Promise<{ readonly schemaId: number; readonly map: Drawing }> {
  const { schemaId } = await editor.makeSchema();
  return { schemaId, map: succeeded(await editor.draw(schemaId, threeSections)).body };
}

const mapOf = async (schemaId: number): Promise<Drawing> => succeeded(await editor.map(schemaId)).body;

/** Sends the body small and large; both are refused alike. Returns the outcome. */
async function refused(schemaId: number, body: string): Promise<string> {
  const before = await mapOf(schemaId);
  const small = await editor.draw(schemaId, body);
  const large = await editor.draw(schemaId, body + padding);
  const ofThisCall = { requestId: expect.anything(), timestamp: expect.anything() };
  expect([large.status, large.body]).toEqual([small.status, { ...small.body, ...ofThisCall }]);
  expect(await mapOf(schemaId)).toEqual(before);
  return outcomeOf(large);
}

test.each<[string, string, (map: Drawing) => unknown]>([
  [
    'a duplicate name',
    '400 VALIDATION_FAILED',
    ({ rows }) => ({ seats: [{ rowId: rows[0]?.id, name: '2', ax: 0, ay: 0 }] }),
  ],
  [
    'a seat of another schema',
    '400 VALIDATION_FAILED',
    () => ({ seats: [{ id: 999_999 }, { id: 999_998, toRemove: true }] }),
  ],
  ['members of wrong types', '400 VALIDATION_FAILED', () => ({ sectors: 1, rows: {}, forceDelete: 'x' })],
  ['a list', '400 VALIDATION_FAILED', () => []],
  [
    'another organization',
    '403 ACCESS_DENIED',
    () => ({ orgId: 999_999, sectors: [{ guid: guidOf(77), name: 'New' }] }),
  ],
])('%s is refused', async (_, outcome, bodyOf) => {
  const { schemaId, map } = await drawn();
  expect(await refused(schemaId, JSON.stringify(bodyOf(map)))).toBe(outcome);
});

test('a body that is not JSON is refused', async () => {
  const { schemaId } = await drawn();
  expect(await refused(schemaId, '{"seats":[')).toBe('400 MALFORMED_REQUEST');
});

test('the removal of a sold seat is refused, and is done by force', async () => {
  const show: Show = await openPricedShow(service, rowsHall);
  const [sold] = show.seats as [number];
  expect((await sessionCalls(service, show).book('directsale', bookingOf([sold]))).body).toBe(true);
  const body = JSON.stringify({ seats: [{ id: sold, toRemove: true }] });
  expect(await refused(show.schemaId, body)).toBe('409 DATA_INTEGRITY_VIOLATION');
  expect((await editor.draw(show.schemaId, body + padding)).body.conflicts.seats).toEqual([sold]);
  const { seats } = succeeded(await editor.draw(show.schemaId, body + padding, '?forceDelete=true')).body as Drawing;
  expect(seats.map(({ id }) => id)).not.toContain(sold);
});

/**
 * Sends a large drawing while a transaction of another process holds the schema. `meddle` runs in that transaction when
 * the thread waits for it with the connection `pid`. Resolves with the answer.
 */
async function drawWhileHeld(
  schemaId: number,
  meddle: (holder: CommonQueryMethods, pid: number) => Promise<unknown>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await service.catalog.pool.transaction(async (holder) => {
    await holder.query(sql.unsafe`select from schema where id = ${schemaId} for update`);
    answer = editor.draw(schemaId, JSON.stringify({ sectors: [{ guid: guidOf(77), name: 'New' }] }) + padding);
    // Not in the transaction: there the activity is read once.
    const pid = await eventually(() =>
      service.parts.persistence.pool.maybeOneFirst(sql.type(z.object({ pid: z.int() }))`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'usher layouts' and wait_event_type = 'Lock'
      `),
    );
    await meddle(holder, pid);
  });
  return answer as Promise<Answer>;
}

test('a schema that goes away before the thread writes is unknown', async () => {
  const { schemaId } = await drawn();
  const hide = (holder: CommonQueryMethods) =>
    holder.query(sql.unsafe`update schema set visible = false where id = ${schemaId}`);
  expect(outcomeOf(await drawWhileHeld(schemaId, hide))).toBe('404 ENTITY_NOT_FOUND');
});

test('an outage of the database while the thread writes is answered, and the next drawing is written', async () => {
  const { schemaId, map } = await drawn();
  const answer = await drawWhileHeld(schemaId, (holder, pid) =>
    holder.query(sql.unsafe`select pg_terminate_backend(${pid})`),
  );
  expect(outcomeOf(answer)).toBe('503 OUTCOME_UNKNOWN');
  expect(await mapOf(schemaId)).toEqual(map);
  const body = JSON.stringify({ sectors: [{ guid: guidOf(77), name: 'New' }] });
  expect(succeeded(await editor.draw(schemaId, body + padding)).body.version).toBe(map.version + 1);
});
