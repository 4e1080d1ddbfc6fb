/** The window of requests to one receiver: it grows, shrinks, and never takes the last slot of another webhook. */
import type { Reply } from '#feed/webhooks/receivers.ts';
import { SendWindow, SharedSlots } from '#feed/webhooks/send-window.ts';

const replyOf = (fields: Partial<Reply>): Reply => ({ status: 200, error: null, body: '', durationMs: 5, ...fields });

/** A window with many requests that wait; `answer` ends the oldest one that is in flight. */
function loaded(slots: SharedSlots, count: number) {
  const window = new SendWindow(slots);
  const inFlight: ((reply: Reply) => void)[] = [];
  const done = Array.from({ length: count }, () =>
    window.run(() => new Promise<Reply>((resolve) => void inFlight.push(resolve))),
  );
  const answer = async (fields: Partial<Reply> = {}): Promise<void> => {
    inFlight.shift()?.(replyOf(fields));
    await new Promise(setImmediate);
  };
  return { window, done, answer };
}

test('it starts small, grows with each quick answer up to 32, and a slow receiver keeps four', async () => {
  const { window, answer } = loaded(new SharedSlots(1_000), 200);
  await new Promise(setImmediate);
  expect(window.inFlight).toBe(4);
  for (let count = 0; count < 60; count++) await answer();
  expect(window.inFlight).toBe(32);
  for (let count = 0; count < 32; count++) await answer({ durationMs: 3_000 });
  expect(window.inFlight).toBe(4);
});

test('a receiver that fails is sent one request at a time until it answers', async () => {
  const { window, answer } = loaded(new SharedSlots(1_000), 100);
  for (let count = 0; count < 6; count++) await answer({ status: null, error: 'no answer' });
  expect([window.inFlight, window.isFailing]).toEqual([1, true]);
  await answer();
  expect([window.inFlight, window.isFailing]).toEqual([2, false]);
});

test('windows that have taken every shared slot leave each other webhook its first request', async () => {
  const slots = new SharedSlots(3);
  const greedy = loaded(slots, 50);
  const late = [loaded(slots, 5), loaded(slots, 5)];
  await new Promise(setImmediate);
  expect([greedy.window.inFlight, ...late.map(({ window }) => window.inFlight)]).toEqual([4, 1, 1]);
  for (let count = 0; count < 50; count++) await greedy.answer();
  await Promise.all(greedy.done);
  expect(late.reduce((sum, { window }) => sum + window.inFlight, 0)).toBe(5);
  for (const { answer, done } of late) {
    for (let count = 0; count < 5; count++) await answer();
    await Promise.all(done);
  }
});
