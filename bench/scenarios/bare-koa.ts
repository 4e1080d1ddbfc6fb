/** Scenario: bare Koa reads and parses the same bodies as the hold scenario sends. Nothing is held. */
import { randomUUID } from 'node:crypto';
import type { Target } from '../load/plan.ts';
import type { BaselineServer, Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { measure, type Scenario } from './scenario.ts';

export async function bareKoa(stage: Stage): Promise<Scenario> {
  return idleAnswers(stage, 'bare Koa', await stage.bareKoa(), await stage.lastHotEvent());
}

/** The requests of holds, sent to a server that knows neither the sessions nor the seats. */
export function idleAnswers(
  { generator }: Stage,
  name: string,
  { server, baseUrl }: BaselineServer,
  target: Target,
  sessionsOf: (count: number) => string[] = unknownSessions,
): Scenario {
  const scenario = { name, unit: 'calls' } as const;
  return {
    ...scenario,
    async round(ask) {
      const sessionIds = sessionsOf(ask.connections);
      const plan = { kind: 'holds', baseUrl, sessionIds, target, choice: 'any', ...ask } as const;
      return (await measure(scenario, { server: server(), generator, plan })).round;
    },
  };
}

/** Session ids that no service knows. */
export function unknownSessions(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID());
}

export const bareKoaRounds: RoundsDefinition = {
  kind: 'rounds',
  name: 'bare-koa',
  about: 'The upper bound of Koa: it reads and parses the same bodies and answers a small object',
  unit: 'calls',
  isEssential: true,
  sizes: 'all',
  prepare: async (stage) => [await bareKoa(stage)],
};
