/**
 * The rule against tests that measure time: how long something takes depends on the machine and on its other work, so
 * such a test fails on a slow one. Figures belong to the benchmark; a test counts steps, pages, bytes or statements.
 */
import {
  type CallExpression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { lineOf, type Source, type Violation, walk } from '../support/source-tree.ts';

/** These programs load a real service for a set time, or report a rate of their own. Their tests do not. */
const programs = /^test\/(soak|drill|attack|simulation|first-picture|upgrade)\/(?!.*\.test\.ts$)/;
/** The one place that waits for a condition: at its end the test fails. */
const waiting = 'test/support/eventually.ts';

const clocks = /^(globalThis\.)?(performance|Date)\.now$/;
const instruments =
  /^(?:process\.(?:hrtime(?:\.bigint)?|cpuUsage|threadCpuUsage)|(?:\w+\.)?(?:monitorEventLoopDelay|eventLoopUtilization|timerify)|console\.time(?:End|Log)?)$/;
const timeNames = /^(?:took|elapsed|duration|blocked|silence|latency|gap)(?:Ms|Seconds)?$|PerSecond$/;
const bounds = /^(?:toBe(?:Less|Greater)Than(?:OrEqual)?|toBeCloseTo)$/;
const says =
  'a test measures no time: bound the work by a count (steps, pages, bytes, statements), await a condition with ' +
  '`eventually`, or move the figure to the benchmark';

/** No test compares two times of a real clock, a duration or a rate. */
export function checkStopwatches(source: Source): Violation[] {
  if (!source.path.startsWith('test/') || source.path === waiting || programs.test(source.path)) return [];
  const readings = readingsIn(source);
  const found = new Set<number>();
  walk(source.tree, (node) => {
    if (isMeasured(node, readings)) found.add(lineOf(source, node));
  });
  return [...found].map((line) => ({ path: source.path, line, says }));
}

function isMeasured(node: Node, readings: ReadonlySet<string>): boolean {
  if (isCallExpression(node)) return instruments.test(node.expression.getText()) || isBoundOfTime(node);
  if (!isBinaryExpression(node)) return false;
  const sides = [node.left, node.right];
  if (isDifference(node.operatorToken.kind)) return sides.every((side) => isReading(side, readings));
  return (
    isComparison(node.operatorToken.kind) &&
    (sides.every((side) => isReading(side, readings)) || sides.some((side) => timeNames.test(lastName(side))))
  );
}

/** `expect(tookMs).toBeLessThan(…)`. */
function isBoundOfTime(call: CallExpression): boolean {
  const { expression } = call;
  if (!isPropertyAccessExpression(expression) || !bounds.test(expression.name.getText())) return false;
  let subject: Node = expression.expression;
  while (isPropertyAccessExpression(subject)) subject = subject.expression;
  const value = isCallExpression(subject) ? subject.arguments[0] : undefined;
  return value !== undefined && timeNames.test(lastName(value));
}

function isDifference(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.MinusToken;
}

function isComparison(kind: SyntaxKind): boolean {
  const { LessThanToken, GreaterThanToken, LessThanEqualsToken, GreaterThanEqualsToken } = SyntaxKind;
  return [LessThanToken, GreaterThanToken, LessThanEqualsToken, GreaterThanEqualsToken].includes(kind as never);
}

/** The names that stand for a reading of a real clock, and the functions that return one. */
function readingsIn(source: Source): ReadonlySet<string> {
  const names = new Set<string>();
  let before = -1;
  // A name may stand for a reading that an earlier name stands for.
  while (names.size > before) {
    before = names.size;
    walk(source.tree, (node) => {
      const [name, value] = assigned(node);
      if (name !== undefined && value !== undefined && readsClock(value, names)) names.add(name);
    });
  }
  return names;
}

function assigned(node: Node): readonly [name?: string, value?: Node | undefined] {
  if (isVariableDeclaration(node) && isIdentifier(node.name)) {
    const { initializer } = node;
    return [node.name.text, initializer !== undefined && isArrowFunction(initializer) ? initializer.body : initializer];
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.EqualsToken && isIdentifier(node.left))
    return [node.left.text, node.right];
  return [];
}

/** A sum or a choice of readings is one as well; what a call does with a reading is not known. */
function readsClock(node: Node, readings: ReadonlySet<string>): boolean {
  if (isFunctionLikeDeclaration(node)) return false;
  if (isBinaryExpression(node)) return readsClock(node.left, readings) || readsClock(node.right, readings);
  return isReading(node, readings);
}

function isReading(node: Node, readings: ReadonlySet<string>): boolean {
  if (isCallExpression(node)) return clocks.test(node.expression.getText()) || isReading(node.expression, readings);
  return isIdentifier(node) && readings.has(node.text);
}

function lastName(node: Node): string {
  if (isPropertyAccessExpression(node)) return node.name.getText();
  return isIdentifier(node) ? node.text : '';
}
