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

type LocalWorld = Pick<ClusterWorld, 'self' | 'tracer' | 'log'>;

export class LocalRequests {
  readonly #world: LocalWorld;
  readonly #events: LocalEvents;
  readonly #membership: Pick<Membership, 'preferredNode'>;

  constructor(world: LocalWorld, events: LocalEvents, membership: Pick<Membership, 'preferredNode'>) {
    this.#world = world;
    this.#events = events;
    this.#membership = membership;
  }

  /** Runs a request of another node. It is a part of the call that the other node got, and recorded with it. */
  serve(request: EventRequest): Promise<PeerReply> {
    const { tracer } = this.#world;
    if (tracer === undefined || request.kind !== 'ask') return this.run(request);
    const { command, eventNumber } = request;
    const trace = 'trace' in command ? command.trace : undefined;
    const span = trace === undefined ? null : tracer.begin('server', trace);
    if (span === null) return this.run(request);
    return this.run(request).then((reply) => {
      const attributes = { 'usher.event': eventNumber, 'usher.error_code': errorOf(reply) };
      span.end(command.kind, attributes, reply.kind === 'fault');
      return reply;
    });
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

/** Why the request was refused or failed; undefined: it was not. */
function errorOf(reply: PeerReply): string | undefined {
  if (reply.kind === 'fault') return reply.code;
  return reply.kind === 'answer' && !reply.answer.ok ? reply.answer.refusal.code : undefined;
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
