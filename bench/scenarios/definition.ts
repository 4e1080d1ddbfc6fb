/**
 * Scenarios and studies, which the command line chooses by name. Scenarios of kind `rounds` are measured in turn in every
 * round, so that they can be compared. A `study` runs alone on the common stage; a study of kind `apart` builds its own
 * stage.
 */
import type { Service } from '../stand/service.ts';
import type { Stage } from '../stand/stage.ts';
import type { Round, RoundAsked, Scenario } from './scenario.ts';
import type { Study } from './study.ts';

interface Named {
  readonly name: string;
  /** A description in one line. */
  readonly about: string;
  /** The unit of its figures. */
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
  /** Has to check its own results: nobody else audits its stage. */
  run(ask: StudyAsked): Promise<Study>;
}

export type Definition = RoundsDefinition | StudyDefinition | ApartDefinition;

export interface StudyAsked {
  /** How often scenarios that are compared are measured in turn. */
  readonly rounds: number;
  /** How often a study goes through its own sizes. */
  readonly passes: number;
  readonly seconds: number;
  readonly warmSeconds: number;
  /** Ascending. */
  readonly connections: readonly number[];
  /** True: small sizes and short runs. */
  readonly isQuick: boolean;
  /** Runs a round that counts; throws `InvalidRun` when it is invalid. */
  readonly runRound: (scenario: Scenario, ask: RoundAsked) => Promise<Round>;
  /** True: a study that starts its own service must start it with an inspector. */
  readonly isProfiled: boolean;
  /** Runs `work`, under a profile of its own if the run is profiled. */
  readonly watch: <T>(service: Service, name: string, work: () => Promise<T>) => Promise<T>;
  /** Shows the current step as progress. */
  readonly tell: (step: string) => void;
  /** Says in the report what could not be measured and why. */
  readonly note: (text: string) => void;
}
