/** How to cause each error of the queue, for the test of all error codes. */
import { randomUUID } from 'node:crypto';
import { createUnder } from './pass-calls.ts';
import type { Answer, Show, TestService } from './service.ts';
import { type SessionCalls, succeeded } from './session-calls.ts';

export interface Stage {
  readonly show: Show;
  readonly calls: SessionCalls;
}

export type Provocation = readonly [
  route: readonly [method: string, path: string] | null,
  ask: (stage: Stage) => Promise<Answer>,
];

const joinQueue = ['POST', '/api/public/v2.0/event/{eventId}/queue/'] as const;

/** By code. `service`: with `TICKETS_PER_EVENT_MAX` 2, asked when the provocations run. */
export function queueProvocations(service: () => TestService): Record<string, Provocation> {
  const join = ({ show }: Stage): Promise<Answer> => {
    const path = `/api/public/v2.0/event/${show.eventId}/queue/?publicKey=${service().catalog.organization.publicKey}`;
    return service().call('POST', path, { headers: { 'Idempotency-Key': randomUUID() } });
  };
  return {
    NO_QUEUE: [joinQueue, join],
    QUEUE_FULL: [
      joinQueue,
      async (stage) => {
        await createUnder(service(), stage.show, 'QUEUE');
        succeeded(await join(stage));
        succeeded(await join(stage));
        return join(stage);
      },
    ],
  };
}
