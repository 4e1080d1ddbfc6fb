/**
 * The interface to all events for the HTTP layer and the timers: name an event, send it a command.
 */
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import type { Fault } from './fault.ts';

export interface Engine {
  /**
   * Resolves with the decision once the facts it rests on are durable; activates the event first when
   * needed. Rejects with a `Fault` only.
   */
  ask(eventNumber: number, command: Command): Promise<Answer>;
}

/** The engine as operations that cross events and the catalog need it. */
export interface EventEngine extends Engine {
  /** Projects all records of these events: what they have journaled is visible in the catalog and in the feed. */
  settle(eventNumbers: readonly number[]): Promise<void>;
  /** Unloads the event's actor on every node; the next call loads it again. Unreachable nodes are fenced off. */
  forget(eventNumber: number): Promise<void>;
}

/** Says in advance what an event would refuse, so that a refused command costs next to nothing. */
export interface LoadShedder {
  /**
   * The fault that every command to the event would get now because too many wait already. Null: it would be accepted,
   * or the event is not in the memory of this node.
   */
  refusalOf(eventNumber: number): Fault | null;
}
