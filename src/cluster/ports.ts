/**
 * The ports of the cluster: a lease service, a node registry, a link to peers. The cluster's decisions use only these
 * ports, an injected clock and an injected source of randomness, so that a simulator can replace them. Times are
 * milliseconds of the node's monotonic clock.
 */

import type { Engine, LoadShedder } from '#actors/engine.ts';
import type { Fault, FaultCode } from '#actors/fault.ts';
import type { Clock, Log } from '#actors/ports.ts';
import type { Tracer } from '#actors/tracer.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';

/** A node during the lifetime of its process: a restarted process has a new id at the same address. */
export interface NodeCard {
  readonly id: string;
  /** Address of its internal listener. */
  readonly host: string;
  readonly port: number;
  /**
   * Its public `host:port` as a front (load balancer) names it; the address of the internal listener when absent. A
   * worker process has its machine's address, `/` and its number.
   */
  readonly front?: string;
}

/** The holder of a lease: the node, and the value that breaks the lease. */
export interface Holder {
  readonly node: NodeCard;
  readonly value: string;
}

/** An acquired lease. Pass the newest one to `renew` and `release`. */
export interface HeldLease {
  readonly shard: number;
  readonly value: string;
  /** The lease counts as held until this time; clock drift and margin are already subtracted. */
  readonly validUntil: number;
}

export type LeaseOutcome =
  | { readonly kind: 'held'; readonly lease: HeldLease }
  /** Another node has it; null after a split vote (no node has a quorum) or when its holder cannot be read: retry. */
  | { readonly kind: 'taken'; readonly holder: Holder | null }
  /** Too few servers answered. */
  | { readonly kind: 'no-answer' };

/** Leases by shard, all of the same duration. No method ever rejects. */
export interface Lease {
  acquire(shard: number): Promise<LeaseOutcome>;
  /** Extends the lease, or acquires it again when it has vanished. `taken`: another node has it now. */
  renew(lease: HeldLease): Promise<LeaseOutcome>;
  release(lease: HeldLease): Promise<void>;
  /** Removes the lease of a dead node; does nothing when the lease has another value now. */
  break(shard: number, holder: Holder): Promise<void>;
}

export interface RegistryEntry {
  readonly node: NodeCard;
  /** Time until the entry expires unless the node sends another heartbeat. */
  readonly remainingMs: number;
}

/** The shared list of live nodes, kept outside the nodes. */
export interface NodeRegistry {
  /** Lists this node for one lease time. Resolves with all listed nodes, or null without an answer. Never rejects. */
  heartbeat(self: NodeCard): Promise<readonly RegistryEntry[] | null>;
  /** True while this node may own no shard, because an earlier group of nodes has another secret. Absent: never. */
  readonly isShutOut?: boolean;
  /** Takes this node off the list. Never rejects. */
  remove(self: NodeCard): Promise<void>;
}

/** The events of this node as the router asks them. */
export interface LocalEvents extends Engine, LoadShedder {
  /** Projects these events, and writes a snapshot of each if it is wanted. */
  settle(eventNumbers: readonly number[], wantsSnapshot?: boolean): Promise<void>;
  /** Passivates the event without a projection. */
  forget(eventNumber: number): Promise<void>;
}

/** The samples that this node keeps of its events' activity, as one table of numbers. */
export interface KeptSamples {
  samplesOf(eventNumber: number): Uint32Array<ArrayBuffer>;
}

/** The live events of a shard that another node takes. */
export interface LeavingEvents {
  /** Projects the shard's events for the next owner while still serving them. */
  prepareToLeave(shard: number): Promise<void>;
  /** Passivates the shard's events once their decided batches are durable; waiting commands fail with `Moved`. */
  leave(shard: number): Promise<void>;
}

/** A request for the node that has the event. */
export type EventRequest =
  | { readonly kind: 'ask'; readonly eventNumber: number; readonly command: Command }
  /** Project the event's changes. A node of an earlier version does not know `wantsSnapshot`, and writes none. */
  | { readonly kind: 'settle'; readonly eventNumber: number; readonly wantsSnapshot?: boolean }
  /** Passivate the event without a projection: it is being removed or must be reloaded. */
  | { readonly kind: 'forget'; readonly eventNumber: number };

