/**
 * Many small clusters, each run from a seed with all kinds of faults: no rule is ever broken, every fault and refusal
 * really occurs, and the same seed makes the same run.
 */
import { clusterFaults, statementFaults } from './fault-rates.ts';
import { type RunResult, simulate } from './simulation.ts';

const seeds = Number(process.env.SIMULATED_SEEDS ?? 120);
const operations = 400;

/** Every refusal that the workload can cause. */
const refusals = [
  'CAP_SEATS',
  'CAP_TICKET_TYPE',
  'DATA_INTEGRITY_VIOLATION',
  'EMPTY_CART',
  'ENTITY_NOT_FOUND',
  'EVENT_ARCHIVED',
  'EVENT_NOT_PUBLISHED',
  'IDEMPOTENCY_KEY_REUSED',
  'MALFORMED_REQUEST',
  'MIXED_CURRENCIES',
  'NOT_ENABLED',
  'NOT_ON_SALE',
  'NO_QUEUE',
  'NO_SUITABLE_SEATS',
  'ORPHAN_SEATS',
  'PASS_EXPIRED',
  'PASS_INVALID',
  'PASS_REQUIRED',
  'PASS_USED',
  'PROPERTIES_TOO_LARGE',
  'QUEUE_FULL',
  'REFERENCE_TAKEN',
  'SALES_CONTROL_DISABLED',
  'SEAT_CONFLICT',
  'SESSION_DEAD',
  'SESSION_FROZEN',
  'SESSION_HELD',
  'SESSION_NOT_CHECKED_OUT',
  'SESSION_NOT_CONFIRMED',
  'START_OVER_REQUIRED',
  'UNIT_INCOMPLETE',
  'VALIDATION_FAILED',
];

/** Counters that must not be 0; otherwise the runs prove nothing. */
const requiredCounters = [
  ...clusterFaults,
  ...statementFaults.map((fault) => `statement ${fault}`),
  ...refusals.map((code) => `refusal ${code}`),
  'alternative',
  'alternatives offered again',
  'answer repeated',
  'append added',
  'asked of the parent: acquire',
  'asked of the parent: drop',
  'asked of the parent: heartbeat',
  'asked of the parent: remove',
  'asked of the parent: renew',
  'append fenced',
  'append skipped',
  'broken: fenced',
  'broken: refused',
  'client gives up',
  'crash at a call',
  'evicted',
  'expired',
  'fault OUTCOME_UNKNOWN',
  'fault UNAVAILABLE',
  'forwarded',
  'forwarded and lost',
  'geometry read',
  'guest who came later',
  'handed over',
  'hop 2',
  'key without its answer repeated',
  'lease broken',
  'lease unanswered',
  'loaded from snapshot',
  'message dropped',
  'message duplicated',
  'message late',
  'projected late by a former owner',
  'projected with changes of the feed',
  'projection failed',
  'projection overtaken',
  ...['drawn', 'admitted', 'lapsed'].map((type) => `step ${type}`),
  ...['opened', 'closed', 'released'].map((type) => `step allotment-${type}`),
  'record rewritten without a person',
  'record without answers',
  'rewritten journal replayed',
  'session exchanged',
  'session reclaimed',
  'session that is gone shown',
  'seat without a guest shown',
  'stored session read',
  'shard taken: fallen',
  'snapshot',
  'snapshot failed',
  'take-over',
  ...['WAITING', 'ADMITTED', 'CLAIMED', 'LAPSED'].map((state) => `ticket ${state}`),
  'turn decided ahead',
  'turn of many',
  'unit divided before',
  'unit whole',
  'viewer change',
  'viewer connects',
  'viewer reset',
  'parent saw an end',
  'parent unanswered',
  'outcome unknown, executed',
  'outcome unknown, not executed',
];

test('with any faults no booking is lost, sold twice or answered wrongly, and the cluster recovers afterwards', async () => {
  const results: RunResult[] = [];
  for (let seed = 1; seed <= seeds; seed++) results.push(await simulate(seed, operations));
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([]);

  const times = (kind: string): number => results.reduce((sum, { counts }) => sum + (counts.get(kind) ?? 0), 0);
  expect(requiredCounters.filter((kind) => times(kind) === 0)).toEqual([]);
  expect(times('effect') / times('command')).toBeGreaterThan(0.25);
});

describe('a seed of the simulation', () => {
  test('makes the same run each time', async () => {
    const [first, second, other] = [await simulate(7, 100), await simulate(7, 100), await simulate(8, 100)];
    expect(second).toEqual(first);
    expect(other.hash).not.toBe(first.hash);
  });

  test('makes the same run if the lines of its trace are kept', async () => {
    const [first, read] = [await simulate(7, 100), await simulate(7, 100, true)];
    expect(read.hash).toBe(first.hash);
    expect(first.lastLines).toEqual([]);
    expect(read.lastLines.length).toBeGreaterThan(100);
  });
});
