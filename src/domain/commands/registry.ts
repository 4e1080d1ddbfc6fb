/** All commands of an event, and what is known of each before it runs. */
import { assert } from '#collections/assert.ts';
import type { RequestKey } from '../call-context.ts';
import type { Command } from '../command.ts';
import { admissionCommands } from './admission.ts';
import { allotmentCommands } from './allotments.ts';
import { bookingCommands } from './bookings.ts';
import type { CommandDefinition } from './definition.ts';
import { eventCommands } from './event.ts';
import { pricingCommands } from './pricing.ts';
import { readCommands } from './reads.ts';
import { sessionCommands } from './sessions.ts';
import { unitCommands } from './units.ts';

const definitions = {
  ...sessionCommands,
  ...bookingCommands,
  ...pricingCommands,
  ...admissionCommands,
  ...allotmentCommands,
  ...unitCommands,
  ...eventCommands,
  ...readCommands,
} satisfies Record<Command['kind'], unknown>;

/** Everything that an event can answer, one form for each kind of reply. */
export type Reply = ReturnType<(typeof definitions)[Command['kind']]['reply']>;

type AnyDefinition = CommandDefinition<Command, unknown, Reply>;

/** False for a command of a newer release. */
export function isKnown({ kind }: { readonly kind: string }): boolean {
  return Object.hasOwn(definitions, kind);
}

/** Throws for a kind that this release does not know. */
export function definitionOf(command: Command): AnyDefinition {
  const definition = definitions[command.kind] as AnyDefinition | undefined;
  assert(definition !== undefined, () => `there is no rule for commands of kind ${command.kind}`);
  return definition;
}

/** True for commands that begin a session, or take seats or places. */
export function takesSomething(command: Command): boolean {
  return definitionOf(command).takes?.(command) ?? false;
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
  return keyOf(command) !== null || (definitionOf(command).isRetryable?.(command) ?? true);
}

/** Null: the command is decided whenever it comes. */
export function keyOf(command: Command): RequestKey | null {
  return ('key' in command ? command.key : null) ?? null;
}

/** True for commands that are decided at the end of a turn, when the turn's record is complete. */
export function needsCompleteRecord(command: Command): boolean {
  return (definitions[command.kind] as AnyDefinition | undefined)?.seesWholeRecord === true;
}
