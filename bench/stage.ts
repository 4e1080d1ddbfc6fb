/**
 * Everything that a run has on stage: the service on its own durable PostgreSQL, the baselines, the load generator, and
 * the evidence for the audit. What is asked for is there from then on; all of it is torn down once, whatever happened.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditReport, audit } from './audit.ts';
import { type Baseline, startBaseline } from './baselines/baseline.ts';
import { type RedisStore, startRedisStore } from './baselines/redis-store.ts';
import { makeRowLockDatabase } from './baselines/row-lock-tables.ts';
import { makeEvent, makeSchema } from './catalog.ts';
import { Client } from './client.ts';
import { databaseUrl } from './database.ts';
import type { Evidence } from './evidence.ts';
import type { Target } from './load/plan.ts';
import { LoadGenerator } from './load.ts';
import { comesToRest } from './processor.ts';
import type { Server } from './scenarios/scenario.ts';
import { type Demo, Service } from './service.ts';

/** What makes a run worthless; its message is all that is printed. */
export class Void extends Error {}

export interface Rival {
  readonly baseUrl: string;
  /** As it is now. */
  readonly server: () => Server;
  /** For making sessions. */
  readonly visitor: Client;
}

/** Seats of an event that is measured. */
export const eventSeats = 50_000;
const places = 200_000;
const rowLockDatabase = 'row_locks';
/** Nothing may run out while a long run goes on, and a cart may be large. */
export const benchSettings = {
  HOLD_SECONDS: '86400',
  PAYMENT_GRACE_SECONDS: '86400',
  MAX_SEATS_PER_SESSION: '1000',
} as const;
const findingsShown = 20;

export class Stage {
  readonly service: Service;
  readonly demo: Demo;
  /** The organization, and anybody. */
  readonly owner: Client;
  readonly visitor: Client;
  /** Reads the metrics. */
  readonly operator: Client;
  readonly generator = new LoadGenerator();
  readonly evidence: Evidence = { holds: [], bought: [], booked: [] };
  readonly storePid: number;
  private readonly baselines: Baseline[] = [];
  private readonly stores: RedisStore[] = [];
  private readonly clients: Client[] = [];
  private readonly made = new Map<string, Promise<unknown>>();
  /** The last event that everybody wanted. */
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

  /** Starts the service; with an inspector when it is to be looked into. */
  static async build({ isInspected }: { readonly isInspected: boolean }): Promise<Stage> {
    const nodeArguments = isInspected ? ['--inspect=127.0.0.1:0'] : [];
    const service = await Service.start(benchSettings, { nodeArguments });
    const pidFile = join(service.dataDir, 'postgres', 'data', 'postmaster.pid');
    const storePid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    return new Stage(service, await service.demo(), storePid);
  }

  /** Builds a stage for `work` alone and audits what it leaves. Throws `Void` when the audit finds anything. */
  static async around<T>(isInspected: boolean, work: (stage: Stage) => Promise<T>): Promise<T> {
    const stage = await Stage.build({ isInspected });
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

  /** Throws `Void` when anything that was acknowledged is missing, doubled or otherwise than shown. */
  async audit(): Promise<AuditReport> {
    // What the last round's cut connections had asked for is still being done.
    await comesToRest(this.service.pid);
    const report = await audit(await this.databaseUrl(), this.owner, this.evidence);
    if (report.findings.length === 0) return report;
    throw new Void(`the audit failed:\n${report.findings.slice(0, findingsShown).join('\n')}`);
  }

  databaseUrl(): Promise<string> {
    return databaseUrl(this.service.dataDir);
  }

  /** Of the baseline's Redis; null when nobody asked for it. */
  get redisVersion(): string | null {
    return this.stores[0]?.version ?? null;
  }

  /** The service as it is now. */
  get server(): Server {
    const { service, storePid, operator, company } = this;
    return { pid: service.pid, storePid, bystanders: company, operator, loopP99Ms: null };
  }

  /** Every process on stage. What one of them has left to do would be charged to whoever is measured next. */
  private get company(): readonly number[] {
    return [this.service, ...this.baselines, ...this.stores].map(({ pid }) => pid).concat(this.storePid);
  }

  /** One more event that everybody wants: all of them have the same layout. */
  async hotEvent(): Promise<Target> {
    const schemaId = await this.once('hot layout', () => makeSchema(this.owner, eventSeats, places));
    const made = await makeEvent(this.owner, this.demo, schemaId, this.hotBefore);
    this.hotBefore = made;
    return made;
  }

  /** For whoever only wants to name its seats. */
  async lastHotEvent(): Promise<Target> {
    return this.hotBefore ?? (await this.hotEvent());
  }

  bareKoa(): Promise<Rival> {
    return this.once('bare Koa', () => this.startRival('bare-koa', {}, null));
  }

  rowLocks(): Promise<Rival & { readonly databaseUrl: string }> {
    return this.once('row locks', async () => {
      const url = await makeRowLockDatabase(await this.databaseUrl(), rowLockDatabase);
      return { ...(await this.startRival('row-locks', { DATABASE_URL: url }, this.storePid)), databaseUrl: url };
    });
  }

  redisScript(): Promise<Rival> {
    return this.once('Redis', async () => {
      const store = await startRedisStore();
      this.stores.push(store);
      return await this.startRival('redis-script', { REDIS_URL: store.url }, store.pid);
    });
  }

  private async startRival(
    name: Parameters<typeof startBaseline>[0],
    settings: Record<string, string>,
    storePid: number | null,
  ): Promise<Rival> {
    const baseline = await startBaseline(name, settings);
    this.baselines.push(baseline);
    const visitor = new Client(baseline.baseUrl);
    this.clients.push(visitor);
    const { pid, baseUrl, loopP99Ms } = baseline;
    const server = () => ({ pid, storePid, bystanders: this.company, operator: null, loopP99Ms });
    return { baseUrl, server, visitor };
  }

  private once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.made.get(name) ?? make();
    this.made.set(name, made);
    return made as Promise<T>;
  }
}
