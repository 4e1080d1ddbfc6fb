/**
 * `npm run simulate -- --seeds N` plays N seeds (`--from S` on, `--operations O` each) and says what was found; with
 * `--seed S` it replays one and shows what happened last. Exit code 1 when something is wrong.
 */
import { parseArgs } from 'node:util';
import { type RunResult, simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    operations: { type: 'string', default: '400' },
    /** Stops after so many seeds with violations. */
    failures: { type: 'string', default: '10' },
    quiet: { type: 'boolean', default: false },
  },
});
const operations = Number(values.operations);
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const failuresMax = Number(values.failures);

const totals = new Map<string, number>();
const before = process.cpuUsage();
let failures = 0;
let played = 0;
for (let seed = first; seed < first + count && failures < failuresMax; seed++) {
  const result = await simulate(seed, operations);
  played++;
  for (const [kind, times] of result.counts) totals.set(kind, (totals.get(kind) ?? 0) + times);
  if (result.violations.length > 0) failures++;
  if (result.violations.length > 0 || values.seed !== undefined) show(result);
}
const { user, system } = process.cpuUsage(before);
const seconds = (user + system) / 1e6;
if (!values.quiet)
  for (const [kind, times] of [...totals].sort()) console.log(`${String(times).padStart(10)}  ${kind}`);
const effects = (totals.get('effect') ?? 0) / (totals.get('command') ?? 1);
console.log(
  `${played} seeds of ${operations} operations: ${failures} with violations; ${(played / seconds).toFixed(1)} seeds a second of one core; ` +
    `${(100 * effects).toFixed(0)} % of ${totals.get('command')} commands had effect`,
);
process.exitCode = failures > 0 ? 1 : 0;

function show({ seed, hash, violations, lastLines }: RunResult): void {
  if (!values.quiet) for (const line of lastLines) console.log(line);
  console.log(`seed ${seed}, hash ${hash}: ${violations.length === 0 ? 'nothing is wrong' : violations.join('\n  ')}`);
}
