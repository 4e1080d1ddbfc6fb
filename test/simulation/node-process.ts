/** The process of one node: the booking node of the service, and its journal, over simulated ports. */
import { DeadlineQueue } from '#actors/deadlines.ts';
import type { Journal, Log, Meter, SessionIds } from '#actors/ports.ts';
import { AuthorityLease } from '#cluster/authority-lease.ts';
import type {
  ClusterMeter,
  ClusterWorld,
  Envelope,
  Lease,
  NodeCard,
  NodeRegistry,
  Notice,
  PeerReply,
} from '#cluster/ports.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { Boards } from '#live/boards.ts';
import { PostgresJournal } from '#storage/journal/journal.ts';
import { BookingNode } from '#wiring/booking-node.ts';
import { appendPool } from './append-pool.ts';
import { DatabaseConnection } from './database-connection.ts';
import { SimulatedEventStore } from './event-store.ts';
import { LeaseCalls } from './lease-calls.ts';
import { type LeaseService, NodeLeases } from './leases.ts';
import type { MachineServices } from './machine.ts';
import { type Host, PeerClient } from './node-network.ts';
import { ProcessClock, type ProcessLifetime } from './process-lifetime.ts';
import type { RunContext } from './run-context.ts';
import { linkToParent } from './worker-parent.ts';

/** How far a node's actor time may lag behind the database's clock. */
const behindMsMax = 20;
const stallMs = 1_000;

/** Ids of this world begin with an s. */
const sessionIds: SessionIds = { isGenuine: (sessionId) => sessionId.startsWith('s') };

export class NodeProcess implements Host {
  readonly card: NodeCard;
  readonly lifetime: ProcessLifetime;
  readonly connection: DatabaseConnection;
  /** To the lease service or the parent. */
  readonly leaseCalls: LeaseCalls;
  readonly resets = new Set<() => void>();
  readonly peers: PeerClient;
  readonly boards: Boards;
  readonly #deadlines: DeadlineQueue;
  readonly #journal: PostgresJournal;
  readonly #node: BookingNode;

