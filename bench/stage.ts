/**
 * Everything that a run has on stage: the service on its own durable PostgreSQL, the baselines, the load generator, and
 * the evidence for the audit. Built once, torn down once, whatever happens in between.
 */
import { type Baseline, startBaseline } from './baselines/baseline.ts';
import { makeRowLockDatabase, makeRowLockEvent } from './baselines/row-lock-tables.ts';
import { makeEvent, makeSchema } from './catalog.ts';
import { Client } from './client.ts';
import { databaseUrl } from './database.ts';
import type { HoldRecord, PurchaseRecord, Target } from './load/plan.ts';
import { LoadGenerator } from './load.ts';
import type { MainScenario } from './options.ts';
import { bareKoa } from './scenarios/bare-koa.ts';
import { holds } from './scenarios/holds.ts';
import { purchases } from './scenarios/purchases.ts';
import type { Scenario, Server } from './scenarios/scenario.ts';
import { type Demo, Service } from './service.ts';

export interface Evidence {
  readonly holds: HoldRecord[];
  readonly bought: PurchaseRecord[];
}

const eventSeats = 50_000;
const places = 200_000;
const rowLockDatabase = 'row_locks';
/** Nothing may run out while a long run goes on. */
export const benchSettings = { HOLD_SECONDS: '86400', PAYMENT_GRACE_SECONDS: '86400' } as const;

export class Stage {
  readonly service: Service;
  readonly demo: Demo;
  /** The organization, and anybody. */
  readonly owner: Client;
  readonly visitor: Client;
  readonly generator = new LoadGenerator();
  readonly evidence: Evidence = { holds: [], bought: [] };
  private readonly baselines: Baseline[] = [];

  private constructor(service: Service, demo: Demo) {
    this.service = service;
    this.demo = demo;
    this.owner = new Client(service.baseUrl, { 'x-api-key': demo.organizationToken });
    this.visitor = new Client(service.baseUrl);
  }

  static async build(): Promise<Stage> {
    const service = await Service.start(benchSettings);
    return new Stage(service, await service.demo());
  }

  async tearDown(): Promise<void> {
    this.generator.close();
    for (const baseline of this.baselines) baseline.stop();
    this.owner.close();
    this.visitor.close();
    await this.service.dispose();
  }

  /** The scenarios of the given names, ready to run in that order. */
  async rehearse(names: readonly MainScenario[]): Promise<Scenario[]> {
    const schemaId = await makeSchema(this.owner, eventSeats, places);
    const target = await makeEvent(this.owner, this.demo, schemaId);
    const scenarios: Scenario[] = [];
    for (const name of names) {
      if (name === 'bare-koa') scenarios.push(await this.bareKoa(target));
      if (name === 'holds') scenarios.push(this.holds(target));
      if (name === 'purchases') scenarios.push(this.purchases(schemaId));
    }
    const rowLocks = names.filter((name) => name.startsWith('row-lock'));
    return rowLocks.length === 0 ? scenarios : [...scenarios, ...(await this.rowLocks(rowLocks))];
  }

  private async bareKoa(target: Target): Promise<Scenario> {
    const baseline = await this.start('bare-koa');
    return bareKoa(this.rival(baseline), baseline.baseUrl, this.generator, target);
  }

  /** A baseline is measured while the service has nothing left to do. */
  private rival({ pid }: Baseline): Server {
    return { pid, bystanders: [this.service.pid], operator: null };
  }

  private holds(target: Target): Scenario {
    const { service, visitor, generator, evidence } = this;
    const server = { pid: service.pid, bystanders: [], operator: visitor };
    const setting = { name: 'hold/unhold', baseUrl: service.baseUrl, server, visitor, target };
    return holds(setting, generator, (records) => evidence.holds.push(...records));
  }

  private purchases(schemaId: number): Scenario {
    const { service, owner, demo, visitor, generator, evidence } = this;
    const setting = {
      name: 'purchase',
      baseUrl: service.baseUrl,
      server: { pid: service.pid, bystanders: [], operator: visitor },
      apiKey: demo.organizationToken,
      eventSeats,
      makeEvent: () => makeEvent(owner, demo, schemaId),
    };
    return purchases(setting, generator, (records) => {
      for (const record of records) evidence.bought.push(record);
    });
  }

  private async rowLocks(names: readonly MainScenario[]): Promise<Scenario[]> {
    const url = await makeRowLockDatabase(await databaseUrl(this.service.dataDir), rowLockDatabase);
    const baseline = await this.start('row-locks', { DATABASE_URL: url });
    const visitor = new Client(baseline.baseUrl);
    const shared = { baseUrl: baseline.baseUrl, server: this.rival(baseline) };
    const forget = () => {};
    const scenarios: Scenario[] = [];
    if (names.includes('row-lock-holds')) {
      const target = await makeRowLockEvent(url, eventSeats);
      scenarios.push(holds({ ...shared, name: 'row-lock hold/unhold', visitor, target }, this.generator, forget));
    }
    if (names.includes('row-lock-purchases')) {
      const sale = { apiKey: '', eventSeats, makeEvent: () => makeRowLockEvent(url, eventSeats) };
      scenarios.push(purchases({ ...shared, name: 'row-lock purchase', ...sale }, this.generator, forget));
    }
    return scenarios;
  }

  private async start(name: 'bare-koa' | 'row-locks', settings: Record<string, string> = {}): Promise<Baseline> {
    const baseline = await startBaseline(name, settings);
    this.baselines.push(baseline);
    return baseline;
  }
}
