/**
 * The entry point to all events of the cluster: asks the local actor when this node has the event, and otherwise the
 * node that has it, through a relay while that node cannot be reached directly. Retries until the request's time limit
 * while the command certainly did not run; a command that may have run is resent only if it is retryable. A forwarded
 * request is forwarded at most once more, to the named relay target.
 */
import type { Engine, LoadShedder } from '#actors/engine.ts';
import { Fault, Moved, notFinalized } from '#actors/fault.ts';
import { shardOf } from '#actors/shard.ts';
import type { ShardTable } from '#actors/shard-table.ts';
import type { Command } from '#domain/command.ts';
import { isReadOnly, isRetryable, takesSomething } from '#domain/commands/registry.ts';
import { isCommandAhead } from '#domain/not-yet.ts';
import type { Answer } from '#domain/reply.ts';
import { LocalRequests } from './local-requests.ts';
import type { Membership } from './membership.ts';
import { pause } from './pause.ts';
import type {
  ClusterWorld,
  Envelope,
  EventRequest,
  LocalEvents,
  NodeCard,
  Peer,
  PeerOutcome,
  PeerReply,
} from './ports.ts';
import type { ShardLeases } from './shard-leases.ts';
import type { StallDetector } from './stall-detector.ts';

/** Time limit of a request whose event is moving between nodes. */
const patienceMs = 1_500;
/** Time limit for the answer of another node. */
const answerPatienceMs = 2_500;
const roundPauseMsMin = 4;
const roundPauseMsMax = 64;
/** The preferred owner and the node that it names; or the relay and the node that has the event. */
export const hopsMax = 2;
/** Events settled at the same time. */
const settleAtOnceMax = 64;

export interface RouterParts {
  readonly events: LocalEvents;
  readonly shards: ShardTable;
  readonly leases: ShardLeases;
  readonly membership: Membership;
  readonly peer: Peer;
  readonly stalls: Pick<StallDetector, 'isStale'>;
}

/** One request to another node, with its retries. */
interface ForwardAttempt {
  readonly request: EventRequest;
  readonly shard: number;
  readonly endsAt: number;
  rounds: number;
  /** A node was asked for a command that changes something, and its answer was lost. */
  mayHaveRun: boolean;
}

/** The first request of a round, and its outcome. */
interface Begun {
  readonly target: NodeCard;
  readonly outcome: PeerOutcome;
}

/** The end of a round: the reply, or when to start the next round. */
type RoundEnd = PeerReply | 'at once' | 'in a moment';

export class Router implements Engine, LoadShedder {
  readonly #world: ClusterWorld;
  readonly #parts: RouterParts;
  readonly #local: LocalRequests;
  /** By shard, the node that another node named as its owner; it may differ from the preferred owner. */
  readonly #hints = new Map<number, NodeCard>();

