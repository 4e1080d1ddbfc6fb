/** The benchmark's load: the calls that its buyers make, the state that they remember, and the distribution of load. */
import { BookingBuyer } from '../../bench/load/booking-buyer.ts';
import { CartSupply, ConfirmBuyer } from '../../bench/load/confirm-buyer.ts';
import { HoldBuyer } from '../../bench/load/hold-buyer.ts';
import { PlaceBuyer } from '../../bench/load/place-buyer.ts';
import { RoamingBuyer } from '../../bench/load/roaming-buyer.ts';
import { zipfOver } from '../../bench/scenarios/many-events.ts';
import { recoveredAfter } from '../../bench/scenarios/overload.ts';

const host = '127.0.0.1:1';
const eventId = 'the event';
const bodyOf = (request: string) => JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4));
const lineOf = (request: string) => request.slice(0, request.indexOf(' HTTP'));

describe('a buyer that holds and unlocks seats', () => {
  const seats = [11, 12, 13, 14];
  const newBuyer = (more = {}) => new HoldBuyer({ host, eventId, sessionId: 's', seats, ...more });

  test('unlocks the held seats, and then holds others', () => {
    const buyer = newBuyer();
    const held = bodyOf(buyer.next());
    expect(buyer.answered(200)).toBe(true);
    expect(buyer.isFree).toBe(false);
    const request = buyer.next();
    expect(lineOf(request)).toBe('POST /api/public/v2.0/session/s/unlock');
    expect(bodyOf(request)).toEqual(held);
    buyer.answered(200);
    expect(buyer.isFree).toBe(true);
    expect(buyer.record()).toMatchObject({ seats: [], pending: null });
  });

  test('remembers a call without an answer, and unlocks its seats next', () => {
    const buyer = newBuyer();
    const { seats: asked } = bodyOf(buyer.next());
    buyer.lost();
    expect(buyer.record()).toMatchObject({ seats: [], pending: { step: 'lock', seats: asked } });
    expect(bodyOf(buyer.next()).seats).toEqual(asked);
    buyer.answered(200);
    expect(buyer.record()).toMatchObject({ seats: [], pending: null, doubtful: asked });
  });

  test('notes when its first hold was acknowledged, and no refusal or unlock', () => {
    const buyer = newBuyer();
    buyer.next();
    buyer.answered(409);
    buyer.next();
    buyer.lost();
    buyer.next();
    buyer.answered(200);
    expect(buyer.record().firstHeldAt).toBeNull();
    buyer.next();
    buyer.answered(200);
    const { firstHeldAt } = buyer.record();
    expect(firstHeldAt).toEqual(expect.any(Number));
    buyer.next();
    buyer.answered(200);
    expect(buyer.record().firstHeldAt).toBe(firstHeldAt);
  });

  test('takes the fixed pairs of a row when asked to', () => {
    const buyer = newBuyer({ isPaired: true });
    for (let turn = 0; turn < 20; turn++) {
      expect([
        [11, 12],
        [13, 14],
      ]).toContainEqual(bodyOf(buyer.next()).seats);
      buyer.answered(409);
    }
  });

  test('never unlocks seats that the session held before', () => {
    expect(newBuyer({ cart: [1, 2] }).record().seats).toEqual([1, 2]);
  });

  test('changes the event only when it holds nothing', () => {
    const roamer = new RoamingBuyer([newBuyer({ sessionId: 'a' }), newBuyer({ sessionId: 'b' })]);
    const held = lineOf(roamer.next()).replace('/lock', '');
    roamer.answered(200);
    expect(lineOf(roamer.next())).toBe(`${held}/unlock`);
  });
});

test('a buyer of GA places may have them or not while a call is unanswered', () => {
  const plan = { kind: 'places', eventId, areaId: 7, places: 2, sessionIds: ['s'] } as const;
  const buyer = new PlaceBuyer(host, 's', plan);
  expect(bodyOf(buyer.next())).toEqual({ seats: [], groupOfSeats: [{ id: 7, capacity: 2 }] });
  expect(buyer.record().places).toEqual([0, 2]);
  buyer.answered(200);
  expect(buyer.record().places).toEqual([2]);
  expect(lineOf(buyer.next())).toContain('/unlock');
});

