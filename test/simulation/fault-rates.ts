/** The probability of each fault in a run, drawn from the seed. Each kind of fault is absent from half of the runs. */
import type { SeededRandom } from '../support/seeded-random.ts';

/** Faults of a statement that a node sends to the database; `FaultRates` has their probabilities. */
export const statementFaults = [
  'slow',
  /** The sender gets an error; the statement never ran. */
  'lost request',
  /** The statement ran; the sender gets an error. */
  'lost response',
  /** The sender gets an error; the statement runs later. */
  'late commit',
  'refused',
  'warned',
] as const;
export type StatementFault = (typeof statementFaults)[number];

/** Faults of nodes, connections and services; `FaultRates` has the mean time between two faults of a kind. */
export const clusterFaults = [
  'crash',
  'pause',
  'hand-over',
  'cut between nodes',
  'cut from leases',
  'cut from database',
  'leases flushed',
  'leases down',
  'leases slow',
  'postgres crash',
  'failover',
  'clock jump',
] as const;
export type ClusterFault = (typeof clusterFaults)[number];

export interface FaultRates {
  readonly statements: Readonly<Record<StatementFault, number>>;
  readonly clusterFaultEveryMs: Readonly<Record<ClusterFault, number>>;
  readonly messageDropped: number;
  readonly messageDuplicated: number;
  readonly messageLate: number;
  readonly rowSkipped: number;
  readonly snapshotFails: number;
  readonly projectionFails: number;
  readonly crashAtCall: number;
}

const absent = 0.5;

export function drawFaultRates(random: SeededRandom): FaultRates {
  const rate = (most: number): number => (random.chance(absent) ? 0 : random.next() ** 2 * most);
  const every = (shortestMs: number): number =>
    random.chance(absent) ? Number.POSITIVE_INFINITY : shortestMs / (0.05 + 0.95 * random.next());
  return {
    statements: {
      slow: rate(0.08),
      'lost request': rate(0.03),
      'lost response': rate(0.05),
      'late commit': rate(0.02),
      refused: rate(0.25),
      warned: rate(0.01),
    },
    clusterFaultEveryMs: {
      crash: every(3_000),
      pause: every(3_000),
      'hand-over': every(5_000),
      'cut between nodes': every(3_000),
      'cut from leases': every(4_000),
      'cut from database': every(5_000),
      'leases flushed': every(4_000),
      'leases down': every(6_000),
      'leases slow': every(6_000),
      'postgres crash': every(8_000),
      failover: every(15_000),
      'clock jump': every(3_000),
    },
    messageDropped: rate(0.05),
    messageDuplicated: rate(0.05),
    messageLate: rate(0.05),
    rowSkipped: rate(0.1),
    snapshotFails: rate(0.5),
    projectionFails: rate(0.3),
    crashAtCall: rate(0.004),
  };
}

function all<Name extends string>(names: readonly Name[], value: number): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, number>;
}

/** Rates without faults. */
export const noFaults: FaultRates = {
  statements: all(statementFaults, 0),
  clusterFaultEveryMs: all(clusterFaults, Number.POSITIVE_INFINITY),
  messageDropped: 0,
  messageDuplicated: 0,
  messageLate: 0,
  rowSkipped: 0,
  snapshotFails: 0,
  projectionFails: 0,
  crashAtCall: 0,
};
