/**
 * Refuses facts, members of facts and commands of a later cluster version than the one in force. Costs one comparison while the latest known version is in force, and allocates nothing.
 */
import { authorsSince } from './author.ts';
import { firstVersion, type VersionInForce } from './cluster-version.ts';
import type { Command } from './command.ts';
import { definitionOf as commandDefinitionOf } from './commands/registry.ts';
import type { Fact } from './fact.ts';
import { definitionOf as factDefinitionOf } from './facts/registry.ts';

/** True when a node of an older release may not know the command. */
export function isCommandAhead(command: Command, { current, newest }: VersionInForce): boolean {
  if (current === newest) return false;
  const definition = commandDefinitionOf(command);
  return isAhead(definition, current) || (definition.needs?.(command) ?? firstVersion) > current;
}

/** True when a node of an older release could not read one of the facts. */
export function areFactsAhead(facts: readonly Fact[], { current, newest }: VersionInForce): boolean {
  return (
    current < newest &&
    facts.some((fact) => isFactAhead(fact, factDefinitionOf(fact), current) || isFactAhead(fact, ofEveryFact, current))
  );
}

const ofEveryFact: Since = { membersSince: { by: authorsSince } };

/** The parts of a definition that name versions. */
interface Since {
  readonly since?: number;
  readonly membersSince?: Readonly<Record<string, number | undefined>>;
}

export function isFactAhead(fact: Readonly<object>, definition: Since, current: number): boolean {
  if (isAhead(definition, current)) return true;
  const { membersSince } = definition;
  if (membersSince === undefined) return false;
  return Object.entries(membersSince).some(
    ([member, since = firstVersion]) => since > current && (fact as Record<string, unknown>)[member] !== undefined,
  );
}

function isAhead({ since = firstVersion }: Pick<Since, 'since'>, current: number): boolean {
  return since > current;
}
