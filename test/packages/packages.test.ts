/**
 * The packages as others use them: packed, installed in a project outside of this one, compiled by a strict compiler, run by
 * Node 20 and 24, bundled by Vite, and rendered by React in a real Chromium. Where npm has no registry, the tests say by their names that they did not try it.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { listen } from '#http/server/server.ts';
import { browser, useBuyers } from '../support/buyers.ts';
import { type Consumer, hasRegistry, makeConsumer } from '../support/consumer.ts';
import { allowFrames } from '../support/frames.ts';
import { seat, service, show, useHall } from '../support/hall.ts';
import { ShopPage } from '../support/shop-page.ts';

const isReachable = await hasRegistry();
if (!isReachable) console.warn('npm has no registry here: the packages are not tested as others install them');

const oldNode = `node-${process.platform}-${process.arch}`;
const versions = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.0', 'vite@8.3.8', `${oldNode}@20.20.2`];
const root = join(import.meta.dirname, '..', '..');
const manifestOf = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));

useHall({ once: true });
useBuyers();

let consumer: Consumer;

beforeAll(async () => {
  if (isReachable) consumer = await makeConsumer(versions);
});

afterAll(() => consumer?.remove());

test('the packages have the version of the service, and the client its dependency', () => {
  const service = manifestOf('.');
  for (const path of ['packages/client', 'packages/map']) expect(manifestOf(path).version).toBe(service.version);
  const { dependencies } = manifestOf('packages/client');
  expect(dependencies).toEqual({ 'openapi-fetch': service.dependencies['openapi-fetch'] });
});

tried('have modules with source maps and types, and nothing of the service', async () => {
  for (const name of ['client', 'map']) {
    const folder = join(consumer.folder, 'node_modules', '@usher', name);
    const files = (await consumer.run('find', folder, '-type', 'f')).trim().split('\n');
    const scripts = files.filter((file) => file.endsWith('.js'));
    for (const script of scripts) {
      const { sources, sourcesContent } = JSON.parse(await readFile(`${script}.map`, 'utf8'));
      expect(sourcesContent).toHaveLength(sources.length);
      expect(sources.filter((source: string) => !/src\/(client|component)\/[\w-]+\.ts$/.test(source))).toEqual([]);
    }
    expect(files.filter((file) => !/\.(js|js\.map|d\.ts)$|\/(README\.md|package\.json)$/.test(file))).toEqual([]);
    expect(scripts.length).toBeGreaterThan(0);
  }
});

const typed = `
  import { createClient, dataOf, followSeats, isProblem } from '@usher/client';
  import { MapError, mount, type Order, type UsherMapElement } from '@usher/map';

  const client = createClient({ baseUrl: 'https://tickets.example.com' });
  const { problem } = await client.POST('/api/public/v2.0/session/{id}/lock', {
    params: { path: { id: 'x' } },
    body: { seats: [1] },
  });
  if (isProblem(problem, 'SEAT_CONFLICT')) console.log(problem.conflicts.seats.map((id) => id + 1));
  export const names: string[] = dataOf(await client.GET('/api/private/v2.0/events/')).content.map(({ name }) => name ?? '');
  for await (const news of followSeats(client, { eventId: 'e', publicKey: 'p' })) console.log(news.kind);

  const map: UsherMapElement = mount(document.body, {
    event: 'e',
    publicKey: 'p',
    mode: 'sell',
    onHoldFailed: ({ code, alternatives }) => console.log(code, alternatives[0]?.seats[0]?.label),
    onCheckedOut: ({ order, serverTime }) => console.log(order.amount ?? 0, serverTime.length),
  });
  const order: Order = await map.select([1]).catch((error: unknown) => {
    throw error instanceof MapError ? error.alternatives : error;
  });
  console.log(order.lines[0]?.formatted.length, document.querySelector('usher-map')?.options.event);
  // @ts-expect-error: there is no such mode.
  mount(document.body, { event: 'e', publicKey: 'p', mode: 'print' });
  // @ts-expect-error: there is no such path.
  await client.GET('/api/private/v2.0/nothing/');
`;

tried('are typed for a strict compiler, without help for libraries', async () => {
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'] },
    ...{ jsx: 'react-jsx', noEmit: true, types: [] },
  };
  await consumer.write({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['typed'] }),
    'typed/all.ts': typed,
    'typed/page.tsx': `
      import { useRef } from 'react';
      import type { MapMethods } from '@usher/map';
      import { UsherMap } from '@usher/map/react';
      export function Page() {
        const map = useRef<MapMethods>(null);
        const best = async () => console.log((await map.current?.bestAvailable({ count: 2 }))?.count);
        return <UsherMap ref={map} event="e" publicKey="p" className="map" onReady={({ prices }) => prices.length > 0 && best()} />;
      }
    `,
  });
  expect(await consumer.run(join(root, 'node_modules', '.bin', 'tsc'), '-p', '.')).toBe('');
});

for (const [version, node] of [
  ['20', `node_modules/${oldNode}/bin/node`],
  ['24', process.execPath],
] as const) {
  tried(`run in Node ${version}`, () => runs(version, node));
}

async function runs(version: string, node: string): Promise<void> {
  const { publicKey } = service.catalog.organization;
  await consumer.write({
    'run.mjs': `
      import { createClient, dataOf, followSeats } from '@usher/client';
      import { UsherMapElement } from '@usher/map';
      const client = createClient({ baseUrl: '${service.url}' });
      const body = { eventId: '${show.eventId}', publicKey: '${publicKey}' };
      const { sessionId } = dataOf(await client.POST('/api/public/v2.0/session/', { body }));
      const params = { path: { id: sessionId } };
      await client.POST('/api/public/v2.0/session/{id}/lock', { params, body: { bestAvailable: { count: 1 } } });
      for await (const news of followSeats(client, body)) {
        console.log(process.versions.node.split('.')[0], news.kind, typeof UsherMapElement);
        break;
      }
    `,
  });
  expect(await consumer.run(node, 'run.mjs')).toBe(`${version} prices function\n`);
}

tried('are bundled by Vite, and React sells with them in a browser', async () => {
  const { publicKey } = service.catalog.organization;
  await consumer.write({
    'index.html': '<!doctype html><div id="app"></div><script type="module" src="/main.jsx"></script>',
    'main.jsx': `
      import { createElement, StrictMode, useRef, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import { formatAmount } from '@usher/client';
      import { UsherMap } from '@usher/map/react';
      globalThis.told = [];
      globalThis.maps = {};
      function Shop() {
        const [count, setCount] = useState(0);
        const [maxSeats, setMaxSeats] = useState(2);
        maps.sale = useRef(null);
        Object.assign(globalThis, { setMaxSeats });
        const tell = (name) => (news) => { told.push({ map: 'sale', name, seen: count, ...news }); };
        const onChange = (news) => { tell('onChange')(news); setCount(news.order.count); };
        return createElement('section', null, createElement('output', null, count + ' ' + formatAmount(450, 'EUR', 'en')),
          createElement(UsherMap, { ref: maps.sale, baseUrl: '${service.url}', event: '${show.eventId}',
            publicKey: '${publicKey}', maxSeats, filter: {}, onReady: tell('onReady'), onFailed: tell('onFailed'), onChange }));
      }
      createRoot(document.getElementById('app')).render(createElement(StrictMode, null, createElement(Shop)));
    `,
  });
  await consumer.run('npx', 'vite', 'build', '--logLevel', 'error');
  const server = serveFolder(join(consumer.folder, 'dist'));
  const origin = `http://localhost:${await listen(server, 0, 'localhost')}`;
  await allowFrames(service, [origin]);
  const page = await ShopPage.open(browser(), origin);
  try {
    await page.hears('sale', 'onReady');
    expect(await page.page.$$('iframe')).toHaveLength(1);
    expect(await page.call('sale.current', `select([${seat(16)}])`)).toMatchObject({ count: 1, maxSeats: 2 });
    await page.page.waitForFunction('document.querySelector("output")?.textContent === "1 €4.50"');
    await page.page.evaluate('setMaxSeats(3)');
    expect(await page.call('sale.current', `select([${seat(17)}])`)).toMatchObject({ count: 2 });
    expect((await page.hears('sale', 'onChange', 'news.order.count === 2')).seen).toBe(1);
    await page.page.waitForFunction('told.at(-1).order.maxSeats === 3');
    expect(page.errors).toEqual([]);
  } finally {
    await page.page.close();
    server.closeAllConnections();
    server.close();
  }
});

function serveFolder(folder: string): Server {
  return createServer(async ({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url;
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    const file = await readFile(join(folder, path)).catch(() => null);
    response.writeHead(file === null ? 404 : 200, { 'Content-Type': type }).end(file);
  });
}

/** A test that needs the registry. Without one it says so by its name, and that there is none. */
function tried(name: string, body: () => Promise<void>): void {
  if (isReachable) test(name, body);
  else
    test(`not tried, because npm has no registry here: ${name}`, async () => expect(await hasRegistry()).toBe(false));
}
