/**
 * `npm run bench`: measures the service and its baselines (bare Koa, row locks, Redis) in one run of interleaved rounds on
 * a durable PostgreSQL, then audits everything that was acknowledged. Prints no figure when the audit fails.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Options, parseOptions, usageOf } from './options.ts';
import { compareRuns, pickRun, readRuns, rememberRun } from './reporting/history.ts';
import { markdownOf, tableText } from './reporting/markdown.ts';
import { pageOf } from './reporting/page.ts';
import type { RunReport } from './reporting/run-report.ts';
import { checksOf, summarize, warningsOf } from './reporting/summary.ts';
import { type RunResults, runScenarios, warmSeconds } from './scenario-runner.ts';
import { definitions } from './scenarios/registry.ts';
import { InvalidRun } from './stand/stage.ts';

const historyFile = 'history.jsonl';

async function measure(options: Options): Promise<void> {
  const at = new Date().toISOString();
  const startedAt = performance.now();
  const reportOf = ({ invalid, ...results }: RunResults): RunReport => {
    const figures = summarize(results.rounds);
    return {
      at,
      tookSeconds: (performance.now() - startedAt) / 1000,
      options,
      contents: definitions
        .filter(({ name }) => options.scenarios.includes(name))
        .map(({ name, about }) => ({ name, about })),
      warmSeconds,
      figures,
      checks: checksOf(figures),
      ...results,
      warnings: [...failuresOf(invalid), ...results.notes, ...warningsOf(figures)],
    };
  };
  const results = await runScenarios(definitions, options, (soFar) => write(reportOf(soFar)));
  const report = reportOf(results);
  await write(report);
  await rememberRun(join(options.report, historyFile), report);
  console.log(markdownOf(report));
  console.log(`The page: ${join(options.report, 'index.html')}`);
  const failures = failuresOf(results.invalid);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

function failuresOf(invalid: RunResults['invalid']): string[] {
  return Object.entries(invalid).map(([name, why]) => `${name}: INVALID, no figures: ${why}`);
}

async function write(report: RunReport): Promise<void> {
  const { report: folder, json } = report.options;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), pageOf(report));
  await writeFile(join(folder, 'README.md'), markdownOf(report));
  if (json !== null) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
}

async function compare({ report: folder }: Options, names: readonly [string, string]): Promise<void> {
  const runs = await readRuns(join(folder, historyFile));
  const [a, b] = names.map((name) => pickRun(runs, name)) as [(typeof runs)[0], (typeof runs)[0]];
  console.log(`A: ${a.at}, ${a.version}, ${a.processor}\nB: ${b.at}, ${b.version}, ${b.processor}\n`);
  const rows = compareRuns(a, b).map((line) => [line.figure, line.a, line.b, line.ratio]);
  console.log(tableText({ columns: ['figure', 'A', 'B', 'B / A'], rows }));
}

if (process.argv.includes('--help')) {
  console.log(usageOf(definitions));
  process.exit(0);
}
let options: Options;
try {
  options = parseOptions(process.argv.slice(2), definitions);
} catch (error) {
  console.error(`${usageOf(definitions)}\n${(error as Error).message}`);
  process.exit(2);
}
try {
  if (options.compare === null) await measure(options);
  else await compare(options, options.compare);
} catch (error) {
  if (options.compare === null) console.error('INVALID:', error instanceof InvalidRun ? error.message : error);
  else console.error((error as Error).message);
  process.exitCode = 1;
}
