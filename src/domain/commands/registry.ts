/** All commands of an event, and what is known of each before it runs. */
import type { Command } from '../command.ts';
import { admissionCommands } from './admission.ts';
import { bookingCommands } from './bookings.ts';
import type { CommandDefinition, CommandDefinitions } from './definition.ts';
import { eventCommands } from './event.ts';
import { pricingCommands } from './pricing.ts';
import { sessionCommands } from './sessions.ts';

const definitions: CommandDefinitions<Command> = {
  ...sessionCommands,
  ...bookingCommands,
  ...pricingCommands,
  ...admissionCommands,
  ...eventCommands,
};

/** The definition of a command's kind. */
export function definitionOf(command: Command): CommandDefinition<Command> {
  return definitions[command.kind] as CommandDefinition<Command>;
}

/** True for commands that change nothing. */
export function isReadOnly(command: Command): boolean {
  return definitionOf(command).isRead === true;
}

/**
 * True for commands that may be sent again when it is unknown whether they ran: reads, commands with an idempotent
 * effect, and commands with a key under which their answer is remembered.
 */
export function isRetryable(command: Command): boolean {
  if ('key' in command && command.key !== undefined && command.key !== null) return true;
  return definitionOf(command).isRepeatable?.(command) ?? true;
}

/** True for commands that are decided at the end of a turn, when the turn's record is complete. */
export function needsCompleteRecord(command: Command): boolean {
  return definitionOf(command).seesWholeRecord === true;
}
