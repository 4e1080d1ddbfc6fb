/**
 * Kills the service repeatedly while buyers work, and audits after every kill what was acknowledged. One soak is one
 * service, one ledger, many kills. It is inconclusive when there was too little traffic.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import { Service } from '../../bench/stand/service.ts';
import { type AuditResult, audit, auditSessionLists } from './audit.ts';
import { runBuyers } from './crowd.ts';
import { ConfirmReceiver, type DeliveryCounts } from './deliveries.ts';
import { Entrances } from './entrances.ts';
import { type FeedCounts, FeedFollowers } from './feed-followers.ts';
import { Gate } from './gate.ts';
import { paymentGraceSeconds } from './history.ts';
import { inject, restart, type Victim, victimOf } from './kills.ts';
import { Ledger } from './ledger.ts';
import { officeSettings } from './office.ts';
import { ServiceClient } from './sender.ts';
import type { Traffic } from './traffic.ts';

export interface SoakOptions {
  readonly kills: number;
  /** Buyers at work at the same time. */
  readonly buyers: number;
  /** Acknowledged writes a second before a kill, in the median of all kills, below which the soak proves nothing. */
  readonly writesPerSecondMin: number;
  /** Of the service, as of a `Service`. */
  readonly isLazy?: boolean;
  /** Called after each kill. */
  readonly onKill?: (report: KillReport) => void;
}

export interface KillReport extends AuditResult {
  readonly victim: Victim;
  /** Writes acknowledged before this kill and found again after it. */
  readonly writes: number;
  readonly writesPerSecond: number;
  readonly downMs: number;
  readonly violations: number;
}

export interface SoakReport {
  readonly kills: readonly KillReport[];
  readonly writes: number;
  readonly sessions: number;
  readonly traffic: Traffic;
  /** Of a webhook. */
  readonly deliveries: DeliveryCounts;
  /** Of the followers of the feed. */
  readonly feed: FeedCounts;
  /** Median rate of acknowledged writes before the kills. */
  readonly writesPerSecond: number;
  readonly violations: readonly string[];
  readonly isInconclusive: boolean;
}

/** One for each kind of entrance. */
const eventCount = 3;
const seatCount = 20_000;
const places = 100_000;
const workMsMin = 300;
const workMsMax = 1500;
const writesBeforeKill = 20;
const patienceMs = 20_000;
const pollMs = 20;
const followers = 4;
/** Slow, so that changes wait in the service when it is killed: one that had been passed over would be missing. */
const receiverOptions = { answerMs: 200, failedPerThousand: 5 };

/** Runs a soak on a service of its own. Rejects only when the service does not come back. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const settings = {
    HOLD_SECONDS: '86400',
    PAYMENT_GRACE_SECONDS: `${paymentGraceSeconds}`,
    WEBHOOKS_ALLOW_PRIVATE: '1',
    ...officeSettings,
  };
  const service = await Service.start(settings, { isLazy: options.isLazy ?? false });
  try {
    return await soakOn(service, options);
  } finally {
    await service.dispose();
  }
}

async function soakOn(service: Service, options: SoakOptions): Promise<SoakReport> {
  const demo = await service.demo();
  const owner = new Client(service.baseUrl, { 'x-api-key': demo.organizationToken });
  const schemaId = await makeSchema(owner, seatCount, places);
  const targets = [];
  const entrances = await Entrances.open(owner);
  while (targets.length < eventCount) targets.push(await entrances.assign(await makeEvent(owner, demo, schemaId)));
  const ledger = new Ledger(targets, demo.organizationToken, entrances);
  const receiver = new ConfirmReceiver(ledger, receiverOptions);
  await receiver.open(owner);
  owner.close();
  const feed = new FeedFollowers(followers, [service], ledger);
  const gate = new Gate(options.buyers);
  const client = new ServiceClient(service.baseUrl);
  const work = runBuyers(options.buyers, { ledger, sender: client, gate });
  const kills: KillReport[] = [];
  try {
    for (let kill = 0; kill < options.kills; kill++) {
      const report = await killOnce(service, victimOf(kill), { ledger, gate, client, feed });
      kills.push(report);
      options.onKill?.(report);
    }
    const sessions = await auditSessionLists(ledger, client);
    await feed.auditWhole();
    await receiver.audit(feed.feed);
    return { ...summarize(kills, sessions, ledger, options), deliveries: receiver.counts, feed: feed.counts };
  } finally {
    gate.close();
    await work;
    client.close();
    await Promise.all([feed.close(), receiver.close()]);
  }
}

interface FaultTargets {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly client: ServiceClient;
  readonly feed: FeedFollowers;
}

async function killOnce(service: Service, victim: Victim, parts: FaultTargets): Promise<KillReport> {
  const { ledger, gate, client, feed } = parts;
  const before = ledger.writes;
  const startedAt = performance.now();
  gate.open();
  await pause(randomInt(workMsMin, workMsMax));
  // A kill without traffic before it proves nothing, and a busy machine may need longer to begin.
  while (ledger.writes - before < writesBeforeKill && performance.now() - startedAt < patienceMs) await pause(pollMs);
  const seconds = (performance.now() - startedAt) / 1000;
  const writesPerSecond = (ledger.writes - before) / seconds;
  const killedAt = performance.now();
  await inject(service, victim);
  // The gate stays open while only PostgreSQL is down: the service has to cope with the traffic.
  const paused = victim === 'database' ? null : gate.pause();
  await restart(service);
  const downMs = performance.now() - killedAt;
  await (paused ?? gate.pause());
  const auditResult = await audit(ledger, client);
  await feed.audit();
  return {
    victim,
    ...auditResult,
    writes: ledger.writes - before,
    writesPerSecond,
    downMs,
    violations: ledger.violations.length,
  };
}

function summarize(
  kills: readonly KillReport[],
  sessions: number,
  ledger: Ledger,
  options: SoakOptions,
): Omit<SoakReport, 'deliveries' | 'feed'> {
  const rates = kills.map(({ writesPerSecond }) => writesPerSecond).sort((a, b) => a - b);
  const writesPerSecond = rates[rates.length >> 1] ?? 0;
  return {
    kills,
    writes: ledger.writes,
    sessions,
    traffic: ledger.traffic,
    writesPerSecond,
    violations: ledger.violations,
    isInconclusive: writesPerSecond < options.writesPerSecondMin || kills.some(({ writes }) => writes === 0),
  };
}
