/** Session actors: each session or lock that can expire has exactly one deadline, which follows its facts. */
import { DeadlineQueue } from '#actors/deadlines.ts';
import { Expiries } from '#actors/expiries.ts';
import { SessionActors } from '#actors/session-actor.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver } from '../support/event-driver.ts';
import { oneRow, stateWith } from '../support/event-states.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** Session actors that follow the facts of an event driver, on a clock with the driver's time. */
function followedDriver() {
  const driver = new EventDriver();
  const clock = new ManualClock(driver.now);
  const queue = new DeadlineQueue(clock, 1);
  const due: string[] = [];
  const actors = new SessionActors(queue, {
    sessionDue: (ordinal) => void due.push(`session ${ordinal}`),
    lockDue: (ordinal) => void due.push(`lock ${ordinal}`),
  });
  let followed = driver.records.length;
  const follow = (_: Answer | string): void => {
    for (const { facts } of driver.records.slice(followed)) for (const fact of facts) actors.follow(fact, driver.state);
    followed = driver.records.length;
  };
  const pass = (ms: number): void => {
    driver.now += ms;
    clock.advance(ms);
  };
  return { driver, clock, queue, due, actors, follow, pass };
}

const minute = 60_000;

describe('session actors', () => {
  test('report the expiry of a hold once', () => {
    const { follow, driver, pass, due } = followedDriver();
    follow(driver.create());
    pass(15 * minute - 1);
    expect(due).toEqual([]);
    pass(1);
    expect(due).toEqual(['session 1']);
    pass(60 * minute);
    expect(due).toEqual(['session 1']);
  });

  test('use the deadline of the payment grace after a checkout', () => {
    const { follow, driver, pass, due, queue } = followedDriver();
    follow(driver.create());
    pass(14 * minute);
    follow(driver.checkout('s1', [101]));
    expect(queue.count).toBe(1);
    pass(10 * minute - 1);
    expect(due).toEqual([]);
    pass(1);
    expect(due).toEqual(['session 1']);
  });

  test.each<[string, (driver: EventDriver) => Answer]>([
    ['confirmed', (driver) => driver.checkout('s1', [101]) && driver.confirm('s1')],
    ['cancelled', (driver) => driver.cancel('s1')],
  ])('end with a session that is %s', (_, end) => {
    const { follow, driver, pass, due, queue, actors } = followedDriver();
    follow(driver.create());
    follow(end(driver));
    expect([queue.count, actors.count, actors.nextDeadline(driver.state)]).toEqual([0, 0, null]);
    pass(60 * minute);
    expect(due).toEqual([]);
  });

  test('follow private locks of seats and of areas, each with its own deadline', () => {
    const { follow, driver, pass, due } = followedDriver();
    follow(driver.book('lock-seats', [101, 102], [[9001, 3]], { holdType: 'BRIEF' }));
    follow(driver.book('lock-seats', [103], [[9001, 1]]));
    follow(driver.book('lock-seats', [104], [[9001, 1]], { holdType: 'RESERVED' }));
    pass(minute);
    expect(due.toSorted()).toEqual(['lock 1', 'lock 2']);
    pass(14 * minute);
    expect(due.toSorted()).toEqual(['lock 1', 'lock 2', 'lock 3', 'lock 4']);
  });

  test('adopt all sessions and locks with a deadline after recovery, overdue ones too, and no others', () => {
    const { driver, clock, actors, due, queue } = followedDriver();
    driver.create();
    driver.create();
    driver.cancel('s2');
    driver.book('lock-seats', [101]);
    driver.book('lock-seats', [102], [], { holdType: 'RESERVED' });
    driver.checkout(driver.create(), [103]);
    driver.confirm('s3');
    clock.advance(20 * minute);
    expect([...actors.adopting(driver.state)]).toEqual([]);
    expect(queue.count).toBe(2);
    clock.advance(0);
    expect(due.toSorted()).toEqual(['lock 3', 'session 1']);
  });

  test('end all together', () => {
    const { follow, driver, actors, queue, due, pass } = followedDriver();
    for (let count = 0; count < 5; count++) follow(driver.create());
    expect([...actors.ending()]).toEqual([]);
    expect([queue.count, actors.count]).toEqual([0, 0]);
    pass(60 * minute);
    expect(due).toEqual([]);
  });
});

