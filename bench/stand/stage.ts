/**
 * Everything that a run uses: the service on its own durable PostgreSQL, the baselines, the load generator, and the
 * evidence for the audit. A baseline starts when it is first used and then stays. `tearDown` stops everything.
 */
import { type AuditReport, audit } from '../audit/audit.ts';
import { type Evidence, noEvidence } from '../audit/evidence.ts';
import { type Baseline, startBaseline } from '../baselines/baseline.ts';
import { type GoFront, startGoFront } from '../baselines/go-front.ts';
import { type JournaledCalls, journalOnlySettings } from '../baselines/journaled-call.ts';
import { type RedisStore, startRedisStore } from '../baselines/redis-store.ts';
import { makeRowLockDatabase } from '../baselines/row-lock-tables.ts';
import { LoadGenerator } from '../load/load.ts';
import type { Target } from '../load/plan.ts';
import type { Server } from '../scenarios/scenario.ts';
import { makeEvent, makeSchema } from './catalog.ts';
import { Client } from './client.ts';
import { databaseUrl, postmasterPid } from './database.ts';
import { untilIdle } from './processor.ts';
import { type Demo, Service } from './service.ts';

/** Makes a run invalid; only its message is printed. */
export class InvalidRun extends Error {}

export interface BaselineServer {
  readonly baseUrl: string;
  /** Its processes as they are now. */
  readonly server: () => Server;
  /** For making sessions. */
  readonly visitor: Client;
}

/** A baseline with a database of its own. */
export interface StoringServer extends BaselineServer {
  readonly databaseUrl: string;
}

/** Seats of an event that is measured. */
export const eventSeats = 50_000;
const places = 200_000;
const rowLockDatabase = 'row_locks';
/** No hold may expire during a long run, and a cart may be large. */
export const benchSettings = {
  HOLD_SECONDS: '86400',
  PAYMENT_GRACE_SECONDS: '86400',
  MAX_SEATS_PER_SESSION: '1000',
} as const;
const findingsShown = 20;

interface StageOptions {
  /** True: with an inspector. */
  readonly isInspected: boolean;
  /** The tree that is run, as in `ServiceOptions`. */
  readonly tree?: string;
  /** Arguments of Node itself, beside those of `npm start`. */
  readonly nodeArguments?: readonly string[];
  /** Environment variables beside `benchSettings`, or instead of them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export class Stage {
  readonly service: Service;
  readonly demo: Demo;
  /** A client with the organization's token, and one without any. */
  readonly owner: Client;
  readonly visitor: Client;
  /** Reads the metrics. */
  readonly operator: Client;
  readonly generator = new LoadGenerator();
  readonly evidence: Evidence = noEvidence();
  readonly storePid: number;
  private readonly baselines: (Baseline | GoFront)[] = [];
  private readonly stores: RedisStore[] = [];
  private readonly clients: Client[] = [];
  private readonly made = new Map<string, Promise<unknown>>();
  /** The last hot event. */
  private hotBefore: Target | undefined;

  private constructor(service: Service, demo: Demo, storePid: number) {
    this.service = service;
    this.demo = demo;
    this.storePid = storePid;
    this.owner = new Client(service.baseUrl, { 'x-api-key': demo.organizationToken });
    this.visitor = new Client(service.baseUrl);
    this.operator = new Client(service.operationsUrl);
    this.clients.push(this.owner, this.visitor, this.operator);
  }

  /** Starts the service. */
  static async build({ isInspected, tree, settings, nodeArguments: more = [] }: StageOptions): Promise<Stage> {
    const nodeArguments = isInspected ? ['--inspect=127.0.0.1:0', ...more] : more;
    const service = await Service.start(
      { ...benchSettings, ...settings },
      { nodeArguments, ...(tree === undefined ? {} : { tree }) },
    );
    return new Stage(service, await service.demo(), await postmasterPid(service.dataDir));
  }

  /** Builds a stage for `work` alone and audits it afterwards. Throws `InvalidRun` when the audit finds anything. */
  static async around<T>(
    isInspected: boolean,
    work: (stage: Stage) => Promise<T>,
    settings: StageOptions['settings'] = {},
  ): Promise<T> {
    const stage = await Stage.build({ isInspected, settings });
    try {
      const result = await work(stage);
      await stage.audit();
      return result;
    } finally {
      await stage.tearDown();
    }
  }

  async tearDown(): Promise<void> {
    this.generator.close();
    for (const baseline of this.baselines) baseline.stop();
    for (const client of this.clients) client.close();
    for (const store of this.stores) await store.stop();
    await this.service.dispose();
  }

  /** Throws `InvalidRun` when anything that was acknowledged is missing, duplicated or shown differently. */
  async audit(): Promise<AuditReport> {
    // The service may still execute calls of the connections that the end of the last round cut.
    await untilIdle(this.service.pid);
    const report = await audit(await this.databaseUrl(), this.owner, this.evidence);
    if (report.findings.length === 0) return report;
    throw new InvalidRun(`the audit failed:\n${report.findings.slice(0, findingsShown).join('\n')}`);
  }

