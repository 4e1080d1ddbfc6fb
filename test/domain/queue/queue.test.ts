/** The waiting room of an event, through `decide` and `apply`: joining, the draw, admission, claims and lapses. */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { nextQueueTime } from '#domain/queue/decide-queue.ts';
import { EventDriver, outcomeOf } from '../../support/event-driver.ts';
import {
  admittedOf,
  drawn,
  join,
  keyOf,
  queueOf,
  setAdmission,
  someSeed,
  statesOf,
  ticketAt,
} from '../../support/queues.ts';

const minute = 60_000;

describe('joining', () => {
  test('shows no place before the draw', () => {
    const driver = new EventDriver();
    driver.ask(setAdmission({ opensAt: driver.now + minute }));
    expect(queueOf(driver).join('a')).toMatchObject({ ticket: 0, state: 'WAITING', position: null, ahead: null });
  });

  test('the same key returns the same ticket', () => {
    const { queue, driver } = drawn(3);
    const records = driver.records.length;
    expect(queue.join(1).ticket).toBe(1);
    expect(driver.records).toHaveLength(records);
  });

  test('is refused when the event has no queue, is closed or has too many tickets', () => {
    const driver = new EventDriver();
    expect(outcomeOf(driver.ask(join('a')))).toBe('NO_QUEUE');
    driver.ask(setAdmission({}));
    driver.policy = { ...driver.policy, ticketsMax: 1 };
    expect(outcomeOf(driver.ask(join('a')))).toBe('ticket');
    expect(outcomeOf(driver.ask(join('b')))).toBe('QUEUE_FULL');
    expect(outcomeOf(driver.ask(join('a')))).toBe('ticket');
    driver.ask({ kind: 'set-status', status: 'ARCHIVED' });
    expect(outcomeOf(driver.ask(join('c')))).toBe('EVENT_ARCHIVED');
    expect(outcomeOf(driver.ask({ kind: 'read-ticket', ticket: 0 }))).toBe('EVENT_ARCHIVED');
    driver.policy = { ...driver.policy, publicSessionsEnabled: false };
    expect(outcomeOf(driver.ask(join('c')))).toBe('NOT_ENABLED');
  });

  test('who comes after the opening stands behind, also when the draw is late', () => {
    const driver = new EventDriver();
    const queue = queueOf(driver);
    driver.ask(setAdmission({ opensAt: driver.now + minute, ratePerMinute: 0 }));
    for (let name = 0; name < 50; name++) queue.join(name);
    driver.now += minute;
    expect(queue.read(0).position).toBeNull();
    expect(queue.join('late').position).toBe(51);
    expect(driver.state.queue?.draw?.count).toBe(50);
    expect(queue.join('later')).toMatchObject({ position: 52, ahead: 51, state: 'WAITING' });
  });
});

describe('the draw', () => {
  test('the seed is not shown before, its hash is', () => {
    const driver = new EventDriver();
    driver.ask(setAdmission({ opensAt: driver.now + minute }));
    const before = driver.ask({ kind: 'read-queue' });
    expect(JSON.stringify([before, driver.ask({ kind: 'read-admission' }), driver.ask(join(1))])).not.toContain(
      someSeed.seed,
    );
    expect(before).toMatchObject({ reply: { queue: { seedHash: someSeed.seedHash, seed: null, drawnTickets: null } } });
    queueOf(driver).pass(minute);
    expect(driver.ask({ kind: 'read-queue' })).toMatchObject({
      reply: { queue: { seed: someSeed.seed, drawnTickets: 1 } },
    });
  });

  test('happens once: a later opening pauses the line and keeps its order', () => {
    const stage = drawn(20, { ratePerMinute: 60 });
    const places = () => Array.from({ length: 20 }, (_, ticket) => stage.queue.read(ticket).position);
    const before = places();
    stage.queue.pass(3_000);
    expect(admittedOf(stage.driver)).toBe(3);
    stage.driver.ask(setAdmission({ ratePerMinute: 60, opensAt: stage.driver.now + minute }));
    stage.queue.pass(minute);
    expect(admittedOf(stage.driver)).toBe(3);
    stage.queue.pass(2_000);
    expect(admittedOf(stage.driver)).toBe(5);
    expect(places()).toEqual(before);
  });

  test('without an opening it is due at once, which is a moment like any other', () => {
    const driver = new EventDriver();
    driver.ask(setAdmission({}));
    expect(nextQueueTime(driver.state)).toBe(driver.now);
  });

  test('an earlier opening draws at once', () => {
    const driver = new EventDriver();
    driver.ask(setAdmission({ opensAt: driver.now + minute }));
    driver.ask(setAdmission({ opensAt: driver.now - 1 }));
    queueOf(driver).pass(1_000);
    expect(driver.state.queue?.draw).not.toBeNull();
  });
});