  constructor(
    services: MachineServices,
    card: NodeCard,
    lifetime: ProcessLifetime,
    crashSoon: (where: string) => void,
  ) {
    const { context, runRecord, network, leases: service, settings } = services;
    const { timeline, random } = context;
    this.card = card;
    this.lifetime = lifetime;
    this.connection = new DatabaseConnection(context, lifetime, crashSoon);
    const log = quietLog(context, card.id);
    const time = new ProcessClock(timeline, lifetime, 0);
    const clock = new ProcessClock(timeline, lifetime, random.between(0, behindMsMax));
    this.leaseCalls = new LeaseCalls(context, service, lifetime);
    const leases = this.#leasesOf(context, service, time);
    this.peers = new PeerClient(context, runRecord, network, lifetime, card);
    this.#journal = new PostgresJournal({
      pool: appendPool(context, this.connection),
      observe: () => {},
      appendObserved: () => {},
      log,
      timers: lifetime,
    });
    const store = new SimulatedEventStore(context, this.connection, card.id);
    this.#deadlines = new DeadlineQueue(clock, settings.sweepMs);
    /** Events with an append in flight. */
    const appending = new Set<number>();
    this.#node = new BookingNode({
      actors: {
        node: card.id,
        journal: notingAppends(this.#journal, appending),
        store,
        projection: store,
        clock,
        deadlines: this.#deadlines,
        sessionIds,
        meter: actorMeter(context),
        log,
        timers: lifetime,
        witness: (event, turn) => runRecord.witness(event, turn),
      },
      housekeeping: settings,
      cluster: { self: card, ...this.#clusterOf(context, time, log) },
      connections: { lease: leases, nodes: leases, peer: this.peers },
      stallMs,
    });
    this.#node.registry.onGone((eventNumber, reason) => {
      if (reason !== 'left' || !appending.has(eventNumber)) return;
      // Its callers would be refused although nothing failed: the fence of the next owner stops the append.
      runRecord.report(`event ${eventNumber} left node ${card.id} before its append had ended`);
    });
    this.boards = this.#openBoards(context, clock, time, log);
  }

  #clusterOf(context: RunContext, time: ProcessClock, log: Log): Omit<ClusterWorld, 'self'> {
    const { random, leaseMs } = context;
    const clusterVersion = everythingInForce;
    const mode = { fault: null };
    return { time, random: () => random.next(), leaseMs, clusterVersion, mode, meter: clusterMeter(context), log };
  }

  #leasesOf(context: RunContext, service: LeaseService, time: ProcessClock): Lease & NodeRegistry {
    const { authority } = service;
    if (authority === null) return new NodeLeases(context, service, this.leaseCalls, this.card, time);
    const link = linkToParent(context, authority, this.leaseCalls);
    return new AuthorityLease({ link, self: this.card, now: () => time.now(), leaseMs: context.leaseMs });
  }

  #openBoards(context: RunContext, clock: ProcessClock, time: ProcessClock, log: Log): Boards {
    const { database, random } = context;
    const { router, changeNotices, membership } = this.#node;
    const boards = new Boards(
      {
        engine: router,
        self: this.card.id,
        clock,
        time,
        random: () => random.next(),
        later: (task) => this.lifetime.soon(task),
        isHead: (eventNumber, seq) => this.connection.query('find', () => database.event(eventNumber).headSeq === seq),
        meter: { round: () => {}, written: () => {}, cut: () => {} },
        log,
      },
      { tickMs: 100, viewersMax: 1_000, viewersPerAddressMax: 0 },
    );
    changeNotices.onChanged((eventNumber) => boards.changed(eventNumber));
    membership.onChange(() => boards.ownersChanged());
    return boards;
  }

  /** Rejects if the database does not answer; then the process ends. */
  start(): Promise<void> {
    return this.#node.start();
  }

  ask(eventNumber: number, command: Command): Promise<Answer> {
    return this.#node.router.ask(eventNumber, command);
  }

  serve(envelope: Envelope): Promise<PeerReply> {
    return this.#node.serve(envelope);
  }

  hear(notice: Notice): Promise<void> {
    return this.#node.hear(notice);
  }

  /** Hands all shards over before it stops, in the same order as the service. */
  async close(): Promise<void> {
    await this.boards.drain();
    await this.#node.leave();
    await this.#node.close();
    this.#deadlines.close();
    this.#journal.close();
  }
}

/** Keeps the events of appends that are in flight in `appending`. */
function notingAppends(journal: Journal, appending: Set<number>): Journal {
  return {
    get isWritable() {
      return journal.isWritable;
    },
    append(batch) {
      const { eventNumber } = batch.ownership;
      const ended = (): boolean => appending.delete(eventNumber);
      const outcome = journal.append(batch);
      appending.add(eventNumber);
      // Before the actor learns of it.
      outcome.then(ended, ended);
      return outcome;
    },
    verify: (ownership, seq) => journal.verify(ownership, seq),
  };
}

function actorMeter({ trace }: RunContext): Meter {
  return {
    batch: (size) => trace.count(size > 1 ? 'turn of many' : 'turn of one'),
    held: () => {},
    lost: () => {},
    expired: (count) => trace.count('expired', count),
    sessionStep: () => {},
    evicted: () => trace.count('evicted'),
    broken: (reason) => trace.countSort('broken:', reason),
  };
}

function clusterMeter({ trace }: RunContext): ClusterMeter {
  return {
    forwarded: (hop) => trace.countSort('hop', String(hop)),
    takeOver: (kind) => trace.countSort('shard taken:', kind),
    renewalFailed: () => trace.count('renewal failed'),
  };
}

function quietLog({ trace }: RunContext, node: string): Log {
  const say = (details: object, message: string): void => {
    const { err } = details as { err?: Error };
    trace.note(`${node}: ${message}${err === undefined ? '' : ` (${err.message})`}`);
  };
  return { debug: () => {}, info: say, warn: say, error: say };
}