  constructor(world: ClusterWorld, parts: RouterParts) {
    this.#world = world;
    this.#parts = parts;
    this.#local = new LocalRequests(world, parts.events, parts.membership);
    parts.membership.onChange(() => this.#hints.clear());
  }

  /** Not an async function: this is the hottest path, and a second promise per command would be wasted. */
  ask(eventNumber: number, command: Command): Promise<Answer> {
    const { events, shards, stalls } = this.#parts;
    if (stalls.isStale) return Promise.reject(stalled());
    // Here and not at the owner, which may be of a release that does not know the command.
    if (isCommandAhead(command, this.#world.clusterVersion)) return Promise.reject(notFinalized);
    const { fault } = this.#world.mode;
    if (fault !== null && takesSomething(command)) return Promise.reject(fault);
    if (!shards.isMine(eventNumber)) return this.#askOtherNode(eventNumber, command);
    return events.ask(eventNumber, command).catch((fault: unknown) => {
      if (fault instanceof Moved) return this.#askOtherNode(eventNumber, command);
      throw fault;
    });
  }

  refusalOf(eventNumber: number): Fault | null {
    const { events, shards } = this.#parts;
    // An event that is moving refuses nothing: its next owner is asked.
    return shards.isMine(eventNumber) ? events.refusalOf(eventNumber) : null;
  }

  /** The id of the node that has the event, as this node believes; null: unknown. */
  ownerOf(eventNumber: number): string | null {
    const { shards, membership } = this.#parts;
    if (shards.isMine(eventNumber)) return this.#world.self.id;
    const shard = shardOf(eventNumber);
    return (this.#hints.get(shard) ?? membership.preferredNode(shard))?.id ?? null;
  }

  /** Not an async function either: usually one node is asked, and it answers. */
  #askOtherNode(eventNumber: number, command: Command): Promise<Answer> {
    const { membership } = this.#parts;
    const attempt = this.#attemptOf({ kind: 'ask', eventNumber, command });
    const target = this.#hints.get(attempt.shard) ?? membership.preferredNode(attempt.shard);
    const isReachable = target !== null && target.id !== this.#world.self.id && membership.relayTo(target) === null;
    if (!isReachable) return this.#forward(attempt).then(answerOf);
    return this.#send(target, 1, attempt, {}).then((outcome) =>
      outcome.kind === 'answer' ? outcome.answer : this.#forward(attempt, { target, outcome }).then(answerOf),
    );
  }

  /**
   * Projects the changes of these events on the nodes that have them, and writes a snapshot of each if it is wanted.
   * Rejects with a `Fault` only.
   */
  async settle(eventNumbers: readonly number[], wantsSnapshot = false): Promise<void> {
    for (let first = 0; first < eventNumbers.length; first += settleAtOnceMax) {
      const group = eventNumbers.slice(first, first + settleAtOnceMax);
      await Promise.all(
        group.map((eventNumber) =>
          this.#forward(this.#attemptOf({ kind: 'settle', eventNumber, ...(wantsSnapshot ? { wantsSnapshot } : {}) })),
        ),
      );
    }
  }

  /**
   * Passivates the event's actor on every node that has one. A node that cannot be reached is skipped: the caller has
   * already deleted the owner row of the event, so that node can write nothing.
   */
  async forget(eventNumber: number): Promise<void> {
    const { events, membership, peer } = this.#parts;
    const request: EventRequest = { kind: 'forget', eventNumber };
    const envelope = { hop: 1, remainingMs: patienceMs, request };
    await Promise.all([
      events.forget(eventNumber),
      ...membership.peers.map((node) => peer.ask(node, { ...envelope, target: node.id })),
    ]);
  }

  /** Serves a request of another node; forwards it only to the relay target that the request names. Never rejects. */
  serve(envelope: Envelope<EventRequest>): Promise<PeerReply> {
    const { request } = envelope;
    const { shards, stalls } = this.#parts;
    // The request may be old. A sender that still waits retries.
    if (stalls.isStale) return Promise.resolve({ kind: 'not-owner', hint: null });
    if (request.kind === 'forget' || shards.isMine(request.eventNumber)) return this.#local.serve(request);
    return this.#serveUnowned(envelope);
  }

  async #serveUnowned(envelope: Envelope<EventRequest>): Promise<PeerReply> {
    const { membership, leases } = this.#parts;
    const shard = shardOf(envelope.request.eventNumber);
    const owner = membership.preferredNode(shard);
    const isOwner = owner?.id === this.#world.self.id;
    const where = isOwner ? await leases.claim(shard) : leases.isMoving(shard) ? null : owner;
    if (where === 'mine') return this.#local.serve(envelope.request);
    return (await this.#relay(envelope)) ?? { kind: 'not-owner', hint: where };
  }

  /** Forwards to the node that the sender cannot reach; null when that failed before anything ran. */
  async #relay({ relayTo, hop, ...rest }: Envelope<EventRequest>): Promise<PeerReply | null> {
    const { membership, peer } = this.#parts;
    const target = membership.peers.find(({ id }) => id === relayTo);
    if (target === undefined || hop >= hopsMax) return null;
    this.#world.meter.forwarded(hop + 1);
    const outcome = await peer.ask(target, { ...rest, target: target.id, hop: hop + 1 });
    if (outcome.kind === 'dead') membership.suspect(target);
    return outcome.kind === 'dead' || outcome.kind === 'unreached' ? null : outcome;
  }

  #attemptOf(request: EventRequest): ForwardAttempt {
    const endsAt = this.#world.time.now() + patienceMs;
    return { request, shard: shardOf(request.eventNumber), endsAt, rounds: 0, mayHaveRun: false };
  }

