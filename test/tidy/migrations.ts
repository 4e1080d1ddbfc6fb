/**
 * Rules for migrations: each says in its first line whether nodes of older releases can go on beside it, and its
 * statements agree. The first migration of rolling upgrades is 023: releases before it cannot run beside others.
 */
import type { TextFile, Violation } from '../support/source-tree.ts';

const firstRolling = 23;
const heading = /^-- (?:(expands)|contracts: needs (\d{3}))\n/;

/** Statements after which an older release could fail, or write what it must not. */
const contracting: readonly RegExp[] = [
  /\bdrop\s+(?:table|column)\b/i,
  /\brename\s+(?:to|column)\b/i,
  /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
];

export function checkMigration({ path, text }: TextFile): Violation[] {
  const number = Number.parseInt(path.split('/').at(-1) ?? '', 10);
  if (number < firstRolling) return [];
  const [line, expands, needs] = heading.exec(text) ?? [];
  const say = (says: string): Violation[] => [{ path, line: 1, says }];
  if (line === undefined) return say("the first line must be '-- expands' or '-- contracts: needs NNN'");
  const statements = text.replace(/--.*$/gm, '');
  const broken = contracting.map((form) => form.exec(statements)?.[0]).find((found) => found !== undefined);
  if (expands !== undefined)
    return broken === undefined ? [] : say(`'${broken}' is no expansion: an older release would fail beside it`);
  if (Number(needs) > number) return say('it cannot need a later migration');
  const note = `update cluster_version set oldest_migration = ${Number(needs)};`;
  return number === firstRolling || statements.includes(note) ? [] : say(`a contracting migration has '${note}'`);
}