describe('admission', () => {
  test('goes in the order of the draw', () => {
    const stage = drawn(30, { ratePerMinute: 60 });
    for (let admitted = 1; admitted <= 30; admitted++) {
      stage.queue.pass(1_000);
      const states = statesOf(stage);
      for (const [ticket, state] of states.entries()) {
        expect(state === 'ADMITTED').toBe((stage.queue.read(ticket).position as number) <= admitted);
      }
    }
  });

  test.each([1, 7, 59, 60, 61, 1_000, 59_999])('a rate of %i a minute is exact after an hour of odd looks', (rate) => {
    const count = Math.min(rate * 60, 80_000);
    const stage = drawn(0, { ratePerMinute: rate });
    const { driver } = stage;
    driver.state.queue?.keys.add(Array.from({ length: count }, (_, name) => keyOf(name).slice(0, 20)).join(''));
    const start = driver.now;
    const end = start + Math.floor((count / rate) * minute);
    while (driver.now < end) {
      stage.queue.pass(Math.min(end - driver.now, 713), 713);
      expect(admittedOf(driver)).toBe(Math.floor(((driver.now - start) * rate) / minute + 1e-9));
    }
  });

  test('a pause, a change of the rate, an empty line and an outage are followed by no burst', () => {
    const stage = drawn(500, { ratePerMinute: 600, claimSeconds: 86_400 });
    const { driver, queue } = stage;
    queue.pass(2_000);
    expect(admittedOf(driver)).toBe(20);
    const { opensAt } = driver.state.admission;
    driver.ask(setAdmission({ opensAt, ratePerMinute: 0 }));
    queue.pass(10 * minute);
    expect(admittedOf(driver)).toBe(20);
    driver.ask(setAdmission({ opensAt, ratePerMinute: 60 }));
    queue.pass(1_000);
    expect(admittedOf(driver)).toBe(21);
    // Nobody looks for ten minutes.
    queue.pass(10 * minute, 10 * minute);
    expect(admittedOf(driver)).toBe(26);
    driver.ask(setAdmission({ opensAt, ratePerMinute: null }));
    queue.pass(1_000);
    expect(admittedOf(driver)).toBe(500);
    driver.ask(setAdmission({ opensAt, ratePerMinute: 60 }));
    queue.pass(minute);
    for (let name = 500; name < 520; name++) queue.join(name);
    queue.pass(1_000);
    expect(admittedOf(driver)).toBe(502);
  });

  test('stops while as many sessions are live or may be created, and an empty session counts for a while only', () => {
    const stage = drawn(10, { activeSessionsMax: 3, claimSeconds: 60 });
    const { driver, queue } = stage;
    queue.pass(1_000);
    expect(admittedOf(driver)).toBe(3);
    const [first, second] = [ticketAt(stage, 1), ticketAt(stage, 2)];
    expect(outcomeOf(queue.claim(first, 'holding'))).toBe('ACTIVE');
    driver.lock('holding', [101]);
    expect(outcomeOf(queue.claim(second, 'idle'))).toBe('ACTIVE');
    queue.pass(10_000);
    expect(admittedOf(driver)).toBe(3);
    // The third ticket lapses and the idle session no longer counts: one seat is held, two more may come.
    queue.pass(53_000);
    expect(admittedOf(driver)).toBe(5);
    driver.cancel('holding');
    queue.pass(1_000);
    expect(admittedOf(driver)).toBe(6);
  });

  test('rests while the event is not on sale, and goes on without a burst', () => {
    const stage = drawn(100, { ratePerMinute: 60, claimSeconds: 86_400 });
    stage.driver.ask({ kind: 'set-status', status: 'ARCHIVED' });
    stage.queue.pass(minute);
    expect(admittedOf(stage.driver)).toBe(0);
    stage.driver.ask({ kind: 'set-status', status: 'DRAFT' });
    stage.driver.ask({ kind: 'set-status', status: 'PUBLISHED' });
    stage.queue.pass(2_000);
    expect(admittedOf(stage.driver)).toBe(2);
  });

  test('an event that goes back to its queue keeps the line', () => {
    const stage = drawn(5, { ratePerMinute: 0 });
    const { driver, queue } = stage;
    const { opensAt } = driver.state.admission;
    const before = queue.read(3).position;
    driver.ask(setAdmission({ mode: 'OPEN' }));
    expect(outcomeOf(driver.ask({ kind: 'read-ticket', ticket: 3 }))).toBe('NO_QUEUE');
    expect(outcomeOf(queue.claim(3))).toBe('ACTIVE');
    driver.ask(setAdmission({ opensAt, ratePerMinute: 60 }));
    expect(queue.read(3)).toMatchObject({ position: before, state: 'WAITING' });
  });
});