describe('a crowd of session actors', () => {
  const crowd = 20_000;
  const crowded = () => {
    const state = stateWith(oneRow(2 * crowd), crowd);
    const clock = new ManualClock(state.at);
    const queue = new DeadlineQueue(clock, 1);
    const due: number[] = [];
    const listener = { sessionDue: (ordinal: number) => void due.push(ordinal), lockDue: () => {} };
    return { state, clock, queue, due, actors: new SessionActors(queue, listener) };
  };
  const earliest = (state: EventState) =>
    Math.min(...state.sessions.list().map(({ deadline }) => deadline ?? Infinity));

  test('is adopted in steps, between which sessions may end, move their deadline and begin', () => {
    const { state, clock, queue, due, actors } = crowded();
    const steps = actors.adopting(state);
    expect(steps.next().done).toBe(false);
    expect(queue.count).toBeLessThan(crowd);
    for (const ordinal of [1, crowd]) {
      state.putSession({ ...state.sessionAt(ordinal), state: 'CANCELLED', seats: [], areas: [], deadline: null });
      actors.follow({ type: 'cancelled', session: ordinal }, state);
    }
    expect(actors.nextDeadline(state)).toBe(earliest(state));
    const moved = { ...state.sessionAt(crowd - 1), deadline: state.at + 1 };
    state.putSession(moved);
    actors.follow({ type: 'checked-out', session: moved.ordinal, deadline: moved.deadline }, state);
    expect(actors.nextDeadline(state)).toBe(moved.deadline);
    expect([...steps].length).toBeGreaterThan(0);
    expect(queue.count).toBe(crowd - 2);
    clock.advance(1);
    expect(due).toEqual([moved.ordinal]);
  });

  test('ends in steps, and tells nobody of a deadline that passes meanwhile', () => {
    const { state, clock, queue, due, actors } = crowded();
    expect([...actors.adopting(state)].length).toBeGreaterThan(0);
    const steps = actors.ending();
    expect(steps.next().done).toBe(false);
    const other = new SessionActors(queue, { sessionDue: (ordinal) => void due.push(-ordinal), lockDue: () => {} });
    clock.advance(crowd * minute);
    const later = stateWith(oneRow(2), 1);
    later.putSession({ ...later.sessionAt(1), deadline: clock.now() + 1 });
    expect([...other.adopting(later)]).toEqual([]);
    while (steps.next().done !== true);
    expect([queue.count, actors.count, due]).toEqual([1, 0, []]);
    clock.advance(1);
    expect(due).toEqual([-1]);
  });
});

describe('passed deadlines', () => {
  const waiting = (unprojected: { sessions: number }) => {
    let woken = 0;
    const expiries = new Expiries({ due: () => void woken++, unprojectedSessions: () => unprojected.sessions });
    return { expiries, woken: () => woken };
  };

  test('are taken in order, a bounded number at a time', () => {
    const { expiries, woken } = waiting({ sessions: 0 });
    for (let ordinal = 1; ordinal <= 70_000; ordinal++) expiries.sessionDue(ordinal);
    expiries.lockDue(5);
    expect([expiries.count, woken()]).toEqual([70_001, 70_001]);
    const first = expiries.take();
    expect(first.sessions).toEqual(Array.from({ length: first.sessions.length }, (_, place) => place + 1));
    expect([first.sessions.length < 1_000, first.locks]).toEqual([true, [5]]);
    const taken = [...first.sessions];
    while (expiries.count > 0) for (const ordinal of expiries.take().sessions) taken.push(ordinal);
    expect([taken.length, taken.at(-1)]).toEqual([70_000, 70_000]);
  });

  test('wait while the projection has much to write', () => {
    const unprojected = { sessions: 1_000_000 };
    const { expiries } = waiting(unprojected);
    expiries.sessionDue(7);
    expect([expiries.count, expiries.take()]).toEqual([0, { sessions: [], locks: [] }]);
    unprojected.sessions = 0;
    expect([expiries.count, expiries.take().sessions]).toEqual([1, [7]]);
  });
});

describe('the next deadline of an event', () => {
  test('is the earliest one, and null if nothing can expire', () => {
    const { follow, driver, pass, actors } = followedDriver();
    expect(actors.nextDeadline(driver.state)).toBeNull();
    follow(driver.book('lock-seats', [105], [], { holdType: 'RESERVED' }));
    expect(actors.nextDeadline(driver.state)).toBeNull();
    follow(driver.create());
    pass(minute);
    follow(driver.create());
    expect(actors.nextDeadline(driver.state)).toBe(driver.session('s1').deadline);
  });

  test('becomes the next one when the earliest is cancelled', () => {
    const { follow, driver, pass, actors } = followedDriver();
    follow(driver.create());
    pass(minute);
    follow(driver.create());
    follow(driver.cancel('s1'));
    expect(actors.nextDeadline(driver.state)).toBe(driver.session('s2').deadline);
    follow(driver.book('lock-seats', [101], [[9001, 2]], { holdType: 'BRIEF' }));
    expect(actors.nextDeadline(driver.state)).toBe(driver.now + minute);
    follow(driver.book('unlock-seats', [101]));
    expect(actors.nextDeadline(driver.state)).toBe(driver.now + minute);
    follow(driver.book('unlock-seats', [], [[9001, 2]]));
    expect(actors.nextDeadline(driver.state)).toBe(driver.session('s2').deadline);
  });

  test('stays after it has passed until the expiry is decided', () => {
    const { follow, driver, pass, actors, due } = followedDriver();
    follow(driver.create());
    const { deadline } = driver.session('s1');
    pass(15 * minute);
    expect(due).toEqual(['session 1']);
    expect(actors.nextDeadline(driver.state)).toBe(deadline);
    follow(driver.sweep());
    expect(actors.nextDeadline(driver.state)).toBeNull();
  });
});
