/**
 * Reads the project's files and parses them with TypeScript's own parser, for tests about the source itself. Tests work
 * on syntax trees, so strings and comments are never mistaken for code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isImportExpression,
  isImportTypeNode,
  isLiteralTypeNode,
  isNamedImports,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  isTemplateLiteralToken,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

/** A file of the project: its path from the project's root, with forward slashes, and its text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A TypeScript file with its syntax tree. */
export interface Source extends TextFile {
  readonly tree: SourceFile;
}

/** A place that breaks a rule, with a message that says what to do instead. `line` counts from 1. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly says: string;
}

const typescriptFile = /\.tsx?$/;
const textFile = /\.(ts|tsx|js|mjs|cjs|sql|json|html|css|sh|yml|md)$/;

/** Every text file below the named folders of `root`, sorted by path. Folders that do not exist count as empty. */
export function readFiles(root: string, folders: readonly string[]): TextFile[] {
  return folders
    .flatMap((folder) => entriesOf(join(root, folder)))
    .filter((path) => textFile.test(path))
    .sort()
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Parses the TypeScript files among `files`; other files are left out. Two files may share a path. */
export function parseSources<File extends TextFile>(files: readonly File[]): (File & Source)[] {
  const typescript = files.filter(({ path }) => typescriptFile.test(path));
  const virtual = (index: number, path: string): string => `/sources/${index}/${path}`;
  const config = JSON.stringify({ compilerOptions: { noLib: true, noResolve: true, types: [] }, include: ['**/*'] });
  const entries = typescript.map((file, index): [string, string] => [virtual(index, file.path), file.text]);
  const fs = createVirtualFileSystem({ ...Object.fromEntries(entries), '/sources/tsconfig.json': config });
  const api = new API({ cwd: '/sources', fs });
  try {
    const [project] = api.updateSnapshot({ openProjects: ['/sources/tsconfig.json'] }).getProjects();
    return typescript.map((file, index) => {
      const tree = project?.program.getSourceFile(virtual(index, file.path));
      if (tree === undefined) throw new Error(`TypeScript did not parse ${file.path}`);
      return { ...file, tree };
    });
  } finally {
    api.close();
  }
}

/** Calls `visit` for `node` and everything below it, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
  });
}

/** The line of a node's first token, from 1. */
export function lineOf(source: Source, node: Node): number {
  return source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1;
}

/** The line of a character position in a text, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

export interface Import {
  /** Of a template, only the fixed beginning. */
  readonly specifier: string;
  readonly line: number;
  /** The exports that `import { … }` takes, under the module's own names for them; null when it could take any. */
  readonly names: readonly string[] | null;
}

/** The modules that a file imports, re-exports or loads. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  walk(source.tree, (node) => {
    const specifier = moduleNamedBy(node);
    if (specifier !== undefined) found.push({ specifier, line: lineOf(source, node), names: namesTakenBy(node) });
  });
  return found;
}

function namesTakenBy(node: Node): string[] | null {
  if (!isImportDeclaration(node)) return null;
  const { name, namedBindings } = node.importClause ?? {};
  if (name !== undefined || namedBindings === undefined || !isNamedImports(namedBindings)) return null;
  return namedBindings.elements.map((element) => (element.propertyName ?? element.name).text);
}

function moduleNamedBy(node: Node): string | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) {
    return node.moduleSpecifier === undefined ? undefined : fixedText(node.moduleSpecifier);
  }
  if (isImportTypeNode(node)) return isLiteralTypeNode(node.argument) ? fixedText(node.argument.literal) : undefined;
  if (!isCallExpression(node)) return undefined;
  const loads =
    isImportExpression(node.expression) || /^(require|import\.meta)(\.resolve)?$/.test(node.expression.getText());
  const [argument] = node.arguments;
  return loads && argument !== undefined ? fixedText(argument) : undefined;
}

function fixedText(node: Node): string | undefined {
  if (isTemplateExpression(node)) return node.head.text;
  return isStringLiteral(node) || isTemplateLiteralToken(node) ? node.text : undefined;
}

/** Every comment of a file, with the line it starts on. */
export function commentsOf(source: Source): { text: string; line: number }[] {
  let code = source.text;
  walk(source.tree, (node) => {
    if (!isStringLiteral(node) && !isTemplateLiteralToken(node) && !isRegularExpressionLiteral(node)) return;
    const start = node.getStart(source.tree);
    code = code.slice(0, start) + code.slice(start, node.end).replace(/[^\n]/g, ' ') + code.slice(node.end);
  });
  return [...code.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map((match) => ({
    text: match[0],
    line: lineAt(code, match.index),
  }));
}

/** Whether an identifier refers to a value or a type, and is not the name of a member or a declaration. */
export function isReference(node: Node): boolean {
  const { parent } = node;
  if (parent.kind === SyntaxKind.ShorthandPropertyAssignment) return true;
  const named = parent as Node & { name?: Node; propertyName?: Node; right?: Node };
  if (named.name === node || named.propertyName === node) return false;
  return !(parent.kind === SyntaxKind.QualifiedName && named.right === node);
}
