/** Rules of the event itself: changes of its status, its removal, and a change of its schema. */
import { describe, expect, test } from '@jest/globals';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import type { EventStatus } from '#domain/fact.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Answer } from '#domain/reply.ts';
import { outcomeOf, Rehearsal, refusalOf, seatMapOf } from '../support/rehearsal.ts';

const setStatus = (play: Rehearsal, status: EventStatus): Answer => play.ask({ kind: 'set-status', status });
const mayGo = (play: Rehearsal): string => outcomeOf(play.ask({ kind: 'check-removal' }));
const mayMove = (play: Rehearsal): string => outcomeOf(play.ask({ kind: 'check-layout-change' }));

describe('the status', () => {
  const order: readonly EventStatus[] = ['DRAFT', 'PUBLISHED', 'ARCHIVED'];
  const moves = order.flatMap((from) => order.map((to) => [from, to] as const));

  test.each(moves)('%s to %s', (from, to) => {
    const play = new Rehearsal({ status: from });
    const records = play.records.length;
    const isNext = order.indexOf(to) === (order.indexOf(from) + 1) % 3;
    const answer = setStatus(play, to);
    expect(outcomeOf(answer)).toBe(isNext || from === to ? 'done' : 'DATA_INTEGRITY_VIOLATION');
    expect(play.state.status).toBe(isNext ? to : from);
    expect(play.records.length - records).toBe(isNext ? 1 : 0);
  });

  test('determines the allowed bookings from the next command on, and carts can still be paid', () => {
    const play = new Rehearsal();
    play.lock(play.create(), [101]);
    play.checkout('s1');
    setStatus(play, 'ARCHIVED');
    expect(outcomeOf(play.book('lock-seats', [102]))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(play.confirm('s1'))).toBe('CONFIRMED');
    setStatus(play, 'DRAFT');
    expect(outcomeOf(play.book('lock-seats', [102]))).toBe('EVENT_NOT_PUBLISHED');
    setStatus(play, 'PUBLISHED');
    expect(outcomeOf(play.book('lock-seats', [102]))).toBe('true');
  });
});

describe('removing', () => {
  test('is refused while a session is ACTIVE or PENDING_PAYMENT, even if it has expired and is not swept', () => {
    const play = new Rehearsal();
    expect(mayGo(play)).toBe('sequence');
    play.lock(play.create(), [101]);
    expect(mayGo(play)).toBe('DATA_INTEGRITY_VIOLATION');
    play.now += play.policy.holdMs + 1;
    expect(mayGo(play)).toBe('DATA_INTEGRITY_VIOLATION');
    play.sweep();
    expect(mayGo(play)).toBe('sequence');
    play.lock(play.create(), [101]);
    play.checkout('s2');
    expect(mayGo(play)).toBe('DATA_INTEGRITY_VIOLATION');
    play.confirm('s2');
    expect(mayGo(play)).toBe('sequence');
  });

  test('is not prevented by private locks and sales', () => {
    const play = new Rehearsal();
    play.book('lock-seats', [101], [[9001, 2]]);
    play.book('sell-seats', [102]);
    expect(mayGo(play)).toBe('sequence');
  });
});

describe('another layout', () => {
  /** Changes after which an event can still get any layout. */
  function untouched(): Rehearsal {
    const play = new Rehearsal({ prices: [] });
    play.ask({ kind: 'define-prices', prices: [1, 2].map((id) => ({ id, name: `${id}0`, externalId: null })) });
    play.ask({ kind: 'rename-prices', prices: [{ id: 1, name: 'cheap' }] });
    play.ask({ kind: 'delete-price', priceId: 2 });
    setStatus(play, 'ARCHIVED');
    setStatus(play, 'DRAFT');
    setStatus(play, 'PUBLISHED');
    play.create();
    play.cancel(play.create());
    return play;
  }

  test.each<readonly [string, (play: Rehearsal) => Answer]>([
    [
      'a seat has had a price',
      (play) => {
        const line = { seats: [{ objectId: 101, assignmentId: 1 }], groupOfSeats: [] };
        play.ask({ kind: 'assign-prices', ...line });
        return play.ask({ kind: 'unassign-prices', ...line });
      },
    ],
    ['a seat is locked', (play) => play.book('lock-seats', [101])],
    ['a place was sold', (play) => play.book('sell-seats', [], [[9001, 1]])],
  ])('is refused once %s', (_, touch) => {
    const play = untouched();
    expect(mayMove(play)).toBe('sequence');
    touch(play);
    expect(refusalOf(play.ask({ kind: 'check-layout-change' })).code).toBe('DATA_INTEGRITY_VIOLATION');
  });

  test('works with the whole journal and with earlier images', () => {
    const play = untouched();
    const other = seatMapOf([3], [7, 8, 9]);
    const fromJournal = new EventState(other);
    for (const record of play.records) replay(fromJournal, record);
    const fromImage = stateOf(structuredClone(play.image()), other);
    const expected = new EventState(other);
    for (const state of [fromJournal, fromImage]) {
      expect([state.seq, state.status, state.isTouched]).toEqual([play.state.seq, 'PUBLISHED', false]);
      expect(state.prices).toEqual(play.state.prices);
      expect(state.sessions).toEqual(play.state.sessions);
      expect(state.seats).toEqual(expected.seats);
      expect(state.areas).toEqual(expected.areas);
    }
  });

  test('stays impossible after a load from an image, also from an older one without that flag', () => {
    const play = untouched();
    play.book('lock-seats', [101]);
    play.book('unlock-seats', [101]);
    const { isTouched, ...olderHead } = play.image().head;
    expect(isTouched).toBe(true);
    const older = { ...play.image(), head: olderHead };
    for (const image of [play.image(), older]) {
      const restored = stateOf(structuredClone(image), play.state.seatMap);
      expect(imageOf(restored)).toEqual(play.image());
    }
  });
});