describe('the buyer of the box office', () => {
  const target = { eventId, publicKey: '', seats: [11, 12, 13, 14], areaId: null };
  const shared = { kind: 'bookings', target, apiKey: 'key' } as const;
  const current = { ...shared, steps: ['lock', 'sale', 'revertsale'] as const, seatKeys: null };

  test('makes its calls in turn and knows the state of each seat after them', () => {
    const buyer = new BookingBuyer(host, current, [0, 1]);
    const states = current.steps.map((step) => {
      expect(lineOf(buyer.next())).toBe(`POST /api/private/v2.0/booking/${step}?eventId=the event`);
      expect(buyer.answered(200, 'true')).toBe(true);
      return buyer.records()[0]?.states;
    });
    expect(states).toEqual([['LOCKED'], ['SOLD'], ['ACTIVE']]);
  });

  test('does not count the answer false as a success', () => {
    const buyer = new BookingBuyer(host, current, [0, 1, 2, 3]);
    buyer.next();
    expect(buyer.answered(200, 'false')).toBe(false);
    expect(bodyOf(buyer.next()).seats).toEqual([{ id: 13 }, { id: 14 }]);
    expect(buyer.records()[0]).toEqual({ eventId, seats: [11, 12], states: ['ACTIVE', 'LOCKED'] });
  });

  test('uses composite keys on the legacy interface, where success is an empty list', () => {
    const seatKeys = ['A;;1;;1', 'A;;1;;2', 'A;;1;;3', 'A;;1;;4'];
    const buyer = new BookingBuyer(host, { ...shared, steps: ['lock', 'unlock'], seatKeys }, [0, 1]);
    const request = buyer.next();
    expect(lineOf(request)).toBe('POST /api/private/v1.0/booking/lock?id=the event');
    expect(bodyOf(request)).toEqual(seatKeys.slice(0, 2).map((compositeKey) => ({ compositeKey, capacity: null })));
    expect(buyer.answered(200, '[]')).toBe(true);
    buyer.next();
    expect(buyer.answered(200, '[{"compositeKey":"A;;1;;1"}]')).toBe(false);
  });
});

describe('the buyer that confirms sessions', () => {
  const cart = (name: string) => ({ sessionId: name, seats: [11, 12], reference: `order ${name}` });
  const newBuyer = (names: readonly string[], isLate: boolean) => {
    const plan = { kind: 'confirms', eventId, carts: names.map(cart), apiKey: 'key', isLate } as const;
    return new ConfirmBuyer(host, plan, new CartSupply(plan.carts));
  };
  const known = (name: string) => ({ eventId, ...cart(name), places: 0 });

  test('confirms each session once and keeps each answer', () => {
    const buyer = newBuyer(['a', 'b', 'c'], true);
    expect(lineOf(buyer.next())).toBe('POST /api/private/v2.0/session/a/confirm');
    expect(bodyOf(buyer.next())).toEqual({ reference: 'order a', reclaim: true });
    expect(buyer.answered(200, '{"state":"CONFIRMED","reclaimed":true}')).toBe(true);
    const refusal = '{"errorCode":"SESSION_DEAD","conflicts":{"seats":[12],"groupOfSeats":[]}}';
    expect(buyer.answered(409, refusal)).toBe(false);
    expect([buyer.isFinished, buyer.answered(503, '')]).toEqual([false, false]);
    expect(buyer.isFinished).toBe(true);
    expect(buyer.answered(200, '{}')).toBe(false);
    expect(buyer.records()).toEqual([
      { ...known('a'), outcome: 'confirmed', reclaimed: true },
      { ...known('b'), outcome: 'refused', conflicts: [12] },
      { ...known('c'), outcome: 'unknown' },
    ]);
  });

  test('sends a confirm without an answer again, and does not know its outcome when the round ends', () => {
    const buyer = newBuyer(['a'], false);
    const request = buyer.next();
    expect(bodyOf(request)).toEqual({ reference: 'order a' });
    buyer.lost();
    expect(buyer.next()).toBe(request);
    expect(buyer.records()).toEqual([{ ...known('a'), outcome: 'unknown' }]);
  });

  test('is not made for a connection without a session', () => {
    expect(() => newBuyer([], false)).toThrow('fewer sessions to confirm than connections');
  });
});

test('Zipf draws the first twice as often as the second', () => {
  const draw = zipfOver(2, () => 0.66);
  expect(draw()).toBe(0);
  expect(zipfOver(2, () => 0.67)()).toBe(1);
  expect(zipfOver(3, () => 0.999_999)()).toBe(2);
});

describe('recovery', () => {
  test('begins with the first 0.3 seconds at the former rate', () => {
    expect(recoveredAfter([0, 10, 90, 90, 90, 90], 1_000)).toBe(200);
  });

  test('is not reported when the rate stays low', () => {
    expect(recoveredAfter([10, 10, 10, 90], 1_000)).toBeNull();
  });
});