/** Asks for the samples of the event's activity that the node took, whether it has the event now or had it before. */
export interface SampleRequest {
  readonly kind: 'read-samples';
  readonly eventNumber: number;
}

export type PeerRequest = EventRequest | SampleRequest;

/** A request from one node to another. */
export interface Envelope<Request extends PeerRequest = PeerRequest> {
  /** Node id; another process at the same address must not serve the request. */
  readonly target: string;
  /** 1 for the first node that is asked, 2 for the node that the first one named. */
  readonly hop: number;
  /** Id of a node that the sender cannot reach: a receiver that does not have the event forwards the request to it. */
  readonly relayTo?: string;
  /** How long the sender will wait. */
  readonly remainingMs: number;
  readonly request: Request;
}

/** The reply of the asked node. */
export type PeerReply =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'done' }
  /** Empty: this node has not had the event. */
  | { readonly kind: 'samples'; readonly samples: Uint32Array<ArrayBuffer> }
  | { readonly kind: 'fault'; readonly code: FaultCode; readonly message: string; readonly retryAfterSeconds: number }
  /** The request certainly did not run. `hint`: the node to ask instead; null: retry after a pause. */
  | { readonly kind: 'not-owner'; readonly hint: NodeCard | null }
  /** Sent without an answer, by the sender or by its relay: the request may have run or may still run. */
  | { readonly kind: 'lost' };

/** The outcome of a request to a peer. `dead` and `unreached`: it certainly did not run. */
export type PeerOutcome =
  /** The connection was refused, or another process has the address: the node is dead. */
  | { readonly kind: 'dead' }
  /** No connection was established in time. */
  | { readonly kind: 'unreached' }
  | PeerReply;

/** A one-way message to the other nodes. */
export type Notice =
  | MembershipNotice
  /** The receiver follows the maps of these events at the sender, and there is more to read. */
  | { readonly kind: 'changed'; readonly node: NodeCard; readonly events: readonly number[] };

/** A notice about the nodes themselves. */
export type MembershipNotice =
  | { readonly kind: 'joined' | 'leaving'; readonly node: NodeCard }
  /** The sender suspects that the node is dead or that its database connection changed; the receiver pings it. */
  | { readonly kind: 'suspected'; readonly node: NodeCard };

/** The link to the other nodes. No method ever rejects. */
export interface Peer {
  ask(node: NodeCard, envelope: Envelope): Promise<PeerOutcome>;
  tell(node: NodeCard, notice: Notice): Promise<void>;
  /** `unknown`: no answer in time; `cut-off`: alive, but cannot reach the database. */
  ping(node: NodeCard): Promise<'alive' | 'cut-off' | 'dead' | 'unknown'>;
  /** The node will not be asked again. */
  forget(node: NodeCard): void;
  /** Calls the listener when a connection to a node has ended: the node may have died. */
  onLoss(listener: (node: NodeCard) => void): void;
}

/** Whether this node reaches the database. */
export interface StoreReach {
  readonly isCutOff: boolean;
  /** Calls the listener after every change of `isCutOff`. */
  onChange(listener: () => void): void;
}

/** The metrics of the cluster. */
export interface ClusterMeter {
  /** A request is sent to another node; `hop`: the first or the second node asked. */
  forwarded(hop: number): void;
  /**
   * This node took a shard, once for each: `fallen` from a holder that is dead or has forgotten its lease, so that this
   * node broke the lease; otherwise `free`.
   */
  takeOver(kind: 'free' | 'fallen'): void;
  /** The lease service did not answer. */
  renewalFailed(): void;
}

/** Whether calls may begin sessions and take something. */
export interface Mode {
  /** What they get instead; null: they may. */
  readonly fault: Fault | null;
}

export interface ClusterWorld {
  readonly self: NodeCard;
  /** The monotonic clock, never actor time. */
  readonly time: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Absent: the node has no peers, so no other node could take its shards when it is cut off. */
  readonly store?: StoreReach;
  readonly leaseMs: number;
  readonly clusterVersion: VersionInForce;
  readonly mode: Mode;
  readonly meter: ClusterMeter;
  /** Absent: nothing is recorded. */
  readonly tracer?: Tracer | undefined;
  readonly log: Log;
}
