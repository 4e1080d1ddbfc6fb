/**
 * What can be asked for by name on the command line. `rounds` are measured in turn, every one in every round, so that they
 * can be compared; a `study` asks a question of its own, on the common stage or apart from it on what it builds itself.
 */
import type { Service } from '../service.ts';
import type { Stage } from '../stage.ts';
import type { Study } from '../study.ts';
import type { Round, RoundAsked, Scenario } from './scenario.ts';

interface Named {
  readonly name: string;
  /** What it is, in one line. */
  readonly about: string;
  /** What it counts. */
  readonly unit: string;
  /** False: `--quick` leaves it out. */
  readonly isEssential: boolean;
}

export interface RoundsDefinition extends Named {
  readonly kind: 'rounds';
  /** Numbers of connections it is measured with: all that were asked for, or only the largest. */
  readonly sizes: 'all' | 'largest';
  prepare(stage: Stage, ask: StudyAsked): Promise<readonly Scenario[]>;
}

export interface StudyDefinition extends Named {
  readonly kind: 'study';
  run(stage: Stage, ask: StudyAsked): Promise<Study>;
}

export interface ApartDefinition extends Named {
  readonly kind: 'apart';
  /** Audits what it leaves behind itself. */
  run(ask: StudyAsked): Promise<Study>;
}

export type Definition = RoundsDefinition | StudyDefinition | ApartDefinition;

export interface StudyAsked {
  /** How often what is compared is measured in turn. */
  readonly rounds: number;
  /** How often a study goes through its own sizes. */
  readonly passes: number;
  readonly seconds: number;
  readonly warmSeconds: number;
  /** Ascending. */
  readonly connections: readonly number[];
  /** True: small sizes, the question more than the answer. */
  readonly isQuick: boolean;
  /** A round that counts; throws `Void` when it says nothing. */
  readonly play: (scenario: Scenario, ask: RoundAsked) => Promise<Round>;
  /** Whether whoever starts a service of its own has to let the profiler in. */
  readonly isProfiled: boolean;
  /** Does what is to be seen in a profile of its own, where profiles are wanted. */
  readonly watch: <T>(service: Service, name: string, work: () => Promise<T>) => Promise<T>;
  /** Tells whoever waits what is being done. */
  readonly tell: (step: string) => void;
}
