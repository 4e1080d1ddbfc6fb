/**
 * The one door to all events, as the HTTP layer and the timers see it: name an event, ask a command.
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
