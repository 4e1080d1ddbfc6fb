/**
 * The domain and the actors must not use clocks, randomness, timers, the process or I/O. They get times and new ids as
 * arguments or through ports, so that a replay gives exactly the same result.
 */
import {
  isAwaitExpression,
  isIdentifier,
  isPropertyAccessExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { isReference, lineOf, type Source, type Violation, walk } from '../support/source-tree.ts';

const outside = new Set([
  'Date',
  'performance',
  'crypto',
  'process',
  'fetch',
  'setTimeout',
  'setInterval',
  'globalThis',
  'global',
  'require',
]);

const scheduling = new Set(['Promise', 'setImmediate', 'queueMicrotask']);

function isRandom(node: Node): boolean {
  return isPropertyAccessExpression(node) && node.expression.getText() === 'Math' && node.name.getText() === 'random';
}

function touches(node: Node, names: ReadonlySet<string>): string | undefined {
  if (isRandom(node)) return 'Math.random';
  return isIdentifier(node) && names.has(node.text) && isReference(node) ? node.text : undefined;
}

/** The domain and the collections are synchronous and have no side effects. */
export function checkDomainPurity(source: Source): Violation[] {
  if (!/^src\/(domain|collections)\//.test(source.path)) return [];
  const found: Violation[] = [];
  const forbidden = new Set([...outside, ...scheduling]);
  walk(source.tree, (node) => {
    const isAsync =
      node.kind === SyntaxKind.AsyncKeyword || node.kind === SyntaxKind.AwaitKeyword || isAwaitExpression(node);
    const touched = isAsync ? 'async and await' : touches(node, forbidden);
    if (touched === undefined) return;
    const says = `the domain is pure and synchronous, without ${touched}: take times, ids and random values as arguments`;
    found.push({ path: source.path, line: lineOf(source, node), says });
  });
  return found;
}

/** Actors use clock, timers, randomness and the process only through ports; they may call `setImmediate` themselves. */
export function checkActorPurity(source: Source): Violation[] {
  if (!source.path.startsWith('actors/')) return [];
  const found: Violation[] = [];
  walk(source.tree, (node) => {
    const touched = touches(node, outside);
    if (touched === undefined) return;
    const says = `actors may not use ${touched}: declare a port in actors/ports.ts, so that a test can control it`;
    found.push({ path: source.path, line: lineOf(source, node), says });
  });
  return found;
}
