/**
 * Builds the booking parts of one node in one direction: membership and shard table → registry → shard leases →
 * housekeeping → router. Each part is built from parts that exist already; an event of a lower part reaches a higher
 * one through a listener that the higher one adds. Owns the order of starting and stopping: a node registers once it
 * can serve requests, and hands over its shards before it stops. The service and the simulation build their nodes here.
 */
import { ActivityRecorder } from '#activity/activity-recorder.ts';
import { AppendWindow } from '#activity/append-window.ts';
import { Housekeeping, type HousekeepingSettings } from '#actors/housekeeping.ts';
import { Registry, type RegistryWorld } from '#actors/registry.ts';
import { ShardRelease } from '#actors/shard-release.ts';
import { ShardTable } from '#actors/shard-table.ts';
import { ChangeNotices } from '#cluster/change-notices.ts';
import type { ClusterConnections } from '#cluster/connections.ts';
import { Membership } from '#cluster/membership.ts';
import { pause } from '#cluster/pause.ts';
import type {
  ClusterWorld,
  Envelope,
  EventRequest,
  NodeCard,
  Notice,
  PeerReply,
  SampleRequest,
} from '#cluster/ports.ts';
import { Router } from '#cluster/router.ts';
import { SampleRequests } from '#cluster/sample-requests.ts';
import { ShardLeases } from '#cluster/shard-leases.ts';
import { StallDetector } from '#cluster/stall-detector.ts';

/** Time limit of the hand-over. Afterwards the next owner recovers the remaining events from the journal. */
const handOverMsMax = 10_000;
/** The node that should have this shard does the common jobs. */
const commonJobsShard = 0;

export interface BookingNodeParts {
  readonly actors: RegistryWorld;
  readonly housekeeping: HousekeepingSettings;
  readonly cluster: ClusterWorld;
  readonly connections: Pick<ClusterConnections, 'lease' | 'nodes' | 'peer'>;
  /** A pause of the process that is longer counts as a stall. */
  readonly stallMs: number;
  /** The appends of this node's journal. Absent: they are not shown in the events' activity. */
  readonly appends?: AppendWindow;
}

export class BookingNode {
  readonly registry: Registry;
  readonly self: NodeCard;
  readonly membership: Membership;
  /** Between nodes that follow an event's map and the node that has the event. */
  readonly changeNotices: ChangeNotices;
  readonly leases: ShardLeases;
  readonly housekeeping: Housekeeping;
  readonly router: Router;
  /** Samples the events' activity once it is started. */
  readonly activity: ActivityRecorder;
  /** Reads the samples of all nodes. */
  readonly samples: SampleRequests;
  readonly #stalls: StallDetector;
  readonly #cluster: ClusterWorld;

  constructor({ actors, housekeeping, cluster, connections, stallMs, appends }: BookingNodeParts) {
    const { lease, nodes, peer } = connections;
    const shards = new ShardTable();
    const membership = new Membership(cluster, nodes, peer);
    const notices = new ChangeNotices(cluster, membership, peer);
    const tellWatcher: RegistryWorld['tellWatcher'] = (watcher, eventNumber) => notices.tell(watcher, eventNumber);
    const registry = new Registry({ ...actors, tellWatcher }, shards);
    const leaving = new ShardRelease(registry, actors.log);
    const leases = new ShardLeases(cluster, { shards, events: leaving, membership, lease, peer });
    this.housekeeping = new Housekeeping(actors, housekeeping, { events: registry, shards: leases });
    const stalls = new StallDetector(cluster.time, stallMs);
    this.router = new Router(cluster, { events: registry, shards, leases, membership, peer, stalls });
    const { self } = cluster;
    const recorded = { actors: registry.actors, clock: actors.clock, appends: appends ?? new AppendWindow() };
    this.activity = new ActivityRecorder(recorded);
    this.samples = new SampleRequests({ membership, peer, samples: this.activity });
    this.registry = registry;
    this.membership = membership;
    this.changeNotices = notices;
    this.self = self;
    this.leases = leases;
    this.#stalls = stalls;
    this.#cluster = cluster;
  }

  /** The internal listener must be open already: peers may send requests at once. Rejects without the database. */
  async start(): Promise<void> {
    this.#stalls.start();
    await this.membership.join();
    this.leases.start();
    await this.housekeeping.start();
  }

  /** Whether this node does the jobs of the whole deployment, such as trimming: one node does, another takes over. */
  get doesCommonJobs(): boolean {
    return this.membership.prefersThisNode(commonJobsShard);
  }

  /** Answers a request of another node. Never rejects. */
  serve(envelope: Envelope): Promise<PeerReply> {
    if (asksForSamples(envelope)) return Promise.resolve(this.samples.serve(envelope));
    return this.router.serve(envelope as Envelope<EventRequest>);
  }

  /** Processes a notice of another node. */
  async hear(notice: Notice): Promise<void> {
    if (notice.kind === 'changed') this.changeNotices.hear(notice.events);
    else await this.membership.hear(notice);
  }

  /** Hands over all shards if there is another node. Later requests to this node are forwarded. */
  async leave(): Promise<void> {
    await this.membership.leave();
    await Promise.race([this.leases.settled(), pause(this.#cluster.time, handOverMsMax)]);
  }

  /** Brings all events to rest, then releases the remaining leases. There must be no more requests of clients. */
  async close(): Promise<void> {
    this.activity.close();
    this.registry.refuseCommands();
    await this.housekeeping.close();
    await this.registry.close();
    this.membership.close();
    await this.leases.close();
    this.#stalls.stop();
  }
}

function asksForSamples(envelope: Envelope): envelope is Envelope<SampleRequest> {
  return envelope.request.kind === 'read-samples';
}