describe('a ticket', () => {
  test('opens one session, and its key returns it again', () => {
    const stage = drawn(2, {});
    stage.queue.pass(1_000);
    expect(outcomeOf(stage.queue.claim(0, 'mine'))).toBe('ACTIVE');
    expect(outcomeOf(stage.queue.claim(0, 'mine'))).toBe('ACTIVE');
    expect(outcomeOf(stage.queue.claim(0, 'other'))).toBe('PASS_USED');
    expect(stage.queue.read(0).state).toBe('CLAIMED');
  });

  test('that waits, is unknown or is invalid opens none', () => {
    const stage = drawn(2, { ratePerMinute: 0 });
    expect(outcomeOf(stage.queue.claim(0))).toBe('PASS_REQUIRED');
    expect(outcomeOf(stage.queue.claim(2))).toBe('PASS_INVALID');
    const { driver } = stage;
    const create = { kind: 'create-session', sessionId: 'x', keyHash: 'x' } as const;
    expect(outcomeOf(driver.ask({ ...create, pass: { kind: 'invalid' } }))).toBe('PASS_INVALID');
    expect(outcomeOf(driver.ask(create))).toBe('PASS_REQUIRED');
  });

  test('lapses when it is not used in time, before anything looks', () => {
    const stage = drawn(3, { claimSeconds: 60 });
    stage.queue.pass(1_000);
    const { deadline } = stage.queue.read(1);
    expect(deadline).toBeGreaterThanOrEqual(stage.driver.now + 60_000);
    expect(deadline).toBeLessThan(stage.driver.now + 61_000);
    stage.driver.now = (deadline as number) - 1;
    expect(outcomeOf(stage.queue.claim(0))).toBe('ACTIVE');
    stage.driver.now++;
    expect(stage.queue.read(1).state).toBe('LAPSED');
    expect(outcomeOf(stage.queue.claim(1))).toBe('PASS_EXPIRED');
    stage.queue.pass(1_000);
    expect(statesOf(stage)).toEqual(['CLAIMED', 'LAPSED', 'LAPSED']);
    expect(stage.driver.state.queue).toMatchObject({ lapsed: 2, claimed: 1, open: 0, windows: [] });
  });

  test('asking about it writes nothing', () => {
    const stage = drawn(20, { ratePerMinute: 60 });
    stage.queue.pass(5_000);
    const records = stage.driver.records.length;
    statesOf(stage);
    expect(stage.driver.records).toHaveLength(records);
  });
});

describe('the past', () => {
  const busy = () => {
    const stage = drawn(40, { ratePerMinute: 600, activeSessionsMax: 12, claimSeconds: 10 });
    for (let step = 0; step < 12; step++) {
      stage.queue.pass(1_700);
      const open = statesOf(stage).indexOf('ADMITTED');
      if (open !== -1) stage.queue.claim(open);
      stage.queue.join(`more ${step}`);
    }
    return stage;
  };

  test('replays to the same queue', () => {
    const { driver } = busy();
    const again = new EventState(driver.state.seatMap);
    for (const record of driver.records) replay(again, record);
    expect(again.queue).toEqual(driver.state.queue);
    expect(again.admission).toEqual(driver.state.admission);
  });

  test('survives in an image, which does not change with the queue', () => {
    const { driver, queue } = busy();
    const image = imageOf(driver.state);
    const restored = stateOf(image, driver.state.seatMap);
    expect(restored.queue).toEqual(driver.state.queue);
    expect(restored.queue?.freed).not.toBeNull();
    for (let name = 0; name < 100; name++) queue.join(`afterwards ${name}`);
    expect(stateOf(image, driver.state.seatMap).queue?.keys.count).toBe(restored.queue?.keys.count);
    expect(restored.queue?.keys.find(keyOf('more 3'))).toBe(driver.state.queue?.keys.find(keyOf('more 3')));
  });

  test('an older image has no admission: its event is open', () => {
    const { admission, queue, ...head } = imageOf(busy().driver.state).head;
    expect([admission?.mode, queue?.admitted]).toEqual(['QUEUE', busy().driver.state.queue?.admitted]);
    const { tickets, ...image } = imageOf(busy().driver.state);
    expect(tickets?.pages).toHaveLength(1);
    const restored = stateOf({ ...image, head }, busy().driver.state.seatMap);
    expect(restored.admission.mode).toBe('OPEN');
    expect(restored.queue).toBeNull();
  });
});
