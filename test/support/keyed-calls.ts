/** Calls with an idempotency key. */
import { sql } from 'slonik';
import type { Answer, Show, TestService } from './service.ts';
import { bookingOf, type SessionCalls, succeeded } from './session-calls.ts';

/** The answer while another call with the same key is running. */
export async function callInUse(service: TestService): Promise<Answer> {
  const { pool, organization } = service.catalog;
  const make = () =>
    service.call('POST', '/api/private/v2.0/venues/', {
      key: organization.token,
      headers: { 'Idempotency-Key': 'running' },
      body: { name: 'Hall' },
    });
  succeeded(await make());
  await pool.query(sql.unsafe`update idempotency_key set status = null, answer = null, renewed_at = now()`);
  return make();
}

/** The answer to a second request with the key of the first. */
export async function callReusingKey(calls: SessionCalls, { seats }: Show): Promise<Answer> {
  succeeded(await calls.book('lock', bookingOf(seats.slice(0, 1)), 'k'));
  return calls.book('lock', bookingOf(seats.slice(1, 2)), 'k');
}

/** Whether it is the recorded answer of an earlier call. */
export const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
