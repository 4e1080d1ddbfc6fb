/**
 * The inventory of an event as it was: what the reads showed at each moment of a random history is what the service tells of it
 * later, from memory, snapshots, stored history and journal alike.
 */
import { sql } from 'slonik';
import { errorsOf } from '../../support/answers.ts';
import { ask, booked, calls, seat, service, show, useHall } from '../../support/hall.ts';
import { eventNumber, type Seen, seen, step } from '../../support/random-hall.ts';
import { SeededRandom } from '../../support/seeded-random.ts';
import { bookingOf, outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

const at = (query: string, eventId = show.eventId, key?: string) =>
  ask('GET', `/api/private/v2.0/events/${eventId}/at/?${query}`, undefined, key);

test.each([1, 2, 3])('random history %i is told as it was seen, also after a snapshot and a restart', async (seed) => {
  const random = new SeededRandom(seed);
  const open = [await calls.open()];
  const moments: Seen[] = [await seen()];
  for (let count = 0; count < 120; count++) {
    await step(random, open);
    moments.push(await seen());
    if (count === 30 || count === 60) await service.parts.router.settle([await eventNumber()], true);
  }
  const told = async (): Promise<Seen[]> => {
    const answers = [];
    for (const { sequence } of moments) answers.push(succeeded(await at(`sequence=${sequence}`)).body);
    return answers.map(({ at: _, ...body }) => body);
  };
  expect(new Set(moments.map(({ sequence }) => sequence)).size).toBeGreaterThan(15);
  expect(await told()).toEqual(moments);
  await service.parts.router.settle([await eventNumber()], true);
  await service.restart();
  expect(await told()).toEqual(moments);
});

test('a time is that of the last record before it', async () => {
  expect(await booked('block', bookingOf([seat(0)]))).toBe(true);
  const before = new Date(service.clock.now()).toISOString();
  service.clock.advance(10_000);
  expect(await booked('block', bookingOf([seat(1)]))).toBe(true);
  const between = succeeded(await at(`time=${before}`)).body;
  expect(between.seats.BLOCKED).toEqual([seat(0)]);
  expect(Date.parse(between.at)).toBeLessThanOrEqual(Date.parse(before));
  const later = succeeded(await at(`time=${new Date(service.clock.now()).toISOString()}`)).body;
  expect(later).toMatchObject({ sequence: between.sequence + 1, seats: { BLOCKED: [seat(0), seat(1)] } });
});

test('what is not there yet, not any more, or not the caller’s is refused with plain words', async () => {
  const { sequence } = await seen();
  const future = await at(`sequence=${sequence + 1}`);
  expect(errorsOf(future)).toEqual(['sequence MAX']);
  expect(future.body.detail).toBe(`sequence: must be at most ${sequence}, the event's last record`);
  expect(errorsOf(await at('time=2199-01-01T00:00:00Z'))).toEqual(['time MAX']);
  expect(errorsOf(await at('time=1999-01-01T00:00:00Z'))).toEqual(['time MIN']);
  expect(errorsOf(await at('time=1999-01-01T00:00:00'))).toHaveLength(1);
  expect(succeeded(await at('')).body.sequence).toBe(sequence);
  expect(errorsOf(await at('sequence=1&time=1999-01-01T00:00:00Z'))).toEqual(['time NULL']);
  expect(outcomeOf(await at('sequence=1', show.eventId, service.catalog.other.token))).toBe('404 ENTITY_NOT_FOUND');
  const number = await eventNumber();
  await service.parts.router.settle([number], true);
  await service.catalog.pool.query(sql.unsafe`delete from journal where event_number = ${number} and seq < 3`);
  expect(outcomeOf(await at('sequence=2'))).toBe('410 HISTORY_TRIMMED');
  expect(outcomeOf(await at('time=1999-01-01T00:00:00Z'))).toBe('410 HISTORY_TRIMMED');
  expect(outcomeOf(await at('sequence=3'))).toBe('200');
});

test('an organization reads one moment at a time, in the whole cluster', async () => {
  const { pool, organization } = service.catalog;
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`
      select pg_advisory_xact_lock('event_history'::regclass::oid::int, hashint8(${organization.id}))
    `);
    const refused = await at('sequence=1');
    expect([outcomeOf(refused), refused.headers.get('retry-after')]).toEqual(['503 UNAVAILABLE', '2']);
  });
  expect(outcomeOf(await at('sequence=1'))).toBe('200');
});
