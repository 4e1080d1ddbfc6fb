/**
 * Runs the chosen scenarios: interleaved rounds, then studies on the same stage, the audit of that stage, then studies
 * with a stage of their own. No figure of the common stage is printed before its audit. A study with a stage of its own
 * that fails has no figures; the others keep theirs.
 */
import type { AuditReport } from './audit/audit.ts';
import type { Options } from './options.ts';
import { profile } from './reporting/profile/profiler.ts';
import type { StageShare } from './reporting/profile/stages.ts';
import { Progress } from './reporting/progress.ts';
import type {
  ApartDefinition,
  Definition,
  RoundsDefinition,
  StudyAsked,
  StudyDefinition,
} from './scenarios/definition.ts';
import type { Round, Scenario } from './scenarios/scenario.ts';
import type { Study } from './scenarios/study.ts';
import { ValidRounds } from './scenarios/valid-rounds.ts';
import { describeMachine, type Machine } from './stand/machine.ts';
import type { Service } from './stand/service.ts';
import { Stage } from './stand/stage.ts';

export interface RunResults {
  readonly machine: Machine;
  readonly rounds: readonly Round[];
  /** Rounds that were repeated because the host had stolen processor time from them. */
  readonly replays: number;
  readonly studies: Readonly<Record<string, Study>>;
  /** Why a study with a stage of its own failed, by its name; it has no figures. */
  readonly invalid: Readonly<Record<string, string>>;
  readonly audit: AuditReport | null;
  /** What could not be measured, one line each. */
  readonly notes: readonly string[];
  readonly flames: Readonly<Record<string, string>>;
  readonly stages: Readonly<Record<string, readonly StageShare[]>>;
}

/** Warm-up of each scenario before the first round; nothing is counted. */
const warmUpSeconds = 2;
/**
 * Warm-up at the beginning of each round, because a server is idle between its rounds. With a warm-up of half a second
 * a hold took 94 µs in rounds of 2 s and 77 µs in rounds of 6 s.
 */
export const warmSeconds = 1.5;
/** A study has many rounds; each takes at most this long. */
const studySecondsMax = 3;
const quickWarmSeconds = 0.2;
const quickWarmUpSeconds = 0.4;

/**
 * `keep` gets what is audited so far whenever a part of the run is over, so that a run that is stopped keeps its results.
 * Throws `InvalidRun` when the common stage is invalid.
 */
export async function runScenarios(
  definitions: readonly Definition[],
  options: Options,
  keep: (results: RunResults) => Promise<void>,
): Promise<RunResults> {
  const asked = definitions.filter(({ name }) => options.scenarios.includes(name));
  const rounds = asked.filter((one): one is RoundsDefinition => one.kind === 'rounds');
  const studies = asked.filter((one): one is StudyDefinition => one.kind === 'study');
  const apart = asked.filter((one): one is ApartDefinition => one.kind === 'apart');
  const progress = new Progress(
    options.rounds * options.connections.length * rounds.length + studies.length + apart.length,
  );
  const runner = new ScenarioRunner(options, progress);
  try {
    // Also built for studies apart: its PostgreSQL and Redis belong to the description of the machine.
    const common = await Stage.build({ isInspected: options.isProfiled });
    let machine: Machine;
    let audit: AuditReport | null = null;
    try {
      if (rounds.length > 0) await runner.runRounds(common, rounds);
      for (const study of studies) await runner.runStudy(common, study);
      progress.tell('audit');
      if (rounds.length + studies.length > 0) audit = await common.audit();
      const { redisVersion: redis, goVersion: go } = common;
      machine = await describeMachine(await common.databaseUrl(), { redis, go });
    } finally {
      await common.tearDown();
    }
    const soFar = (): RunResults => {
      const { rounds: played, replays, studies: results, invalid, notes, flames, stages } = runner;
      return { machine, audit, rounds: played, replays, studies: results, invalid, notes, flames, stages };
    };
    for (const study of apart) {
      await keep(soFar());
      await runner.runApart(study);
    }
    return soFar();
  } finally {
    progress.end();
  }
}

