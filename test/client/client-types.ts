/**
 * Makes the file of the client's types, and checks whether it belongs to a document. The file names the digest of its
 * source and of its own content, so that neither can change alone. Comparing them is fast; making the file takes a
 * second.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const generator = join(import.meta.dirname, 'generate-types.ts');
const path = join(import.meta.dirname, '../../src/client/openapi.d.ts');
const headShape = /^\/\*\*[\s\S]*? \* Made from ([\w-]+), contains ([\w-]+)\.\n \*\/\n/;

const digestOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('base64url');

/** Digest of the document and of the generator. The version of the service changes no type. */
function sourceDigest(document: object): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const version: string = JSON.parse(manifest).devDependencies['openapi-typescript'];
  return digestOf(JSON.stringify({ ...document, info: null }), readFileSync(generator, 'utf8'), version);
}

/** Makes the file again. */
export function writeClientTypes(document: object): void {
  const types = execFileSync(process.execPath, [generator], {
    input: JSON.stringify(document),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const head = [
    '/**',
    ' * The calls of the service and their types. Generated: `npm run client:types` makes it again.',
    ` * Made from ${sourceDigest(document)}, contains ${digestOf(types)}.`,
    ' */',
  ];
  writeFileSync(path, `${head.join('\n')}\n${types}`);
}

/** The digests in the file, and those that it should have. */
export function clientTypeDigests(document: object): { readonly named: string[]; readonly expected: string[] } {
  const file = readFileSync(path, 'utf8');
  const [head = '', ...named] = headShape.exec(file) ?? [];
  return { named, expected: [sourceDigest(document), digestOf(file.slice(head.length))] };
}
