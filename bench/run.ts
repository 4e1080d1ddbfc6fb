/**
 * `npm run bench`: measures the service beside bare Koa and beside what one would write instead, in one run, in interleaved
 * rounds, on durable PostgreSQL. Then audits what was acknowledged. Prints no figure that the audit does not cover.
 */
import { writeFile } from 'node:fs/promises';
import { type AuditReport, audit } from './audit.ts';
import { databaseUrl } from './database.ts';
import { describeMachine } from './machine.ts';
import { type ExtraScenario, type Options, parseOptions, usage } from './options.ts';
import { type Figures, printFigures, summarize } from './report.ts';
import { type CloneFigures, measureClone } from './scenarios/clone.ts';
import { type MemoryFigures, measureMemory } from './scenarios/memory.ts';
import { measureRestart, type RestartFigures } from './scenarios/restart.ts';
import type { Round } from './scenarios/scenario.ts';
import { measureSizes, type SizeFigures } from './scenarios/sizes.ts';
import { Stage } from './stage.ts';

/** What makes a run worthless; its message is all that is printed. */
class Void extends Error {}

const warmSeconds = 0.5;
const rehearsalSeconds = 2;

async function main(options: Options): Promise<void> {
  const stage = await Stage.build();
  try {
    const machine = await describeMachine(await databaseUrl(stage.service.dataDir));
    console.log(`${machine.processor}, ${machine.cores} cores, Node ${machine.node}, PostgreSQL ${machine.postgres}`);
    const rounds = options.main.length === 0 ? [] : await runRounds(stage, options);
    const extras = await runExtras(stage, options);
    const report = await audit(await databaseUrl(stage.service.dataDir), stage.owner, stage.evidence);
    if (report.findings.length > 0) throw new Void(`the audit failed:\n${report.findings.slice(0, 20).join('\n')}`);
    const figures = summarize(rounds);
    print(figures, extras, report);
    if (options.json !== null)
      await writeJson(options.json, { machine, options, figures, extras, rounds, audit: report });
  } finally {
    await stage.tearDown();
  }
}

/** Every scenario once to warm up, then round by round, one after the other within a round. */
async function runRounds(
  stage: Stage,
  { main: names, rounds: count, connections, seconds }: Options,
): Promise<Round[]> {
  const scenarios = await stage.rehearse(names);
  const rounds: Round[] = [];
  for (const scenario of scenarios) {
    await scenario.round({ connections: connections[0]!, seconds: rehearsalSeconds, warmSeconds });
  }
  for (let number = 1; number <= count; number++) {
    for (const size of connections) {
      for (const scenario of scenarios) {
        console.log(`round ${number} of ${count}, ${size} connections: ${scenario.name}`);
        const round = await scenario.round({ connections: size, seconds, warmSeconds });
        if (round.voidReason !== null) throw new Void(`${scenario.name}, ${size} connections: ${round.voidReason}`);
        rounds.push(round);
      }
    }
  }
  return rounds;
}

interface Extras {
  readonly sizes?: SizeFigures;
  readonly restart?: RestartFigures;
  readonly memory?: MemoryFigures;
  readonly clone?: CloneFigures;
}

async function runExtras(stage: Stage, options: Options): Promise<Extras> {
  const asked = (name: ExtraScenario) => options.extra.includes(name);
  return {
    ...(asked('sizes') ? { sizes: await measureSizes(stage, options) } : {}),
    ...(asked('restart') ? { restart: await measureRestart(stage, options.rounds) } : {}),
    ...(asked('clone') ? { clone: await measureClone(stage, options.rounds) } : {}),
    ...(asked('memory') ? { memory: await measureMemory() } : {}),
  };
}

function print(figures: readonly Figures[], extras: Extras, report: AuditReport): void {
  if (figures.length > 0) printFigures(figures);
  for (const [name, measured] of Object.entries(extras)) console.log(name, measured);
  console.log(
    `Audit: ${report.purchases} acknowledged purchases and ${report.holds} carts found exactly once in ${report.events} events; ` +
      `${report.records} journal records replayed equal memory and tables; no seat with two owners.`,
  );
}

async function writeJson(file: string, result: object): Promise<void> {
  const settings = { at: new Date().toISOString(), warmSeconds, ...result };
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
}

let options: Options;
try {
  options = parseOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`);
  process.exit(2);
}
try {
  await main(options);
} catch (error) {
  console.error('VOID:', error instanceof Void ? error.message : error);
  process.exitCode = 1;
}
