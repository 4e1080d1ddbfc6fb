/**
 * The one door to all events, as the HTTP layer and the timers see it: name an event, ask a command.
 */
import type { Answer, Command } from '#domain/command.ts';

export interface Engine {
  /**
   * Resolves with the decision once the facts it rests on are durable; activates the event first when
   * needed. Rejects with a `Fault` only.
   */
  ask(eventNumber: number, command: Command): Promise<Answer>;
}
