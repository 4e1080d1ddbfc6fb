/**
 * Finds floating promises with the compiler's own types. The linter looks for them too, but does not know the types of
 * most libraries and of Node itself.
 */
import {
  isBinaryExpression,
  isCallExpression,
  isExpressionStatement,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast';
import { API, type APIOptions, type Project, type Type } from 'typescript/unstable/sync';
import { type Violation, walk } from '../support/source-tree.ts';

/**
 * Every statement of the project whose value is a promise that is neither awaited, returned, kept nor caught.
 * `config` is the absolute path of its tsconfig.json.
 */
export function floatingPromises(config: string, options: APIOptions = {}): Violation[] {
  const api = new API(options);
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (project === undefined) throw new Error(`TypeScript found no project at ${config}`);
    return project.rootFiles.flatMap((path) => floatingIn(project, path));
  } finally {
    api.close();
  }
}

function floatingIn(project: Project, path: string): Violation[] {
  const tree = project.program.getSourceFile(path);
  if (tree === undefined) throw new Error(`TypeScript did not parse ${path}`);
  const values: Node[] = [];
  walk(tree, (node) => {
    if (isExpressionStatement(node) && !isKeptOrCaught(node.expression)) values.push(node.expression);
  });
  const types = project.checker.getTypeAtLocation(values);
  return values
    .filter((_, index) => isThenable(project, types[index]))
    .map((node) => ({
      path,
      line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1,
      says: 'this promise is not awaited: await or return it, catch it, or write `void` before it and say why',
    }));
}

function isKeptOrCaught(node: Node): boolean {
  if (isBinaryExpression(node)) return /^(\|\||&&|\?\?|\*\*|<<|>>>?|[-+*/%&|^])?=$/.test(node.operatorToken.getText());
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false;
  const method = node.expression.name.getText();
  return (method === 'catch' && node.arguments.length > 0) || (method === 'then' && node.arguments.length > 1);
}

function isThenable(project: Project, type: Type | undefined): boolean {
  if (type === undefined) return false;
  if (type.isUnionType()) return type.getTypes().some((part) => isThenable(project, part));
  return project.checker.getPropertyOfType(type, 'then') !== undefined;
}
