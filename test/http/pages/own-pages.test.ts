/** The pages of the service as they are made from its sources: what a browser loads of each, and how much. */
import { type PageFile, PageFiles } from '#http/pages/page-files.ts';
import { ownPages } from '../../support/own-pages.ts';
import { startTestService } from '../../support/service.ts';

const files = new PageFiles();
const scriptBytesMax = 200 * 1024;
const componentBytesMax = 12 * 1024;

async function textOf(file: Promise<PageFile | null>): Promise<string> {
  return String(Buffer.concat(await ((await file) as PageFile).content.pieces(null)));
}

/** The names in the script that follow these words. */
const partsAfter = (text: string, words: RegExp): string[] =>
  [...text.matchAll(new RegExp(`${words.source}"\\./(part-\\w+\\.js)"`, 'g'))].map(([, name]) => name as string);

/** The scripts that the page cannot begin without, by name. */
async function firstScripts(page: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = ['main.js'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const text = await textOf(files.file(`${page}/${name}`));
    found.set(name, text);
    waiting.push(...partsAfter(text, /(?:from|import)/));
  }
  return found;
}

test('the component has at most 12 KB, compressed', async () => {
  const file = (await files.file('component/usher.js')) as PageFile;
  expect(Buffer.concat(await file.content.pieces('gzip')).length).toBeLessThanOrEqual(componentBytesMax);
});

test.each(files.pages)('%s begins with scripts of at most 200 KB, uncompressed, and one style sheet', async (page) => {
  const names = [...(await textOf(files.document(page))).matchAll(/"\.\.\/pages\/([^"?]+\.(?:js|css))\?v=[\w-]{22}"/g)];
  expect(names.map(([, name]) => name).toSorted()).toEqual([`${page}/main.css`, `${page}/main.js`]);
  const scripts = await firstScripts(page);
  const bytes = [...scripts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(bytes).toBeLessThan(scriptBytesMax);
});

test('the map loads at most 150 KB, compressed, in whichever language', async () => {
  const compressed = async (name: string): Promise<number> =>
    Buffer.concat(await ((await files.file(`map/${name}`)) as PageFile).content.pieces('gzip')).length;
  const languages = partsAfter(await textOf(files.file('map/main.js')), /import\(/);
  expect(languages).toHaveLength(9);
  const sizes = await Promise.all(languages.map(compressed));
  const first = (await compressed('main.js')) + (await compressed('main.css'));
  expect(first + Math.max(...sizes)).toBeLessThanOrEqual(150 * 1024);
});

test('the map is one script, so that nothing is fetched after it before the first picture', async () => {
  expect([...(await firstScripts('map')).keys()]).toEqual(['main.js']);
});

test('no part imports the first script, which has another address in the document', async () => {
  for (const page of files.pages) {
    for (const name of partsAfter(await textOf(files.file(`${page}/main.js`)), /(?:from|import\()/))
      expect(await textOf(files.file(`${page}/${name}`))).not.toContain('main.js');
  }
});

test('what a script loads later comes from a node that has not made the script yet, and nothing else does', async () => {
  const later = partsAfter(await textOf(files.file('console/main.js')), /import\(/);
  expect(later.length).toBeGreaterThan(0);
  const other = new PageFiles();
  expect((await other.file(`console/${later[0]}`))?.type).toBe('text/javascript; charset=utf-8');
  for (const name of [`map/${later[0]}`, 'console/part-NONE.js', 'console/editor/pages.js', 'nowhere/part-1.js'])
    expect([name, await other.file(name)]).toEqual([name, null]);
});

test('services of one process make a page once, when they are given the same pages', async () => {
  const asked = jest.spyOn(ownPages, 'file');
  const service = await startTestService();
  expect((await fetch(`${service.url}/pages/map/main.js`)).status).toBe(200);
  expect(asked).toHaveBeenCalledWith('map/main.js');
  asked.mockRestore();
  await service.close();
});
