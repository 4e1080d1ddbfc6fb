/** The pages for people and the files that they load: what is served, in which form, and what a browser may do with it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OpenEvents } from '#http/pages/open-events.ts';
import { PageFiles, type SourceFolders } from '#http/pages/page-files.ts';
import { type SampleService, sendRaw, serveSample } from '../../support/sample-service.ts';

const sources: Readonly<Record<string, string>> = {
  'pages/map/index.html': '<!doctype html><head><script type="module" src="../pages/map/main.js"></script></head>',
  'pages/map/main.ts': `
    import createFetch from 'openapi-fetch';
    import { one, type Seat } from '../../client/seats.ts';
    import type { Row } from './rows.d.ts';
    export { two } from '../shared/two.ts';
    const seat: Seat = { id: one, row: { name: 'A' } satisfies Row };
    const { three } = await import('./three.ts');
    export const text = "import './four.ts'" + seat.id + three + typeof createFetch;
  `,
  'pages/map/rows.d.ts': 'export interface Row { name: string }',
  'pages/map/three.ts': 'export const three: number = 3;',
  'pages/map/main.css': 'body { color: black }\np { margin: 0 }\n',
  'pages/map/notes.json': '{}',
  'pages/shared/two.ts': 'export const two = 2 as const;',
  'pages/console/index.html': '<!doctype html>',
  'pages/tsconfig.json': '{}',
  'client/seats.ts': 'export interface Seat { id: number; row: object } export const one = 1;',
  'client/README.md': 'text',
  'component/served.ts': 'export const version: number = 1;',
};

const shop = 'https://shop.example.com';
const knownKey = '0b0e4f4e-2a43-4a6a-9f6e-3f8f5b7d1c11';
const knownEvent = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';

const foldersIn = (root: string): SourceFolders => ({
  pages: join(root, 'pages'),
  client: join(root, 'client'),
  component: join(root, 'component'),
});

let folder: string;
let service: SampleService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usher-pages-'));
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const files = new PageFiles(foldersIn(folder));
  const frameOrigins = async (publicKey: string) => (publicKey === knownKey ? [shop, 'http://localhost:3000'] : []);
  const both = [
    'https://img.example.com/a/b.jpg',
    'https://logo.example.com/logo.svg',
    'https://img.example.com/c.png',
  ];
  const pictures = async (eventId: string) => (eventId === knownEvent ? both : []);
  service = await serveSample([], { pages: { files, frameOrigins, pictures, openEvents: new OpenEvents() } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { method, headers, redirect: 'manual' });
/** A request for any target, as bytes. */
const targeting = (target: string): Buffer =>
  Buffer.from(`GET ${target} HTTP/1.1\r\nHost: usher.example\r\nConnection: close\r\n\r\n`, 'latin1');
const headersOf = ({ headers }: Response, ...names: string[]) => names.map((name) => headers.get(name));

/** The script as an address that can be imported, with its parts in it. */
async function moduleOf(name: string): Promise<string> {
  let text = await (await get(`/pages/${name}`)).text();
  for (const part of new Set(text.match(/part-\w+\.js/g)))
    text = text.replaceAll(`./${part}`, await moduleOf(`${dirname(name)}/${part}`));
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

describe('a script', () => {
  test('has everything that it imports, without types', async () => {
    const answer = await get('/pages/map/main.js');
    const names = ['content-type', 'cache-control', 'x-content-type-options', 'access-control-allow-origin'];
    expect(headersOf(answer, ...names)).toEqual(['text/javascript; charset=utf-8', 'no-cache', 'nosniff', '*']);
    await answer.body?.cancel();
    const { two, text: made } = await import(await moduleOf('map/main.js'));
    expect([two, made]).toEqual([2, "import './four.ts'13function"]);
  });

  test.each([
    ['a package that is not for browsers', "import { z } from 'zod'; console.log(z);"],
    ['a module of Node', "import { join } from 'node:path'; console.log(join);"],
    ['a file that is not served', "import { x } from '../../secret.ts'; console.log(x);"],
  ])('that imports %s is refused when it is made', async (_, source) => {
    writeFileSync(join(folder, 'secret.ts'), 'export const x = 1;');
    mkdirSync(join(folder, 'wrong/page'), { recursive: true });
    writeFileSync(join(folder, 'wrong/page/index.html'), '');
    writeFileSync(join(folder, 'wrong/page/main.ts'), source);
    const files = new PageFiles({ ...foldersIn(folder), pages: join(folder, 'wrong') });
    await expect(files.file('page/main.js')).rejects.toThrow(/not served to browsers|Could not resolve/);
    await expect(files.makeAll()).rejects.toThrow();
  });

  test('is made anew while a developer changes its source', async () => {
    const source = join(folder, 'pages/map/three.ts');
    const folders = foldersIn(folder);
    const [watching, lasting] = [new PageFiles(folders, true), new PageFiles(folders)];
    const tags = async () => Promise.all([watching, lasting].map(async (one) => (await one.file('map/main.js'))?.tag));
    const before = await tags();
    writeFileSync(source, 'export const three = 30;');
    const after = await tags();
    writeFileSync(source, sources['pages/map/three.ts'] as string);
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
  });
});

test('the component is for every site, and may be cached for five minutes', async () => {
  const answer = await get('/usher.js', { origin: 'https://any.example.com' });
  const names = ['content-type', 'access-control-allow-origin', 'cache-control', 'x-frame-options'];
  const [type, origin, caching] = headersOf(answer, ...names);
  expect([type, origin]).toEqual(['text/javascript; charset=utf-8', '*']);
  expect(caching).toBe('public, max-age=300, stale-while-revalidate=86400');
  const { version } = await import(`data:text/javascript,${encodeURIComponent(await answer.text())}`);
  expect(version).toBe(1);
  const tag = answer.headers.get('etag') ?? '';
  const again = await get('/usher.js', { 'if-none-match': tag });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, caching]);
});

