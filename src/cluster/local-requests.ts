/**
 * Runs requests on this node's events, and turns every outcome into the reply that another node gets. Never rejects. A
 * request that certainly did not run because its event is moving is answered with the next owner.
 */
import { Fault, Moved } from '#actors/fault.ts';
import { shardOf } from '#actors/shard.ts';
import { isKnown } from '#domain/commands/registry.ts';
import type { Answer } from '#domain/reply.ts';
import type { Membership } from './membership.ts';
import type { ClusterWorld, EventRequest, LocalEvents, NodeCard, PeerReply } from './ports.ts';

export class LocalRequests {
  readonly #world: Pick<ClusterWorld, 'self' | 'log'>;
  readonly #events: LocalEvents;
  readonly #membership: Pick<Membership, 'preferredNode'>;

  constructor(
    world: Pick<ClusterWorld, 'self' | 'log'>,
    events: LocalEvents,
    membership: Pick<Membership, 'preferredNode'>,
  ) {
    this.#world = world;
    this.#events = events;
    this.#membership = membership;
  }

  /** Not an async function: forwarded commands are hot, and a further promise for each would be wasted. */
  run(request: EventRequest): Promise<PeerReply> {
    const events = this.#events;
    const { eventNumber } = request;
    const failed = (error: unknown): PeerReply => this.#replyTo(error, eventNumber);
    switch (request.kind) {
      case 'ask':
        if (!isKnown(request.command)) return Promise.resolve(tooNew());
        return events.ask(eventNumber, request.command).then(answered, failed);
      case 'settle':
        return events.settle([eventNumber], request.wantsSnapshot).then(done, failed);
      case 'forget':
        return events.forget(eventNumber).then(done, failed);
      default:
        return Promise.resolve(tooNew());
    }
  }

  #replyTo(error: unknown, eventNumber: number): PeerReply {
    if (error instanceof Moved) return { kind: 'not-owner', hint: this.#nextOwner(eventNumber) };
    if (error instanceof Fault) return replyOf(error);
    this.#world.log.warn({ event: eventNumber, err: error }, 'a request failed with an unexpected error');
    return replyOf(new Fault('UNAVAILABLE', 'The event could not be reached.'));
  }

  /** The node that should have an event which has just left this one; null when no other node should. */
  #nextOwner(eventNumber: number): NodeCard | null {
    const owner = this.#membership.preferredNode(shardOf(eventNumber));
    return owner?.id === this.#world.self.id ? null : owner;
  }
}

/** The sender is of a release that this node does not know, and will soon learn that it has to end. */
function tooNew(): PeerReply {
  return replyOf(new Fault('UNAVAILABLE', 'The node that was asked is of an older release.'));
}

function answered(answer: Answer): PeerReply {
  return { kind: 'answer', answer };
}

function done(): PeerReply {
  return { kind: 'done' };
}

function replyOf({ code, message, retryAfterSeconds }: Fault): PeerReply {
  return { kind: 'fault', code, message, retryAfterSeconds };
}