class ScenarioRunner {
  readonly rounds: Round[] = [];
  readonly studies: Record<string, Study> = {};
  readonly invalid: Record<string, string> = {};
  readonly flames: Record<string, string> = {};
  readonly stages: Record<string, readonly StageShare[]> = {};
  readonly notes: string[] = [];
  private readonly options: Options;
  private readonly progress: Progress;
  private readonly validRounds = new ValidRounds();

  constructor(options: Options, progress: Progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs every scenario once to warm up, then all scenarios in each round. Every second round has the reverse order, so
   * that the background work that a scenario leaves does not always slow down the same neighbour.
   */
  async runRounds(stage: Stage, definitions: readonly RoundsDefinition[]): Promise<void> {
    const { connections, seconds, rounds, isQuick } = this.options;
    const prepared: { readonly definition: RoundsDefinition; readonly scenario: Scenario }[] = [];
    for (const definition of definitions) {
      this.progress.tell(`making what ${definition.name} needs`);
      const scenarios = await definition.prepare(stage, this.ask(definition.name));
      for (const scenario of scenarios) prepared.push({ definition, scenario });
    }
    const largest = connections.at(-1)!;
    const warm = isQuick ? quickWarmUpSeconds : warmUpSeconds;
    for (const { scenario } of prepared) {
      this.progress.tell(`warm-up: ${scenario.name}`);
      await scenario.round({ connections: largest, seconds: warm, warmSeconds: 0 });
    }
    for (let number = 1; number <= rounds; number++) {
      for (const size of connections) {
        const inTurn = number % 2 === 1 ? prepared : prepared.toReversed();
        for (const [place, { definition, scenario }] of inTurn.entries()) {
          if (definition.sizes === 'all' || size === largest) {
            this.progress.tell(`round ${number}, ${size} connections: ${scenario.name}`);
            this.rounds.push(
              await this.validRounds.run(scenario, { connections: size, seconds, warmSeconds: this.warmSeconds }),
            );
          }
          if (inTurn[place + 1]?.definition !== definition) this.progress.step();
        }
      }
    }
    for (const { scenario } of this.options.isProfiled ? prepared : []) {
      const ask = { connections: largest, seconds, warmSeconds: this.warmSeconds };
      await this.profiled(stage.service, scenario.name, () => this.validRounds.run(scenario, ask));
    }
  }

  async runStudy(stage: Stage, study: StudyDefinition): Promise<void> {
    const work = async () => {
      this.studies[study.name] = await study.run(stage, this.ask(study.name));
    };
    if (this.options.isProfiled) await this.profiled(stage.service, study.name, work);
    else await work();
    this.progress.step();
  }

  async runApart(study: ApartDefinition): Promise<void> {
    try {
      this.studies[study.name] = await study.run(this.ask(study.name));
    } catch (error) {
      this.invalid[study.name] = (error as Error).message;
    }
    this.progress.step();
  }

  get replays(): number {
    return this.validRounds.replays;
  }

  private get warmSeconds(): number {
    return this.options.isQuick ? quickWarmSeconds : warmSeconds;
  }

  private async profiled<T>(service: Service, name: string, work: () => Promise<T>): Promise<T> {
    this.progress.tell(`profile: ${name}`);
    const { flame, stages, result } = await profile(service, this.options.report, name, work);
    this.flames[name] = flame;
    this.stages[name] = stages;
    return result;
  }

  private ask(name: string): StudyAsked {
    const { rounds, passes, connections, isQuick, isProfiled } = this.options;
    const seconds = Math.min(this.options.seconds, studySecondsMax);
    const runRound: StudyAsked['runRound'] = (scenario, ask) => this.validRounds.run(scenario, ask);
    const tell = (step: string) => this.progress.tell(`${name}: ${step}`);
    const watch: StudyAsked['watch'] = (service, what, work) =>
      isProfiled ? this.profiled(service, what, work) : work();
    const note = (text: string) => void this.notes.push(`${name}: ${text}`);
    const { warmSeconds } = this;
    return { rounds, passes, seconds, warmSeconds, connections, isQuick, isProfiled, runRound, watch, tell, note };
  }
}
