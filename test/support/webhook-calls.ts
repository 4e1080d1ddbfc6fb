/** Calls on webhooks, and time for their retries: the database's clock decides when a job is due, so it is moved. */
import { sql } from 'slonik';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';
import { succeeded } from './session-calls.ts';

const webhooksPath = '/api/private/v2.0/webhooks/';

export function webhookCalls(service: TestService, key = service.catalog.organization.token) {
  const call = async (method: string, path: string, body?: unknown) =>
    succeeded(await service.call(method, webhooksPath + path, { key, body })).body;
  const deliveries = async (id: number, query = '') => (await call('GET', `${id}/deliveries/${query}`)).content;
  return {
    call,
    deliveries,
    create: (url: string, types: readonly string[] = []) => call('POST', '', { url, types }),
    /** The webhook's only delivery, once it is as the test expects. */
    deliveryWhen: (id: number, matches: (delivery: Delivery) => boolean): Promise<Delivery> =>
      eventually(async () => (await deliveries(id)).find(matches)),
  };
}

export interface Delivery {
  readonly id: number;
  readonly changeId: string;
  readonly type: string;
  readonly attempts: number;
  readonly state: 'PENDING' | 'DELIVERED' | 'DEAD';
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
}

/** Stores a delivery that has ended, without sending anything, and returns its id. */
export async function makeDelivery({ catalog }: TestService, webhookId: number): Promise<number> {
  return Number(
    await catalog.pool.oneFirst(sql.unsafe`
      insert into webhook_delivery (webhook_id, read_from, change_id, type, state, attempts, created_at)
      values (${webhookId}, '', gen_random_uuid()::text, 'session.confirmed', 'DEAD', 11, now()) returning id
    `),
  );
}

/** Lets time pass for the service and for the jobs of retries: those that are due by the service's clock become so. */
export async function letTimePass(service: TestService, ms: number): Promise<void> {
  const due = service.clock.now() + ms;
  await service.catalog.pool.query(sql.unsafe`
    update webhook_retries.job set start_after = now() - interval '1 second'
    where state = 'created' and start_after <= to_timestamp(${due / 1000})
  `);
  service.clock.advance(ms);
}
