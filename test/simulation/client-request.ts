/** A request of a simulated client to one event. */
import type { Command } from '#domain/command.ts';

export interface ClientRequest {
  readonly command: Command;
  /** Whether a client may send it again if the outcome is unknown. */
  readonly isRetryable: boolean;
}

export function retryable(command: Command): ClientRequest {
  return { command, isRetryable: true };
}
