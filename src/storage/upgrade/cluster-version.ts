/**
 * The cluster version in force as this process sees it, and the place of this process among the others. Follows a raise
 * by notification, and by the check that the process's fitness makes every second. Tells in one line when the process can
 * no longer take part. Raises the version itself once every node has known a later one for some time.
 */
import { randomUUID } from 'node:crypto';
import type { DatabasePool } from 'slonik';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { StorageLog } from '../database/log.ts';
import type { Notifications } from '../database/notifications.ts';
import { Rounds } from '../database/rounds.ts';
import type { Build } from './build.ts';
import { listNode, markLeft, trimNodes } from './cluster-nodes.ts';
import { finalize } from './finalize.ts';
import { readInForce, whyUnable } from './in-force.ts';

const renewMs = 5_000;

export interface ClusterVersionOptions {
  readonly pool: DatabasePool;
  readonly notifications: Pick<Notifications, 'on'>;
  readonly build: Build;
  /** The version is raised once every node has known a later one for so long; 0: only by command. */
  readonly finalizeAfterSeconds: number;
  readonly log: StorageLog;
}

export class ClusterVersion implements VersionInForce {
  readonly #options: ClusterVersionOptions;
  readonly #id = randomUUID();
  #current: number;
  #rounds: Rounds | null = null;

  /** Rejects with one line when the build cannot work on the database. */
  static async open(options: ClusterVersionOptions): Promise<ClusterVersion> {
    const inForce = await readInForce(options.pool);
    const refusal = whyUnable(options.build, inForce);
    if (refusal !== null) throw new Error(refusal);
    return new ClusterVersion(options, inForce.version);
  }

  private constructor(options: ClusterVersionOptions, current: number) {
    this.#options = options;
    this.#current = current;
    options.notifications.on('cluster-version', {
      changed: async () => void (await this.check()),
      reset: () => {},
    });
  }

  get current(): number {
    return this.#current;
  }

  get newest(): number {
    return this.#options.build.newest;
  }

  /** Reads the version in force again. Resolves with why this process has to end, or with null. */
  async check(): Promise<string | null> {
    const { pool, build, log } = this.#options;
    const inForce = await readInForce(pool);
    const refusal = whyUnable(build, inForce);
    const from = this.#current;
    if (refusal === null && inForce.version > from) {
      this.#current = inForce.version;
      log.info({ from, to: inForce.version }, 'the cluster version was raised');
    }
    return refusal;
  }

  /** Lists this process among the nodes, by this name, from now until `close`. Rejects with one line. */
  async join(name: string): Promise<void> {
    const { pool, build, log } = this.#options;
    await trimNodes(pool);
    if (!(await listNode(pool, this.#id, name, build))) {
      throw new Error((await this.check()) ?? 'the cluster version in force has just been raised: start again');
    }
    const { release, oldest, newest } = build;
    log.info({ clusterVersion: this.#current, oldest, newest, release }, 'the cluster version in force');
    this.#rounds = new Rounds(renewMs, () => this.#renew(name));
    this.#rounds.start();
  }

  async close(): Promise<void> {
    if (this.#rounds === null) return;
    await this.#rounds.close();
    // Without an answer it counts as alive for some seconds more.
    await markLeft(this.#options.pool, this.#id).catch(() => undefined);
  }

  /** Never rejects: the next round tries again. */
  async #renew(name: string): Promise<void> {
    const { pool, build, finalizeAfterSeconds, log } = this.#options;
    try {
      await listNode(pool, this.#id, name, build);
      if (finalizeAfterSeconds > 0 && this.#current < build.newest) await finalize(pool, finalizeAfterSeconds);
    } catch (error) {
      log.warn({ err: error }, 'this node could not be listed among the nodes of the database');
    }
  }
}
