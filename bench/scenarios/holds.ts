/**
 * Scenario: hold and give back two random seats of one event, one session per connection. The same for the service and
 * for the row-lock baseline, which speaks the same paths.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';
import type { HoldRecord, Target } from '../load/plan.ts';
import type { LoadGenerator } from '../load.ts';
import { measure, type Scenario, type Server } from './scenario.ts';

export interface HoldSetting {
  readonly name: string;
  readonly baseUrl: string;
  readonly server: Server;
  /** For making sessions; no key needed. */
  readonly visitor: Client;
  readonly target: Target;
  /** True: every connection keeps to seats of its own. */
  readonly isApart?: boolean;
}

/** `remember` gets what every session of a round was last known to hold. */
export function holds(
  setting: HoldSetting,
  generator: LoadGenerator,
  remember: (records: readonly HoldRecord[]) => void,
): Scenario {
  const scenario = { name: setting.name, unit: 'calls' } as const;
  const { baseUrl, server, target, isApart = false } = setting;
  return {
    ...scenario,
    async round(ask) {
      const sessionIds = await makeSessions(setting.visitor, target, ask.connections);
      const plan = { kind: 'holds', baseUrl, sessionIds, target, isApart, ...ask } as const;
      const { round, load } = await measure(scenario, { server, generator, plan });
      remember(load.holds);
      return round;
    },
  };
}

/** Makes so many new sessions on an event; resolves with their ids. */
export async function makeSessions(visitor: Client, target: Target, count: number): Promise<string[]> {
  const { eventId, publicKey } = target;
  const make = async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const path = '/api/public/v2.0/session/';
    const session = await visitor.demand({ method: 'POST', path, body: { eventId, publicKey }, headers });
    return session.sessionId as string;
  };
  return await Promise.all(Array.from({ length: count }, make));
}
