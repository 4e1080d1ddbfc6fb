/**
 * Makes the client's types: reads the OpenAPI document from standard input and writes TypeScript to standard output. Runs
 * in a process of its own, because the generator needs the programming interface of an older compiler, which
 * @ts-morph/common carries. Leaves out what the client handles itself: problems, headers of answers, idempotency keys.
 */
import { registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

const compiler = "import { ts } from '@ts-morph/common'; export default ts;";
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'typescript') {
      return { url: `data:text/javascript,${encodeURIComponent(compiler)}`, shortCircuit: true };
    }
    const isFromCompiler = context.parentURL?.startsWith('data:') === true;
    return next(specifier, isFromCompiler ? { ...context, parentURL: import.meta.url } : context);
  },
});

const { default: typesOf, astToString } = await import('openapi-typescript');
const view = clientView(JSON.parse(await text(process.stdin)));
process.stdout.write(tidied(astToString(await typesOf(view, { immutable: true, defaultNonNullable: false }))));

/** The document without examples, and without what every call of the client has. */
function clientView(document: Json): Json {
  const { paths, components, openapi, info } = withoutExamples(document);
  for (const operation of Object.values<Json>(paths).flatMap((path) => Object.values<Json>(path))) {
    operation.parameters = operation.parameters?.filter(({ name }: Json) => name !== 'Idempotency-Key');
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      if (Number(status) >= 300) delete operation.responses[status];
      else delete response.headers;
    }
  }
  return { openapi, info, paths, components: { schemas: components.schemas } };
}

function withoutExamples(value: Json, isNames = false): Json {
  if (Array.isArray(value)) return value.map((one) => withoutExamples(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isNames || (name !== 'example' && name !== 'examples'));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutExamples(one, name === 'properties')]));
}

/** Members that can never be there say nothing. */
function tidied(types: string): string {
  return types
    .replace(/^ *readonly (?:get|put|post|delete|options|head|patch|trace|query|header|path|cookie)\?: never;\n/gm, '')
    .replace(/^ *(?:readonly )?headers: \{\n *readonly \[name: string\]: unknown;\n *\};\n/gm, '')
    .replace(/^ *readonly parameters: \{\n *\};\n/gm, '');
}
