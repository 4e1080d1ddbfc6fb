/** All results of a run as plain data, for the files, the terminal and the plots. */
import type { AuditReport } from '../audit/audit.ts';
import type { Options } from '../options.ts';
import type { Round } from '../scenarios/scenario.ts';
import type { Check, Study } from '../scenarios/study.ts';
import type { Machine } from '../stand/machine.ts';
import type { StageShare } from './profile/stages.ts';
import type { Figures } from './summary.ts';

export interface RunReport {
  /** ISO 8601. */
  readonly at: string;
  readonly tookSeconds: number;
  readonly machine: Machine;
  readonly options: Options;
  /** The scenarios of the run, each with a description in one line. */
  readonly contents: readonly { readonly name: string; readonly about: string }[];
  readonly warmSeconds: number;
  readonly figures: readonly Figures[];
  /** By the name on the command line. */
  readonly studies: Readonly<Record<string, Study>>;
  readonly checks: readonly Check[];
  readonly warnings: readonly string[];
  /** Null: nothing ran on the common stage. A study apart audits its own stage. */
  readonly audit: AuditReport | null;
  /** File names of flame graphs by what was profiled. */
  readonly flames: Readonly<Record<string, string>>;
  /** Shares of the processor time by stage, by what was profiled. */
  readonly stages: Readonly<Record<string, readonly StageShare[]>>;
  readonly rounds: readonly Round[];
  /** Rounds that were repeated. */
  readonly replays: number;
}

/** Every promise of the run, those of studies included. */
export function allChecks({ checks, studies }: RunReport): Check[] {
  return [...checks, ...Object.values(studies).flatMap((study) => study.checks)];
}
