/**
 * The limits with their defaults under the mix of an on-sale: tens of thousands of honest addresses, crowds that share one,
 * and floods. Time is the test's own.
 */
import { type LimitCheck, RequestLimits } from '#http/limits/request-limits.ts';
import { readSettings } from '#wiring/settings.ts';
import { problemsOnly } from '../../support/logs.ts';

const settings = readSettings({});
let now: number;
let check: LimitCheck;

beforeEach(() => {
  now = 0;
  const limits = new RequestLimits({
    quotas: {
      sessions: settings.SESSIONS_PER_ADDRESS_PER_MINUTE,
      calls: settings.CALLS_PER_SESSION_PER_SECOND,
      logins: 0,
    },
    proxies: 1,
    unknownProxyAddresses: 1,
    now: () => now,
    meter: { limited: () => {} },
    log: problemsOnly,
  });
  check = limits.checkOf('sessions') as LimitCheck;
});

/** Creates from an address, as the proxy reports it; how many of them are admitted. */
function admitted(address: string, creates: number): number {
  const sender = { headers: { 'x-forwarded-for': address }, socket: { remoteAddress: '10.0.0.1' } };
  let count = 0;
  for (let create = 0; create < creates; create++) if (check(sender, '') === null) count++;
  return count;
}

const addressOf = (number: number): string => `203.${number >>> 16}.${(number >>> 8) & 255}.${number & 255}`;

test('thirty thousand buyers with addresses of their own are all admitted beside a flood, which is not', () => {
  let flood = 0;
  for (let second = 0; second < 60; second++) {
    for (let buyer = 0; buyer < 500; buyer++) expect(admitted(addressOf(second * 500 + buyer), 2)).toBe(2);
    flood += admitted('198.51.100.7', 1_000);
    now += 1_000;
  }
  // The burst, and what is refilled in 59 seconds.
  expect(flood).toBe(300 + 59 * 5);
});

test('an office of 300 buyers is admitted at once, a larger one at five buyers a second', () => {
  expect(admitted('198.51.100.8', 300)).toBe(300);
  expect(admitted('198.51.100.8', 200)).toBe(0);
  now += 10_000;
  expect(admitted('198.51.100.8', 200)).toBe(50);
});

test('a flood from one /64 of IPv6 is one client, whatever its last 64 bits are', () => {
  let flood = 0;
  for (let host = 1; host <= 2_000; host++) flood += admitted(`2001:db8:0:1::${host.toString(16)}`, 1);
  expect(flood).toBe(300);
  expect(admitted('2001:db8:0:2::1', 1)).toBe(1);
});

test('a flood cannot write itself another address in front of the one that the proxy saw', () => {
  let flood = 0;
  for (let number = 0; number < 2_000; number++) flood += admitted(`${addressOf(number)}, 198.51.100.9`, 1);
  expect(flood).toBe(300);
});
