/** The time of an event's queue: when it is looked at after the event was loaded, and when nobody can be admitted. */
import { DeadlineQueue } from '#actors/deadlines.ts';
import { StepTimer } from '#actors/step-timer.ts';
import { EventDriver } from '../support/event-driver.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { queueOf, setAdmission } from '../support/queues.ts';

const sweepMs = 10;
const waitMs = 1_000;

/** An event whose queue opens in a second, and a timer of it. */
function waiting() {
  const driver = new EventDriver();
  driver.ask(setAdmission({ opensAt: driver.now + waitMs, ratePerMinute: 600 }));
  queueOf(driver).join('a');
  const clock = new ManualClock(driver.now);
  const dueAt: number[] = [];
  const timer = new StepTimer(new DeadlineQueue(clock, sweepMs), () => dueAt.push(clock.now() - driver.now));
  return { driver, clock, timer, dueAt };
}

test('the step of a queue is due when its time comes', () => {
  const { driver, clock, timer, dueAt } = waiting();
  timer.begin(driver.state);
  clock.advance(waitMs - 1);
  expect(dueAt).toEqual([]);
  clock.advance(sweepMs);
  expect(dueAt).toEqual([waitMs]);
  expect(timer.isDue).toBe(true);
});

test('a step that was due before the event was loaded is not put off', () => {
  const { driver, clock, timer, dueAt } = waiting();
  clock.advance(10 * waitMs);
  timer.begin(driver.state);
  clock.advance(sweepMs);
  expect(dueAt).toEqual([10 * waitMs]);
});

test('a queue that cannot do what is due is looked at again after a while, and turns of buyers do not put that off', () => {
  const { driver, clock, timer, dueAt } = waiting();
  clock.advance(2 * waitMs);
  timer.follow(driver.state, clock.now());
  for (let turn = 0; turn < 10; turn++) {
    clock.advance(20);
    timer.follow(driver.state, clock.now());
  }
  expect(dueAt).toEqual([2 * waitMs + 200]);
});

test('an event without a queue has no deadline', () => {
  const clock = new ManualClock(0);
  const deadlines = new DeadlineQueue(clock, sweepMs);
  new StepTimer(deadlines, () => {}).begin(new EventDriver().state);
  expect(deadlines.count).toBe(0);
});
