/**
 * What the cluster needs of the world: a service of leases, a list of nodes, a way to reach a peer. The
 * rest of this folder decides with these alone, on a clock and a source of chance that are handed in, so
 * that a simulator can be the world. Times are milliseconds of the node's monotonic clock.
 */

import type { Engine } from '#actors/engine.ts';
import type { FaultCode } from '#actors/fault.ts';
import type { Clock, Log } from '#actors/ports.ts';
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';

/** A node while its process lives: a process that starts again has another id at the same address. */
export interface NodeCard {
  readonly id: string;
  /** Where its internal listener is reached. */
  readonly host: string;
  readonly port: number;
  /** Where buyers reach it, as `host:port`, in the words of a front that places them; that of its listener when absent. */
  readonly front?: string;
}

/** Who has a lease: the node, and the value to break it by. */
export interface Holder {
  readonly node: NodeCard;
  readonly value: string;
}

/** A lease that was won. `renew` and `release` take the newest one. */
export interface HeldLease {
  readonly shard: number;
  readonly value: string;
  /** Not held for certain from here on; drift and margin are taken off already. */
  readonly validUntil: number;
}

export type Claim =
  | { readonly kind: 'held'; readonly lease: HeldLease }
  /** Another node has it; null after a split vote (no node has a quorum) or where its holder cannot be read: try again in a moment. */
  | { readonly kind: 'taken'; readonly holder: Holder | null }
  /** Too few servers answered. */
  | { readonly kind: 'no-answer' };

/** Leases by shard, each for the same time. No method ever rejects. */
export interface Lease {
  acquire(shard: number): Promise<Claim>;
  /** Extends; wins it anew when it has vanished. `taken`: it is somebody else's by now. */
  renew(lease: HeldLease): Promise<Claim>;
  release(lease: HeldLease): Promise<void>;
  /** Takes the lease away from a node that is dead; does nothing when it has another value by now. */
  break(shard: number, holder: Holder): Promise<void>;
}

export interface Shown {
  readonly node: NodeCard;
  /** How long it will be shown unless it beats again. */
  readonly remainingMs: number;
}

/** The list of nodes that outlives each of them. */
export interface NodeRegistry {
  /** Shows this node for one lease time; resolves with all that are shown, or null when no server answered. Never rejects. */
  beat(self: NodeCard): Promise<readonly Shown[] | null>;
  /** Takes this node off the list. Never rejects. */
  strike(self: NodeCard): Promise<void>;
}

/** The events that are live on this node. */
export interface LocalEvents extends Engine {
  settle(eventNumbers: readonly number[]): Promise<void>;
  forget(eventNumber: number): Promise<void>;
  /** Whether an event of the shard is live or about to be. */
  isUsing(shard: number): boolean;
  /** Writes down what the next owner will load, while serving. */
  prepareToLeave(shard: number): Promise<void>;
  /** Lets all go when what is decided is durable, and refuses what waits as `Moved`. */
  leave(shard: number): Promise<void>;
  /** There are shards to look after that were not this node's before. */
  lookThoroughly(): void;
}

/** What one node asks of another about one event. */
export type PeerRequest =
  | { readonly kind: 'ask'; readonly eventNumber: number; readonly command: Command }
  /** Project what has changed. */
  | { readonly kind: 'settle'; readonly eventNumber: number }
  /** Let the event go without a projection: it is being removed, or is to be loaded again. */
  | { readonly kind: 'forget'; readonly eventNumber: number };

export interface Envelope {
  /** The same for every attempt at the same request. */
  readonly id: string;
  /** Node id; another node at the same address must not serve it. */
  readonly target: string;
  /** 1 for the first node that is asked, 2 for the one it named. */
  readonly hop: number;
  /** Id of a node that the sender cannot reach: whoever is asked and does not have the event asks it in the sender's place. */
  readonly relayTo?: string;
  /** How long the sender goes on waiting. */
  readonly remainingMs: number;
  readonly request: PeerRequest;
}

/** What the asked node says. */
export type PeerReply =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'done' }
  | { readonly kind: 'fault'; readonly code: FaultCode; readonly message: string; readonly retryAfterSeconds: number }
  /** It surely did not run: ask the other one, or again in a moment. */
  | { readonly kind: 'not-owner'; readonly hint: NodeCard | null }
  /** Sent and not answered, by this node or by the one that it was relayed to: it may have run, or may run yet. */
  | { readonly kind: 'lost' };

/** What came of asking; these two surely did not run. */
export type PeerOutcome =
  /** The connection was refused, or another process has the address: the node is dead. */
  | { readonly kind: 'dead' }
  /** No connection came about in time. */
  | { readonly kind: 'unreached' }
  | PeerReply;

/** What a node tells the others without waiting for what they think of it. */
export type Notice =
  | { readonly kind: 'joined' | 'leaving'; readonly node: NodeCard }
  /** The sender found the node dead; the hearer looks for itself. */
  | { readonly kind: 'suspected'; readonly node: NodeCard };

/** The way to other nodes. No method ever rejects. */
export interface Peer {
  ask(node: NodeCard, envelope: Envelope): Promise<PeerOutcome>;
  tell(node: NodeCard, notice: Notice): Promise<void>;
  /** `unknown`: no answer in time; `cut-off`: alive, and without a way to the database. */
  ping(node: NodeCard): Promise<'alive' | 'cut-off' | 'dead' | 'unknown'>;
  /** The node will not be asked again. */
  forget(node: NodeCard): void;
}

/** What the cluster counts. */
export interface ClusterMeter {
  /** A command goes to another node: the first that is asked, or the second. */
  forwarded(hop: number): void;
  /** A shard has come to this node; `fallen`: its last holder's lease was broken. */
  takeOver(kind: 'free' | 'fallen'): void;
  /** The lease service did not answer. */
  renewalFailed(): void;
}

export interface ClusterWorld {
  readonly self: NodeCard;
  /** The monotonic clock, never actor time. */
  readonly time: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** True while this node has no way to the database; never when absent. */
  readonly isCutOff?: () => boolean;
  readonly leaseMs: number;
  readonly meter: ClusterMeter;
  readonly log: Log;
}