  databaseUrl(): Promise<string> {
    return databaseUrl(this.service.dataDir);
  }

  /** Version of the baseline's Redis; null when the run did not use it. */
  get redisVersion(): string | null {
    return this.stores[0]?.version ?? null;
  }

  /** Version of Go that built the baseline with Redis; null when the run did not use it. */
  goVersion: string | null = null;

  /** The service as it is now. */
  get server(): Server {
    const { service, storePid, operator, allPids } = this;
    return { pid: service.pid, storePid, bystanders: allPids, operator, loopP99Ms: null };
  }

  /** Every process of the stage. Background work of one of them would be charged to the next measurement. */
  private get allPids(): readonly number[] {
    return [this.service, ...this.baselines, ...this.stores].map(({ pid }) => pid).concat(this.storePid);
  }

  /** Creates one more hot event; all of them have the same layout. */
  async hotEvent(): Promise<Target> {
    const schemaId = await this.once('hot layout', () => makeSchema(this.owner, eventSeats, places));
    const made = await makeEvent(this.owner, this.demo, schemaId, this.hotBefore);
    this.hotBefore = made;
    return made;
  }

  /** For callers that only need the ids of its seats. */
  async lastHotEvent(): Promise<Target> {
    return this.hotBefore ?? (await this.hotEvent());
  }

  bareKoa(): Promise<BaselineServer> {
    return this.once('bare Koa', () => this.startBaselineServer('bare-koa', {}, null));
  }

  /** A server that answers given bytes, in base64, in turn on each connection. One server for each `name`. */
  rawSocket(name: string, answers: () => Promise<readonly string[]>): Promise<BaselineServer> {
    return this.once(`raw socket, ${name}`, async () =>
      this.startBaselineServer('raw-socket', { ANSWERS: (await answers()).join(',') }, null),
    );
  }

  /** A server that answers given bytes, in base64, by kind of call. */
  constants(answers: () => Promise<Readonly<Record<string, string>>>): Promise<BaselineServer> {
    return this.once('constants', async () =>
      this.startBaselineServer('constants', { ANSWERS: JSON.stringify(await answers()) }, null),
    );
  }

  /**
   * A server that answers given bytes by kind of call, those of changes once their records are durable in a database of
   * its own. One server for each `name`, which is part of the database's.
   */
  journalOnly(name: string, calls: () => Promise<JournaledCalls>): Promise<StoringServer> {
    return this.once(`journal only, ${name}`, async () => {
      const settings = await journalOnlySettings(await this.databaseUrl(), name, await calls());
      const server = await this.startBaselineServer('journal-only', settings, this.storePid);
      return { ...server, databaseUrl: settings.DATABASE_URL };
    });
  }

  rowLocks(): Promise<StoringServer> {
    return this.once('row locks', async () => {
      const url = await makeRowLockDatabase(await this.databaseUrl(), rowLockDatabase);
      return {
        ...(await this.startBaselineServer('row-locks', { DATABASE_URL: url }, this.storePid)),
        databaseUrl: url,
      };
    });
  }

  redisScript(): Promise<BaselineServer> {
    return this.once('Redis', async () => {
      const store = await this.startStore();
      return await this.startBaselineServer('redis-script', { REDIS_URL: store.url }, store.pid);
    });
  }

  /** With a Redis of its own. Rejects with one line when this machine has no Go and gets none. */
  goAndRedis(): Promise<BaselineServer> {
    return this.once('Go and Redis', async () => {
      const store = await this.startStore();
      const front = await startGoFront(store.url);
      this.goVersion = front.version;
      return this.serverOf(front, store.pid, null);
    });
  }

  private async startStore(): Promise<RedisStore> {
    const store = await startRedisStore();
    this.stores.push(store);
    return store;
  }

  private async startBaselineServer(
    name: Parameters<typeof startBaseline>[0],
    settings: Record<string, string>,
    storePid: number | null,
  ): Promise<BaselineServer> {
    const baseline = await startBaseline(name, settings);
    return this.serverOf(baseline, storePid, baseline.loopP99Ms);
  }

  private serverOf(
    baseline: Baseline | GoFront,
    storePid: number | null,
    loopP99Ms: Server['loopP99Ms'],
  ): BaselineServer {
    this.baselines.push(baseline);
    const { pid, baseUrl } = baseline;
    const visitor = new Client(baseUrl);
    this.clients.push(visitor);
    const server = () => ({ pid, storePid, bystanders: this.allPids, operator: null, loopP99Ms });
    return { baseUrl, server, visitor };
  }

  private once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.made.get(name) ?? make();
    this.made.set(name, made);
    return made as Promise<T>;
  }
}
