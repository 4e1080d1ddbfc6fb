/** Idempotency keys of the private booking calls: the same key gets the same answer, refusals included. */
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';

const day = 24 * 3600 * 1000;
const key = { keyHash: 'key', bodyHash: 'lock 101' };

describe('an idempotency key', () => {
  test('gets the recorded answer, and the call takes effect once', () => {
    const driver = new EventDriver();
    expect(outcomeOf(driver.book('sell-seats', [], [[9001, 2]], { key }))).toBe('true');
    expect(outcomeOf(driver.book('sell-seats', [], [[9001, 2]], { key }))).toBe('true');
    expect(driver.state.areaAt(0).sold).toBe(2);
  });

  test('remembers false: a retry does not take effect when the seat has become free', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [101]);
    expect(outcomeOf(driver.book('sell-seats', [101], [], { key }))).toBe('false');
    driver.book('unlock-seats', [101]);
    expect(outcomeOf(driver.book('sell-seats', [101], [], { key }))).toBe('false');
    expect(driver.seat(101)).toBe('ACTIVE');
  });

  test('remembers a refusal with all its members', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    const refusal = refusalOf(driver.book('lock-seats', [101], [], { key }));
    expect(refusal).toMatchObject({ code: 'SESSION_HELD', conflicts: { seats: [101] } });
    driver.cancel('s1');
    expect(refusalOf(driver.book('lock-seats', [101], [], { key }))).toEqual(refusal);
    expect(driver.seat(101)).toBe('ACTIVE');
  });

  test('with another body is refused, and this refusal is not remembered', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [101], [], { key });
    const other = { ...key, bodyHash: 'lock 102' };
    expect(outcomeOf(driver.book('lock-seats', [102], [], { key: other }))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(driver.seat(102)).toBe('ACTIVE');
    expect(outcomeOf(driver.book('lock-seats', [101], [], { key }))).toBe('true');
  });

  test('is kept for 24 hours', () => {
    const driver = new EventDriver();
    driver.book('lock-seats', [101], [], { key });
    driver.book('unlock-seats', [101]);
    driver.now += day - 1;
    driver.create();
    expect(outcomeOf(driver.book('lock-seats', [101], [], { key }))).toBe('true');
    expect(driver.seat(101)).toBe('ACTIVE');
    driver.now += 1;
    driver.create();
    expect(outcomeOf(driver.book('lock-seats', [101], [], { key }))).toBe('true');
    expect(driver.seat(101)).toBe('LOCKED');
  });

  test('is optional; without it each call takes effect', () => {
    const driver = new EventDriver();
    driver.book('sell-seats', [], [[9001, 2]]);
    driver.book('sell-seats', [], [[9001, 2]]);
    expect(driver.state.areaAt(0).sold).toBe(4);
    expect(driver.state.keys.answers.size).toBe(0);
  });
});