describe('a file', () => {
  test('is kept for a year under the address that the document gives it, and under no other', async () => {
    const text = await (await get(`/map/?event=${knownEvent}&key=${knownKey}`)).text();
    const [, address] = /src="\.\.(\/pages\/map\/main\.js\?v=[\w-]{22})"/.exec(text) as RegExpExecArray;
    const [, part] = /"\.\/(part-\w+\.js)"/.exec(await (await get('/pages/map/main.js')).text()) as RegExpExecArray;
    const cachingOf = async (path: string) => (await get(path)).headers.get('cache-control');
    const year = 'public, max-age=31536000, immutable';
    expect(await Promise.all([address as string, `/pages/map/${part}`].map(cachingOf))).toEqual([year, year]);
    const others = ['', '?v=', '?v=0123456789012345678901', `${address?.slice(-25)}&${address?.slice(-24)}`];
    expect(await Promise.all(others.map((query) => cachingOf(`/pages/map/main.js${query}`)))).toEqual(
      others.map(() => 'no-cache'),
    );
  });

  test('comes in the coding that the browser prefers, made once', async () => {
    const texts = new Map<string | null, string>();
    for (const coding of ['br', 'gzip', 'identity']) {
      const answer = await get('/pages/map/main.css', { 'accept-encoding': coding });
      expect(headersOf(answer, 'vary', 'content-type')).toEqual(['Accept-Encoding', 'text/css; charset=utf-8']);
      expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
      texts.set(coding, await answer.text());
    }
    expect(new Set(texts.values()).size).toBe(1);
    expect(texts.get('br')).toContain('body{color:#000}p{margin:0}');
    const files = new PageFiles(foldersIn(folder));
    const [first, second] = await Promise.all([files.file('map/main.css'), files.file('map/main.css')]);
    expect(first?.content).toBe(second?.content);
  });

  test('is not sent again to a browser that has it', async () => {
    const first = await get('/pages/map/main.css', { 'accept-encoding': 'br' });
    const tag = first.headers.get('etag') ?? '';
    await first.body?.cancel();
    const again = await get('/pages/map/main.css', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    expect((await get('/pages/map/main.css', { 'if-none-match': '"other"' }, 'HEAD')).status).toBe(200);
    const head = await get('/pages/map/main.css', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test.each([
    '/pages/map/notes.json',
    '/pages/map/rows.d.js',
    '/pages/map/rows.d.ts',
    '/pages/map/main.ts',
    '/pages/map/index.html',
    '/pages/tsconfig.json',
    '/pages/client/README.md',
    '/pages/lib/pg.js',
    '/pages/lib/openapi-fetch.js/',
    '/pages/..%2f..%2fpackage.json',
    '/pages/%ff',
    '/pages/__proto__',
    '/pages/',
    '/elsewhere/',
  ])('%s is none', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ errorCode: 'NOT_FOUND' });
  });

  test('of the service can be made of every source', async () => {
    const files = new PageFiles();
    expect(files.names).toContain('client/webhook-signature.js');
    for (const name of files.names) expect((await files.file(name))?.type).toBeDefined();
    for (const page of files.pages) expect((await files.document(page))?.type).toBe('text/html; charset=utf-8');
  });
});

describe('a page', () => {
  test('runs only files of this service, and no inline script or style', async () => {
    const answer = await get('/console/', {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [policy = ''] = headersOf(answer, 'content-security-policy');
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'"]) {
      expect(policy?.split('; ')).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|https?:/);
  });

  test('is found without the slash at its end, wherever a proxy serves it', async () => {
    const answer = await get('/map?event=1&key=2');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, 'map/?event=1&key=2']);
  });

  test.each([
    ['an address that a proxy would get', 'http://usher.example/map/?event=1', 200],
    ['a host that is none', 'http://[/map/', 404],
    ['a user and a host that is none', 'http://%ff@[x/', 404],
    ['no address', '*', 404],
    ['two slashes, a user and a fragment', '//a@[#', 404],
    ['a form feed in the path', '/map\f', 400],
    ['a byte that is no ASCII in the path', '/map\xa0', 400],
    ['a fragment', '/map/#%0d%0aSet-Cookie', 404],
  ])('answers %s', async (_, target, status) => {
    const text = await sendRaw(service.port, targeting(target));
    expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });

  test('keeps a fragment out of a redirect', async () => {
    const text = await sendRaw(service.port, targeting('/map?a=1#b'));
    expect(text).toMatch(/^HTTP\/1\.1 308 [\s\S]*\r\nLocation: map\/\?a=1%23b\r\n/);
  });

  test('answers other methods with 405', async () => {
    const answer = await get('/map/', {}, 'POST');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    ['the map without a key', '/map/', false],
    ['the map with an unknown key', `/map/?key=${knownKey.replace('0', '1')}`, false],
    ['the map with a malformed key', '/map/?key=%27none%27;', false],
    ['the map with two keys', `/map/?key=${knownKey}&key=${knownKey}`, false],
    ['the console with a key', `/console/?key=${knownKey}`, false],
    ['a file with a key', `/pages/map/main.js?key=${knownKey}`, false],
    ['the map with the key of an organization that allows sites', `/map/?event=1&key=${knownKey}`, true],
    ['the same key in capitals', `/map/?event=1&key=${knownKey.toUpperCase()}`, true],
  ])('%s: framed %#', async (_, path, isFramed) => {
    const [policy, legacy] = headersOf(await get(path, {}, 'HEAD'), 'content-security-policy', 'x-frame-options');
    const ancestors = policy?.match(/frame-ancestors ([^;]*)/)?.[1];
    expect(ancestors).toBe(isFramed ? `'self' ${shop} http://localhost:3000` : "'none'");
    expect(legacy).toBe(isFramed ? null : 'DENY');
  });

  test.each([
    [shop, shop],
    ['https://other.example.com', null],
    [null, null],
  ])('can be read by the pages that may embed it, not by %s', async (origin, allowed) => {
    const headers = origin === null ? {} : { origin };
    const answer = await get(`/map/?key=${knownKey}`, headers, 'HEAD');
    expect(headersOf(answer, 'access-control-allow-origin')).toEqual([allowed]);
    expect(answer.headers.get('vary')?.split(', ')).toContain('Origin');
  });

  test.each([
    [
      'the map of an event with pictures',
      `/map/?event=${knownEvent.toUpperCase()}`,
      ' https://img.example.com https://logo.example.com',
    ],
    ['the map of another event', `/map/?event=${knownEvent.replace('7', '8')}`, ''],
    ['the map of no event', '/map/?event=%3Bscript-src', ''],
    ['the console with an event', `/console/?event=${knownEvent}`, ''],
  ])('%s: pictures %#', async (_, path, foreign) => {
    const policy = (await get(path, {}, 'HEAD')).headers.get('content-security-policy');
    expect(policy?.match(/img-src ([^;]*)/)?.[1]).toBe(`'self' data: blob:${foreign}`);
  });

  test('is sent again when the sites that may embed it have changed', async () => {
    const tag = (await get('/map/', {}, 'HEAD')).headers.get('etag') ?? '';
    expect((await get('/map/', { 'if-none-match': tag }, 'HEAD')).status).toBe(304);
    expect((await get(`/map/?key=${knownKey}`, { 'if-none-match': tag }, 'HEAD')).status).toBe(200);
  });
});
