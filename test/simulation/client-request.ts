/** A request of a simulated client to one event. */
import type { Command } from '#domain/command.ts';

export interface ClientRequest {
  readonly command: Command;
  /** Whether a client may send it again if the outcome is unknown. */
  readonly isRetryable: boolean;
}

/** The same with the trace of a call and, when the organization calls, with its author. */
export function marked({ command, isRetryable }: ClientRequest, nth: number): ClientRequest {
  return traced(
    { command: isBuyers(command) ? command : { ...command, by: `ACCOUNT:${1 + (nth % 9)}` }, isRetryable },
    nth,
  );
}

function isBuyers(command: Command): boolean {
  return 'sessionId' in command && !('organizationId' in command);
}

function traced({ command, isRetryable }: ClientRequest, nth: number): ClientRequest {
  if (
    command.kind === 'read-audience' ||
    !('sessionId' in command || 'selection' in command || command.kind === 'set-status')
  )
    return { command, isRetryable };
  const id = nth.toString(16).padStart(16, '0');
  return { command: { ...command, trace: `00-${id}${id}-${id}-01` }, isRetryable };
}

/** A command that has another effect the second time. */
export function once(command: Command): ClientRequest {
  return { command, isRetryable: false };
}

export function retryable(command: Command): ClientRequest {
  return { command, isRetryable: true };
}
