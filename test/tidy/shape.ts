/**
 * Owns the shape of a file: its name, its opening comment, its length and the length of its functions.
 * A limit that hurts says where a second file or a second function wants to be born.
 */
import { isCallExpression, isFunctionLikeDeclaration, type Node } from 'typescript/unstable/ast';
import { lineOf, type Source, type TextFile, type Violation, walk } from '../support/source-tree.ts';

const fileLinesMax = 300;
const functionLinesMax = 60;
const openingLinesMax = 8;

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const migrationPrefix = /^\d+[_-]/;
const emptyNames = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'lib',
  'libs',
  'manager',
  'managers',
  'common',
  'misc',
]);

/** Files and folders are kebab-case and named for what they hold; a folder may be introduced by its README. */
export function checkName(file: TextFile): Violation[] {
  const parts = file.path
    .split('/')
    .map((part) => part.replace(migrationPrefix, '').replace(/(\.test|\.d)?\.[a-z]+$/, ''));
  const odd = parts.find((part) => part !== 'README' && !kebabCase.test(part));
  const empty = parts.find((part) => part.split('-').some((word) => emptyNames.has(word)));
  if (odd !== undefined) return [{ path: file.path, line: 1, says: `'${odd}' is not kebab-case: rename it` }];
  if (empty === undefined) return [];
  return [
    { path: file.path, line: 1, says: `'${empty}' says nothing: name it after the noun or the act that it owns` },
  ];
}

/** A source file opens with a short comment: what it owns, what it promises, what it never does. */
export function checkOpening(source: Source): Violation[] {
  const opening = source.text.match(/^(?:#!.*\n)?(\/\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/)?.[1];
  const lines = opening?.trimEnd().split('\n').length;
  if (lines !== undefined && lines <= openingLinesMax) return [];
  const says =
    lines === undefined
      ? 'open the file with a comment of 1 to 6 lines: what it owns, what it promises, what it never does'
      : `the opening comment has ${lines} lines: say it in 6, and leave the rest to the places it explains`;
  return [{ path: source.path, line: 1, says }];
}

/** No file is longer than a reader can hold. */
export function checkFileLength(source: Source): Violation[] {
  const lines = source.text.trimEnd().split('\n').length;
  if (lines <= fileLinesMax) return [];
  const says = `${lines} lines, of at most ${fileLinesMax}: find the second noun in it and give it a file of its own`;
  return [{ path: source.path, line: fileLinesMax + 1, says }];
}

/** No function is longer than a screen. The callback of a `describe` is a chapter, not a function. */
export function checkFunctionLength(source: Source): Violation[] {
  const found: Violation[] = [];
  walk(source.tree, (node) => {
    if (!isFunctionLikeDeclaration(node) || isChapter(node.parent)) return;
    const line = lineOf(source, node);
    const lines = source.tree.getLineAndCharacterOfPosition(node.end).line + 2 - line;
    if (lines <= functionLinesMax) return;
    const says = `a function of ${lines} lines, of at most ${functionLinesMax}: give its steps names of their own`;
    found.push({ path: source.path, line, says });
  });
  return found;
}

function isChapter(node: Node): boolean {
  return isCallExpression(node) && /^describe\b/.test(node.expression.getText());
}
