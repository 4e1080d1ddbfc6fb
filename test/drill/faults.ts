/**
 * The kinds of faults in a cluster: how each is caused, on which victim, and how it is repaired. A fault is injected once
 * and repaired once; buyers continue meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../bench/stand/cluster/cluster.ts';
import type { HighlyAvailable } from '../../bench/stand/patroni/highly-available.ts';
import { killDatabase } from '../soak/kills.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { CuttableProxy } from './cuttable-proxy.ts';
import type { NodeProxies } from './node-proxies.ts';

export const faultKinds = [
  'kill-node',
  'freeze-node',
  'hand-over',
  'clock-jump',
  'redis-flush',
  'redis-restart',
  'redis-freeze',
  'redis-gone',
  'postgres-crash',
  'postgres-stop',
  'cut-nodes',
  'cut-database',
  'cut-then-kill',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultTargets {
  readonly cluster: Cluster;
  readonly proxies: NodeProxies;
  /** Absent: PostgreSQL is a single server of the cluster's own. */
  readonly database?: HighlyAvailable | undefined;
  readonly leaseMs: number;
  readonly random: SeededRandom;
  /** The processes that serve events: the nodes, or the workers of the only node. */
  readonly pids: readonly number[];
  /** The processes that have the events on sale, one entry for each event: indices of `pids`. */
  readonly owners: readonly number[];
}

export interface Fault {
  /** The process whose events it affects, which the others have to take over; null: all events. */
  readonly node: number | null;
  /** All events must be writable before the repair; absent: only if another process can take them over. */
  readonly isSurvived?: boolean;
  /** Its minimum duration. */
  readonly lastsMs: number;
  readonly detail: string;
  inject(): Promise<void>;
  /** Resolves when all processes run again. */
  repair(): Promise<void>;
}

type FaultFactory = (scene: FaultTargets) => Fault;

const factories: Readonly<Record<FaultKind, FaultFactory>> = {
  'kill-node': killNode,
  'freeze-node': freezeNode,
  'hand-over': handOver,
  'clock-jump': jumpClock,
  'redis-flush': flushRedis,
  'redis-restart': restartRedis,
  'redis-freeze': freezeRedis,
  'redis-gone': loseRedis,
  'postgres-crash': (scene) => crashDatabase(scene, 'SIGKILL'),
  'postgres-stop': (scene) => crashDatabase(scene, 'SIGQUIT'),
  'cut-nodes': cutNodes,
  'cut-database': cutDatabase,
  'cut-then-kill': cutThenKill,
};

/** A fault of a kind, with a random victim and duration. */
export function faultOf(kind: FaultKind, scene: FaultTargets): Fault {
  return factories[kind](scene);
}

const nothing = async (): Promise<void> => {};

/** A random process that owns events, or any node when none does. */
export function victimOf({ pids, random, owners }: FaultTargets): number {
  return owners.length > 0 ? random.pick(owners) : random.below(pids.length);
}

/** Longer than a lease, so that another node takes over. */
export function pastLease({ leaseMs, random }: FaultTargets): number {
  return leaseMs * random.between(1.3, 2.5);
}

function killNode(scene: FaultTargets): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  return {
    node,
    lastsMs: 0,
    detail: `kill -9 of node ${node}`,
    inject: () => service.kill(),
    repair: async () => void (await service.launch()),
  };
}

function freezeNode(scene: FaultTargets): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  const lastsMs = pastLease(scene);
  return {
    node,
    lastsMs,
    detail: `node ${node} is frozen for ${seconds(lastsMs)}`,
    inject: async () => service.freeze(),
    repair: async () => service.thaw(),
  };
}

function handOver(scene: FaultTargets): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  let stopped: Promise<number | null> = Promise.resolve(null);
  return {
    node,
    lastsMs: 0,
    detail: `SIGTERM to node ${node}`,
    inject: async () => {
      stopped = service.stop();
    },
    repair: async () => {
      const code = await stopped;
      if (code !== 0) throw new Error(`node ${node} ended with ${code} after SIGTERM`);
      await service.launch();
    },
  };
}

function jumpClock(scene: FaultTargets): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  const jump = async (): Promise<void> => void process.kill(service.pid, 'SIGUSR2');
  return { node, lastsMs: 2_500, detail: `the clock of node ${node} jumps by hours`, inject: jump, repair: jump };
}

