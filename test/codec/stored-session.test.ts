/** A stored session comes back as it was, from a snapshot, from the projection, and from data of older versions. */
import fc from 'fast-check';
import { cartOf, sessionCells, sessionOf, sessionRow } from '#codec/stored-session.ts';
import { decodeValue } from '#codec/values/value-reader.ts';
import { encodeValue } from '#codec/values/value-writer.ts';
import { stateOf } from '#domain/image.ts';
import { type Session, totalCents } from '#domain/session/session.ts';
import { PriceCaptures, restoredSession } from '#domain/session/stored-session.ts';
import { EventDriver } from '../support/event-driver.ts';
import { anySession } from '../support/random-sessions.ts';

/** What `session_record` holds of a session. */
function rowOf(session: Session) {
  return sessionRow.parse(
    Object.fromEntries(Object.entries(sessionCells).map(([name, cell]) => [name, cell(session)])),
  );
}

const price = { id: 7, name: '45.00 EUR', cents: 4500 };
const first = { createdAt: 5, deadline: 6, reference: null, properties: null, seq: 9 };
const bare: Session = { id: 's1', ordinal: 1, state: 'ACTIVE', seats: [], areas: [], ...first };

test('a snapshot gives every session back with all its fields', () => {
  fc.assert(
    fc.property(fc.array(anySession, { maxLength: 6 }), (sessions) => {
      const stored = decodeValue(encodeValue(sessions)) as readonly Session[];
      const prices = new PriceCaptures();
      expect(stored.map((session) => restoredSession(session, prices))).toStrictEqual(sessions);
    }),
  );
});

describe('the projection', () => {
  test('gives every session back with all its fields but the seats that it gave back', () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const { givenBack: _, ...projected } = session;
        expect(sessionOf(rowOf(session))).toStrictEqual(projected);
        expect(cartOf(sessionCells.cart(session))).toMatchObject({ seats: session.seats, areas: session.areas });
      }),
    );
  });

  test('stores a reference as text without U+0000, line breaks and unpaired surrogates', () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const { reference } = rowOf(session);
        expect(reference === null || (reference.isWellFormed() && !/[\0\n\r]/.test(reference))).toBe(true);
      }),
    );
  });

  test('stores the cart as one line with the fields in their order', () => {
    const lost = { seats: [3], areas: [] };
    const session = { ...bare, seats: [{ seat: 3, id: 1004, price }], lost, givenBack: [4] };
    expect(rowOf(session).cart).toBe('{"seats":[[3,1004,7,"45.00 EUR"]],"areas":[],"lost":{"seats":[3],"areas":[]}}');
  });
});

describe('data of older versions', () => {
  test('a projected cart with rounded amounts has the exact total', () => {
    const cart = '{"seats":[[0,1001,7,"1000000000000",0],[1,1002,7,"0.005",1]],"areas":[[0,9001,2,8,"0.005",1]]}';
    expect(totalCents(cartOf(cart))).toBe(100_000_000_000_002);
  });

  test('a session in a fact gets its exact total, and its properties as text', () => {
    const price = { id: 7, name: '1000000000000', cents: 0 };
    const was = {
      ...({ id: 's1', ordinal: 1, state: 'CONFIRMED', seats: [{ seat: 0, id: 1001, price }], areas: [] } as const),
      ...{ createdAt: 5, deadline: null, reference: null, properties: { gate: 4 }, seq: 9 },
    };
    const session = restoredSession(was);
    expect([totalCents(session), session.properties]).toEqual([100_000_000_000_000, '{"gate":4}']);
  });

  test('facts and images with properties as objects can still be loaded', () => {
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
});
