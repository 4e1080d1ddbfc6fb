/**
 * The page under /docs: Swagger UI from the installed package, never from another host. Serves a fixed list of files
 * and its own initialiser, so that no inline script is needed. All addresses are relative: a proxy may serve the page
 * under a prefix of its own.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The page, with its files in `folder`, which is relative to the page's own address. */
const pageWith = (folder: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Usher: interfaces</title>
    <link rel="icon" type="image/png" href="${folder}favicon-32x32.png">
    <link rel="stylesheet" href="${folder}swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${folder}swagger-ui-bundle.js"></script>
    <script src="${folder}initialiser.js"></script>
  </body>
</html>
`;

/** `request.url` of a call starts at the root of the host, but the service may have a path prefix: add it. */
const initialiser = `const root = new URL('..', document.currentScript.src);
window.ui = SwaggerUIBundle({
  url: new URL('openapi.json', root).href,
  requestInterceptor(request) {
    const url = new URL(request.url, root);
    if (!url.pathname.startsWith(root.pathname)) url.pathname = root.pathname + url.pathname.slice(1);
    return Object.assign(request, { url: url.href });
  },
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
`;

const installed: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Content Security Policy: the page may load and run only its own files. */
export const docsPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

export interface DocsFile {
  readonly type: string;
  readonly content: string | Buffer;
}

/** Cache of the installed files: answers to many readers share the same bytes. */
const read = new Map<string, Promise<Buffer>>();

function contentOf(name: string): Promise<Buffer> {
  const known = read.get(name);
  if (known !== undefined) return known;
  const content = readFile(join(folder, name));
  read.set(name, content);
  content.catch(() => read.delete(name));
  return content;
}

/** The page: under the address /docs, without a trailing slash, its files are one folder below. */
export function docsPage(path: string): DocsFile {
  return { type: 'text/html; charset=utf-8', content: pageWith(path.endsWith('/') ? '' : 'docs/') };
}

/** A file of the page by its name under /docs/. Null: there is none. */
export async function readDocsFile(name: string): Promise<DocsFile | null> {
  if (name === 'initialiser.js') return { type: 'text/javascript; charset=utf-8', content: initialiser };
  if (!Object.hasOwn(installed, name)) return null;
  return { type: installed[name] ?? '', content: await contentOf(name) };
}
