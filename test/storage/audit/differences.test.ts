/** What counts as a difference between a stored session and its journal. */
import type { Session } from '#domain/session/session.ts';
import { isAsTold } from '#storage/audit/differences.ts';
import { EventDriver } from '../../support/event-driver.ts';

function session(more: Partial<Session> = {}): Session {
  const driver = new EventDriver();
  return { ...driver.session(driver.create()), ...more };
}

const withPass = { withPass: true } as const;

test.each([
  ['the same session', session(withPass), session(withPass), true],
  ['one stored by 0.2.0, which does not tell of its pass', session(), session(withPass), true],
  ['one with a pass of which the journal knows nothing', session(withPass), session(), false],
  ['another state', session({ state: 'EXPIRED' }), session(), false],
  ['another cap', session({ maxSeats: 3, ...withPass }), session(withPass), false],
])('%s', (_name, stored, told, isSame) => {
  expect(isAsTold(stored, told)).toBe(isSame);
});
