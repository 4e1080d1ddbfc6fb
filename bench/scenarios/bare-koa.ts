/** Scenario: bare Koa reads and parses the same bodies as the hold scenario sends. Nothing is held. */
import { randomUUID } from 'node:crypto';
import type { Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { measure, type Scenario } from './scenario.ts';

export async function bareKoa(stage: Stage): Promise<Scenario> {
  const scenario = { name: 'bare Koa', unit: 'calls' } as const;
  const { server, baseUrl } = await stage.bareKoa();
  const target = await stage.lastHotEvent();
  return {
    ...scenario,
    async round(ask) {
      const sessionIds = Array.from({ length: ask.connections }, () => randomUUID());
      const plan = { kind: 'holds', baseUrl, sessionIds, target, choice: 'any', ...ask } as const;
      return (await measure(scenario, { server: server(), generator: stage.generator, plan })).round;
    },
  };
}

export const bareKoaRounds: RoundsDefinition = {
  kind: 'rounds',
  name: 'bare-koa',
  about: 'The upper bound: Koa reads and parses the same bodies and answers a small object',
  unit: 'calls',
  isEssential: true,
  sizes: 'all',
  prepare: async (stage) => [await bareKoa(stage)],
};
