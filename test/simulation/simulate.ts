/**
 * `npm run simulate -- --seeds N` runs N seeds (from `--from S`, `--operations O` each, on `--jobs J` threads) and
 * prints the violations; `--seed S` runs one seed and prints the end of its trace. Exit code 1 if there is a violation.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Progress, runShare, type SeedShare } from './seed-share.ts';
import { type RunResult, simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    operations: { type: 'string', default: '400' },
    /** The number of threads. */
    jobs: { type: 'string', default: '1' },
    /** Stops after this many seeds with violations. */
    failures: { type: 'string', default: '10' },
    quiet: { type: 'boolean', default: false },
  },
});
const operations = Number(values.operations);
const failuresMax = Number(values.failures);
/** A long run prints its progress after every 1,000 seeds. */
const seedsPerProgressLine = 1_000;

const totals = new Map<string, number>();
const before = process.cpuUsage();
let failures = 0;
let seedsRun = 0;

if (values.seed === undefined) await runAll(Number(values.from), Number(values.seeds), Number(values.jobs));
else await replay(Number(values.seed));
if (!values.quiet)
  for (const [kind, times] of [...totals].sort()) console.log(`${String(times).padStart(10)}  ${kind}`);
console.log(summary());
process.exitCode = failures > 0 ? 1 : 0;

async function runAll(first: number, count: number, jobs: number): Promise<void> {
  if (jobs === 1) return runShare({ first, count, step: 1, operations }, take);
  const shares = Array.from({ length: jobs }, (_, at): SeedShare => {
    return { first: first + at, count: count - at, step: jobs, operations };
  });
  await Promise.all(shares.map(runOnThread));
}

function runOnThread(share: SeedShare): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./seed-thread.ts', import.meta.url), { workerData: share });
    thread.on('message', (progress: Progress) => {
      if (failures >= failuresMax || !take(progress)) void thread.terminate();
    });
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
}

/** False: the maximum number of failures is reached. */
function take({ seedsRun: more, counts, failure }: Progress): boolean {
  const signs = Math.floor(seedsRun / seedsPerProgressLine);
  seedsRun += more;
  add(counts);
  if (failure !== null) {
    failures++;
    show(failure);
    console.log(`  to repeat: npm run simulate -- --seed ${failure.seed} --operations ${operations}`);
  }
  if (!values.quiet && Math.floor(seedsRun / seedsPerProgressLine) > signs) console.log(summary());
  return failures < failuresMax;
}

async function replay(seed: number): Promise<void> {
  const result = await simulate(seed, operations, true);
  seedsRun = 1;
  if (result.violations.length > 0) failures++;
  add(result.counts);
  if (!values.quiet) for (const line of result.lastLines) console.log(line);
  show(result);
}

function add(counts: ReadonlyMap<string, number>): void {
  for (const [kind, times] of counts) totals.set(kind, (totals.get(kind) ?? 0) + times);
}

function show({ seed, hash, violations }: RunResult): void {
  console.log(`seed ${seed}, hash ${hash}: ${violations.length === 0 ? 'nothing is wrong' : violations.join('\n  ')}`);
}

function summary(): string {
  const { user, system } = process.cpuUsage(before);
  const perSecond = (1e6 * seedsRun) / (user + system);
  const effects = (totals.get('effect') ?? 0) / (totals.get('command') ?? 1);
  return (
    `${seedsRun} seeds of ${operations} operations: ${failures} with violations; ${perSecond.toFixed(1)} seeds a second of one core; ` +
    `${(100 * effects).toFixed(0)} % of ${totals.get('command')} commands had effect`
  );
}