  /** `begun`: the first request of the attempt has been sent, and was not answered by the event. */
  async #forward(attempt: ForwardAttempt, begun?: Begun): Promise<PeerReply> {
    const { time, random } = this.#world;
    for (;;) {
      const end = await this.#round(attempt, attempt.rounds === 0 ? begun : undefined);
      if (typeof end === 'object') return replyOrFault(attempt, end);
      if (time.now() >= attempt.endsAt) throw outOfTime(attempt);
      if (end === 'in a moment') {
        const longest = Math.min(roundPauseMsMax, roundPauseMsMin * 2 ** attempt.rounds);
        await pause(time, longest * (0.5 + random() / 2));
      }
      attempt.rounds++;
    }
  }

  /** Asks the node that should have the event, then the node that it names. */
  async #round(attempt: ForwardAttempt, begun?: Begun): Promise<RoundEnd> {
    const { membership, leases } = this.#parts;
    const { shard, request } = attempt;
    let target = begun?.target ?? this.#hints.get(shard) ?? membership.preferredNode(shard);
    let holder: NodeCard | null = null;
    for (let hop = 1; hop <= hopsMax; hop++) {
      if (target === null || target.id === this.#world.self.id) {
        const where = await leases.claim(shard);
        if (where === 'mine') return endOfLocal(await this.#local.run(request));
        if (where === null) return 'in a moment';
        holder = where;
        target = where;
      }
      const outcomeBefore = hop === 1 ? begun?.outcome : undefined;
      const relay = hop < hopsMax && outcomeBefore === undefined ? membership.relayTo(target) : null;
      const asked = relay ?? target;
      const named = relay === null ? {} : { relayTo: target.id };
      const outcome = outcomeBefore ?? (await this.#send(asked, hop, attempt, named));
      if (outcome.kind !== 'not-owner') return this.#conclude(attempt, asked, outcome);
      this.#hints.delete(shard);
      if (outcome.hint === null || membership.isGone(outcome.hint)) return 'in a moment';
      const isDeniedByHolder = asked === holder && outcome.hint.id === this.#world.self.id;
      if (isDeniedByHolder) await leases.denied(shard);
      target = outcome.hint;
      if (target.id !== this.#world.self.id) this.#hints.set(shard, target);
      // The relay has already asked the target.
      if (relay !== null) return 'in a moment';
    }
    return 'in a moment';
  }

  #send(asked: NodeCard, hop: number, attempt: ForwardAttempt, relay: Pick<Envelope, 'relayTo'>): Promise<PeerOutcome> {
    const { endsAt, request } = attempt;
    this.#world.meter.forwarded(hop);
    const remainingMs = Math.max(1, endsAt - this.#world.time.now()) + answerPatienceMs - patienceMs;
    return this.#parts.peer.ask(asked, { target: asked.id, hop, ...relay, remainingMs, request });
  }

  #conclude(attempt: ForwardAttempt, asked: NodeCard, outcome: Exclude<PeerOutcome, { kind: 'not-owner' }>): RoundEnd {
    const { membership } = this.#parts;
    switch (outcome.kind) {
      case 'dead':
        this.#hints.delete(attempt.shard);
        membership.suspect(asked);
        return 'at once';
      case 'unreached':
        this.#hints.delete(attempt.shard);
        membership.noteSilence(asked);
        return membership.relayTo(asked) === null ? 'in a moment' : 'at once';
      case 'lost': {
        this.#hints.delete(attempt.shard);
        void membership.check(asked);
        const { request } = attempt;
        if (request.kind !== 'ask' || isReadOnly(request.command)) return 'in a moment';
        attempt.mayHaveRun = true;
        if (isRetryable(request.command)) return 'in a moment';
        throw outOfTime(attempt);
      }
      default:
        return outcome;
    }
  }
}

function answerOf(reply: PeerReply): Answer {
  if (reply.kind !== 'answer') throw new Fault('UNAVAILABLE', 'The node that was asked sent no usable reply.');
  return reply.answer;
}

/** The end of a round that asked this node. If the event has left it meanwhile, another round begins. */
function endOfLocal(reply: PeerReply): RoundEnd {
  return reply.kind === 'not-owner' ? 'in a moment' : reply;
}

function stalled(): Fault {
  return new Fault('UNAVAILABLE', 'The node stalled for a moment.');
}

function outOfTime({ mayHaveRun }: ForwardAttempt): Fault {
  if (mayHaveRun) return new Fault('OUTCOME_UNKNOWN', 'A node was asked and did not answer: the request may have run.');
  return new Fault('UNAVAILABLE', 'The event could not be reached in time.');
}

/** A fault of a later attempt says nothing about an earlier attempt that may have run. */
function replyOrFault(attempt: ForwardAttempt, reply: PeerReply): PeerReply {
  if (reply.kind !== 'fault') return reply;
  if (attempt.mayHaveRun) throw outOfTime(attempt);
  throw new Fault(reply.code, reply.message, reply.retryAfterSeconds);
}
