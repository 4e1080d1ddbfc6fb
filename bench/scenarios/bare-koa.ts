/** Scenario: bare Koa reads and parses the very bodies that the hold scenario sends. Nothing is held. */
import { randomUUID } from 'node:crypto';
import type { Target } from '../load/plan.ts';
import type { LoadGenerator } from '../load.ts';
import { measure, type Scenario, type Server } from './scenario.ts';

export function bareKoa(server: Server, baseUrl: string, generator: LoadGenerator, target: Target): Scenario {
  const scenario = { name: 'bare Koa', unit: 'calls' } as const;
  return {
    ...scenario,
    async round(ask) {
      const sessionIds = Array.from({ length: ask.connections }, () => randomUUID());
      const plan = { kind: 'holds', baseUrl, sessionIds, target, isApart: false, ...ask } as const;
      return (await measure(scenario, { server, generator, plan })).round;
    },
  };
}
