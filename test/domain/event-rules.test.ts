/** Rules of the event itself: changes of its status, its removal, and a change of its schema. */

import { replay } from '#domain/apply.ts';
import type { RequestKey } from '#domain/call-context.ts';
import { EventState } from '#domain/event-state.ts';
import type { EventStatus } from '#domain/fact.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { openAdmission } from '#domain/queue/admission.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver, outcomeOf, refusalOf, seatMapOf } from '../support/event-driver.ts';
import { someSeed } from '../support/queues.ts';
import { seatLines } from '../support/seat-lines.ts';

const setStatus = (driver: EventDriver, status: EventStatus): Answer => driver.ask({ kind: 'set-status', status });
const removalCheck = (driver: EventDriver): string => outcomeOf(driver.ask({ kind: 'check-removal' }));
const layoutChangeCheck = (driver: EventDriver): string => outcomeOf(driver.ask({ kind: 'check-layout-change' }));

describe('the status', () => {
  const order: readonly EventStatus[] = ['DRAFT', 'PUBLISHED', 'ARCHIVED'];
  const moves = order.flatMap((from) => order.map((to) => [from, to] as const));

  test.each(moves)('%s to %s', (from, to) => {
    const driver = new EventDriver({ status: from });
    const records = driver.records.length;
    const isNext = order.indexOf(to) === (order.indexOf(from) + 1) % 3;
    const answer = setStatus(driver, to);
    expect(outcomeOf(answer)).toBe(isNext || from === to ? 'done' : 'DATA_INTEGRITY_VIOLATION');
    expect(driver.state.status).toBe(isNext ? to : from);
    expect(driver.records.length - records).toBe(isNext ? 1 : 0);
  });

  test('repeated with its key is that of the first call, whatever has happened since', () => {
    const driver = new EventDriver({ status: 'DRAFT' });
    const key = { keyHash: 'k', bodyHash: 'publish' };
    const publish = () => driver.ask({ kind: 'set-status', status: 'PUBLISHED', key });
    expect(outcomeOf(publish())).toBe('done');
    setStatus(driver, 'ARCHIVED');
    setStatus(driver, 'DRAFT');
    expect([outcomeOf(publish()), driver.state.status]).toEqual(['done', 'DRAFT']);
    const other = driver.ask({ kind: 'set-status', status: 'PUBLISHED', key: { ...key, bodyHash: 'other' } });
    expect([outcomeOf(other), driver.state.status]).toEqual(['IDEMPOTENCY_KEY_REUSED', 'DRAFT']);
  });

  test('and the admission: set again with its key, it stays as it was set meanwhile', () => {
    const driver = new EventDriver();
    const setAdmission = (mode: 'OPEN' | 'PASS', claimSeconds: number, key?: RequestKey) => {
      const admission = { ...openAdmission, mode, claimSeconds };
      return driver.ask({ kind: 'set-admission', admission, seed: someSeed, ...(key === undefined ? {} : { key }) });
    };
    const key = { keyHash: 'k', bodyHash: 'open' };
    expect(outcomeOf(setAdmission('OPEN', 60, key))).toBe('admission');
    setAdmission('PASS', 90);
    expect(outcomeOf(setAdmission('OPEN', 60, key))).toBe('admission');
    expect(driver.state.admission).toMatchObject({ mode: 'PASS', claimSeconds: 90 });
  });

  test('determines the allowed bookings from the next command on, and carts can still be paid', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.checkout('s1');
    setStatus(driver, 'ARCHIVED');
    expect(outcomeOf(driver.book('lock-seats', [102]))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(driver.confirm('s1'))).toBe('CONFIRMED');
    setStatus(driver, 'DRAFT');
    expect(outcomeOf(driver.book('lock-seats', [102]))).toBe('EVENT_NOT_PUBLISHED');
    setStatus(driver, 'PUBLISHED');
    expect(outcomeOf(driver.book('lock-seats', [102]))).toBe('true');
  });
});

