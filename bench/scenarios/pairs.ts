/**
 * What a feature costs, in pairs of rounds: with it and without it, shortly after each other. Compares processor time of
 * the service and its database for each unit, which depends less on the load of the machine than a rate does.
 */
import { median, medianInterval } from '../reporting/statistics.ts';
import type { Round } from './scenario.ts';
import type { Check, Table } from './study.ts';

/** Processor microseconds for each unit. */
export interface Pair {
  readonly ours: number;
  readonly without: number;
}

/** Processor time of the service and of its database for each unit; null when it is not known. */
export function microsOf({ serverBusy, storeBusy, perSecond }: Round): number | null {
  return serverBusy === null || storeBusy === null ? null : ((serverBusy + storeBusy) / perSecond) * 1e6;
}

/** The ratios of pairs: their median, and the bounds within which the median of all lies with a probability of 95 %. */
export interface Ratios {
  readonly name: string;
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly row: Table['rows'][number];
}

export const pairColumns = [
  '',
  'pairs',
  'µs with',
  'µs without',
  'ratio',
  'at least',
  'at most',
  'smallest',
  'largest',
];

export function ratiosOf(name: string, pairs: readonly Pair[]): Ratios {
  const ratios = pairs.map(({ ours, without }) => ours / without);
  const ratio = median(ratios);
  const [low, high] = medianInterval(ratios) ?? [null, null];
  const [ours, without] = [median(pairs.map((pair) => pair.ours)), median(pairs.map((pair) => pair.without))];
  const row = [name, pairs.length, ours, without, ratio, low, high, Math.min(...ratios), Math.max(...ratios)];
  return { name, ratio, low, high, row };
}

/** Kept when the whole interval is below the limit, broken when it is above; otherwise there were too few pairs to say. */
export function boundedCost(says: string, { low, high }: Ratios, limit: number): Check {
  if (low === null || high === null) return { says, figure: null, isKept: null };
  return { says, figure: high, isKept: high <= limit ? true : low > limit ? false : null };
}
