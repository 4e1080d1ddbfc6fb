/**
 * Study: the ratios with commits that take a millisecond longer, as on a disk that syncs slowly. Redis is left out,
 * because the delay is a setting of PostgreSQL. The server that only writes a journal shows how far one append at a time
 * can come.
 */
import { makeRowLockEvent } from '../baselines/row-lock-tables.ts';
import { median, medianRatio } from '../reporting/statistics.ts';
import { withCommitDelay } from '../stand/database-settings.ts';
import { eventSeats } from '../stand/stage.ts';
import { bareKoa } from './bare-koa.ts';
import type { StudyDefinition } from './definition.ts';
import { baselineHolds, holds, serviceHolds } from './holds.ts';
import { journalOnlyHolds } from './journal-only.ts';
import type { Round } from './scenario.ts';
import { above, atLeast, type Study } from './study.ts';

const delayMicros = 1_000;
const toRowLocksMin = 10;

export const slowDisk: StudyDefinition = {
  kind: 'study',
  name: 'slow-disk',
  about: 'Holds, bare Koa and row locks with commit_delay = 1,000 µs in Postgres, for a disk that syncs slowly',
  unit: 'calls',
  isEssential: false,
  async run(stage, ask): Promise<Study> {
    const rowLocks = await stage.rowLocks();
    const rowLockEvent = () => makeRowLockEvent(rowLocks.databaseUrl, eventSeats);
    const scenarios = [
      await bareKoa(stage),
      holds(serviceHolds(stage, 'hold/unhold', () => stage.hotEvent())),
      await journalOnlyHolds(stage),
      holds(baselineHolds(stage, 'row-lock hold/unhold', rowLocks, rowLockEvent)),
    ];
    const { seconds, warmSeconds } = ask;
    const sizes = ask.isQuick ? ask.connections.slice(-1) : ask.connections;
    const rounds: Round[] = [];
    await withCommitDelay(await stage.databaseUrl(), delayMicros, async () => {
      for (let number = 0; number < ask.rounds; number++) {
        for (const connections of sizes) {
          for (const scenario of number % 2 === 0 ? scenarios : scenarios.toReversed()) {
            ask.tell(`${scenario.name}, ${connections} connections`);
            rounds.push(await ask.runRound(scenario, { connections, seconds, warmSeconds }));
          }
        }
      }
    });
    return present(sizes, rounds);
  },
};

function present(sizes: readonly number[], rounds: readonly Round[]): Study {
  const lines = sizes.map((connections) => {
    const of = (name: string) => rounds.filter((round) => round.scenario === name && round.connections === connections);
    const rates = (name: string) => of(name).map(({ perSecond }) => perSecond);
    const ours = of('hold/unhold');
    return {
      connections,
      perSecond: median(rates('hold/unhold')),
      toBareKoa: medianRatio(rates('hold/unhold'), rates('bare Koa')),
      toRowLocks: medianRatio(rates('hold/unhold'), rates('row-lock hold/unhold')),
      floorToRowLocks: medianRatio(rates('journal-only hold/unhold'), rates('row-lock hold/unhold')),
      cpuMicros: median(ours.map(({ cpuMicros }) => cpuMicros)),
      appendMs: median(ours.map(({ averageAppendMs }) => averageAppendMs)),
      p99Ms: median(ours.map(({ p99Ms }) => p99Ms)),
    };
  });
  return {
    title: 'A slower disk',
    about: `commit_delay = ${delayMicros} µs with commit_siblings = 0, in interleaved rounds.`,
    figures: Object.fromEntries(
      lines.flatMap(({ connections, toBareKoa, toRowLocks, floorToRowLocks }) => [
        [`${connections} connections to bare Koa`, toBareKoa],
        [`${connections} connections to row locks`, toRowLocks],
        [`${connections} connections, journal only to row locks`, floorToRowLocks],
      ]),
    ),
    tables: [
      {
        columns: [
          'connections',
          'holds/s',
          'to bare Koa',
          'to row locks',
          'journal only to row locks',
          'CPU µs',
          'append ms',
          'p99 ms',
        ],
        rows: lines.map((line) => Object.values(line)),
      },
    ],
    plots: [],
    checks: lines.map(({ connections, toRowLocks, floorToRowLocks }) => {
      const says = `slow disk, ${connections} connections: at least ${toRowLocksMin} × row locks`;
      return above(floorToRowLocks, atLeast(says, toRowLocks, toRowLocksMin));
    }),
  };
}
