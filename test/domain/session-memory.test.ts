/** What sessions keep: captured prices, references, stored results, idempotency keys. */
import { describe, expect, test } from '@jest/globals';
import type { InvalidBody } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { organizationId, outcomeOf, Rehearsal, refusalOf } from '../support/rehearsal.ts';

const day = 24 * 3600 * 1000;

describe('a captured price', () => {
  const assign = (play: Rehearsal, seats: number[], areas: number[], price: number): Answer =>
    play.ask({
      kind: 'assign-prices',
      seats: seats.map((objectId) => ({ objectId, assignmentId: price })),
      groupOfSeats: areas.map((objectId) => ({ objectId, assignmentId: price, activeCount: null })),
    });

  test('stays on the cart while the price of other seats changes', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101], [[9001, 1]]);
    expect(outcomeOf(assign(play, [101], [], 2))).toBe('DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(assign(play, [], [9001], 2))).toBe('DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(assign(play, [102], [], 2))).toBe('done');
    play.lock('s1', [102]);
    expect(play.session('s1').seats.map((line) => line.price.name)).toEqual(['50 EUR', '12.50']);
  });

  test('is kept by confirm and taken anew by the next session', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.checkout('s1');
    play.confirm('s1');
    expect(play.session('s1').seats[0]?.price).toEqual({ id: 1, name: '50 EUR', cents: 5000 });
    play.release('s1');
    assign(play, [101], [], 2);
    play.lock(play.create(), [101]);
    expect(play.session('s2').seats[0]?.price.name).toBe('12.50');
  });
});

describe('a reference', () => {
  function pending(play: Rehearsal, seat: number): string {
    const id = play.create();
    play.lock(id, [seat]);
    play.checkout(id);
    return id;
  }

  test('is held by one confirmed session, whose id is told to the next', () => {
    const play = new Rehearsal();
    play.confirm(pending(play, 101), 'order');
    const second = pending(play, 102);
    expect(refusalOf(play.confirm(second, 'order'))).toMatchObject({ code: 'REFERENCE_TAKEN', sessionId: 's1' });
    expect(play.session(second)).toMatchObject({ state: 'PENDING_PAYMENT', reference: null });
    expect(outcomeOf(play.confirm(second, 'another'))).toBe('CONFIRMED');
  });

  test('is free again after release, and stays on the released session', () => {
    const play = new Rehearsal();
    play.confirm(pending(play, 101), 'order');
    play.release('s1');
    expect(play.session('s1').reference).toBe('order');
    expect(outcomeOf(play.confirm(pending(play, 102), 'order'))).toBe('CONFIRMED');
    play.release('s1');
    const third = play.confirm(pending(play, 103), 'order');
    expect(refusalOf(third)).toMatchObject({ code: 'REFERENCE_TAKEN', sessionId: 's2' });
  });

  test('is not needed, and not shared by those who have none', () => {
    const play = new Rehearsal();
    expect([101, 102].map((seat) => outcomeOf(play.confirm(pending(play, seat))))).toEqual(['CONFIRMED', 'CONFIRMED']);
  });
});

describe('a confirmed session', () => {
  function confirmed(): Rehearsal {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.checkout('s1');
    const body = { reference: 'order', properties: '{"gate":1}' };
    play.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body });
    return play;
  }

  const invalid: InvalidBody = { invalid: 'PROPERTIES_TOO_LARGE', detail: '', errors: [] };

  test('returns the stored result whatever a repeated confirm says', () => {
    const play = confirmed();
    const stored = play.session('s1');
    const bodies = [
      { reference: 'other', properties: null },
      { reference: 'order', properties: '{"gate":2}' },
      invalid,
    ];
    for (const body of bodies) {
      const answer = play.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body });
      expect(answer).toMatchObject({ ok: true, reply: { session: stored } });
    }
    expect(play.session('s1')).toBe(stored);
  });

  test('has its properties replaced whole, and keeps cart and reference', () => {
    const play = confirmed();
    const replace = (body: InvalidBody | { properties: string }): Answer =>
      play.ask({ kind: 'replace-properties', organizationId, sessionId: 's1', body });
    replace({ properties: '{"row":"A"}' });
    expect(play.session('s1')).toMatchObject({ properties: '{"row":"A"}', reference: 'order', state: 'CONFIRMED' });
    expect(outcomeOf(replace(invalid))).toBe('PROPERTIES_TOO_LARGE');
  });

  test('an invalid body is refused while there is something to decide', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.checkout('s1');
    const answer = play.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body: invalid });
    expect(outcomeOf(answer)).toBe('PROPERTIES_TOO_LARGE');
  });

  test('its seats go back to the map on release, for another buyer', () => {
    const play = confirmed();
    play.release('s1');
    expect(outcomeOf(play.lock(play.create(), [101]))).toBe('ACTIVE');
    expect(outcomeOf(play.release('s1'))).toBe('CANCELLED');
    expect(play.seat(101)).toBe('LOCKED');
  });
});

describe('the key of a create', () => {
  const create = (play: Rehearsal, sessionId: string, keyHash = 'key'): Answer =>
    play.ask({ kind: 'create-session', sessionId, keyHash });

  test('makes one session, and tells a replay from the first answer', () => {
    const play = new Rehearsal({ policy: { maxSeats: 6, holdMs: 120_000 } });
    const session = { id: 'first', state: 'ACTIVE', deadline: play.now + 120_000, createdAt: play.now };
    const made = { maxSeats: 6, ttlSeconds: 120 };
    expect(create(play, 'first')).toMatchObject({ ok: true, reply: { ...made, isNew: true, session } });
    expect(create(play, 'second')).toMatchObject({ ok: true, reply: { ...made, isNew: false, session } });
    expect(create(play, 'third', 'another')).toMatchObject({ ok: true, reply: { isNew: true } });
    expect([...play.state.sessions.keys()]).toEqual(['first', 'third']);
  });

  test('returns the session as it has become, also on an event that takes no more', () => {
    const play = new Rehearsal();
    create(play, 'first');
    play.lock('first', [101]);
    play.state.status = 'ARCHIVED';
    expect(create(play, 'second')).toMatchObject({ reply: { session: { id: 'first', seats: [{ id: 101 }] } } });
  });

  test('that was refused is not remembered', () => {
    const play = new Rehearsal({ status: 'DRAFT' });
    expect(outcomeOf(create(play, 'first'))).toBe('EVENT_NOT_PUBLISHED');
    play.state.status = 'PUBLISHED';
    expect(create(play, 'second')).toMatchObject({ reply: { isNew: true } });
  });

  test('is kept for 24 hours after the session is over', () => {
    const play = new Rehearsal();
    create(play, 'first');
    play.cancel('first');
    play.now += day - 1;
    play.create('passes the time');
    expect(create(play, 'second')).toMatchObject({ reply: { isNew: false, session: { id: 'first' } } });
    play.now += 1;
    play.create('passes the time again');
    expect(create(play, 'third')).toMatchObject({ reply: { isNew: true } });
  });

  test('is kept as long as the session lives', () => {
    const play = new Rehearsal({ policy: { holdMs: 10 * day } });
    create(play, 'first');
    for (let days = 1; days <= 5; days++) {
      play.now += day;
      play.create(`day ${days}`);
    }
    expect(create(play, 'second')).toMatchObject({ reply: { isNew: false, session: { id: 'first' } } });
  });
});
