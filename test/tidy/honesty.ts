/**
 * Rules against postponed work, against tests that are disabled, sleep or mock modules, and against machine-specific
 * paths and references to documents that are not part of this project.
 */
import {
  type CallExpression,
  isArrowFunction,
  isCallExpression,
  isFunctionExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast';
import {
  commentsOf,
  importsOf,
  lineAt,
  lineOf,
  type Source,
  type TextFile,
  type Violation,
  walk,
} from '../support/source-tree.ts';

const postponed = /\b(TODO|FIXME|XXX|HACK)\b/;
const machinePath = /(?<![\w.*~-])\/(?:home|root|Users|work|farm|shared|mnt|tmp)(?=\/|['"`]|$)/gm;
/** References to documents other than the project's README, CONTRIBUTING, CHANGELOG and the files under `docs/`. */
const foreignDocument =
  /(?<!\bdocs\/(?:[\w-]+\/)*)(?<![\w-])(?!(?:README|CONTRIBUTING|CHANGELOG)\.md)[\w-]+\.md\b|\b(?:issue|ticket) #?\d+\b/gi;
const ownDocument = /(?<![\w/])docs\/[\w/-]+\.(?:md|json)\b/g;

/** No comment postpones work. */
export function checkPostponed(source: Source): Violation[] {
  return commentsOf(source).flatMap(({ text, line }) => {
    const mark = text.match(postponed)?.[0];
    return mark === undefined ? [] : [{ path: source.path, line, says: `${mark}: do it now or remove the comment` }];
  });
}

/** No machine-specific path, and no reference to a document that the reader does not have. */
export function checkOutsideWords(file: TextFile): Violation[] {
  const paths = [...file.text.matchAll(machinePath)].map((match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    says: `'${match[0]}' is a machine-specific path: derive it (os.tmpdir(), import.meta.dirname, a setting)`,
  }));
  const papers = [...file.text.matchAll(foreignDocument)].map((match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    says: `'${match[0]}' is not part of this project: say here what a reader needs to know`,
  }));
  return [...paths, ...papers];
}

/** The documents under `docs/` that a text names. */
export function documentsNamed(text: string): string[] {
  return [...text.matchAll(ownDocument)].map(([path]) => path);
}

/** No test is disabled, and no module is mocked. */
export function checkTestsRun(source: Source): Violation[] {
  if (!source.path.startsWith('test/')) return [];
  const found: Violation[] = [];
  walk(source.tree, (node) => {
    const says = isCallExpression(node) ? switchedOff(node) : undefined;
    if (says !== undefined) found.push({ path: source.path, line: lineOf(source, node), says });
  });
  return found;
}

function switchedOff(call: CallExpression): string | undefined {
  const callee = call.expression.getText();
  if (
    /^(test|it|describe)\b.*\.(only|skip|todo|failing)(\.each)?$/.test(callee) ||
    /^[xf](it|test|describe)(\.each)?$/.test(callee)
  ) {
    return `${callee}: every test must run; repair it or remove it`;
  }
  if (/^jest\.(mock|doMock|unstable_mockModule)$/.test(callee)) {
    return `${callee}: test the real module, or pass another implementation of the port`;
  }
  return undefined;
}

/** These programs drive real processes, so they wait in real time. Their tests do not. */
const loadPrograms = /^test\/(soak|drill|attack|upgrade)\/(?!.*\.test\.ts$)/;

/** The one place that waits for a condition: it pauses between two questions. */
const waiting = 'test/support/eventually.ts';

/** No test sleeps. A timer that makes a test fail is allowed. */
export function checkSleeps(source: Source): Violation[] {
  if (!source.path.startsWith('test/') || source.path === waiting || loadPrograms.test(source.path)) return [];
  const says =
    'a test does not sleep: move the injected clock, or await the condition itself (an answer, an event, a row)';
  const sleeps = importsOf(source)
    .filter(({ specifier }) => /^(node:)?timers\/promises$/.test(specifier))
    .map(({ line }) => ({ path: source.path, line, says }));
  walk(source.tree, (node) => {
    if (isSleep(node)) sleeps.push({ path: source.path, line: lineOf(source, node), says });
  });
  return sleeps;
}

function isSleep(node: Node): boolean {
  if (isCallExpression(node)) return /\bpromisify$/.test(node.expression.getText()) && isTimer(node.arguments[0]);
  if (!isNewExpression(node) || node.expression.getText() !== 'Promise') return false;
  const executor = node.arguments?.[0];
  if (executor === undefined || !(isArrowFunction(executor) || isFunctionExpression(executor))) return false;
  const resolve = executor.parameters[0]?.name.getText();
  let sleeps = false;
  walk(executor.body, (inner) => {
    if (!isCallExpression(inner) || !isTimer(inner.expression) || inner.arguments[0] === undefined) return;
    walk(inner.arguments[0], (part) => {
      if (isIdentifier(part) && part.text === resolve) sleeps = true;
    });
  });
  return sleeps;
}

function isTimer(node: Node | undefined): boolean {
  if (node === undefined) return false;
  return isPropertyAccessExpression(node) ? isTimer(node.name) : /^set(Timeout|Interval)$/.test(node.getText());
}
