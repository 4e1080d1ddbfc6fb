/**
 * The kinds of faults in a cluster: how each is caused, on which victim, and how it is repaired. A fault strikes once
 * and is mended once; the buyers go on meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../bench/stand/cluster/cluster.ts';
import { killDatabase } from '../soak/victim.ts';
import type { Cable } from './cable.ts';
import type { Cabling } from './cabling.ts';
import type { Chance } from './chance.ts';

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

export interface Scene {
  readonly cluster: Cluster;
  readonly cabling: Cabling;
  readonly leaseMs: number;
  readonly chance: Chance;
  /** The nodes that have the events on sale, one entry for each event. */
  readonly owners: readonly number[];
}

export interface Fault {
  /** The node whose events it affects; null: all events. */
  readonly node: number | null;
  /** Its minimum duration. */
  readonly lastsMs: number;
  readonly detail: string;
  strike(): Promise<void>;
  /** Resolves when all processes run again. */
  mend(): Promise<void>;
}

type Maker = (scene: Scene) => Fault;

const makers: Readonly<Record<FaultKind, Maker>> = {
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
export function faultOf(kind: FaultKind, scene: Scene): Fault {
  return makers[kind](scene);
}

const nothing = async (): Promise<void> => {};

/** A random node that owns events, or any node when none does. */
function victimOf({ cluster, chance, owners }: Scene): number {
  return owners.length > 0 ? chance.pick(owners) : chance.below(cluster.nodes.length);
}

/** Longer than a lease, so that another node takes over. */
function pastLease({ leaseMs, chance }: Scene): number {
  return leaseMs * chance.between(1.3, 2.5);
}

function killNode(scene: Scene): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  return {
    node,
    lastsMs: 0,
    detail: `kill -9 of node ${node}`,
    strike: () => service.kill(),
    mend: async () => void (await service.launch()),
  };
}

function freezeNode(scene: Scene): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  const lastsMs = pastLease(scene);
  return {
    node,
    lastsMs,
    detail: `node ${node} is frozen for ${seconds(lastsMs)}`,
    strike: async () => service.freeze(),
    mend: async () => service.thaw(),
  };
}

function handOver(scene: Scene): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  let stopped: Promise<number | null> = Promise.resolve(null);
  return {
    node,
    lastsMs: 0,
    detail: `SIGTERM to node ${node}`,
    strike: async () => {
      stopped = service.stop();
    },
    mend: async () => {
      const code = await stopped;
      if (code !== 0) throw new Error(`node ${node} ended with ${code} after SIGTERM`);
      await service.launch();
    },
  };
}

function jumpClock(scene: Scene): Fault {
  const node = victimOf(scene);
  const service = scene.cluster.nodes[node]!;
  const jump = async (): Promise<void> => void process.kill(service.pid, 'SIGUSR2');
  return { node, lastsMs: 2_500, detail: `the clock of node ${node} jumps by hours`, strike: jump, mend: jump };
}

function flushRedis({ cluster }: Scene): Fault {
  const strike = async (): Promise<void> => void (await Promise.all(cluster.redis.map((server) => server.flush())));
  return { node: null, lastsMs: 0, detail: 'FLUSHALL on every Redis', strike, mend: nothing };
}

function restartRedis({ cluster, chance }: Scene): Fault {
  const some = chance.shuffled(cluster.redis).slice(0, 1 + chance.below(cluster.redis.length));
  const strike = async (): Promise<void> => void (await Promise.all(some.map((server) => server.restart())));
  return { node: null, lastsMs: 0, detail: `${some.length} Redis restart empty`, strike, mend: nothing };
}

function freezeRedis(scene: Scene): Fault {
  const { cluster, chance } = scene;
  const some = chance.shuffled(cluster.redis).slice(0, 1 + chance.below(cluster.redis.length));
  const lastsMs = pastLease(scene);
  return {
    node: null,
    lastsMs,
    detail: `${some.length} Redis are frozen for ${seconds(lastsMs)}`,
    strike: async () => {
      for (const server of some) server.freeze();
    },
    mend: async () => {
      for (const server of some) server.thaw();
    },
  };
}

function loseRedis(scene: Scene): Fault {
  const { redis } = scene.cluster;
  const lastsMs = pastLease(scene);
  return {
    node: null,
    lastsMs,
    detail: `no Redis for ${seconds(lastsMs)}`,
    strike: async () => void (await Promise.all(redis.map((server) => server.kill()))),
    mend: async () => void (await Promise.all(redis.map((server) => server.start()))),
  };
}

/** SIGKILL of the postmaster, or its immediate stop. It is restarted at once, as by an operator's supervisor. */
function crashDatabase({ cluster }: Scene, signal: 'SIGKILL' | 'SIGQUIT'): Fault {
  const detail = signal === 'SIGKILL' ? 'kill -9 of the postmaster' : 'immediate stop of PostgreSQL';
  return { node: null, lastsMs: 0, detail, strike: () => killDatabase(cluster.dataDir, signal), mend: nothing };
}

function cutNodes(scene: Scene): Fault {
  const [a, b] = scene.chance.shuffled([...scene.cluster.nodes.keys()]) as [number, number];
  return cutCables(scene, scene.cabling.between(a, b), null, `nodes ${a} and ${b} cannot reach each other`);
}

function cutDatabase(scene: Scene): Fault {
  const node = victimOf(scene);
  return cutCables(scene, [scene.cabling.toDatabase[node]!], node, `node ${node} cannot reach PostgreSQL`);
}

function cutCables(scene: Scene, cables: readonly Cable[], node: number | null, what: string): Fault {
  const lastsMs = pastLease(scene);
  const isLate = scene.chance.below(2) === 0;
  return {
    node,
    lastsMs,
    detail: `${what} for ${seconds(lastsMs)}, then bytes in flight ${fate(isLate)}`,
    strike: async () => {
      for (const cable of cables) cable.cut();
    },
    mend: async () => {
      for (const cable of cables) cable.mend(isLate);
    },
  };
}

/** A node is killed after it could not reach PostgreSQL for a moment: anything acknowledged meanwhile would be lost. */
function cutThenKill(scene: Scene): Fault {
  const { cluster, cabling, leaseMs, chance } = scene;
  const node = victimOf(scene);
  const service = cluster.nodes[node]!;
  const cable = cabling.toDatabase[node]!;
  const cutMs = leaseMs * chance.between(0.3, 0.6);
  const isLate = chance.below(2) === 0;
  return {
    node,
    lastsMs: 0,
    detail: `kill -9 of node ${node} after ${seconds(cutMs)} without PostgreSQL, bytes in flight ${fate(isLate)}`,
    strike: async () => {
      cable.cut();
      await pause(cutMs);
      await service.kill();
    },
    mend: async () => {
      cable.mend(isLate);
      await service.launch();
    },
  };
}

function fate(isLate: boolean): string {
  return isLate ? 'arrive late' : 'are lost';
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
