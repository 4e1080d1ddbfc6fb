/** The sessions that hostile requests name, and the code of one of them. */
import type { Show, TestService } from './service.ts';
import { sessionCalls, succeeded } from './session-calls.ts';

/** Sessions of every state: the first is active, the second checked out. */
export async function openSessions(service: TestService, show: Show): Promise<string[]> {
  const calls = sessionCalls(service, show);
  const active = await calls.open([show.seats[0] as number], [[show.areas[0], 2]]);
  const many = await Promise.all(Array.from({ length: 30 }, () => calls.open()));
  const frozen = await calls.open([show.seats[1] as number]);
  succeeded(await calls.checkout(frozen));
  const sold = await calls.open([show.seats[2] as number]);
  succeeded(await calls.checkout(sold));
  succeeded(await calls.confirm(sold, { reference: 'R' }));
  return [active, frozen, sold, active.toUpperCase(), ...many];
}

/** The code of the session that is checked out. */
export async function codeOf(service: TestService, show: Show, [, frozen = '']: readonly string[]): Promise<string> {
  return succeeded(await sessionCalls(service, show).callPublic(frozen, 'checkout-code/')).body.code;
}
