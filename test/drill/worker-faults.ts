/**
 * The kinds of faults in a service of several worker processes without Redis: its workers and their parent die, hang or
 * stop, and so does the database.
 */
import type { Cluster, ClusterOptions } from '../../bench/stand/cluster/cluster.ts';
import type { Service } from '../../bench/stand/service.ts';
import { workerPids } from '../../bench/stand/worker-processes.ts';
import { eventually } from '../support/eventually.ts';
import { type Fault, type FaultTargets, pastLease, seconds, victimOf } from './faults.ts';

export const workerFaultKinds = [
  'kill-worker',
  'freeze-worker',
  'freeze-parent',
  'kill-parent',
  'stop-parent',
] as const;
export type WorkerFaultKind = (typeof workerFaultKinds)[number];

const workerFaults: Readonly<Record<WorkerFaultKind, (scene: FaultTargets) => Fault>> = {
  'kill-worker': killWorker,
  'freeze-worker': freezeWorker,
  'freeze-parent': freezeParent,
  'kill-parent': killParent,
  'stop-parent': stopParent,
};

export function workerFaultOf(kind: WorkerFaultKind, scene: FaultTargets): Fault {
  return workerFaults[kind](scene);
}

/** A cluster of three nodes, or with several workers one service without Redis. */
export function shapeOf(workers = 1): Pick<ClusterOptions, 'nodes' | 'redis' | 'settings'> {
  return workers === 1 ? {} : { nodes: 1, redis: 0, settings: { WORKERS: `${workers}`, REDIS_URL: '' } };
}

/** The processes that serve events. */
export async function servingPids({ nodes }: Cluster, workers = 1): Promise<readonly number[]> {
  if (workers === 1) return nodes.map(({ pid }) => pid);
  const [{ pid: parent }] = nodes as [Service];
  return eventually(async () => {
    const pids = await workerPids(parent);
    return pids.length === workers ? pids : null;
  });
}

const nothing = async (): Promise<void> => {};

/** The parent starts it again by itself. */
function killWorker(scene: FaultTargets): Fault {
  const node = victimOf(scene);
  const inject = async (): Promise<void> => void process.kill(scene.pids[node]!, 'SIGKILL');
  return { node, lastsMs: 0, detail: `kill -9 of worker ${node + 1}`, inject, repair: nothing };
}

function freezeWorker(scene: FaultTargets): Fault {
  const node = victimOf(scene);
  const pid = scene.pids[node]!;
  const lastsMs = pastLease(scene);
  return {
    node,
    lastsMs,
    detail: `worker ${node + 1} is frozen for ${seconds(lastsMs)}`,
    inject: async () => void process.kill(pid, 'SIGSTOP'),
    repair: async () => void process.kill(pid, 'SIGCONT'),
  };
}

/** All leases end, and the workers go on under the journal's fence. */
function freezeParent(scene: FaultTargets): Fault {
  const [parent] = scene.cluster.nodes;
  const lastsMs = pastLease(scene);
  return {
    node: null,
    lastsMs,
    detail: `the parent is frozen for ${seconds(lastsMs)}`,
    inject: async () => parent!.freeze(),
    repair: async () => parent!.thaw(),
  };
}

/** The workers end by themselves; an operator's supervisor starts the service at once. */
function killParent(scene: FaultTargets): Fault {
  const [parent] = scene.cluster.nodes;
  const inject = async (): Promise<void> => {
    await parent!.kill();
    await parent!.launch();
  };
  return { node: null, lastsMs: 0, detail: 'kill -9 of the parent', inject, repair: nothing };
}

function stopParent(scene: FaultTargets): Fault {
  const [parent] = scene.cluster.nodes;
  const inject = async (): Promise<void> => {
    const code = await parent!.stop();
    if (code !== 0) throw new Error(`the service ended with ${code} after SIGTERM`);
    await parent!.launch();
  };
  return { node: null, lastsMs: 0, detail: 'SIGTERM to the parent', inject, repair: nothing };
}
