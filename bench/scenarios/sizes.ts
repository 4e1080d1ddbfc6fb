/**
 * Does a hold cost the same on a small and on a huge event, among few and among many open sessions? Three events, held on
 * in turn, every connection with seats of its own so that refusals do not blur the picture.
 */
import { makeEvent, makeSchema } from '../catalog.ts';
import type { Target } from '../load/plan.ts';
import type { Options } from '../options.ts';
import { median } from '../report.ts';
import type { Stage } from '../stage.ts';
import { besidesCrowd, makeCrowd } from './crowd.ts';
import { holds } from './holds.ts';
import type { Round } from './scenario.ts';

export interface SizeFigures {
  readonly smallSeats: number;
  readonly largeSeats: number;
  readonly fewSessions: number;
  readonly manySessions: number;
  readonly connections: number;
  /** Calls a second: small event; large event with few sessions; large event with many. Medians. */
  readonly small: number;
  readonly large: number;
  readonly crowded: number;
  /** Medians of the rounds' ratios; 1 means that size costs nothing. */
  readonly largeToSmall: number;
  readonly crowdedToLarge: number;
}

const smallSeats = 1_000;
const largeSeats = 200_000;
const fewSessions = 100;
const manySessions = 100_000;

/** Runs the rounds; throws when one of them is void. */
export async function measureSizes(stage: Stage, { rounds, seconds, connections }: Options): Promise<SizeFigures> {
  const small = await prepare(stage, smallSeats, fewSessions);
  const large = await prepare(stage, largeSeats, fewSessions);
  const crowded = await prepare(stage, largeSeats, manySessions);
  const size = connections[0]!;
  const results = { small: [] as number[], large: [] as number[], crowded: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    results.small.push(await callsPerSecond(stage, small, size, seconds));
    results.large.push(await callsPerSecond(stage, large, size, seconds));
    results.crowded.push(await callsPerSecond(stage, crowded, size, seconds));
  }
  return {
    smallSeats,
    largeSeats,
    fewSessions,
    manySessions,
    connections: size,
    small: median(results.small)!,
    large: median(results.large)!,
    crowded: median(results.crowded)!,
    largeToSmall: median(results.large.map((value, round) => value / results.small[round]!))!,
    crowdedToLarge: median(results.crowded.map((value, round) => value / results.large[round]!))!,
  };
}

async function prepare(stage: Stage, seatCount: number, sessions: number): Promise<Target> {
  const schemaId = await makeSchema(stage.owner, seatCount, 0);
  const target = await makeEvent(stage.owner, stage.demo, schemaId);
  const crowd = await makeCrowd(stage.visitor, target, sessions);
  for (const record of crowd) stage.evidence.holds.push(record);
  return besidesCrowd(target, crowd);
}

async function callsPerSecond(stage: Stage, target: Target, connections: number, seconds: number): Promise<number> {
  const { service, visitor, generator, evidence } = stage;
  const server = { pid: service.pid, bystanders: [], operator: visitor };
  const setting = { name: 'sizes', baseUrl: service.baseUrl, server, visitor, target, isApart: true };
  const scenario = holds(setting, generator, (records) => evidence.holds.push(...records));
  const round: Round = await scenario.round({ connections, seconds, warmSeconds: 0.5 });
  if (round.voidReason !== null) throw new Error(`sizes: ${round.voidReason}`);
  return round.perSecond;
}
