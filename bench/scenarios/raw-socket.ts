/**
 * Scenario: what an answer costs on this host before any work is done for it. A socket server that parses nothing answers
 * the bytes of the service's own answers to the same requests.
 */
import type { BaselineServer, Stage } from '../stand/stage.ts';
import { idleAnswers } from './bare-koa.ts';
import { holdAnswers } from './captured.ts';
import type { RoundsDefinition } from './definition.ts';
import type { Scenario } from './scenario.ts';

/** The server that answers holds and the giving back of seats in turn. */
export function rawSocketServer(stage: Stage): Promise<BaselineServer> {
  return stage.rawSocket('holds', () => holdAnswers(stage));
}

export async function rawSocket(stage: Stage): Promise<Scenario> {
  return idleAnswers(stage, 'raw socket', await rawSocketServer(stage), await stage.lastHotEvent());
}

export const rawSocketRounds: RoundsDefinition = {
  kind: 'rounds',
  name: 'raw-socket',
  about: 'The host’s floor: a Node socket server without a parser answers the bytes of a hold',
  unit: 'calls',
  isEssential: true,
  sizes: 'all',
  prepare: async (stage) => [await rawSocket(stage)],
};
