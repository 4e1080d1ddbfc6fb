/**
 * The topology of docker-compose.yml as processes of this machine: a durable PostgreSQL, independent Redis, nodes that
 * run `src/main.ts`. All data is deleted at the end, and no process outlives the one that started it.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { freePort } from '../free-port.ts';
import { projectRoot, scriptOf } from '../project.ts';
import { type RedisServer, startRedis } from '../redis/server.ts';
import { type Demo, Service } from '../service.ts';
import { silentLog } from '../silent-log.ts';
import { type Ended, endOf } from './command.ts';

/** The settings of one node and the arguments of its Node. */
export interface NodePlan {
  readonly settings: Readonly<Record<string, string>>;
  readonly nodeArguments: readonly string[];
}

export interface ClusterOptions {
  readonly nodes?: number;
  readonly redis?: number;
  /** Environment variables of every node. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A PostgreSQL of the caller; absent: one of its own, which is durable. */
  readonly databaseUrl?: string;
  /** The tree that is run; this one when absent. */
  readonly tree?: string;
  /** Of every node, as of a `Service`. */
  readonly isLazy?: boolean;
  /** Changes what a node is started with; `internalPorts` of all nodes in their order. */
  readonly alter?: (node: number, plan: NodePlan, internalPorts: readonly number[]) => Promise<NodePlan>;
}

export class Cluster {
  readonly redis: readonly RedisServer[];
  readonly nodes: readonly Service[];
  /** Contains the password; of the superuser when PostgreSQL is the cluster's own. */
  readonly databaseUrl: string;
  /** Where a PostgreSQL of its own has its files. */
  readonly dataDir: string;
  private readonly settings: Readonly<Record<string, string>>;
  private readonly tree: string;
  private readonly database: EmbeddedPostgres | null;

  private constructor(parts: ClusterParts, nodes: readonly Service[]) {
    this.redis = parts.redis;
    this.nodes = nodes;
    this.databaseUrl = parts.databaseUrl;
    this.dataDir = parts.dataDir;
    this.settings = parts.settings;
    this.tree = parts.tree;
    this.database = parts.database;
  }

  /** Starts everything; resolves when every node is ready. What was started is stopped again if that fails. */
  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    const parts = await startParts(options);
    const nodes: Service[] = [];
    try {
      const internalPorts: number[] = [];
      while (internalPorts.length < (options.nodes ?? 3)) internalPorts.push(await freePort());
      for (const [node, port] of internalPorts.entries()) {
        const settings = { ...parts.settings, INTERNAL_PORT: `${port}` };
        const plan = (await options.alter?.(node, { settings, nodeArguments: [] }, internalPorts)) ?? {
          settings,
          nodeArguments: [],
        };
        nodes.push(
          await Service.start(plan.settings, {
            nodeArguments: plan.nodeArguments,
            tree: parts.tree,
            isLazy: options.isLazy ?? false,
          }),
        );
      }
      return new Cluster(parts, nodes);
    } catch (error) {
      await new Cluster(parts, nodes).dispose();
      throw error;
    }
  }

  /** Creates the demo's data; resolves with its keys and with the output of the operator's command. */
  async makeDemo(port: number): Promise<{ readonly demo: Demo; readonly text: string }> {
    const { code, said: text, complained } = await this.admin(['demo'], { PORT: `${port}` });
    if (code !== 0) throw new Error(`the demo's data could not be made: ${complained}`);
    const keys = [...text.matchAll(/^ {2}(\w+) +(\S+)$/gm)].map(([, name, value]) => [name, value]);
    const demo = { baseUrl: `http://127.0.0.1:${port}`, ...Object.fromEntries(keys) };
    return { demo, text };
  }

  /** Runs an operator's command of `tree`, by default that of the nodes at first. `settings`: more than the cluster's. */
  admin(args: readonly string[], settings: Readonly<Record<string, string>> = {}, tree = this.tree): Promise<Ended> {
    const environment = { PATH: process.env.PATH, ...this.settings, LOG_LEVEL: 'warn', ...settings };
    const { nodeArguments, program } = scriptOf('admin', tree);
    return endOf(process.execPath, [...nodeArguments, program, ...args], { directory: tree, environment });
  }

  /** Stops in order: nodes hand over, then Redis, then PostgreSQL; removes everything. */
  async dispose(): Promise<void> {
    for (const node of this.nodes) node.thaw();
    await Promise.all(this.nodes.map((node) => node.dispose()));
    await stopParts({ redis: this.redis, database: this.database, dataDir: this.dataDir });
  }
}

interface ClusterParts {
  readonly redis: readonly RedisServer[];
  readonly database: EmbeddedPostgres | null;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly tree: string;
}

async function startParts(options: ClusterOptions): Promise<ClusterParts> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'usher-cluster-')));
  // PostgreSQL runs under an account of its own, which must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const isOwn = options.databaseUrl === undefined;
  const database = isOwn ? await startEmbeddedPostgres({ dataDir, durable: true, log: silentLog }) : null;
  const databaseUrl = options.databaseUrl ?? database?.connectionString ?? '';
  const redis: RedisServer[] = [];
  try {
    while (redis.length < (options.redis ?? 3)) redis.push(await startRedis());
  } catch (error) {
    await stopParts({ redis, database, dataDir });
    throw error;
  }
  const settings = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.map(({ url }) => url).join(','),
    SECRET_KEY: randomBytes(32).toString('hex'),
    CLUSTER_SECRET: randomBytes(32).toString('hex'),
    ADVERTISE_HOST: '127.0.0.1',
    ...options.settings,
  };
  return { redis, database, databaseUrl, dataDir, settings, tree: options.tree ?? projectRoot };
}

async function stopParts({ redis, database, dataDir }: Pick<ClusterParts, 'redis' | 'database' | 'dataDir'>) {
  await Promise.all(redis.map((server) => server.stop()));
  const files = await realpath(join(dataDir, 'postgres')).catch(() => null);
  await database?.stop();
  for (const path of [files, dataDir]) {
    if (path !== null) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}
