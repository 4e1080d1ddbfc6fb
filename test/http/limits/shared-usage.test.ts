/** The workers of one service count the calls of a client together, however its connections are spread. */
import { type LimitCheck, RequestLimits } from '#http/limits/request-limits.ts';
import { SharedUsage, type UsageLink } from '#http/limits/shared-usage.ts';

const callsPerSecond = 10;
const sender = { headers: {}, socket: { remoteAddress: '203.0.113.7' } };

let nowMs = 1_000;

/** Workers with one clock; `exchanged` resolves when so many of them have told the others their counts. */
function makeWorkers(count: number): { checks: LimitCheck[]; exchanged: (tellers: number) => Promise<void> } {
  const seeds = Uint32Array.of(1, 2);
  const listeners: ((limit: string, pairs: Uint32Array) => void)[] = [];
  let tellersLeft = 0;
  let allTold: () => void = () => {};
  const checks = Array.from({ length: count }, (_, own) => {
    const link: UsageLink = {
      seeds,
      tell: (limit, pairs) => {
        for (const [other, listener] of listeners.entries()) if (other !== own) listener(limit, pairs);
        tellersLeft--;
        if (tellersLeft === 0) allTold();
      },
      onTold: (listener) => {
        listeners[own] = listener;
      },
    };
    const limits = new RequestLimits({
      quotas: { sessions: 0, calls: callsPerSecond, logins: 0 },
      proxies: 0,
      unknownProxyAddresses: 1,
      now: () => nowMs,
      usage: new SharedUsage(link),
      meter: { limited: () => {} },
      log: { warn: () => {} },
    });
    return limits.checkOf('calls') as LimitCheck;
  });
  const exchanged = (tellers: number): Promise<void> => {
    tellersLeft = tellers;
    return new Promise((resolve) => {
      allTold = resolve;
    });
  };
  return { checks, exchanged };
}

/** How many of so many calls on a session were allowed. */
function allowed(check: LimitCheck, calls: number, session = 'a session'): number {
  return Array.from({ length: calls }, () => check(sender, session)).filter((problem) => problem === null).length;
}

test('the allowance that a session has used at one worker is used at the others', async () => {
  const { checks, exchanged } = makeWorkers(3);
  const [one, two, three] = checks as [LimitCheck, LimitCheck, LimitCheck];
  expect(allowed(one, 25)).toBe(callsPerSecond);
  await exchanged(1);
  expect([allowed(two, 5), allowed(three, 5)]).toEqual([0, 0]);
  expect(allowed(two, 5, 'another session')).toBe(5);
  nowMs += 100;
  expect(allowed(three, 5)).toBe(1);
});

test('a burst at all workers at once is subtracted from what is allowed afterwards, for two windows at most', async () => {
  const { checks, exchanged } = makeWorkers(8);
  const [first] = checks as [LimitCheck];
  const burst = checks.map((check) => allowed(check, 20));
  expect(burst).toEqual(checks.map(() => callsPerSecond));
  await exchanged(checks.length);
  nowMs += 1_000;
  expect(first(sender, 'a session')?.code).toBe('RATE_LIMITED');
  nowMs += 1_200;
  expect(first(sender, 'a session')).toBeNull();
});