describe('removing', () => {
  test('is refused while a session is ACTIVE or PENDING_PAYMENT, even if it has expired and is not swept', () => {
    const driver = new EventDriver();
    expect(removalCheck(driver)).toBe('sequence');
    driver.lock(driver.create(), [101]);
    expect(removalCheck(driver)).toBe('DATA_INTEGRITY_VIOLATION');
    driver.now += driver.policy.holdMs + 1;
    expect(removalCheck(driver)).toBe('DATA_INTEGRITY_VIOLATION');
    driver.sweep();
    expect(removalCheck(driver)).toBe('sequence');
    driver.lock(driver.create(), [101]);
    driver.checkout('s2');
    expect(removalCheck(driver)).toBe('DATA_INTEGRITY_VIOLATION');
    driver.confirm('s2');
    expect(removalCheck(driver)).toBe('sequence');
  });

  test('is not prevented by private locks and sales', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [101], [[9001, 2]]);
    driver.book('sell-seats', [102]);
    expect(removalCheck(driver)).toBe('sequence');
  });
});

describe('another layout', () => {
  /** Changes after which an event can still get any layout. */
  function untouched(): EventDriver {
    const driver = new EventDriver({ prices: [] });
    driver.ask({ kind: 'define-prices', prices: [1, 2].map((id) => ({ id, name: `${id}0`, externalId: null })) });
    driver.ask({ kind: 'rename-prices', prices: [{ id: 1, name: 'cheap' }] });
    driver.ask({ kind: 'delete-price', priceId: 2 });
    setStatus(driver, 'ARCHIVED');
    setStatus(driver, 'DRAFT');
    setStatus(driver, 'PUBLISHED');
    driver.create();
    driver.cancel(driver.create());
    return driver;
  }

  test.each<readonly [string, (driver: EventDriver) => Answer]>([
    [
      'a seat has had a price',
      (driver) => {
        const line = { seats: seatLines([{ objectId: 101, assignmentId: 1 }]), groupOfSeats: [] };
        driver.ask({ kind: 'assign-prices', ...line });
        return driver.ask({ kind: 'unassign-prices', ...line });
      },
    ],
    ['a seat is locked', (driver) => driver.book('lock-seats', [101])],
    ['a place was sold', (driver) => driver.book('sell-seats', [], [[9001, 1]])],
  ])('is refused once %s', (_, touch) => {
    const driver = untouched();
    expect(layoutChangeCheck(driver)).toBe('sequence');
    touch(driver);
    expect(refusalOf(driver.ask({ kind: 'check-layout-change' })).code).toBe('DATA_INTEGRITY_VIOLATION');
  });

  test('works with the whole journal and with earlier images', () => {
    const driver = untouched();
    const other = seatMapOf([3], [7, 8, 9]);
    const fromJournal = new EventState(other);
    for (const record of driver.records) replay(fromJournal, record);
    const fromImage = stateOf(structuredClone(driver.image()), other);
    const expected = new EventState(other);
    for (const state of [fromJournal, fromImage]) {
      expect([state.seq, state.status, state.isTouched]).toEqual([driver.state.seq, 'PUBLISHED', false]);
      expect(state.prices).toEqual(driver.state.prices);
      expect(state.sessions).toEqual(driver.state.sessions);
      expect(state.seats).toEqual(expected.seats);
      expect(state.areas).toEqual(expected.areas);
    }
  });

  test('stays impossible after a load from an image, also from an older one without that flag', () => {
    const driver = untouched();
    driver.book('lock-seats', [101]);
    driver.book('unlock-seats', [101]);
    const { isTouched, ...olderHead } = driver.image().head;
    expect(isTouched).toBe(true);
    const older = { ...driver.image(), head: olderHead };
    for (const image of [driver.image(), older]) {
      const restored = stateOf(structuredClone(image), driver.state.seatMap);
      expect(imageOf(restored)).toEqual(driver.image());
    }
  });
});
