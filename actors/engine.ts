/**
 * The interface to all events for the HTTP layer and the timers: name an event, send it a command.
 */
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';

export interface Engine {
  /**
   * Resolves with the decision once the facts it rests on are durable; activates the event first when
   * needed. Rejects with a `Fault` only.
   */
  ask(eventNumber: number, command: Command): Promise<Answer>;
}
