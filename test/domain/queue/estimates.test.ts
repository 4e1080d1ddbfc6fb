/** What a waiting ticket is told while as many sessions are live as the event allows: the places that really come free. */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { countedFrom, freedPerMinute, withAdmitted } from '#domain/queue/freed-places.ts';
import { admittedOf, drawn, setAdmission, statesOf, ticketAt } from '../../support/queues.ts';

const minute = 60_000;

/** A queue of 200 in which 20 may buy at a time; who is admitted creates a session at once. */
function full() {
  const stage = drawn(200, { ratePerMinute: 600, activeSessionsMax: 20, claimSeconds: 86_400 });
  const { driver, queue } = stage;
  const live: string[] = [];
  const claimAll = (): void => {
    for (const [ticket, state] of statesOf(stage).entries()) {
      if (state === 'ADMITTED') {
        live.push(`s-${ticket}`);
        queue.claim(ticket, `s-${ticket}`);
      }
    }
  };
  return {
    driver,
    pass: (ms: number): void => {
      queue.pass(ms);
      claimAll();
    },
    /** The oldest session ends. */
    leave: (): unknown => driver.cancel(live.shift() as string),
    estimateOf: (position: number) => queue.read(ticketAt(stage, position)).estimatedSeconds,
    next: () => queue.read(ticketAt(stage, admittedOf(driver) + 1)).estimatedSeconds,
  };
}

test('it is the rate until the bound is reached, and then the rate at which places come free', () => {
  const { driver, pass, leave, next, estimateOf } = full();
  pass(1_000);
  expect([admittedOf(driver), next()]).toEqual([10, 1]);
  pass(1_000);
  pass(30_000);
  // Nobody has left yet: nothing is known.
  expect([admittedOf(driver), next()]).toEqual([20, null]);
  for (let buyer = 0; buyer < 60; buyer++) {
    leave();
    pass(10_000);
  }
  expect([admittedOf(driver), next(), estimateOf(90)]).toEqual([80, 10, 100]);
  pass(5 * minute);
  expect(next()).toBeNull();
  driver.ask(setAdmission({ ...driver.state.admission, activeSessionsMax: null }));
  expect(next()).toBe(1);
});

test('it follows the places when they come free faster, and is never less than the rate', () => {
  const { driver, pass, leave, next } = full();
  pass(5_000);
  for (let buyer = 0; buyer < 20; buyer++) {
    leave();
    pass(10_000);
  }
  for (let second = 0; second < 240; second++) {
    if (second % 2 === 0) leave();
    if (admittedOf(driver) < 199) pass(1_000);
  }
  expect(next()).toBe(2);
  expect(driver.state.queue?.freed).not.toBeNull();
});

test('it is the same after a replay', () => {
  const { driver, pass, leave, next } = full();
  pass(5_000);
  for (let buyer = 0; buyer < 20; buyer++) {
    leave();
    pass(9_000);
  }
  expect(next()).toBe(10);
  const again = new EventState(driver.state.seatMap);
  for (const record of driver.records) replay(again, record);
  expect(again.queue?.freed).toEqual(driver.state.queue?.freed);
});

test('a rate is the admissions of two to four minutes, and unknown after as long without any', () => {
  const from = 1_000_000;
  let freed = withAdmitted(countedFrom(from), 6, from + 1_000);
  expect(freedPerMinute(freed, from + 1_000)).toBe(72);
  expect(freedPerMinute(freed, from + minute)).toBe(6);
  freed = withAdmitted(freed, 6, from + 2 * minute);
  expect(freed).toEqual({ from: from + 2 * minute, count: 6, before: 6 });
  expect(freedPerMinute(freed, from + 3 * minute)).toBe(4);
  expect(freedPerMinute(freed, from + 5 * minute)).toBe(2);
  expect(freedPerMinute(freed, from + 6 * minute)).toBeNull();
});
