/** Made-up benchmark rounds and reports; a test names the fields that matter to it, the others have defaults. */
import type { RunReport } from '../../bench/reporting/run-report.ts';
import { checksOf, summarize } from '../../bench/reporting/summary.ts';
import type { Round } from '../../bench/scenarios/scenario.ts';

export function roundOf(scenario: string, more: Partial<Round> = {}): Round {
  return {
    scenario,
    connections: 256,
    seconds: 1,
    perSecond: 1_000,
    p50Ms: 1,
    p99Ms: 5,
    done: 1_000,
    conflicts: 0,
    refused: 0,
    failed: 0,
    broken: 0,
    steps: {},
    averageBatch: null,
    averageAppendMs: null,
    generatorBusy: 0.5,
    serverBusy: 0.95,
    storeBusy: null,
    stolen: null,
    cpuMicros: 20,
    loopP99Ms: 11,
    invalidReason: null,
    ...more,
  };
}

export function reportOf(at: string, rounds: readonly Round[], studies: RunReport['studies'] = {}): RunReport {
  const figures = summarize(rounds);
  return {
    at,
    tookSeconds: 12,
    replays: 0,
    machine: {
      processor: 'Some processor',
      cores: 2,
      memoryGiB: 8,
      system: 'linux',
      node: 'v24.0.0',
      postgres: '18',
      postgresSettings: { fsync: 'on' },
      version: 'abc1234',
      redis: null,
      go: null,
      packages: { koa: '3.3.0' },
    },
    options: {
      rounds: 1,
      passes: 1,
      seconds: 1,
      connections: [256],
      scenarios: [],
      isQuick: false,
      isProfiled: false,
      report: '',
      json: null,
      compare: null,
    },
    contents: [{ name: 'holds', about: 'Hold and give back two seats' }],
    warmSeconds: 0.5,
    figures,
    studies,
    checks: checksOf(figures),
    warnings: [],
    audit: { events: 1, records: 20, sessions: 3, purchases: 4, holds: 5, bookings: 6, tickets: 0, findings: [] },
    flames: {},
    stages: {},
    rounds,
  };
}
