/** The data that sessions keep: captured prices, references, stored results, idempotency keys. */

import type { InvalidBody } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver, organizationId, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { seatLines } from '../support/seat-lines.ts';

const day = 24 * 3600 * 1000;

describe('a captured price', () => {
  const assign = (driver: EventDriver, seats: number[], areas: number[], price: number): Answer =>
    driver.ask({
      kind: 'assign-prices',
      seats: seatLines(seats.map((objectId) => ({ objectId, assignmentId: price }))),
      groupOfSeats: areas.map((objectId) => ({ objectId, assignmentId: price, activeCount: null })),
    });

  test('stays on the cart while the price of other seats changes', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101], [[9001, 1]]);
    expect(outcomeOf(assign(driver, [101], [], 2))).toBe('DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(assign(driver, [], [9001], 2))).toBe('DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(assign(driver, [102], [], 2))).toBe('done');
    driver.lock('s1', [102]);
    expect(driver.session('s1').seats.map((line) => line.price.name)).toEqual(['50 EUR', '12.50']);
  });

  test('is kept by confirm; the next session captures the current price', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.checkout('s1');
    driver.confirm('s1');
    expect(driver.session('s1').seats[0]?.price).toEqual({ id: 1, name: '50 EUR', cents: 5000 });
    driver.release('s1');
    assign(driver, [101], [], 2);
    driver.lock(driver.create(), [101]);
    expect(driver.session('s2').seats[0]?.price.name).toBe('12.50');
  });
});

describe('a reference', () => {
  function pending(driver: EventDriver, seat: number): string {
    const id = driver.create();
    driver.lock(id, [seat]);
    driver.checkout(id);
    return id;
  }

  test('is held by one confirmed session; the next one is refused with its id', () => {
    const driver = new EventDriver();
    driver.confirm(pending(driver, 101), 'order');
    const second = pending(driver, 102);
    expect(refusalOf(driver.confirm(second, 'order'))).toMatchObject({ code: 'REFERENCE_TAKEN', sessionId: 's1' });
    expect(driver.session(second)).toMatchObject({ state: 'PENDING_PAYMENT', reference: null });
    expect(outcomeOf(driver.confirm(second, 'another'))).toBe('CONFIRMED');
  });

  test('is free again after release, and stays on the released session', () => {
    const driver = new EventDriver();
    driver.confirm(pending(driver, 101), 'order');
    driver.release('s1');
    expect(driver.session('s1').reference).toBe('order');
    expect(outcomeOf(driver.confirm(pending(driver, 102), 'order'))).toBe('CONFIRMED');
    driver.release('s1');
    const third = driver.confirm(pending(driver, 103), 'order');
    expect(refusalOf(third)).toMatchObject({ code: 'REFERENCE_TAKEN', sessionId: 's2' });
  });

  test('is optional; sessions without one do not conflict', () => {
    const driver = new EventDriver();
    expect([101, 102].map((seat) => outcomeOf(driver.confirm(pending(driver, seat))))).toEqual([
      'CONFIRMED',
      'CONFIRMED',
    ]);
  });
});

describe('a confirmed session', () => {
  function confirmed(): EventDriver {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.checkout('s1');
    const body = { reference: 'order', properties: '{"gate":1}' };
    driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body });
    return driver;
  }

  const invalid: InvalidBody = { invalid: 'PROPERTIES_TOO_LARGE', detail: '', errors: [] };

  test('returns the stored result, whatever body a repeated confirm has', () => {
    const driver = confirmed();
    const stored = driver.session('s1');
    const bodies = [
      { reference: 'other', properties: null },
      { reference: 'order', properties: '{"gate":2}' },
      invalid,
    ];
    for (const body of bodies) {
      const answer = driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body });
      expect(answer).toMatchObject({ ok: true, reply: { session: stored } });
    }
    expect(driver.session('s1')).toBe(stored);
  });

  test('has its properties replaced whole, and keeps cart and reference', () => {
    const driver = confirmed();
    const replace = (body: InvalidBody | { properties: string }): Answer =>
      driver.ask({ kind: 'replace-properties', organizationId, sessionId: 's1', body });
    replace({ properties: '{"row":"A"}' });
    expect(driver.session('s1')).toMatchObject({ properties: '{"row":"A"}', reference: 'order', state: 'CONFIRMED' });
    expect(outcomeOf(replace(invalid))).toBe('PROPERTIES_TOO_LARGE');
  });

  test('an invalid body is refused while there is something to decide', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.checkout('s1');
    const answer = driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body: invalid });
    expect(outcomeOf(answer)).toBe('PROPERTIES_TOO_LARGE');
  });

  test('its seats go back to the map on release, for another buyer', () => {
    const driver = confirmed();
    driver.release('s1');
    expect(outcomeOf(driver.lock(driver.create(), [101]))).toBe('ACTIVE');
    expect(outcomeOf(driver.release('s1'))).toBe('CANCELLED');
    expect(driver.seat(101)).toBe('LOCKED');
  });
});

describe('the key of a create', () => {
  const create = (driver: EventDriver, sessionId: string, keyHash = 'key'): Answer =>
    driver.ask({ kind: 'create-session', sessionId, keyHash });

  test('creates one session, and marks a replayed answer', () => {
    const driver = new EventDriver({ policy: { maxSeats: 6, holdMs: 120_000 } });
    const session = { id: 'first', state: 'ACTIVE', deadline: driver.now + 120_000, createdAt: driver.now };
    const made = { maxSeats: 6, ttlSeconds: 120 };
    expect(create(driver, 'first')).toMatchObject({ ok: true, reply: { ...made, isNew: true, session } });
    expect(create(driver, 'second')).toMatchObject({ ok: true, reply: { ...made, isNew: false, session } });
    expect(create(driver, 'third', 'another')).toMatchObject({ ok: true, reply: { isNew: true } });
    expect([...driver.state.sessions.keys()]).toEqual(['first', 'third']);
  });

  test('returns the session in its current state, also on an event that accepts no new sessions', () => {
    const driver = new EventDriver();
    create(driver, 'first');
    driver.lock('first', [101]);
    driver.state.status = 'ARCHIVED';
    expect(create(driver, 'second')).toMatchObject({ reply: { session: { id: 'first', seats: [{ id: 101 }] } } });
  });

  test('that was refused is not remembered', () => {
    const driver = new EventDriver({ status: 'DRAFT' });
    expect(outcomeOf(create(driver, 'first'))).toBe('EVENT_NOT_PUBLISHED');
    driver.state.status = 'PUBLISHED';
    expect(create(driver, 'second')).toMatchObject({ reply: { isNew: true } });
  });

  test('is kept for 24 hours after the session is over', () => {
    const driver = new EventDriver();
    create(driver, 'first');
    driver.cancel('first');
    driver.now += day - 1;
    driver.create('passes the time');
    expect(create(driver, 'second')).toMatchObject({ reply: { isNew: false, session: { id: 'first' } } });
    driver.now += 1;
    driver.create('passes the time again');
    expect(create(driver, 'third')).toMatchObject({ reply: { isNew: true } });
  });

  test('is kept as long as the session lives', () => {
    const driver = new EventDriver({ policy: { holdMs: 10 * day } });
    create(driver, 'first');
    for (let days = 1; days <= 5; days++) {
      driver.now += day;
      driver.create(`day ${days}`);
    }
    expect(create(driver, 'second')).toMatchObject({ reply: { isNew: false, session: { id: 'first' } } });
  });
});
