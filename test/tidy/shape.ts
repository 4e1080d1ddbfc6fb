/**
 * Rules for a file's name, header comment and length, and for the length of its functions. The message of a broken
 * limit says how to split the file or the function.
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

/** Files and folders are kebab-case and have descriptive names; a folder may have a README. */
export function checkName(file: TextFile): Violation[] {
  const parts = file.path
    .split('/')
    .map((part) => part.replace(migrationPrefix, '').replace(/(\.test|\.d)?\.[a-z]+$/, ''));
  const odd = parts.find((part) => part !== 'README' && !kebabCase.test(part));
  const empty = parts.find((part) => part.split('-').some((word) => emptyNames.has(word)));
  if (odd !== undefined) return [{ path: file.path, line: 1, says: `'${odd}' is not kebab-case: rename it` }];
  if (empty === undefined) return [];
  return [
    { path: file.path, line: 1, says: `'${empty}' is not descriptive: name the file after its main noun or action` },
  ];
}

/** A source file begins with a short comment on its purpose and its guarantees. */
export function checkOpening(source: Source): Violation[] {
  const opening = source.text.match(/^(?:#!.*\n)?(\/\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/)?.[1];
  const lines = opening?.trimEnd().split('\n').length;
  if (lines !== undefined && lines <= openingLinesMax) return [];
  const says =
    lines === undefined
      ? 'begin the file with a comment of 1 to 6 lines: its purpose and its guarantees'
      : `the header comment has ${lines} lines: shorten it to 6, and move details to the code that they explain`;
  return [{ path: source.path, line: 1, says }];
}

/** No file is longer than 300 lines. */
export function checkFileLength(source: Source): Violation[] {
  const lines = source.text.trimEnd().split('\n').length;
  if (lines <= fileLinesMax) return [];
  const says = `${lines} lines, of at most ${fileLinesMax}: move a second responsibility to its own file`;
  return [{ path: source.path, line: fileLinesMax + 1, says }];
}

/** No function is longer than 60 lines. The callback of a `describe` does not count as a function. */
export function checkFunctionLength(source: Source): Violation[] {
  const found: Violation[] = [];
  walk(source.tree, (node) => {
    if (!isFunctionLikeDeclaration(node) || isChapter(node.parent)) return;
    const line = lineOf(source, node);
    const lines = source.tree.getLineAndCharacterOfPosition(node.end).line + 2 - line;
    if (lines <= functionLinesMax) return;
    const says = `a function of ${lines} lines, of at most ${functionLinesMax}: extract its steps into named functions`;
    found.push({ path: source.path, line, says });
  });
  return found;
}

function isChapter(node: Node): boolean {
  return isCallExpression(node) && /^describe\b/.test(node.expression.getText());
}
