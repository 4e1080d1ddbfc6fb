/** Sessions that older versions have stored: with rounded amounts, and with properties as objects. */
import { expect, test } from '@jest/globals';
import { unpackSessions } from '#codec/stored-session.ts';
import { stateOf } from '#domain/image.ts';
import { type Session, totalCents } from '#domain/session/session.ts';
import { restoredSession } from '#domain/session/stored-session.ts';
import { linesOf } from '#storage/projection/session-rows.ts';
import { EventDriver } from '../support/event-driver.ts';

test('a projected cart of an older version, with rounded amounts, has the exact total', () => {
  const cart = '{"seats":[[0,1001,7,"1000000000000",0],[1,1002,7,"0.005",1]],"areas":[[0,9001,2,8,"0.005",1]]}';
  expect(totalCents(linesOf(cart))).toBe(100_000_000_000_002);
});

test('a session of an older snapshot has its exact total, and its properties as text', () => {
  const packed = ['s1', 1, 'CONFIRMED', [0, 1001, 0], [0, 9001, 2, 0], 5, null, 'R', { gate: 4 }, 9] as const;
  const [session] = unpackSessions({ prices: [[7, '0.005', 1] as unknown as [number, string]], sessions: [packed] });
  expect(session).toMatchObject({ properties: '{"gate":4}', reference: 'R' });
  expect(totalCents(session as Session)).toBe(2);
});

test('a session in a fact of an older version gets its exact total, and its properties as text', () => {
  const price = { id: 7, name: '1000000000000', cents: 0 };
  const was = {
    ...({ id: 's1', ordinal: 1, state: 'CONFIRMED', seats: [{ seat: 0, id: 1001, price }], areas: [] } as const),
    ...{ createdAt: 5, deadline: null, reference: null, properties: { gate: 4 }, seq: 9 },
  };
  const session = restoredSession(was);
  expect([totalCents(session), session.properties]).toEqual([100_000_000_000_000, '{"gate":4}']);
});

test('older facts and images with properties as objects can still be loaded', () => {
  const driver = new EventDriver();
  driver.lock(driver.create(), [101]);
  driver.checkout('s1');
  const next = () => ({ seq: driver.state.seq + 1, epoch: 1, at: driver.now });
  driver.replayRecord({
    ...next(),
    facts: [{ type: 'confirmed', session: 1, reference: null, properties: { gate: 4 } }],
  });
  driver.replayRecord({ ...next(), facts: [{ type: 'seats-described', properties: [[1, { view: 'pillar' }]] }] });
  expect(driver.session('s1').properties).toBe('{"gate":4}');
  expect(driver.state.seatProperties.get(1)).toBe('{"view":"pillar"}');
  const image = driver.image();
  const older = { ...image, head: { ...image.head, properties: [[1, { view: 'pillar' }]] as const } };
  expect(stateOf(older, driver.state.seatMap).seatProperties.get(1)).toBe('{"view":"pillar"}');
});
