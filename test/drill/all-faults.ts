/** The faults of every kind of service and database that a drill runs. */
import { type Fault, type FaultKind, type FaultTargets, faultOf } from './faults.ts';
import { type PrimaryFaultKind, primaryFaultKinds, primaryFaultOf } from './primary-faults.ts';
import { type WorkerFaultKind, workerFaultKinds, workerFaultOf } from './worker-faults.ts';

export type DrillFaultKind = FaultKind | WorkerFaultKind | PrimaryFaultKind;

/** With a random victim and duration. */
export async function anyFaultOf(kind: DrillFaultKind, scene: FaultTargets): Promise<Fault> {
  if (isOneOf(workerFaultKinds, kind)) return workerFaultOf(kind, scene);
  if (!isOneOf(primaryFaultKinds, kind)) return faultOf(kind, scene);
  if (scene.database === undefined) throw new Error(`'${kind}' needs a PostgreSQL under Patroni`);
  return primaryFaultOf(kind, scene.database);
}

function isOneOf<Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind {
  return kinds.some((known) => known === kind);
}
