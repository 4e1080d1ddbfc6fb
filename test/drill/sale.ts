/**
 * A sale on a cluster of processes: events, buyers at random nodes, box offices, and all that listen to them. Knows what
 * was acknowledged, and audits it down to the journal. Whatever happens to the nodes meanwhile is another's work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import type { Cluster } from '../../bench/stand/cluster/cluster.ts';
import type { Demo } from '../../bench/stand/service.ts';
import { type AuditResult, audit } from '../soak/audit.ts';
import { runBuyers } from '../soak/crowd.ts';
import { Entrances } from '../soak/entrances.ts';
import type { OnSale } from '../soak/event-rules.ts';
import { Gate } from '../soak/gate.ts';
import { paymentGraceSeconds } from '../soak/history.ts';
import { Ledger } from '../soak/ledger.ts';
import { officeSettings } from '../soak/office.ts';
import { EventsOnSale } from './events-on-sale.ts';
import { type ListenerOptions, Listeners, listenerSettings } from './listeners.ts';
import { RandomNodeClient } from './random-node-client.ts';
import { RuledHall } from './ruled-hall.ts';
import { WriteTimes } from './write-times.ts';

export interface SaleOptions extends ListenerOptions {
  /** Events on sale: the three kinds of entrances take turns. Nine when absent. */
  readonly events?: number;
  /** Seats of an event; 2,000 when absent. */
  readonly seats?: number;
  /** True: the events sell by rules, which a release before them does not know. */
  readonly hasRules?: boolean;
  /** Buyers at work at the same time. */
  readonly buyers: number;
  /** Of each of them before each call; none when absent. */
  readonly restMs?: number;
}

const defaultEvents = 9;
const defaultSeats = 2_000;
const places = 1_000_000;
/** Longer than any drill, shorter than a clock's jump. */
const holdSeconds = 4 * 3600;
const pollMs = 10;

/** The settings that the nodes of a sale need. */
export function saleSettings(leaseMs: number): Readonly<Record<string, string>> {
  return {
    HOLD_SECONDS: `${holdSeconds}`,
    PAYMENT_GRACE_SECONDS: `${paymentGraceSeconds}`,
    LEASE_MS: `${leaseMs}`,
    LOG_LEVEL: 'info',
    ...listenerSettings,
    ...officeSettings,
  };
}

interface SaleParts {
  readonly cluster: Cluster;
  readonly owner: Client;
  readonly entrances: Entrances;
  readonly makeTarget: () => Promise<OnSale>;
  readonly targets: readonly OnSale[];
  readonly token: string;
}

export class Sale {
  readonly ledger: Ledger;
  /** Shut at first. */
  readonly gate: Gate;
  /** Sends to random nodes. */
  readonly client: RandomNodeClient;
  readonly listeners: Listeners;
  readonly writeTimes = new WriteTimes();
  readonly eventsOnSale: EventsOnSale;
  readonly #owner: Client;
  readonly #work: Promise<void>;

  private constructor({ cluster, owner, entrances, makeTarget, targets, token }: SaleParts, options: SaleOptions) {
    const { nodes, databaseUrl } = cluster;
    this.ledger = new Ledger(targets, token, entrances, this.writeTimes.record);
    this.gate = new Gate(options.buyers, options.restMs);
    this.client = new RandomNodeClient(nodes, (violation) => this.ledger.reportViolation(null, violation));
    this.listeners = new Listeners(nodes, this.ledger, options);
    this.eventsOnSale = new EventsOnSale({ ledger: this.ledger, client: this.client, owner, makeTarget, databaseUrl });
    this.#owner = owner;
    this.#work = runBuyers(options.buyers, { ledger: this.ledger, sender: this.client, gate: this.gate });
  }

  /** Makes the events through the first node. */
  static async open(cluster: Cluster, options: SaleOptions): Promise<Sale> {
    const { demo } = await cluster.makeDemo(cluster.nodes[0]!.port);
    const token = demo.organizationToken;
    const owner = new Client(demo.baseUrl, { 'x-api-key': token });
    const seats = options.seats ?? defaultSeats;
    const make = options.hasRules === true ? await ruled(owner, demo, seats) : await plain(owner, demo, seats);
    const entrances = await Entrances.open(owner);
    const makeTarget = async () => await entrances.assign(await make());
    const targets: OnSale[] = [];
    while (targets.length < (options.events ?? defaultEvents)) targets.push(await makeTarget());
    const sale = new Sale({ cluster, owner, entrances, makeTarget, targets, token }, options);
    await sale.listeners.open(owner);
    return sale;
  }

  get eventIds(): readonly string[] {
    return this.ledger.targets.map(({ eventId }) => eventId);
  }

  /** Whether every event was written, by a call that was sent after `since` or else the mark of `writeTimes`, before `untilMs`. */
  async isWritten(untilMs: number, since?: number): Promise<boolean> {
    while (this.writeTimes.withoutWrite(this.eventIds, since).length > 0) {
      if (performance.now() > untilMs) return false;
      await pause(pollMs);
    }
    return true;
  }

  /** Shuts the gate and compares what the service shows and tells with what was acknowledged. */
  async audit(): Promise<AuditResult> {
    await this.gate.pause();
    const result = await audit(this.ledger, this.client);
    await this.listeners.audit();
    return result;
  }

  /** The last audit, with the gate shut: of the journal, the tables, the whole feed, the reports and the orders as well. */
  async auditAll(): Promise<void> {
    await this.eventsOnSale.audit();
    await this.eventsOnSale.auditNumbers();
    await this.listeners.auditAll();
  }

  async close(): Promise<void> {
    this.gate.close();
    await this.#work;
    await this.listeners.close();
    this.client.close();
    this.#owner.close();
  }
}

type MakeTarget = () => Promise<OnSale>;

async function ruled(owner: Client, demo: Demo, seats: number): Promise<MakeTarget> {
  const hall = await RuledHall.open(owner, demo, seats, places);
  return () => hall.makeTarget();
}

async function plain(owner: Client, demo: Demo, seats: number): Promise<MakeTarget> {
  const schemaId = await makeSchema(owner, seats, places);
  return () => makeEvent(owner, demo, schemaId);
}