function flushRedis({ cluster }: FaultTargets): Fault {
  const inject = async (): Promise<void> => void (await Promise.all(cluster.redis.map((server) => server.flush())));
  return { node: null, lastsMs: 0, detail: 'FLUSHALL on every Redis', inject, repair: nothing };
}

function restartRedis({ cluster, random }: FaultTargets): Fault {
  const some = random.shuffled(cluster.redis).slice(0, 1 + random.below(cluster.redis.length));
  const inject = async (): Promise<void> => void (await Promise.all(some.map((server) => server.restart())));
  return { node: null, lastsMs: 0, detail: `${some.length} Redis restart empty`, inject, repair: nothing };
}

function freezeRedis(scene: FaultTargets): Fault {
  const { cluster, random } = scene;
  const some = random.shuffled(cluster.redis).slice(0, 1 + random.below(cluster.redis.length));
  const lastsMs = pastLease(scene);
  return {
    node: null,
    lastsMs,
    detail: `${some.length} Redis are frozen for ${seconds(lastsMs)}`,
    inject: async () => {
      for (const server of some) server.freeze();
    },
    repair: async () => {
      for (const server of some) server.thaw();
    },
  };
}

function loseRedis(scene: FaultTargets): Fault {
  const { redis } = scene.cluster;
  const lastsMs = pastLease(scene);
  return {
    node: null,
    lastsMs,
    detail: `no Redis for ${seconds(lastsMs)}`,
    inject: async () => void (await Promise.all(redis.map((server) => server.kill()))),
    repair: async () => void (await Promise.all(redis.map((server) => server.start()))),
  };
}

/** SIGKILL of the postmaster, or its immediate stop. It is restarted at once, as by an operator's supervisor. */
function crashDatabase({ cluster }: FaultTargets, signal: 'SIGKILL' | 'SIGQUIT'): Fault {
  const detail = signal === 'SIGKILL' ? 'kill -9 of the postmaster' : 'immediate stop of PostgreSQL';
  return { node: null, lastsMs: 0, detail, inject: () => killDatabase(cluster.dataDir, signal), repair: nothing };
}

function cutNodes(scene: FaultTargets): Fault {
  const [a, b] = scene.random.shuffled([...scene.cluster.nodes.keys()]) as [number, number];
  return cutProxies(scene, scene.proxies.between(a, b), null, `nodes ${a} and ${b} cannot reach each other`);
}

function cutDatabase(scene: FaultTargets): Fault {
  const node = victimOf(scene);
  return cutProxies(scene, [scene.proxies.toDatabase[node]!], node, `node ${node} cannot reach PostgreSQL`);
}

function cutProxies(scene: FaultTargets, proxies: readonly CuttableProxy[], node: number | null, what: string): Fault {
  const lastsMs = pastLease(scene);
  const isLate = scene.random.below(2) === 0;
  return {
    node,
    lastsMs,
    detail: `${what} for ${seconds(lastsMs)}, then bytes in flight ${arrival(isLate)}`,
    inject: async () => {
      for (const proxy of proxies) proxy.cut();
    },
    repair: async () => {
      for (const proxy of proxies) proxy.repair(isLate);
    },
  };
}

/** A node is killed after it could not reach PostgreSQL for a moment: anything acknowledged meanwhile would be lost. */
function cutThenKill(scene: FaultTargets): Fault {
  const { cluster, proxies, leaseMs, random } = scene;
  const node = victimOf(scene);
  const service = cluster.nodes[node]!;
  const proxy = proxies.toDatabase[node]!;
  const cutMs = leaseMs * random.between(0.3, 0.6);
  const isLate = random.below(2) === 0;
  return {
    node,
    lastsMs: 0,
    detail: `kill -9 of node ${node} after ${seconds(cutMs)} without PostgreSQL, bytes in flight ${arrival(isLate)}`,
    inject: async () => {
      proxy.cut();
      await pause(cutMs);
      await service.kill();
    },
    repair: async () => {
      proxy.repair(isLate);
      await service.launch();
    },
  };
}

function arrival(isLate: boolean): string {
  return isLate ? 'arrive late' : 'are lost';
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
